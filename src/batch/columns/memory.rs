//! The memory of a batch: columns of blocks, shared with whoever looks at it.

// The only other `unsafe` of the lane engine: blocks of one grid are written by several threads, and
// arrays of Python show the same memory. See the proofs at `Grid` and `View`.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::ops::Range;
use std::sync::Arc;

use crate::batch::values::{Bytes, LANES, Words};
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
}

fn room<T>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    memory::room(count).map_err(|lack| lack.less_by("a batch of fewer lanes"))
}

/// All columns of a batch.
#[derive(Debug)]
pub struct Columns {
    /// One byte a lane: see [`super::Layout`].
    pub bytes: Grid<Bytes>,
    /// Actions played; the low and the high halves of the keys.
    pub words: Grid<Words>,
    /// Rewards of South and North.
    pub rewards: Grid<Floats>,
    /// Game numbers.
    pub games: Grid<Longs>,
}

impl Columns {
    /// Room for `bytes` byte columns, and for the others, of `blocks` blocks.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(bytes: usize, blocks: usize) -> Result<Self, OutOfMemory> {
        let run = Run::default();
        let lack = || run.lack.get().copied().unwrap_or(OutOfMemory::of(0));
        Self::while_allowed(bytes, blocks, &run).ok_or_else(lack)
    }

    /// The same. `None` when stopped, also for want of memory.
    pub fn while_allowed(bytes: usize, blocks: usize, run: &Run) -> Option<Self> {
        Some(Self {
            bytes: Grid::new(bytes, blocks, Bytes::ZERO, run)?,
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

impl Columns {
    /// Copies one lane of others like these.
    pub fn copy_lane(&mut self, to: usize, others: &mut Self, from: usize) {
        let ((to, into), (from, out)) = ((to / LANES, to % LANES), (from / LANES, from % LANES));
        for column in 0..self.bytes.columns() {
            self.bytes.get_mut(column, to).0[into] = others.bytes.get_mut(column, from).0[out];
        }
        for column in 0..self.words.columns() {
            self.words.get_mut(column, to).0[into] = others.words.get_mut(column, from).0[out];
        }
        for column in 0..self.rewards.columns() {
            self.rewards.get_mut(column, to).0[into] = others.rewards.get_mut(column, from).0[out];
        }
        self.games.get_mut(0, to).0[into] = others.games.get_mut(0, from).0[out];
    }

    /// Bytes of a lane in [`Columns::to_bytes`], with so many byte columns.
    fn bytes_a_lane(columns: usize) -> usize {
        columns + 3 * 4 + 2 * 4 + 8
    }

    /// The lanes as bytes, column by column, little-endian.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn to_bytes(&mut self, lanes: usize) -> Result<Vec<u8>, OutOfMemory> {
        let blocks = lanes.div_ceil(LANES);
        let mut out = room(Self::bytes_a_lane(self.bytes.columns()) * LANES * blocks)?;
        for column in 0..self.bytes.columns() {
            (0..blocks).for_each(|block| out.extend(self.bytes.get_mut(column, block).0));
        }
        for column in 0..self.words.columns() {
            for block in 0..blocks {
                let words = self.words.get_mut(column, block).0;
                out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            }
        }
        for column in 0..self.rewards.columns() {
            for block in 0..blocks {
                let rewards = self.rewards.get_mut(column, block).0;
                out.extend(rewards.iter().flat_map(|reward| reward.to_le_bytes()));
            }
        }
        for block in 0..blocks {
            let games = self.games.get_mut(0, block).0;
            out.extend(games.iter().flat_map(|game| game.to_le_bytes()));
        }
        Ok(out)
    }

    /// The columns that gave these bytes; `None` when there are too many or too few.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn from_bytes(
        columns: usize,
        lanes: usize,
        bytes: &[u8],
    ) -> Result<Option<Self>, OutOfMemory> {
        let blocks = lanes.div_ceil(LANES);
        let all = (Self::bytes_a_lane(columns) * LANES).checked_mul(blocks);
        if all != Some(bytes.len()) {
            return Ok(None);
        }
        let mut new = Self::new(columns, blocks)?;
        let mut rest = bytes;
        let mut take = |count: usize| {
            let (first, others) = rest.split_at(count);
            rest = others;
            first
        };
        for at in 0..columns * blocks {
            let block = new.bytes.get_mut(at / blocks, at % blocks);
            block.0.copy_from_slice(take(LANES));
        }
        for at in 0..3 * blocks {
            let block = new.words.get_mut(at / blocks, at % blocks);
            for (word, bytes) in block.0.iter_mut().zip(take(4 * LANES).as_chunks().0) {
                *word = u32::from_le_bytes(*bytes);
            }
        }
        for at in 0..2 * blocks {
            let block = new.rewards.get_mut(at / blocks, at % blocks);
            for (reward, bytes) in block.0.iter_mut().zip(take(4 * LANES).as_chunks().0) {
                *reward = f32::from_le_bytes(*bytes);
            }
        }
        for block in 0..blocks {
            let games = new.games.get_mut(0, block);
            for (game, bytes) in games.0.iter_mut().zip(take(8 * LANES).as_chunks().0) {
                *game = u64::from_le_bytes(*bytes);
            }
        }
        Ok(Some(new))
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
    ($($field:ident: $type:ty, $read:ident, $write:ident, $one:ty, $write_one:ident;)*) => {
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
    bytes: Bytes, bytes, set_bytes, u8, set_byte;
    words: Words, words, set_words, u32, set_word;
    rewards: Floats, rewards, set_rewards, f32, set_reward;
    games: Longs, games, set_games, u64, set_game;
}
