//! The boards of sixty-four games: seeds and marks, column by column.

use super::lane_plan::LanePlan;
use super::values::Bytes;
use crate::plan::{CLAIMS, HALF, Kept, LIFTS, NO_SLOT, RESERVE, SLOTS, STORE, Slot, halved};

/// Marks of a side: those of the outer row, its claims, and where seeds were lifted.
pub const MARKS: usize = LIFTS + CLAIMS;

/// The seeds and marks of each game, in the slots of [`crate::plan`].
#[derive(Clone, Debug)]
pub struct Board {
    /// Seeds by slot.
    pub cells: [Bytes; SLOTS],
    /// Whether a pit of the outer row is marked or claimed, or its seeds were lifted (truth): the mover's, the other
    /// player's.
    pub marks: [[Bytes; MARKS]; 2],
}

impl Board {
    /// A board without seeds.
    pub const EMPTY: Self = Self { cells: [Bytes::ZERO; SLOTS], marks: [[Bytes::ZERO; MARKS]; 2] };

    /// The seeds in the pits of the half that begins at `base`.
    #[inline(always)]
    #[must_use]
    pub fn sum(&self, base: usize, side: usize) -> Bytes {
        let mut sum = Bytes::ZERO;
        for cells in &self.cells[base..base + side] {
            sum = sum.plus(*cells);
        }
        sum
    }

    /// What a slot of a half holds; for a mark, truth.
    #[inline(always)]
    #[must_use]
    pub fn column(&self, half: usize, slot: Slot) -> &Bytes {
        match slot.kept() {
            Kept::Mark(bit) => &self.marks[half][bit],
            Kept::Cell(cell) => &self.cells[half * HALF + cell],
        }
    }

    /// The same, to be changed.
    #[inline(always)]
    pub fn column_mut(&mut self, half: usize, slot: Slot) -> &mut Bytes {
        match slot.kept() {
            Kept::Mark(bit) => &mut self.marks[half][bit],
            Kept::Cell(cell) => &mut self.cells[half * HALF + cell],
        }
    }

    /// All seeds.
    #[inline(always)]
    #[must_use]
    pub fn total(&self, lane_plan: &LanePlan) -> Bytes {
        let mut total = Bytes::ZERO;
        for base in [0, HALF] {
            total = total.plus(self.sum(base, lane_plan.plan.side));
            total = total.plus(self.cells[base + STORE]).plus(self.cells[base + RESERVE]);
        }
        total
    }

    /// Truth: all pits of that half are empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self, base: usize, side: usize) -> Bytes {
        let mut any = Bytes::ZERO;
        for cells in &self.cells[base..base + side] {
            any = any.or(*cells);
        }
        any.is(0)
    }

    /// A pit that is emptied or played upon is no longer unplayed (CH-2).
    #[inline(always)]
    pub fn clear_mark(&mut self, slot: usize, lanes: Bytes) {
        let (half, pit) = halved(slot);
        if slot != NO_SLOT && pit < CLAIMS {
            let mark = &mut self.marks[half][pit];
            *mark = mark.but_not(lanes);
        }
    }

    /// Takes all seeds of a pit.
    #[inline(always)]
    pub fn clear(&mut self, slot: usize, lanes: Bytes) {
        self.cells[slot] = self.cells[slot].but_not(lanes);
    }

    /// Adds seeds.
    #[inline(always)]
    pub fn add(&mut self, slot: usize, seeds: Bytes) {
        self.cells[slot] = self.cells[slot].plus(seeds);
    }

    /// The two halves change places in these lanes.
    #[inline(always)]
    pub fn swap(&mut self, lane_plan: &LanePlan, lanes: Bytes) {
        let (mine, theirs) = self.cells.split_at_mut(HALF);
        for pit in 0..lane_plan.plan.side {
            exchange(&mut mine[pit], &mut theirs[pit], lanes);
        }
        self.swap_besides_pits(lane_plan, lanes);
    }

    /// What is held besides the pits changes places in these lanes.
    #[inline(always)]
    pub(super) fn swap_besides_pits(&mut self, lane_plan: &LanePlan, lanes: Bytes) {
        let columns = &lane_plan.besides_pits;
        let (mine, theirs) = self.cells.split_at_mut(HALF);
        for cell in &columns.cells {
            exchange(&mut mine[*cell], &mut theirs[*cell], lanes);
        }
        let [mine, theirs] = &mut self.marks;
        for mark in &columns.marks {
            exchange(&mut mine[*mark], &mut theirs[*mark], lanes);
        }
    }

    /// Copies these lanes from another board.
    #[inline(always)]
    pub fn copy_lanes(&mut self, lane_plan: &LanePlan, from: &Self, lanes: Bytes) {
        self.write_over(lane_plan, from, |old, new| lanes.choose(new, old));
    }

    /// Copies all lanes of another board.
    #[inline(always)]
    pub fn copy(&mut self, lane_plan: &LanePlan, from: &Self) {
        self.write_over(lane_plan, from, |_, new| new);
    }

    /// Writes all columns that are held anew, from what they are and what they are in another board.
    #[inline(always)]
    fn write_over(
        &mut self,
        lane_plan: &LanePlan,
        from: &Self,
        written: impl Fn(Bytes, Bytes) -> Bytes,
    ) {
        for half in 0..2 {
            for cell in lane_plan.held.cells.iter().map(|cell| half * HALF + cell) {
                self.cells[cell] = written(self.cells[cell], from.cells[cell]);
            }
            for mark in &lane_plan.held.marks {
                let column = &mut self.marks[half][*mark];
                *column = written(*column, from.marks[half][*mark]);
            }
        }
    }
}

/// The columns change places in these lanes.
#[inline(always)]
pub(super) fn exchange(a: &mut Bytes, b: &mut Bytes, lanes: Bytes) {
    let difference = a.zip3(*b, lanes, |a, b, lanes| (a ^ b) & lanes);
    *a = a.zip(difference, |a, d| a ^ d);
    *b = b.zip(difference, |b, d| b ^ d);
}
