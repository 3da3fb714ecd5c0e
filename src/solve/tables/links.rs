//! What the positions of a layer lead to within it, and where each can be reached from.

use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::layers::CHUNK;

/// Beside the rank of a successor: the other player is to move there.
pub(super) const PASSED: u32 = 1 << 31;

/// The successors of the positions of a chunk.
#[derive(Default)]
pub(super) struct Successors {
    ends: Vec<u32>,
    ranks: Vec<u32>,
    bests: Vec<i8>,
}

impl Successors {
    /// The successors of the next position, and the best that leads out of the layer.
    pub fn add(&mut self, successors: &[u32], best: i8) {
        self.ranks.extend_from_slice(successors);
        self.ends.push(self.ranks.len() as u32);
        self.bests.push(best);
    }

    /// Gives back memory that is not needed when all are added.
    pub fn shrink(&mut self) {
        self.ranks.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.bests.shrink_to_fit();
    }

    /// Successors in all.
    pub fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Those of one position, and the best that leads out of the layer.
    #[inline]
    pub fn get(&self, place: usize) -> (&[u32], i8) {
        let from = if place == 0 { 0 } else { self.ends[place - 1] };
        (&self.ranks[from as usize..self.ends[place] as usize], self.bests[place])
    }

    /// The positions that have any, one bit each.
    pub fn open(&self) -> impl Iterator<Item = u64> {
        let has_any = |place: &usize| !self.get(*place).0.is_empty();
        (0..self.ends.len()).step_by(64).map(move |first| {
            let places = first..(first + 64).min(self.ends.len());
            places.filter(has_any).fold(0, |set, place| set | 1 << (place % 64))
        })
    }
}

/// Where each position of a layer can be reached from.
pub(super) struct Predecessors {
    starts: Vec<u32>,
    ranks: Vec<u32>,
}

impl Predecessors {
    /// Turns the lists of all chunks round. `None` where they are 2^32 or more in all.
    pub fn of(lists: &[Successors], positions: usize) -> Option<Self> {
        let mut counts: Vec<AtomicU32> = zeros(positions + 1);
        lists.par_iter().for_each(|lists| {
            for successor in &lists.ranks {
                counts[(successor & !PASSED) as usize].fetch_add(1, Ordering::Relaxed);
            }
        });
        let mut sum = 0_u32;
        for count in &mut counts {
            sum = sum.checked_add(*count.get_mut())?;
            *count.get_mut() = sum;
        }
        let ranks: Vec<AtomicU32> = zeros(sum as usize);
        lists.par_iter().enumerate().for_each(|(chunk, lists)| {
            for place in 0..lists.ends.len() {
                for successor in lists.get(place).0 {
                    let end = &counts[(successor & !PASSED) as usize];
                    let at = end.fetch_sub(1, Ordering::Relaxed) - 1;
                    ranks[at as usize].store((chunk * CHUNK + place) as u32, Ordering::Relaxed);
                }
            }
        });
        Some(Self { starts: plain(counts), ranks: plain(ranks) })
    }

    /// Where this position can be reached from.
    #[inline]
    pub fn get(&self, rank: u32) -> &[u32] {
        let (from, to) = (self.starts[rank as usize], self.starts[rank as usize + 1]);
        &self.ranks[from as usize..to as usize]
    }
}

fn zeros(len: usize) -> Vec<AtomicU32> {
    std::iter::repeat_with(AtomicU32::default).take(len).collect()
}

fn plain(numbers: Vec<AtomicU32>) -> Vec<u32> {
    numbers.into_iter().map(AtomicU32::into_inner).collect()
}
