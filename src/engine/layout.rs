//! Rounds that begin as the game did.

use super::Engine;
use super::board::Board;
use super::watch::{Note, Watch};

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// What lies in a pit when a round begins as the game did, seen by the mover.
    fn seeds_at_start(&self, place: usize) -> u8 {
        let start = usize::from(self.plan.start);
        self.plan.opening[start ^ (place / B::HALF)][place % B::HALF]
    }

    /// Out of the stores, in which all seeds are: the pits come to hold what they held at the start, and so do the
    /// reserves (AH-10).
    pub(super) fn take_back_reserves(&mut self) {
        let reserve = self.plan.reserve;
        for half in 0..2 {
            let store = half * B::HALF + B::STORE;
            let others = (1 - half) * B::HALF + B::STORE;
            for place in half * B::HALF..half * B::HALF + self.plan.side {
                let seeds = self.seeds_at_start(place);
                let own = seeds.min(self.at.get(store));
                for (from, seeds) in [(store, own), (others, seeds - own)] {
                    if seeds > 0 {
                        self.put(from, place, seeds);
                    }
                }
            }
        }
        for _ in 0..2 {
            let [own, others] = [B::STORE, B::OTHER_STORE].map(|store| self.at.lift(store));
            let from_own = own.min(reserve);
            self.at.add(B::STORE, own - from_own);
            self.at.add(B::OTHER_STORE, others - (reserve - from_own));
            self.note(Note::TakeBack { count: reserve });
            self.at.set_reserve(reserve);
            self.at.pass_turn();
        }
    }

    /// The pits, if all are full, come to hold what they held at the start, seen by the mover; marks too.
    pub(super) fn lay_as_setup(&mut self, refill: u8) {
        let side = self.plan.side;
        let places: Vec<usize> = (0..side).chain(B::HALF..B::HALF + side).collect();
        if places.iter().any(|place| self.at.get(*place) != refill) {
            return;
        }
        for from in &places {
            for to in &places {
                let surplus = self.at.get(*from).saturating_sub(self.seeds_at_start(*from));
                let count = surplus.min(self.seeds_at_start(*to).saturating_sub(self.at.get(*to)));
                if count > 0 {
                    let held = self.at.lift(*from);
                    self.at.add(*from, held - count);
                    self.at.add(*to, count);
                    self.note(Note::Fill { from: *from, to: *to, count });
                }
            }
        }
        self.mark_as_setup();
    }

    /// The marks that there were at the start.
    pub(super) fn mark_as_setup(&mut self) {
        for pit in (0..self.plan.side).filter(|pit| self.plan.marked >> pit & 1 == 1) {
            if self.owner(pit) == 0 {
                self.at.set_marks(0, self.at.marks(0) | 1 << (self.plan.made_marks + pit));
            }
        }
    }
}
