//! What makes the choices after an entry playable.

use super::check::Faults;
use super::check_board::TWO_ROWS_A_SIDE;
use super::check_landing::Entry;
use super::check_numbers::check_pits;
use super::{
    Block, CaptureTo, Chain, Choose, Direction, Feeding, GrandSlam, Landing, MAX_CHOICES,
    MarkedSeeds, Play, Reentry, ReserveEntry, Row, Skip, Take, Then, Unplayed, When, Whose,
};

/// So many pits of a side are too many for a phase to say which of them is sown on, and how the turn had gone.
const MAX_PITS: i64 = 32;

impl Entry<'_> {
    /// What a turn that the player may end goes with: sowing on is an action of its own, known by the
    /// number of its pit.
    pub(super) fn check_stop(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        if !entry.pauses() {
            return;
        }
        self.check_take_instead(faults);
        let forbids = |other: &Landing| other.is_on() && other.grand_slam == GrandSlam::Forbidden;
        let own = rules.board.has_own_circuits() || entry.side == Whose::Own;
        let needs = [
            (own, "the player sows on from an own pit: needs side = \"own\""),
            (
                !rules.keeps_sowing() || rules.board.pits_per_side() < MAX_PITS,
                "where it is kept how the turn had gone, needs fewer than 32 pits a side",
            ),
            (!rules.moves.back_into.is_asked(), "cannot be combined with moves.back_into"),
            (!rules.laps.turn_round, "needs laps.turn_round = false"),
            (!rules.rounds.own_pits(), "needs another rounds.short than owned"),
            (rules.opening.into.is_none(), "cannot be combined with opening.into"),
            (rules.moves.feeding == Feeding::None, "needs moves.feeding = \"none\""),
            (
                matches!(rules.moves.reserve, ReserveEntry::None | ReserveEntry::OneATurn),
                "needs moves.reserve = \"none\" or \"one_a_turn\"",
            ),
            (
                !rules.chooses(Choose::AnotherFile),
                "cannot be combined with an entry that is followed by choosing another file",
            ),
            (
                !rules.marks_pits() || rules.marks.seeds != MarkedSeeds::Home,
                "needs marks.seeds = \"stay\"",
            ),
            (
                !rules.landing.iter().any(forbids),
                "sowing on is not tried: needs no grand_slam = \"forbidden\"",
            ),
            (!rules.after.is_on(), "cannot be combined with [after]"),
            (rules.ending.last_seeds == 0, "cannot be combined with ending.last_seeds"),
        ];
        for (fine, why) in needs {
            faults.unless(fine, &self.field("then"), entry.then, why);
        }
    }

    /// What is captured instead of sowing on: the entry that the player came to is not kept.
    fn check_take_instead(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let field = self.field("then");
        let mut needs = |fine, why| faults.unless(fine, &field, entry.then, why);
        if entry.then == Then::RelayOrEnd {
            let alone = "cannot be combined with an entry with then = \"relay_or_take\"";
            return needs(!rules.may_take(), alone);
        }
        if entry.to == CaptureTo::Hand {
            self.check_take_on(faults);
        } else {
            let near = |take: &Take| matches!(take, Take::Facing | Take::Landing);
            let takes = entry.takes() && entry.take.0.iter().all(near);
            needs(takes, "needs take of facing, of landing, or of both");
        }
        let mut needs = |fine, why| faults.unless(fine, &field, entry.then, why);
        needs(
            entry.to != CaptureTo::Landing,
            "needs to = \"store\", \"other_store\", \"removed\" or \"hand\"",
        );
        needs(
            entry.chain == Chain::None && entry.grand_slam == GrandSlam::Capture,
            "needs chain = \"none\" and grand_slam = \"capture\"",
        );
        needs(entry.choose == Choose::None, "needs choose = \"none\"");
        let marks = rules.marks_pits() || rules.setup.marked.is_asked() || rules.shares_pits();
        needs(!marks, "cannot be combined with marks that players make, or marks.shared");
        let closes = rules.landing.iter().any(Landing::closes);
        needs(!closes, "cannot be combined with an entry with close = true");
        let same = |other: &Landing| {
            !other.is_on()
                || other.then != Then::RelayOrTake
                || (&other.take, other.most, other.to) == (&entry.take, entry.most, entry.to)
        };
        let why = "needs the same take, most and to in all entries with then = \"relay_or_take\"";
        needs(rules.landing.iter().all(same), why);
    }

    /// What is captured so, and sown on: where from is all that is kept of the lap before.
    fn check_take_on(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let files = matches!(entry.take.0[..], [Take::File | Take::Facing]);
        let held = !entry.facing.has(0);
        let reentry = matches!(entry.reentry, Reentry::Lap | Reentry::Landing);
        // Which laps would capture is not known where the player may sow on.
        let clockwise = |play: &Play| play.captures.is_none() || !play.is_sown(0);
        let needs = [
            (rules.laps.turn_at.is_asked(), "to = \"hand\" needs laps.turn_at"),
            (
                files && held,
                "to = \"hand\" needs take = \"file\" or \"facing\", and seeds there: facing = \"occupied\"",
            ),
            (reentry, "to = \"hand\" needs reentry = \"lap\" or \"landing\""),
            (!rules.laps.single_hand, "to = \"hand\" needs laps.single_hand = false"),
            (
                !rules.ending.when.contains(&When::EndsTaken),
                "to = \"hand\" cannot be combined with ends_taken in ending.when",
            ),
            (!rules.drops_seeds(), "to = \"hand\" needs another moves.reserve than \"one_a_turn\""),
            (rules.turn.block == Block::None, "to = \"hand\" needs turn.block = \"none\""),
            (!rules.setup.houses.is_asked(), "to = \"hand\" cannot be combined with setup.houses"),
            (
                rules.play.iter().all(clockwise),
                "to = \"hand\" needs direction = \"clockwise\" in every [[play]] with captures",
            ),
        ];
        for (fine, why) in needs {
            faults.unless(fine, &self.field("then"), entry.then, why);
        }
    }

    /// Captured seeds whose player says from which end of the row they are sown.
    pub(super) fn check_chosen_end(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        if entry.reentry != Reentry::ChosenEnd {
            return;
        }
        let field = self.field("reentry");
        let mut needs = |fine, why| faults.unless(fine, &field, entry.reentry, why);
        needs(rules.board.has_two_rows_a_side(), TWO_ROWS_A_SIDE);
        needs(rules.moves.direction == Direction::Chosen, "needs moves.direction = \"chosen\"");
        needs(rules.board.pits_per_side() < MAX_PITS, "needs fewer than 32 pits a side");
        needs(entry.to == CaptureTo::Hand, "needs to = \"hand\"");
        let facing = matches!(entry.take.0[..], [Take::Facing]) && !entry.facing.has(0);
        needs(facing, "needs take = \"facing\", and seeds there: facing = \"occupied\"");
        needs(
            entry.chain == Chain::None && entry.grand_slam == GrandSlam::Capture,
            "needs chain = \"none\" and grand_slam = \"capture\"",
        );
        let alone = !rules.may_stop()
            && !rules.chooses(Choose::AnotherFile)
            && !rules.chooses(Choose::Pits)
            && !rules.opening.puts();
        needs(alone, "cannot be combined with another choice in the course of a turn");
        let plain = !rules.laps.turn_round
            && !rules.laps.turn_at.is_asked()
            && !rules.moves.back_into.is_asked()
            && rules.opening.into.is_none()
            && rules.sowing.skip != Skip::Turn
            && rules.setup.unplayed == Unplayed::None;
        let why = "needs no laps.turn_round, laps.turn_at, moves.back_into, opening.into or setup.unplayed, and another sowing.skip than \"turn\"";
        needs(plain, why);
        needs(rules.moves.feeding == Feeding::None, "needs moves.feeding = \"none\"");
        needs(
            rules.moves.reserve != ReserveEntry::OneInEachPit,
            "needs another moves.reserve than \"one_in_each_pit_then_move\"",
        );
        let forgets = |other: &Landing| {
            let by_turn = other.to == CaptureTo::Hand && other.reentry == Reentry::Turn;
            let asks = other.crossed.is_some() || other.capture_number.is_asked();
            other.is_on() && (by_turn || asks || other.grand_slam == GrandSlam::Forbidden)
        };
        let why = "needs no entry with reentry = \"turn\" or grand_slam = \"forbidden\", or that asks where seeds fell earlier in the action or how many captures there were";
        needs(!rules.landing.iter().any(forgets), why);
        needs(!rules.after.is_on(), "cannot be combined with [after]");
        needs(rules.ending.last_seeds == 0, "cannot be combined with ending.last_seeds");
        let ends = rules.ending.when.contains(&When::EndsTaken);
        needs(!ends, "cannot be combined with ends_taken in ending.when");
    }

    /// What is chosen after the entry.
    pub(super) fn check_choice(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let files = entry.take.0 == [Take::File] && rules.board.rows == 4;
        faults.unless(
            entry.choose != Choose::AnotherFile || files && entry.to == CaptureTo::Store,
            &self.field("choose"),
            entry.choose,
            "needs four rows, take = \"file\" and to = \"store\"",
        );
        if entry.choose == Choose::Pits {
            let choosing = |other: &&Landing| other.is_on() && other.choose == Choose::Pits;
            let mut others = rules.landing.iter().filter(choosing);
            let takes = matches!(entry.to, CaptureTo::Store | CaptureTo::Removed);
            faults.unless(
                takes && entry.takes() && others.all(|other| other.to == entry.to),
                &self.field("choose"),
                entry.choose,
                "needs take, and to = \"store\" or to = \"removed\", the same in all entries that choose pits",
            );
            faults.unless(
                !rules.chooses(Choose::AnotherFile),
                &self.field("choose"),
                entry.choose,
                "cannot be combined with an entry that is followed by choosing another file",
            );
            faults.range(&self.field("choices"), entry.choices, 1, MAX_CHOICES);
            self.check_exempt(faults);
        } else {
            let allowed = "needs choose = \"pits\": allowed is 0";
            faults.unless(entry.choices == 0, &self.field("choices"), entry.choices, allowed);
            let (field, exempt) = (self.field("exempt"), &entry.exempt);
            faults.unless(!exempt.is_asked(), &field, exempt, "needs choose = \"pits\"");
        }
        faults.unless(
            entry.choose == Choose::None || rules.ending.last_seeds == 0,
            &self.field("choose"),
            entry.choose,
            "cannot be combined with ending.last_seeds",
        );
        faults.unless(
            entry.choose == Choose::None || entry.then == Then::End,
            &self.field("then"),
            entry.then,
            "the turn ends with the choice of another file, or of pits: allowed is end",
        );
    }

    /// The pits that are never chosen. Which entry is followed by the choice is not kept, so that all
    /// exempt the same pits.
    fn check_exempt(&self, faults: &mut Faults) {
        let (exempt, rules) = (&self.said.exempt, self.rules);
        let field = self.field("exempt");
        check_pits(&field, exempt, Row::Any, &rules.board, faults);
        let choosing = |other: &&Landing| other.is_on() && other.choose == Choose::Pits;
        let mut others = rules.landing.iter().filter(choosing);
        let why = "needs to be the same in all entries that choose pits";
        faults.unless(others.all(|other| other.exempt == *exempt), &field, exempt, why);
        let side = rules.board.rows / 2 * rules.board.columns;
        let some = !exempt.is_asked() || (0..side).any(|pit| !exempt.has(pit));
        faults.unless(some, &field, exempt, "at least one pit must be left to be chosen");
    }
}
