//! Whose a pit is: the player's in whose row it lies, or, where pits change hands for a round, that of
//! the other player.

use super::Engine;
use super::board::Board;
use super::watch::Watch;
use crate::plan::CLAIMS;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// The player (0 the mover) to whom a pit belongs.
    #[inline]
    pub fn owner(&self, place: usize) -> usize {
        let half = place / B::HALF;
        half ^ usize::from(self.has_changed_hands(place))
    }

    /// A place as tests of sides see it: a pit that has changed hands is the one of the same number in
    /// the row of its owner.
    #[inline]
    pub fn seen(&self, place: usize) -> usize {
        if self.has_changed_hands(place) { (place + B::HALF) % (2 * B::HALF) } else { place }
    }

    /// Whether a place is a pit that belongs to the player of the other row.
    #[inline]
    fn has_changed_hands(&self, place: usize) -> bool {
        if !(B::RICH && self.plan.owns_pits) {
            return false;
        }
        let (half, pit) = (place / B::HALF, place % B::HALF);
        half < 2 && pit < CLAIMS && self.at.marks(half) >> pit & 1 == 1
    }

    /// Of pits of the mover's row and of the other one, one bit each: the mover's, as both rows are
    /// numbered.
    #[inline(never)]
    pub fn owned_of(&self, own_row: u64, other_row: u64) -> u64 {
        let (lost, gained) = (self.at.marks(0), self.at.marks(1));
        own_row & !lost | (other_row & gained) << self.plan.side
    }

    /// Whether all pits of a player (0 the mover) are empty.
    #[inline]
    pub fn has_no_seeds(&self, player: usize) -> bool {
        if B::RICH && self.plan.owns_pits {
            return self.owns_no_seeds(player);
        }
        self.at.is_empty(player * B::HALF)
    }

    #[inline(never)] // so that `has_no_seeds` stays small
    fn owns_no_seeds(&self, player: usize) -> bool {
        let (own, other) = (player * B::HALF, (1 - player) * B::HALF);
        let holding = |base: usize| self.at.holding(base, self.plan.side, 1);
        let (lost, gained) = (self.at.marks(player), self.at.marks(1 - player));
        holding(own) & !lost == 0 && holding(other) & gained == 0
    }
}
