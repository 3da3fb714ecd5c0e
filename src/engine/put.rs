//! Seeds of a pit that are put in another one in the first turns.

use super::Engine;
use super::board::{Board, Set};
use super::watch::{By, Destination, Note, Watch};
use crate::outcome::End;
use crate::plan::{NO_SLOT, Spot};

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// Puts the seeds of the pit that was chosen in this one; then the player takes what the opening says
    /// (LU-2, NU-3).
    #[inline(never)]
    pub(super) fn act_put(&mut self, to: usize) -> Result<u64, End> {
        let (Some(from), Some(put)) = (self.plan.put_pit(self.at.phase()), self.plan.put()) else {
            return Ok(self.legal());
        };
        self.put_seeds(from, to, put.lift);
        if B::RICH && put.all_round {
            self.put_all_round(from, put.lift);
        }
        if put.takes {
            let at = [Spot::Facing, Spot::Behind].map(|spot| self.tables.spot(spot, 0, from));
            let places = at.into_iter().filter(|place| *place < NO_SLOT);
            let taken = places.fold(B::Places::NONE, |set, place| set | B::Places::one(place));
            let store = Destination::Place(B::STORE);
            self.take_all(By::Put, taken, if put.stored { store } else { Destination::OffBoard });
        }
        self.send_home();
        self.at.set_phase(put.choices);
        if put.choices > 0 && self.can_choose() {
            return Ok(self.legal());
        }
        let turned = self.finish_turn(true);
        self.settle(turned)
    }

    /// So many seeds of a pit at most are put in another one.
    fn put_seeds(&mut self, from: usize, to: usize, most: u8) {
        let held = self.at.lift(from);
        let count = held.min(most);
        self.at.add(from, held - count);
        self.at.add(to, count);
        self.note(Note::Put { from, to, count });
        if B::RICH && count == held && self.plan.houses != 0 {
            self.leave_house(from);
        }
    }

    /// After a pit those of every second one are put in the next one, all round (MH-2).
    #[inline(never)]
    fn put_all_round(&mut self, first: usize, most: u8) {
        let after = |place: usize| usize::from(self.tables.next[0][place]);
        let mut from = after(after(first));
        while from != first {
            if self.at.get(from) > 0 {
                self.put_seeds(from, after(from), most);
            }
            from = after(after(from));
        }
    }
}
