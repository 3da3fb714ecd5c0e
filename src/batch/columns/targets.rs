//! Arrays of the caller that a step fills, block by block, while a block lies in the nearest cache.

// Memory of the caller: see the proof at `Target`.
#![allow(unsafe_code)]

use super::ends::{LAST, TO_MOVE};
use super::layout::Layout;
use super::memory::View;
use super::transpose::put_rows;
use crate::batch::values::{Bytes, LANES, lanes_of, yes};

/// What an array is filled with. The numbers of a lane are bytes unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The observation.
    Observation,
    /// What is legal, 0 or 1.
    Mask,
    /// The side to move.
    ToMove,
    /// The side that made the last action.
    Acted,
    /// Rewards of South and North, 32-bit floats.
    Rewards,
    /// Whether the step ended the game, 0 or 1.
    Terminated,
    /// Whether it cut the game off, 0 or 1.
    Truncated,
    /// The last observation, in the lanes whose games this step ended.
    FinalObservation,
    /// The same, and zeros in the other lanes.
    FinalOrZeros,
    /// The side to move at the end, in the lanes whose games this step ended, and zeros in the others.
    FinalToMove,
    /// Whether the step ended the game or cut it off, 0 or 1.
    Ended,
    /// The reward of the side that acted, a 64-bit float.
    Reward,
    /// 1 where the side that acted is to move, 0 where the game is over, else -1.
    Sign,
}

impl Shown {
    /// The columns of a batch that it shows, where it shows some as they are.
    fn columns(self, layout: &Layout) -> Option<(usize, usize)> {
        Some(match self {
            Self::Observation => (0, layout.observed.len()),
            Self::Mask => (layout.mask, layout.actions),
            Self::ToMove => (layout.to_move, 1),
            Self::Acted => (layout.acted, 1),
            Self::Terminated => (layout.terminated, 1),
            Self::Truncated => (layout.truncated, 1),
            _ => return None,
        })
    }

    /// Numbers a lane, and bytes of each.
    #[must_use]
    pub fn shape(self, layout: &Layout) -> (usize, usize) {
        match self {
            Self::Rewards => (2, 4),
            Self::FinalObservation | Self::FinalOrZeros => (layout.observed.len(), 1),
            Self::Reward => (1, 8),
            _ => (self.columns(layout).map_or(1, |(_, count)| count), 1),
        }
    }
}

/// An array to be filled.
///
/// Soundness: who makes one promises that its memory is good for the numbers of all lanes, and used by nobody else in the
/// crate until the step is over. It may lie at any address. Each block writes the numbers of its own lanes only, which are no
/// other block's.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    shown: Shown,
    /// Whether all lanes' first numbers come first, then their second ones.
    by_columns: bool,
    memory: *mut u8,
    lanes: usize,
    /// Bytes of the array.
    length: usize,
}

// SAFETY: see the type.
unsafe impl Sync for Target {}
// SAFETY: see the type.
unsafe impl Send for Target {}

impl Target {
    /// An array at this address.
    ///
    /// # Safety
    /// The memory must be good for writing [`Shown::shape`] numbers of all `lanes` as long as the target is used; nobody
    /// else in the crate may use it meanwhile.
    pub unsafe fn new(
        shown: Shown,
        by_columns: bool,
        memory: *mut u8,
        layout: &Layout,
        lanes: usize,
    ) -> Self {
        let (numbers, bytes) = shown.shape(layout);
        Self { shown, by_columns, memory, lanes, length: numbers * bytes * lanes }
    }

    /// Whether some of its memory is among what is read there.
    #[must_use]
    pub fn overlaps<T>(&self, read: &[T]) -> bool {
        let (from, to) = (self.memory.addr(), self.memory.addr() + self.length);
        let there = read.as_ptr().addr();
        from < there + size_of_val(read) && there < to
    }

    /// Writes the lanes of a block. `every_end`: last observations of older ends, too.
    #[inline(always)]
    fn fill(&self, layout: &Layout, view: &mut View, every_end: bool) {
        let first = view.block * LANES;
        let count = LANES.min(self.lanes.saturating_sub(first));
        let to = Lanes { target: self, first, count };
        if let Some((column, numbers)) = self.shown.columns(layout) {
            if self.by_columns || numbers == 1 {
                to.put_columns(view, column, numbers);
            } else {
                to.put_rows(view, column, numbers);
            }
            return;
        }
        let ended = view.bytes(layout.terminated).or(view.bytes(layout.truncated));
        match self.shown {
            Shown::Rewards => to.put_rewards(view),
            Shown::FinalObservation if every_end => to.put_ends(view, layout, u64::MAX),
            Shown::FinalObservation => to.put_ends(view, layout, ended.bits()),
            Shown::FinalOrZeros => {
                to.clear(layout.observed.len());
                to.put_ends(view, layout, ended.bits());
            }
            Shown::FinalToMove => to.put_bytes(0, &last_to_move(view, ended)),
            Shown::Ended => to.put_bytes(0, &ended),
            Shown::Reward => to.put_reward(layout, view, ended),
            _ => {
                let (acted, next) = (view.bytes(layout.acted), view.bytes(layout.to_move));
                let sign = acted.zip(next, |acted, next| yes(acted != next) | 1);
                to.put_bytes(0, &sign.and(ended.is(0)));
            }
        }
    }
}

/// Arrays that a step fills.
#[derive(Clone, Copy, Debug)]
pub struct Fill<'a> {
    /// The arrays.
    pub targets: &'a [Target],
    /// Whether last observations are written of games that ended in steps before, too.
    pub every_end: bool,
}

impl Fill<'_> {
    /// No array.
    pub const NOTHING: Self = Self { targets: &[], every_end: false };
}

/// Writes the lanes of a block.
#[inline(always)]
pub fn fill(fill: Fill, layout: &Layout, view: &mut View) {
    for target in fill.targets {
        target.fill(layout, view, fill.every_end);
    }
}

/// Who was to move at the end of the games that are over.
#[inline(always)]
fn last_to_move(view: &mut View, ended: Bytes) -> Bytes {
    let mut sides = Bytes::ZERO;
    for lane in ended.lanes() {
        sides.0[lane] = view.end_of(lane)[TO_MOVE];
    }
    sides
}

/// The lanes of a block in a target.
struct Lanes<'a> {
    target: &'a Target,
    first: usize,
    count: usize,
}

impl Lanes<'_> {
    /// The address of `length` bytes from byte number `at` of the array on.
    ///
    /// # Panics
    /// When they are beyond its end, with so many bytes a lane.
    #[inline(always)]
    fn at(&self, at: usize, length: usize, bytes_a_lane: usize) -> *mut u8 {
        let end = at + length;
        assert!(end <= self.target.lanes * bytes_a_lane, "byte {end} of an array");
        self.target.memory.wrapping_add(at)
    }

    #[inline(always)]
    fn put_bytes(&self, column: usize, bytes: &Bytes) {
        let to = self.at(column * self.target.lanes + self.first, self.count, column + 1);
        // SAFETY: so many bytes are there (see `Target`), and they are numbers of these lanes.
        unsafe {
            if self.count == LANES {
                to.cast::<[u8; LANES]>().write_unaligned(bytes.0);
            } else {
                to.copy_from_nonoverlapping(bytes.0.as_ptr(), self.count);
            }
        }
    }

    #[inline(always)]
    fn put_columns(&self, view: &View, first: usize, numbers: usize) {
        for column in 0..numbers {
            self.put_bytes(column, &view.bytes(first + column));
        }
    }

    fn put_rows(&self, view: &View, first: usize, numbers: usize) {
        let to = self.at(self.first * numbers, self.count * numbers, numbers);
        put_rows(
            numbers,
            self.count,
            |begin, tile| view.read(first + begin, tile),
            // SAFETY: the bytes are within those of these lanes, as `put_rows` promises.
            |at, row, length| unsafe { to.add(at).copy_from_nonoverlapping(row.as_ptr(), length) },
        );
    }

    fn put_rewards(&self, view: &View) {
        let sides = [view.rewards(0), view.rewards(1)];
        if self.target.by_columns {
            for (side, rewards) in sides.iter().enumerate() {
                let at = side * self.target.lanes + self.first;
                let to = self.at(4 * at, 4 * self.count, 8);
                // SAFETY: the numbers of these lanes.
                unsafe { to.copy_from_nonoverlapping(rewards.0.as_ptr().cast(), 4 * self.count) }
            }
            return;
        }
        let to = self.at(8 * self.first, 8 * self.count, 8);
        for lane in 0..self.count {
            let both = sides.map(|rewards| rewards.0[lane].to_ne_bytes());
            // SAFETY: the numbers of one of these lanes.
            unsafe { to.add(8 * lane).copy_from_nonoverlapping(both.as_flattened().as_ptr(), 8) }
        }
    }

    fn put_reward(&self, layout: &Layout, view: &View, ended: Bytes) {
        let to = self.at(8 * self.first, 8 * self.count, 8);
        // SAFETY: the numbers of these lanes; all bits 0 are the number 0.
        unsafe { to.write_bytes(0, 8 * self.count) }
        for lane in ended.lanes() {
            let side = usize::from(view.byte(layout.acted, lane) & 1);
            let reward = f64::from(view.reward(side, lane)).to_ne_bytes();
            // SAFETY: the number of one of these lanes.
            unsafe { to.add(8 * lane).copy_from_nonoverlapping(reward.as_ptr(), 8) }
        }
    }

    fn clear(&self, numbers: usize) {
        if self.target.by_columns {
            return (0..numbers).for_each(|number| self.put_bytes(number, &Bytes::ZERO));
        }
        let to = self.at(self.first * numbers, self.count * numbers, numbers);
        // SAFETY: the numbers of these lanes.
        unsafe { to.write_bytes(0, self.count * numbers) }
    }

    /// The last observations in these lanes, one bit each.
    fn put_ends(&self, view: &mut View, layout: &Layout, lanes: u64) {
        let numbers = layout.observed.len();
        let to = self.at(0, self.target.lanes * numbers, numbers);
        let here = u64::MAX.checked_shr((LANES - self.count) as u32).unwrap_or(0);
        for lane in lanes_of(lanes & here) {
            let row = &view.end_of(lane)[LAST..LAST + numbers];
            let lane = self.first + lane;
            if self.target.by_columns {
                for (number, byte) in row.iter().enumerate() {
                    // SAFETY: a number of one of these lanes.
                    unsafe { to.add(number * self.target.lanes + lane).write(*byte) }
                }
            } else {
                // SAFETY: the numbers of one of these lanes.
                unsafe { to.add(lane * numbers).copy_from_nonoverlapping(row.as_ptr(), numbers) }
            }
        }
    }
}
