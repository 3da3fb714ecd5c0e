//! Seeds of the reserve that enter one a turn, and houses.

use super::Engine;
use super::board::{Board, Set};
use super::relay::{Follow, Sowing};
use super::sow::{Fallen, Landed};
use super::watch::{By, Note, Watch};
use crate::plan::Entry;

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Whether the mover's turn begins with a seed of their reserve (BK-3).
    #[inline]
    pub fn is_dropping(&self) -> bool {
        B::RICH && self.plan.drops && self.at.phase() == 0 && self.at.reserve(0) > 0
    }

    /// Drops a seed in this pit, and sows all that follows from it.
    #[inline(never)]
    pub fn sow_dropped(&mut self, place: usize, direction: usize) -> Follow {
        let mut sowing = Sowing { dropped: true, ..Sowing::beginning(place, direction, 0) };
        let landed = self.drop_seed(place);
        match self.end_lap(landed, &mut sowing) {
            Some(done) => done,
            None => self.sow_laps(sowing),
        }
    }

    /// What follows is as after a lap that was sown with nothing in the hand.
    pub fn drop_seed(&mut self, place: usize) -> Landed {
        let held = self.at.lift_reserve();
        self.at.set_reserve(held - 1);
        self.at.add(place, 1);
        self.note(Note::Enter { place });
        let fell = Fallen::in_places::<B>(B::Places::one(place));
        Landed { place, fired: false, took: false, fell }
    }

    /// Whether this pit is a house.
    #[inline]
    pub fn is_house(&self, place: usize) -> bool {
        self.plan.houses != 0 && self.at.marks(place / B::HALF) >> (place % B::HALF) & 1 == 1
    }

    /// A house of which all seeds were lifted or captured is none any more (BK-9).
    #[inline(never)]
    pub fn leave_house(&mut self, place: usize) {
        if self.is_house(place) {
            let half = place / B::HALF;
            self.at.set_marks(half, self.at.marks(half) & !(1 << (place % B::HALF)));
            self.note(Note::LeaveHouse { place });
        }
    }

    /// A part of the seeds of the landing pit is sown on (BK-6).
    #[inline(never)]
    pub fn relay_some(&mut self, entry: &Entry, place: usize) -> Follow {
        let held = self.at.lift(place);
        let hand = held.min(entry.lift);
        self.at.add(place, held - hand);
        self.note(Note::Relay { by: By::Then(entry.index), place, count: hand });
        if hand == held {
            self.clear_mark(place);
        }
        Follow::Resow { origin: place, hand }
    }
}
