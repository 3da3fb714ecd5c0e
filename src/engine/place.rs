//! Before the game: seeds of the reserve that players put where they like.

use super::Engine;
use super::board::Board;
use super::end::Turned;
use super::watch::{Note, Watch};

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Whether the mover puts a seed of their reserve in a pit now.
    #[inline]
    pub fn is_placing(&self) -> bool {
        B::RICH && self.plan.places.is_some() && self.at.phase() == 0 && self.at.reserve(0) > 0
    }

    /// Any pit of their own will do: its action is that of sowing it forward.
    pub fn pits_to_place_in(&self) -> u64 {
        (1 << self.plan.side) - 1
    }

    /// One seed falls in the pit. Then the other player places one, or the same player the next.
    pub fn place(&mut self, place: usize) -> Turned {
        let held = self.at.lift_reserve();
        self.at.set_reserve(held - 1);
        self.at.add(place, 1);
        self.note(Note::Place { place });
        let stays = self.plan.places.is_some_and(|places| !places.in_turn) && held > 1;
        if stays {
            return Turned::Again;
        }
        self.at.pass_turn();
        Turned::Passed
    }
}
