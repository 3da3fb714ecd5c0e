//! The seeds, marks, phase and player to move: what the rules read and change.

use crate::plan::{HALF, Kept, MAX_PITS, RESERVE, SLOTS, STORE, Slot};

/// A position seen by the player to move, in the slots of [`crate::plan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Seeds by slot.
    pub cells: [u8; SLOTS],
    /// Marks, claims and lifted seeds, one bit a pit each ([`crate::plan::slots`]): the mover's, then the other
    /// player's.
    pub marks: [u64; 2],
    /// 0: ordinary; 1: after the reserve entry; `1 + f`: choose a file after capturing file `f`.
    pub phase: u8,
    /// The player to move: 0 South, 1 North.
    pub to_move: u8,
}

impl Position {
    /// An empty board with this player to move.
    #[must_use]
    pub fn empty(to_move: u8) -> Self {
        Self { cells: [0; SLOTS], marks: [0; 2], phase: 0, to_move }
    }

    /// The other player is to move: the two halves change places.
    #[inline]
    pub fn pass_turn(&mut self) {
        let (mine, theirs) = self.cells.split_at_mut(HALF);
        mine.swap_with_slice(theirs);
        self.marks.swap(0, 1);
        self.to_move ^= 1;
    }

    /// What a slot holds for the mover (half 0) or for the other player (half 1).
    #[inline]
    #[must_use]
    pub fn get(&self, half: usize, slot: Slot) -> u8 {
        match slot.kept() {
            Kept::Mark(bit) => (self.marks[half] >> bit & 1) as u8,
            Kept::Cell(cell) => self.cells[half * HALF + cell],
        }
    }

    /// Sets what a slot holds.
    #[inline]
    pub fn set(&mut self, half: usize, slot: Slot, value: u8) {
        match slot.kept() {
            Kept::Mark(bit) => {
                self.marks[half] = self.marks[half] & !(1 << bit) | u64::from(value) << bit;
            }
            Kept::Cell(cell) => self.cells[half * HALF + cell] = value,
        }
    }

    /// All seeds: constant throughout a game (GE-7).
    #[inline]
    #[must_use]
    pub fn seeds(&self) -> u32 {
        let sum = |cells: &[u8]| cells.iter().map(|n| u32::from(*n)).sum::<u32>();
        // All cells at once, of a fixed number, and less the registers: faster than two halves.
        let registers = |base: usize| sum(&self.cells[base + RESERVE + 1..base + HALF]);
        sum(&self.cells) - registers(0) - registers(HALF)
    }

    /// Whether all pits of the half that begins at `base` are empty. Slots that the board does not
    /// have are empty too, so the test has a fixed width.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, base: usize) -> bool {
        self.cells[base..base + MAX_PITS].iter().fold(0, |any, n| any | n) == 0
    }

    /// The pits from `base` on that hold at least `least` seeds, one bit a pit.
    #[allow(clippy::inline_always)] // part of the loop over actions of the reference engine
    #[inline(always)] // after every action
    #[must_use]
    pub fn holding(&self, base: usize, pits: usize, least: u8) -> u64 {
        let cells = self.cells[base..base + pits].iter().enumerate();
        cells.fold(0, |set, (pit, n)| set | u64::from(*n >= least) << pit)
    }

    /// The first slot of a side (0 South, 1 North).
    #[inline]
    #[must_use]
    pub fn base(&self, side: usize) -> usize {
        if side == usize::from(self.to_move) { 0 } else { HALF }
    }

    /// The seeds in the pits of a side.
    #[must_use]
    pub fn pits(&self, side: usize, pits_per_side: usize) -> &[u8] {
        let base = self.base(side);
        &self.cells[base..base + pits_per_side]
    }

    /// The seeds in the store of a side.
    #[must_use]
    pub fn store(&self, side: usize) -> u8 {
        self.cells[self.base(side) + STORE]
    }

    /// The seeds in the reserve of a side.
    #[must_use]
    pub fn reserve(&self, side: usize) -> u8 {
        self.cells[self.base(side) + RESERVE]
    }

    /// The marks of a side, as [`Position::marks`] has them.
    #[must_use]
    pub fn marks_of(&self, side: usize) -> u64 {
        self.marks[usize::from(self.base(side) != 0)]
    }
}
