//! What makes the choices after an entry playable.

use super::check::Faults;
use super::check_landing::Entry;
use super::check_numbers::check_pits;
use super::{
    CaptureTo, Choose, Feeding, GrandSlam, Landing, MAX_CHOICES, MarkedSeeds, ReserveEntry, Row,
    Take, Then, Whose,
};

/// So many pits of a side are too many for a phase to say which of them is sown on, and how the turn had gone.
const MAX_PITS: i64 = 32;

impl Entry<'_> {
    /// What a turn that the player may end goes with: sowing on is an action of its own, known by the
    /// number of its pit.
    pub(super) fn check_stop(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        if entry.then != Then::RelayOrEnd {
            return;
        }
        let forbids = |other: &Landing| other.is_on() && other.grand_slam == GrandSlam::Forbidden;
        let own = rules.board.rows == 4 || entry.side == Whose::Own;
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
