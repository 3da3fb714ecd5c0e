//! What makes pits that are passed over for what they hold, and last seeds that fall past empty pits, playable.

use super::check::Faults;
use super::check_numbers::check_counts;
use super::{ClosedPits, LastSown, ReserveEntry, Rest, Rules, SecondRound, Unplayed};

impl Rules {
    /// Pits that are passed over: a sowing is followed seed by seed, and a seed does nothing but fall.
    pub(super) fn check_passes(&self, faults: &mut Faults) {
        let passes = &self.sowing.passes;
        if !passes.is_asked() {
            return;
        }
        let before = faults.0.len();
        check_counts("sowing.passes", passes, 1, faults);
        if faults.0.len() > before {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "sowing.passes", passes, why);
        needs(
            !passes.has(0),
            "a pit is passed over for seeds that it holds: needs numbers of 1 or more",
        );
        needs(self.sowing.on_drop.is_none(), "cannot be combined with sowing.on_drop");
        let board = self.sowing.second_round == SecondRound::Board;
        needs(board, "needs sowing.second_round = \"board\"");
        needs(self.sowing.closed == ClosedPits::Passed, "needs sowing.closed = \"passed\"");
        let apart = self.opening.sows_apart();
        needs(!apart, "cannot be combined with opening.portions or opening.last = \"across\"");
        needs(self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\"");
        let falls = self.moves.reserve == ReserveEntry::OneATurn;
        needs(!falls, "needs moves.reserve other than \"one_a_turn\"");
        needs(!self.moves.back_into.is_asked(), "cannot be combined with moves.back_into");
    }

    /// Last seeds that fall past an empty pit: each does nothing but fall, and the turn ends.
    pub(super) fn check_last_sown(&self, faults: &mut Faults) {
        let last = self.sowing.last;
        if last == LastSown::Next {
            return;
        }
        let mut needs = |fine, why| faults.unless(fine, "sowing.last", last, why);
        needs(!self.sowing.stores_are_sown(), "needs sowing.stores = \"none\"");
        needs(self.sowing.on_drop.is_none(), "cannot be combined with sowing.on_drop");
        let board = self.sowing.second_round == SecondRound::Board;
        needs(board, "needs sowing.second_round = \"board\"");
        needs(!self.sowing.passes.is_asked(), "cannot be combined with sowing.passes");
        needs(!self.closes_pits(), "cannot be combined with pits that are closed");
        let apart = self.opening.sows_apart();
        needs(!apart, "cannot be combined with opening.portions or opening.last = \"across\"");
        needs(self.setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\"");
        let rests = matches!(self.moves.rest, Rest::Never | Rest::FirstTurns);
        needs(rests, "needs moves.rest of \"never\" or \"first_turns\"");
        let falls = self.moves.reserve == ReserveEntry::OneATurn;
        needs(!falls, "needs moves.reserve other than \"one_a_turn\"");
        needs(!self.moves.back_into.is_asked(), "cannot be combined with moves.back_into");
        needs(!self.sows_store(), "cannot be combined with moves.store_up_to");
        needs(!self.after.is_on(), "cannot be combined with [after]");
    }
}
