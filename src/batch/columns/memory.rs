//! The memory of a batch: columns of blocks, shared with whoever looks at it.

// The only other `unsafe` of the lane engine: blocks of one grid are written by several threads, and
// arrays of Python show the same memory. See the proofs at `Grid` and `View`.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::ops::Range;
use std::sync::Arc;

use super::layout::{Layout, PLIES};
use crate::batch::values::{Bytes, LANES, Words};
use crate::fetch::fetch;
use crate::memory::{self, OutOfMemory};
use crate::run::Run;

/// 32-bit floats of 64 games.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Floats(pub [f32; LANES]);

/// 64-bit words of 64 games.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Longs(pub [u64; LANES]);

/// Memory that a grid writes and that others may show.
#[derive(Debug)]
pub struct Memory<T>(Box<[UnsafeCell<T>]>);

// SAFETY: the elements are plain numbers without owners. The crate touches them only through a
// `Grid`, which settles who may touch which block when; whoever else holds a `Memory` can do no
// more than keep it from being freed.
unsafe impl<T: Send> Sync for Memory<T> {}

/// Columns of blocks, one after the other.
///
/// Soundness: the memory is only reached through raw pointers and is not moved or freed while the
/// grid, or somebody who shows it, lives. Its elements are plain numbers, for which every bit
/// pattern is a value. A grid is the only one that writes its memory: it is not cloned. With
/// `&mut` nobody else in the crate uses it; otherwise a block is touched by the one [`View`] of it
/// that there is at a time.
#[derive(Debug)]
pub struct Grid<T> {
    memory: Arc<Memory<T>>,
    stride: usize,
}

impl<T: Copy> Grid<T> {
    /// Room for `columns` columns of `blocks` blocks. `None` when stopped, also for want of memory.
    fn new(columns: usize, blocks: usize, value: T, run: &Run) -> Option<Self> {
        // With a power of two between them, the columns of a block would share few cache sets.
        let stride = if blocks >= 8 { blocks | 1 } else { blocks };
        let mut cells = run.given(room(columns.saturating_mul(stride)))?;
        for _ in 0..columns {
            if run.stopped() {
                return None;
            }
            cells.extend((0..stride).map(|_| UnsafeCell::new(value)));
        }
        Some(Self { memory: Arc::new(Memory(cells.into_boxed_slice())), stride })
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.memory.0.len() / self.stride.max(1)
    }

    /// Blocks from one column to the next.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The memory of a column, for arrays that show it.
    pub fn column(&self, column: usize) -> *const T {
        self.pointer(column, 0).cast_const()
    }

    /// A copy.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn copy(&mut self) -> Result<Self, OutOfMemory> {
        let mut cells = room(self.memory.0.len())?;
        // SAFETY: with `&mut` nobody else in the crate uses the memory.
        cells.extend(self.memory.0.iter().map(|cell| UnsafeCell::new(unsafe { *cell.get() })));
        Ok(Self { memory: Arc::new(Memory(cells.into_boxed_slice())), stride: self.stride })
    }

    /// A block of a column, while nobody else uses the grid.
    pub fn get_mut(&mut self, column: usize, block: usize) -> &mut T {
        // SAFETY: the pointer is valid, and with `&mut` nobody else in the crate uses the memory.
        unsafe { &mut *self.pointer(column, block) }
    }

    /// The memory, to be kept while it is shown.
    pub fn memory(&self) -> Arc<Memory<T>> {
        Arc::clone(&self.memory)
    }

    #[inline(always)]
    fn pointer(&self, column: usize, block: usize) -> *mut T {
        self.memory.0[column * self.stride + block].get()
    }

    /// A pointer to a block of column `first` that is good for those of the `count` columns from it on.
    #[inline(always)]
    fn pointer_to_all(&self, first: usize, count: usize, block: usize) -> *mut T {
        let at = first * self.stride + block;
        let length = if count == 0 { 0 } else { (count - 1) * self.stride + 1 };
        self.pointer_to_some(at, length)
    }

    /// A pointer that is good for `count` elements from number `at` on.
    #[inline(always)]
    fn pointer_to_some(&self, at: usize, count: usize) -> *mut T {
        UnsafeCell::raw_get(self.memory.0[at..at + count].as_ptr())
    }
}

pub(super) fn room<T>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    memory::room(count).map_err(|lack| lack.less_by("a batch of fewer lanes"))
}

/// All columns of a batch.
#[derive(Debug)]
pub struct Columns {
    /// One byte a lane: see [`super::Layout`].
    pub bytes: Grid<Bytes>,
    /// How the last game of each lane ended, a row of bytes a lane: see [`super::ends`].
    pub ends: Grid<Bytes>,
    /// Bytes of such a row.
    pub row: usize,
    /// Actions played; the low and the high halves of the keys.
    pub words: Grid<Words>,
    /// Rewards of South and North.
    pub rewards: Grid<Floats>,
    /// Game numbers.
    pub games: Grid<Longs>,
}

impl Columns {
    /// Room for so many blocks.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(layout: &Layout, blocks: usize) -> Result<Self, OutOfMemory> {
        let run = Run::default();
        let lack = || run.lack.get().copied().unwrap_or(OutOfMemory::of(0));
        Self::while_allowed(layout, blocks, &run).ok_or_else(lack)
    }

    /// The same. `None` when stopped, also for want of memory.
    pub fn while_allowed(layout: &Layout, blocks: usize, run: &Run) -> Option<Self> {
        Some(Self {
            bytes: Grid::new(layout.count, blocks, Bytes::ZERO, run)?,
            ends: Grid::new(1, blocks.saturating_mul(layout.row), Bytes::ZERO, run)?,
            row: layout.row,
            words: Grid::new(3, blocks, Words::ZERO, run)?,
            rewards: Grid::new(2, blocks, Floats([0.0; LANES]), run)?,
            games: Grid::new(1, blocks, Longs([0; LANES]), run)?,
        })
    }

    /// A copy.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn copy(&mut self) -> Result<Self, OutOfMemory> {
        Ok(Self {
            bytes: self.bytes.copy()?,
            ends: self.ends.copy()?,
            row: self.row,
            words: self.words.copy()?,
            rewards: self.rewards.copy()?,
            games: self.games.copy()?,
        })
    }

    /// A view of every block. Taking the columns as `&mut` makes sure that there are no others.
    pub fn views(&mut self, blocks: usize) -> Part<'_> {
        Part { columns: self, first: 0, end: blocks }
    }
}

/// The views of some neighbouring blocks. It cannot be copied, only split, so that no block is in
/// two parts.
#[derive(Debug)]
pub struct Part<'a> {
    columns: &'a Columns,
    first: usize,
    end: usize,
}

impl Part<'_> {
    /// Blocks in this part.
    pub fn blocks(&self) -> usize {
        self.end - self.first
    }

    /// Two parts, the second from its block number `at` on.
    pub fn split_at(self, at: usize) -> (Self, Self) {
        let middle = (self.first + at).min(self.end);
        let columns = self.columns;
        (
            Self { columns, first: self.first, end: middle },
            Self { columns, first: middle, end: self.end },
        )
    }

    /// The numbers of its blocks.
    pub fn numbers(&self) -> Range<usize> {
        self.first..self.end
    }

    /// The view of the block of that number, while there is no other one.
    ///
    /// # Panics
    /// When the block is in another part.
    pub fn view(&mut self, block: usize) -> View<'_> {
        assert!(self.numbers().contains(&block), "a block of another part");
        View { columns: self.columns, block }
    }

    /// Asks for these columns of a block that is touched soon, if it is of this part: they are more streams than the
    /// processor foresees by itself.
    #[inline]
    pub fn fetch(&self, block: usize, columns: Range<usize>) {
        if !self.numbers().contains(&block) {
            return;
        }
        let grid = &self.columns.bytes;
        for column in columns {
            fetch(&grid.memory.0[column * grid.stride + block]);
        }
    }

    /// The same of the numbers of plies.
    #[inline]
    pub fn fetch_plies(&self, block: usize) {
        if self.numbers().contains(&block) {
            fetch(&self.columns.words.memory.0[PLIES * self.columns.words.stride + block]);
        }
    }

    /// The view of each block, one at a time.
    pub fn for_each(mut self, mut visit: impl FnMut(View)) {
        for block in self.numbers() {
            visit(self.view(block));
        }
    }
}

/// One block of all columns, to read and to write.
///
/// Soundness: views come from [`Columns::views`], which borrows the columns exclusively, and each
/// block is in one [`Part`] only, which hands out one view of it at a time; so while a view lives nobody in
/// the crate touches its block. The index is checked at every access. Arrays of Python that show
/// the memory are read-only; a thread that reads one while another steps the batch may see old and
/// new numbers side by side, as with any array of `NumPy`.
#[derive(Debug)]
pub struct View<'a> {
    columns: &'a Columns,
    /// The number of the block.
    pub block: usize,
}

/// One lane of a view, to be written.
#[derive(Debug)]
pub struct LaneOfView<'a, 'b> {
    /// The view.
    pub view: &'a mut View<'b>,
    /// The lane in its block.
    pub lane: usize,
}

macro_rules! accessors {
    ($($field:ident: $type:ty, $read:ident, $write:ident, $one:ty, $read_one:ident, $write_one:ident;)*) => {
        impl View<'_> {
            $(
            /// The block of a column.
            #[inline(always)]
            pub fn $read(&self, column: usize) -> $type {
                // SAFETY: the pointer is valid (bounds are checked where it is made) and nobody
                // else writes this block while the view lives.
                unsafe { self.columns.$field.pointer(column, self.block).read() }
            }

            /// Writes the block of a column.
            #[inline(always)]
            pub fn $write(&mut self, column: usize, value: $type) {
                // SAFETY: as above, and nobody else reads it.
                unsafe { self.columns.$field.pointer(column, self.block).write(value) }
            }

            /// One lane of the block of a column.
            #[inline(always)]
            pub fn $read_one(&self, column: usize, lane: usize) -> $one {
                // SAFETY: as above.
                unsafe { (&*self.columns.$field.pointer(column, self.block)).0[lane] }
            }

            /// Writes one lane of the block of a column.
            #[inline(always)]
            pub fn $write_one(&mut self, column: usize, lane: usize, value: $one) {
                // SAFETY: as above.
                unsafe { (&mut *self.columns.$field.pointer(column, self.block)).0[lane] = value }
            }
            )*
        }
    };
}

accessors! {
    bytes: Bytes, bytes, set_bytes, u8, byte, set_byte;
    words: Words, words, set_words, u32, word, set_word;
    rewards: Floats, rewards, set_rewards, f32, reward, set_reward;
    games: Longs, games, set_games, u64, game, set_game;
}

impl View<'_> {
    /// Reads the blocks of neighbouring columns, the first of that number.
    #[inline(always)]
    pub fn read(&self, first: usize, out: &mut [Bytes]) {
        let (grid, count) = (&self.columns.bytes, out.len());
        let from = grid.pointer_to_all(first, count, self.block);
        for (column, out) in out.iter_mut().enumerate() {
            // SAFETY: the pointer is good for `count` columns, and nobody else writes this block while the view lives.
            *out = unsafe { from.add(column * grid.stride).read() };
        }
    }

    /// Writes the blocks of neighbouring columns, the first of that number.
    #[inline(always)]
    pub fn write(&mut self, first: usize, blocks: &[Bytes]) {
        let (grid, count) = (&self.columns.bytes, blocks.len());
        let to = grid.pointer_to_all(first, count, self.block);
        for (column, block) in blocks.iter().enumerate() {
            // SAFETY: as above, and nobody else reads it.
            unsafe { to.add(column * grid.stride).write(*block) }
        }
    }

    /// The row of a lane in [`Columns::ends`].
    ///
    /// # Panics
    /// When a block has no such lane.
    #[inline(always)]
    pub fn end_of(&mut self, lane: usize) -> &mut [u8] {
        assert!(lane < LANES, "lane {lane} of a block");
        let row = self.columns.row;
        let first = (self.block * LANES + lane) * row;
        let (at, inside) = (first / LANES, first % LANES);
        let bytes = self.columns.ends.pointer_to_some(at, (inside + row).div_ceil(LANES));
        // SAFETY: the pointer is good for all of the row, which belongs to a lane of this block: nobody else uses it
        // while the view lives.
        unsafe { std::slice::from_raw_parts_mut(bytes.cast::<u8>().add(inside), row) }
    }
}
