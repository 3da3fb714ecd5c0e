//! What goes with pits that are shared, and with pits that are not filled for a round.

use super::check::Faults;
use super::check_board::AROUND;
use super::check_numbers::check_pits;
use super::landing_tests::Test;
use super::{
    CaptureTo, Choose, Feeding, GrandSlam, Landing, Layout, RoundSeeds, Row, Rules, Score, Sharing,
    Short, Unplayed, Winner,
};

impl Rules {
    /// Pits whose seeds are never captured, and marks that are made by captures alone.
    pub(super) fn check_shared(&self, faults: &mut Faults) {
        self.check_unfilled(faults);
        let (pits, sharing) = (&self.marks.shared, self.marks.sharing);
        if !pits.is_asked() {
            let fine = sharing == Sharing::default();
            return faults.unless(fine, "marks.sharing", sharing, "needs marks.shared");
        }
        let before = faults.0.len();
        check_pits("marks.shared", pits, Row::Any, &self.board, faults);
        if faults.0.len() > before {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "marks.shared", pits, why);
        needs(!self.board.has_own_circuits(), AROUND);
        let takes = |entry: &&Landing| entry.takes();
        let taking = || self.landing.iter().filter(takes);
        needs(taking().next().is_some(), "nothing is captured: needs an entry that takes");
        let stored = |entry: &Landing| {
            entry.to == CaptureTo::Store
                && entry.most == 0
                && entry.grand_slam == GrandSlam::Capture
                && entry.choose == Choose::None
                && !entry.close
        };
        let why = "a capture takes some pits and marks others: entries that take need to = \"store\", grand_slam = \"capture\" and choose = \"none\", without most and close";
        needs(taking().all(stored), why);
        let other = self.sowing.on_drop.is_none()
            && !self.after.is_on()
            && !self.opening.puts()
            && self.moves.feeding != Feeding::Penalty
            && self.ending.last_seeds == 0;
        let why = "only entries know shared pits: needs no sowing.on_drop, [after], opening.onto or ending.last_seeds, and no penalty for not feeding";
        needs(other, why);
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
        let alone = self.setup.unplayed == Unplayed::None
            && !self.setup.marked.is_asked()
            && !self.marks_pits()
            && !self.landing.iter().any(asks);
        let why = "captures alone mark these pits: needs setup.unplayed = \"none\", no setup.marked, and entries with mark = \"none\" that do not ask for marks";
        needs(alone, why);
        let by_stores = self.ending.score == Score::Store
            && matches!(
                self.ending.winner,
                Winner::MostSeeds
                    | Winner::MostRounds
                    | Winner::MostPoints
                    | Winner::Enough
                    | Winner::LastMover
            );
        let why = "what stays there is nobody's: needs ending.score = \"store\", and ending.winner = \"most_seeds\", \"most_rounds\", \"most_points\", \"enough\" or \"last_mover\"";
        needs(by_stores, why);
        if self.rounds.are_played() {
            let left = pits.0.iter().all(|pit| self.rounds.unfilled.0.contains(pit));
            needs(left, "what stays there is nobody's: needs the same numbers in rounds.unfilled");
        }
    }

    /// Pits that are passed over when a round is laid out.
    fn check_unfilled(&self, faults: &mut Faults) {
        let (rounds, pits) = (&self.rounds, &self.rounds.unfilled);
        if !pits.is_asked() {
            return;
        }
        let before = faults.0.len();
        check_pits("rounds.unfilled", pits, Row::Any, &self.board, faults);
        if faults.0.len() > before {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "rounds.unfilled", pits, why);
        needs(rounds.are_played(), "needs rounds.refill of 1 or more");
        let some = (0..self.board.pits_per_side()).any(|pit| !pits.has(pit));
        needs(some, "no pit could be filled: needs one that is");
        let by_row = rounds.short.closes() || matches!(rounds.short, Short::Open | Short::Matched);
        needs(by_row, "needs rounds.short = \"closed\", \"partial\", \"open\" or \"matched\"");
        needs(rounds.seeds == RoundSeeds::Won, "needs rounds.seeds = \"won\"");
        needs(rounds.layout == Layout::Filled, "needs rounds.layout = \"filled\"");
        needs(
            !rounds.choose_pits(),
            "no player leaves these pits: needs rounds.order = \"left\" or \"right\"",
        );
    }
}
