//! What makes seeds playable that are given to a player without any.

use super::check::Faults;
use super::{EmptyRow, Feeding, Mark, Rest, Rules, Unplayed, When};

impl Rules {
    /// Pits that hold seeds are pits that can give one, and the first pit of a row is one that a seed can fall in.
    pub(super) fn check_gift(&self, faults: &mut Faults) {
        let row = self.turn.empty_row;
        if row != EmptyRow::Given {
            return;
        }
        let (moves, rounds) = (&self.moves, &self.rounds);
        let (setup, laps) = (&self.setup, &self.laps);
        let ends = [When::EitherEmpty, When::MoverEmpty];
        let marks = self.landing.iter().any(|entry| entry.is_on() && entry.mark != Mark::None);
        let needs = [
            (self.board.sows_round_two_rows(), "needs a board of two rows that are sown round"),
            (!moves.symmetric, "needs moves.symmetric = false"),
            (moves.feeding == Feeding::None, "needs moves.feeding = \"none\""),
            (moves.rest == Rest::Never, "needs moves.rest = \"never\""),
            (moves.up_to == 0, "needs moves.up_to = 0"),
            (!self.drops_seeds(), "cannot be combined with moves.reserve = \"one_a_turn\""),
            (setup.unplayed == Unplayed::None, "needs setup.unplayed = \"none\""),
            (!setup.houses.is_asked(), "needs setup.houses = []"),
            (!setup.closed.is_asked(), "needs setup.closed = []"),
            (!self.opening.is_played(), "needs opening.turns = 0"),
            (!laps.turn_at.is_asked(), "needs laps.turn_at = []"),
            (!laps.again_at.is_asked(), "needs laps.again_at = []"),
            (!self.choose_ends(), "cannot be combined with reentry = \"chosen_end\""),
            (
                !marks && !self.shares_pits(),
                "needs mark = \"none\" in all entries, and no marks.shared",
            ),
            (
                !self.closes_pits() && !rounds.own_pits() && !rounds.protect_pits(),
                "pits are neither closed nor change hands: needs rounds.short = \"open\", \"matched\" or \"spread\", and entries without close or hold",
            ),
            (
                !self.ending.when.iter().any(|when| ends.contains(when)),
                "the game would be over before: needs an ending.when without either_empty and mover_empty",
            ),
        ];
        for (fine, why) in needs {
            faults.unless(fine, "turn.empty_row", row, why);
        }
    }
}
