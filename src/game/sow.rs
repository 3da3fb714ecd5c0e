//! One lap: a hand sown seed by seed.

use super::Engine;
use super::trace::{By, Goal, Note, Watch};
use crate::plan::{HALF, NO_SLOT, OTHER_STORE, SLOTS, STORE, SlotTable};

/// Where a lap ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landed {
    pub slot: usize,
    /// The last seed completed a pit that was captured by the drop (KN-3).
    pub fired: bool,
}

/// Where a lap starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lap {
    /// The first seed falls in the slot after this one.
    pub origin: usize,
    pub hand: u8,
    /// A slot passed over, or [`NO_SLOT`].
    pub skip: usize,
}

impl<W: Watch> Engine<'_, W> {
    /// Picks up all seeds of a pit.
    #[inline]
    pub fn lift(&mut self, slot: usize) -> u8 {
        let hand = std::mem::take(&mut self.at.cells[slot]);
        if self.plan.marks {
            self.clear_mark(slot);
        }
        self.watch.note(self.at.to_move, Note::Lift { slot, count: hand });
        hand
    }

    /// Sows one lap (KG-3, KN-2, EL-4, PR-3, MW-4, CH-5).
    #[inline]
    pub fn sow(&mut self, lap: Lap, next: &SlotTable) -> Landed {
        if self.plan.on_drop.is_some() || self.plan.marks {
            return self.sow_watching_drops(lap, next);
        }
        let mut slot = lap.origin;
        for _ in 0..lap.hand {
            slot = step(slot, lap.skip, next);
            self.at.cells[slot] += 1;
            self.watch.note(self.at.to_move, Note::Drop { slot });
        }
        Landed { slot, fired: false }
    }

    /// The same where a drop can do more than add a seed (KN-3, CH-2).
    fn sow_watching_drops(&mut self, lap: Lap, next: &SlotTable) -> Landed {
        let mut landed = Landed { slot: lap.origin, fired: false };
        for left in (0..lap.hand).rev() {
            let slot = step(landed.slot, lap.skip, next);
            self.at.cells[slot] += 1;
            self.watch.note(self.at.to_move, Note::Drop { slot });
            self.clear_mark(slot);
            landed = Landed { slot, fired: self.capture_by_drop(slot, left == 0) };
        }
        landed
    }

    /// A pit that is played upon or emptied is no longer unplayed (CH-2).
    pub fn clear_mark(&mut self, slot: usize) {
        let (half, pit) = (slot / HALF, slot % HALF);
        if pit < 32 {
            self.at.marks[half] &= !(1 << pit);
        }
    }

    /// A drop that makes a pit hold the count gives them to its owner (KN-3).
    fn capture_by_drop(&mut self, slot: usize, last: bool) -> bool {
        let Some(rule) = self.plan.on_drop else {
            return false;
        };
        if slot == STORE || slot == OTHER_STORE || self.at.cells[slot] != rule.count {
            return false;
        }
        let owner = if last && rule.last_to_mover { 0 } else { slot / HALF };
        self.take_all(By::Drop, 1 << slot, Goal::Slot(owner * HALF + STORE));
        true
    }
}

#[inline]
fn step(slot: usize, skip: usize, next: &SlotTable) -> usize {
    let after = usize::from(next[slot]);
    debug_assert!(after < SLOTS, "no slot is sown after {slot}");
    if after == skip && skip != NO_SLOT { usize::from(next[after]) } else { after }
}
