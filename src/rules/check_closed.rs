//! What goes with pits that an entry closes.

use super::check::Faults;
use super::check_landing::Entry;
use super::landing_tests::Test;
use super::{
    CaptureTo, Chain, ClosedPits, EndTest, GrandSlam, Landing, Rules, SecondRound, Singles, Take,
};

impl Rules {
    /// Whether pits can be closed: by an entry, or because nobody can fill them for a round.
    #[must_use]
    pub fn closes_pits(&self) -> bool {
        self.rounds.close_pits() || self.landing.iter().any(Landing::closes)
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
}

impl Entry<'_> {
    /// A pit that is closed is empty, and others stay open.
    pub(super) fn check_close(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        if !entry.close {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, &self.field("close"), true, why);
        needs(rules.board.rows != 4, "is for boards of two rows");
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
                    Test::Marked(_) | Test::Marks(_) | Test::Visits(_) | Test::Mirrored(_)
                )
            };
            entry.is_on() && entry.tests().into_iter().any(|(_, test)| marks(test) && test.asks())
        };
        let why = "closed pits are no marks of a player: no entry may ask for marks";
        needs(!rules.landing.iter().any(asks), why);
        needs(
            !rules.rounds.close_pits(),
            "the only pit that a player could fill might be closed, too: needs another rounds.short",
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
