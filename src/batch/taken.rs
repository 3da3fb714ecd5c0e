//! Which lanes of a block are taken, and by what.

use super::values::{LANES, lanes_of};

/// The lanes of a block, each free or taken by something.
#[derive(Debug)]
pub struct Taken<T> {
    by: [T; LANES],
    /// Free lanes, one bit each.
    free: u64,
}

impl<T: Copy> Taken<T> {
    /// All lanes are free; `any` stands where nothing is.
    #[must_use]
    pub fn none(any: T) -> Self {
        Self { by: [any; LANES], free: u64::MAX }
    }

    /// How many are free.
    pub fn room(&self) -> usize {
        self.free.count_ones() as usize
    }

    /// Takes a free lane, of which there must be one.
    pub fn take(&mut self, by: T) -> usize {
        let lane = self.free.trailing_zeros() as usize;
        self.free &= self.free - 1;
        self.by[lane] = by;
        lane
    }

    /// What has taken a lane.
    pub fn by(&self, lane: usize) -> T {
        self.by[lane]
    }

    /// What has taken the lanes that are not free.
    pub fn all(&self) -> impl Iterator<Item = T> {
        lanes_of(!self.free).map(|lane| self.by[lane])
    }

    /// These lanes, one bit each, are free again.
    pub fn leave(&mut self, lanes: u64) {
        self.free |= lanes;
    }
}
