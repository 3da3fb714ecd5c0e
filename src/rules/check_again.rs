//! What makes laps playable that begin with captured seeds as `laps.again_at` and `laps.single_hand` say.

use super::check::Faults;
use super::check_board::TWO_ROWS_A_SIDE;
use super::check_numbers::check_pits;
use super::{Block, CaptureTo, Choose, FirstSeed, Reentry, Row, Rules, Unplayed, When};

/// Phases that there can be beside that of a turn's beginning.
const MOST_PHASES: usize = 254;

impl Rules {
    /// Whether captured seeds are sown on, always from a pit that is known where the lap ended.
    fn sows_from_pits(&self) -> bool {
        let mut sown = self
            .landing
            .iter()
            .filter(|entry| entry.takes() && entry.to == CaptureTo::Hand)
            .peekable();
        let known = [Reentry::Lap, Reentry::Landing, Reentry::Outer];
        sown.peek().is_some() && sown.all(|entry| known.contains(&entry.reentry))
    }

    /// Pits from which captured seeds are sown clockwise again.
    pub(super) fn check_again(&self, faults: &mut Faults) {
        let pits = &self.laps.again_at;
        if !pits.is_asked() {
            return;
        }
        check_pits("laps.again_at", pits, Row::Any, &self.board, faults);
        let mut needs = |fine, why| faults.unless(fine, "laps.again_at", pits, why);
        needs(self.board.has_two_rows_a_side(), TWO_ROWS_A_SIDE);
        let most = MOST_PHASES / self.board.pits_per_side().max(1) as usize;
        needs(pits.0.len() <= most, "names too many pits for a board of so many columns");
        needs(!self.laps.turn_at.is_asked(), "cannot be combined with laps.turn_at");
        needs(
            self.sows_from_pits(),
            "needs an entry with to = \"hand\", and reentry = \"lap\", \"landing\" or \"outer\" in all of them",
        );
        needs(
            !self.drops_seeds(),
            "cannot be combined with seeds of the reserve that turns begin with",
        );
        let chooses = self.may_stop()
            || self.choose_ends()
            || self.chooses(Choose::AnotherFile)
            || self.chooses(Choose::Pits);
        needs(!chooses, "cannot be combined with another choice in the course of a turn");
        needs(self.turn.block == Block::None, "needs turn.block = \"none\"");
        needs(!self.setup.houses.is_asked(), "cannot be combined with setup.houses");
        let ends = self.ending.when.contains(&When::EndsTaken);
        needs(!ends, "cannot be combined with ends_taken in ending.when");
        needs(!self.setup.closed.is_asked(), "cannot be combined with setup.closed");
        self.check_ways("laps.again_at", pits, faults);
    }

    /// A single captured seed that takes others along.
    pub(super) fn check_single_hand(&self, faults: &mut Faults) {
        if !self.laps.single_hand {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "laps.single_hand", true, why);
        needs(self.board.has_two_rows_a_side(), TWO_ROWS_A_SIDE);
        needs(
            self.sows_from_pits(),
            "needs an entry with to = \"hand\", and reentry = \"lap\", \"landing\" or \"outer\" in all of them",
        );
        needs(self.sowing.first == FirstSeed::Next, "needs sowing.first = \"next\"");
        needs(self.moves.up_to <= 0, "a hand of one may be chosen: needs moves.up_to = 0");
        needs(
            !self.drops_seeds(),
            "cannot be combined with seeds of the reserve that turns begin with",
        );
        let apart = self.opening.sows_some() || self.opening.sows_apart();
        needs(!apart, "cannot be combined with opening.lift, portions or last");
        needs(self.turn.block == Block::None, "needs turn.block = \"none\"");
        needs(self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\"");
        needs(!self.setup.houses.is_asked(), "cannot be combined with setup.houses");
        needs(!self.setup.closed.is_asked(), "cannot be combined with setup.closed");
        needs(!self.asks_lifted(), "cannot be combined with an entry that asks for lifted seeds");
    }
}

impl super::check_landing::Entry<'_> {
    /// Captured seeds that are sown from the outer row, or from an empty pit.
    pub(super) fn check_outer(&self, faults: &mut Faults) {
        let (entry, rules) = (self.said, self.rules);
        let mut needs = |fine, why| faults.unless(fine, &self.field("reentry"), entry.reentry, why);
        if matches!(entry.reentry, Reentry::Outer | Reentry::AfterEmpty) {
            needs(rules.board.has_two_rows_a_side(), TWO_ROWS_A_SIDE);
        }
        if entry.reentry == Reentry::AfterEmpty {
            needs(!rules.laps.turn_round, "needs laps.turn_round = false");
            needs(!rules.laps.turn_at.is_asked(), "cannot be combined with laps.turn_at");
            needs(!rules.moves.back_into.is_asked(), "cannot be combined with moves.back_into");
        }
    }
}
