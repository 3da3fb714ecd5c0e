//! Seeds that are given to a player who has none.

use super::Engine;
use super::board::Board;
use super::end::Turned;
use super::watch::{Note, Watch};

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Whether the player to move is given a seed first: their row is empty, the other player's pits hold more than
    /// one, and nothing on the board has ended the game (AH-8).
    #[inline]
    pub fn is_given(&self) -> bool {
        B::RICH && self.plan.gives && self.mover_is_empty() && self.can_give()
    }

    #[inline(never)]
    fn can_give(&self) -> bool {
        self.seeds_in_pits() > 1 && !self.board_ends_game()
    }

    /// The other player says out of which of their pits. Gives their actions, which are those of sowing the pits
    /// forward.
    #[inline(never)]
    pub fn ask_for_gift(&mut self) -> u64 {
        self.at.pass_turn();
        self.at.set_phase(self.plan.gift_phase().unwrap_or(0));
        self.legal()
    }

    /// The seed falls in the first pit of the player who has none; then that player is to move.
    #[inline(never)]
    pub fn give(&mut self, from: usize) -> Turned {
        let held = self.at.lift(from);
        self.at.add(from, held - 1);
        self.at.add(B::HALF, 1);
        self.note(Note::Give { from, to: B::HALF });
        self.at.set_phase(0);
        self.at.pass_turn();
        Turned::Passed
    }

    /// Pits that can give a seed: all that hold one.
    pub fn pits_to_give_from(&self) -> u64 {
        self.at.holding(0, self.plan.side, 1)
    }
}
