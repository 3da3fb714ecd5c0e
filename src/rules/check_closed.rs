//! What goes with pits that an entry closes.

use std::fmt::Display;

use super::check::Faults;
use super::check_board::AROUND;
use super::check_board::TWO_ROWS_A_SIDE;
use super::check_drops::MOST_MARKED;
use super::check_landing::Entry;
use super::check_numbers::check_pits;
use super::landing_tests::Test;
use super::{
    Block, CaptureTo, Chain, Choose, ClosedPits, EndTest, GrandSlam, Landing, LastPit, Marks,
    Occupancy, PitNumbers, Reentry, Relay, Reopens, ReserveEntry, Row, Rules, SecondRound, Singles,
    Take, Then, Unplayed, When,
};

impl Rules {
    /// Whether pits can be closed: by an entry, because nobody can fill them for a round, or at first.
    #[must_use]
    pub fn closes_pits(&self) -> bool {
        self.rounds.close_pits()
            || self.landing.iter().any(Landing::closes)
            || self.setup.closed.is_asked()
    }

    /// The closed pits that may be played, which opens them all.
    pub(crate) fn reopening_pits(&self) -> &PitNumbers {
        let at = &self.moves.reopens_at;
        if at.is_asked() { at } else { &self.setup.closed }
    }

    /// Seeds that leave the board at closed pits.
    pub(super) fn check_closed(&self, faults: &mut Faults) {
        let closed = self.sowing.closed;
        if closed == ClosedPits::Passed {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "sowing.closed", closed, why);
        needs(self.closes_pits(), "no pit is ever closed: needs an entry with close = true");
        needs(!self.rounds.are_played(), "seeds leave the game: needs rounds.refill = 0");
        needs(self.sowing.on_drop.is_none(), "needs no sowing.on_drop");
        needs(!self.after.is_on(), "no last seed need be on the board: needs no [after]");
        needs(self.ending.last_seeds == 0, "needs ending.last_seeds = 0");
    }

    /// Pits that are closed at first lie in whole files, and what they hold is never seen.
    pub(super) fn check_closed_first(&self, faults: &mut Faults) {
        let (closed, moves) = (&self.setup.closed, &self.moves);
        if !closed.is_asked() {
            let needs = "needs setup.closed";
            let (when, at) = (moves.reopens, &moves.reopens_at);
            faults.unless(when == Reopens::AtWill, "moves.reopens", when, needs);
            return faults.unless(!at.is_asked(), "moves.reopens_at", at, needs);
        }
        let before = faults.0.len();
        check_pits("setup.closed", closed, Row::Any, &self.board, faults);
        check_pits("moves.reopens_at", &moves.reopens_at, Row::Any, &self.board, faults);
        if faults.0.len() > before {
            return;
        }
        for (place, pit) in moves.reopens_at.0.iter().enumerate() {
            let field = format!("moves.reopens_at[{place}]");
            faults.unless(closed.0.contains(pit), &field, pit, "is none of setup.closed");
        }
        self.check_board_of_closed(faults);
        self.check_rest_of_closed(faults);
    }

    fn check_board_of_closed(&self, faults: &mut Faults) {
        let (closed, board) = (&self.setup.closed, &self.board);
        let side = board.pits_per_side();
        let mut needs = |fine, why| faults.unless(fine, "setup.closed", closed, why);
        needs(board.has_two_rows_a_side(), TWO_ROWS_A_SIDE);
        needs(side <= MOST_MARKED, "is for boards of at most 16 pits a side");
        let beside = |pit: &i64| closed.0.contains(&(side - 1 - pit));
        needs(closed.0.iter().all(beside), "needs both pits of each file");
        needs((closed.0.len() as i64) < side, "some pit must be open");
    }

    /// What else is kept of a pit, or done with its seeds.
    fn check_rest_of_closed(&self, faults: &mut Faults) {
        let (moves, opening) = (&self.moves, &self.opening);
        let needs = [
            (self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\""),
            (!self.setup.houses.is_asked(), "cannot be combined with setup.houses"),
            (self.marks == Marks::default(), "needs [marks] as it is without being written"),
            (!self.rounds.are_played(), "needs rounds.refill = 0"),
            (self.turn.block == Block::None, "needs turn.block = \"none\""),
            (self.play.is_empty(), "cannot be combined with [[play]]"),
            (opening.into.is_none(), "cannot be combined with opening.into"),
            (!opening.puts(), "needs opening.onto = \"none\""),
            (moves.reserve == ReserveEntry::None, "needs moves.reserve = \"none\""),
            (moves.singles == Singles::Never, "needs moves.singles = \"never\""),
            (moves.last_pit == LastPit::Free, "needs moves.last_pit = \"free\""),
            (!moves.back_into.is_asked(), "cannot be combined with moves.back_into"),
            (self.laps.relay != Relay::Next, "needs laps.relay other than \"next\""),
            (!self.laps.turn_at.is_asked(), "cannot be combined with laps.turn_at"),
            (!self.after.is_on(), "cannot be combined with [after]"),
            (
                !self.ending.when.contains(&When::EndsTaken),
                "ends may be closed: needs an ending.when without \"ends_taken\"",
            ),
            (self.ending.last_seeds == 0, "needs ending.last_seeds = 0"),
        ];
        for (fine, why) in needs {
            faults.unless(fine, "setup.closed", &self.setup.closed, why);
        }
    }
}

/// Why an entry sees no pits but the landing pit and those of the file opposite.
const FILE_ONLY: &str = "pits may be closed at first (setup.closed)";

impl Entry<'_> {
    /// What an entry asks of pits that may be closed at first, and does with them.
    pub(super) fn check_beside_closed(&self, faults: &mut Faults) {
        let entry = self.said;
        if !self.rules.setup.closed.is_asked() {
            return;
        }
        let mut needs = |fine, key: &str, value: &dyn Display, allowed: &str| {
            let why = format!("{FILE_ONLY}: {allowed}");
            faults.unless(fine, &self.field(key), value, &why);
        };
        for (key, counts) in
            [("next", &entry.next), ("beyond", &entry.beyond), ("before", &entry.before)]
        {
            needs(!counts.is_asked(), key, counts, "nothing may be asked of pits on the way");
        }
        let known = [Take::Landing, Take::Facing, Take::Behind, Take::File];
        let taken = entry.take.0.iter().all(|take| known.contains(take));
        needs(taken, "take", &entry.take, "allowed are landing, facing, behind and file");
        let any = entry.other_inner == Occupancy::Any;
        needs(any, "other_inner", &entry.other_inner, "allowed is any");
        needs(entry.chain == Chain::None, "chain", &entry.chain, "allowed is none");
        let slam = entry.grand_slam;
        needs(slam == GrandSlam::Capture, "grand_slam", &slam, "allowed is capture");
        needs(entry.choose == Choose::None, "choose", &entry.choose, "allowed is none");
        needs(!entry.split, "split", &entry.split, "allowed is false");
        let near = matches!(entry.reentry, Reentry::Lap | Reentry::Landing | Reentry::Turn);
        needs(near, "reentry", &entry.reentry, "allowed are lap, landing and turn");
        let then = !matches!(entry.then, Then::RelayNext | Then::RelayOrEnd | Then::RelayOrTake);
        needs(then, "then", &entry.then, "allowed are end, relay and again");
    }

    /// A pit that is closed is empty, and others stay open.
    pub(super) fn check_close(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        if !entry.close {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, &self.field("close"), true, why);
        needs(!rules.board.has_own_circuits(), AROUND);
        let empties =
            entry.take.has(Take::Landing) && entry.most == 0 && entry.to != CaptureTo::Landing;
        needs(
            empties,
            "a closed pit is empty: needs take = \"landing\" without most, and another `to`",
        );
        let closing = || rules.landing.iter().filter(|entry| entry.closes());
        let open = |pit: i64| closing().all(|entry| !entry.at.has(pit));
        let some = !entry.is_on() || (0..rules.board.pits_per_side()).any(open);
        needs(some, "all pits could be closed: needs a pit that is in no `at` of such an entry");
        needs(
            !rules.marks_pits() && !rules.rounds.own_pits() && !rules.rounds.protect_pits(),
            "pits that players mark, that change hands or that are not full cannot be closed: needs mark = \"none\", and another rounds.short",
        );
        let plain =
            |entry: &Landing| entry.chain == Chain::None && entry.grand_slam == GrandSlam::Capture;
        needs(
            rules.landing.iter().all(|entry| !entry.is_on() || plain(entry)),
            "captures that go on pit by pit, or that may be called off, do not know closed pits: needs chain = \"none\" and grand_slam = \"capture\" in all entries",
        );
        let asks = |entry: &Landing| {
            let marks = |test| {
                matches!(
                    test,
                    Test::Marked(_)
                        | Test::FacingMarked(_)
                        | Test::Marks(_)
                        | Test::Visits(_)
                        | Test::Mirrored(_)
                )
            };
            entry.is_on() && entry.tests().into_iter().any(|(_, test)| marks(test) && test.asks())
        };
        let why = "closed pits are no marks of a player: no entry may ask for marks";
        needs(!rules.landing.iter().any(asks), why);
        needs(
            !rules.rounds.close_pits(),
            "the only pit that a player could fill might be closed, too: needs a rounds.short that closes no pit",
        );
        needs(
            rules.sowing.second_round == SecondRound::Board,
            "needs sowing.second_round = \"board\"",
        );
        needs(rules.moves.singles == Singles::Never, "needs moves.singles = \"never\"");
        needs(!rules.opening.is_played(), "needs opening.turns = 0");
        let why = "a hand that is taken stays in no closed pit: needs ending.test = \"turn\"";
        needs(rules.ending.test == EndTest::Turn, why);
    }
}
