//! What the positions of a layer lead to within it, and where each can be reached from.

use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::layers::CHUNK;
use super::memory::LESS;
use crate::memory::{OutOfMemory, room_for, some_left, zeros};
use crate::run::Run;

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
    /// Makes room for a position with so many successors.
    ///
    /// # Errors
    /// When there is not enough memory.
    #[inline]
    pub fn make_room(&mut self, successors: usize) -> Result<(), OutOfMemory> {
        room_for(&mut self.ends, 1)?;
        room_for(&mut self.bests, 1)?;
        room_for(&mut self.ranks, successors)
    }

    /// The successors of the next position, and the best that leads out of the layer.
    pub fn add(&mut self, successors: &[u32], best: i8) {
        self.ranks.extend_from_slice(successors);
        self.ends.push(self.ranks.len() as u32);
        self.bests.push(best);
    }

    /// Gives back memory that is not needed when all are added.
    pub fn shrink(&mut self) {
        self.ranks.shrink_to_fit();
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

/// Where the positions of a layer can be reached from, chunk by chunk.
pub(super) struct Predecessors {
    chunks: Vec<Chunk>,
}

/// Those of place `i` are `ranks[starts[i]..starts[i + 1]]`.
struct Chunk {
    starts: Vec<AtomicU32>,
    ranks: Vec<AtomicU32>,
}

impl Predecessors {
    /// Turns the lists of all chunks round. `None` when stopped.
    pub fn of(lists: &[Successors], run: &Run) -> Option<Self> {
        let given = |room: Result<_, OutOfMemory>| {
            run.given(room.map_err(|lack| lack.less_by(LESS))).unwrap_or_default()
        };
        let chunk = |_| Chunk { starts: given(small(CHUNK + 1)), ranks: Vec::new() };
        let mut chunks: Vec<_> = (0..lists.len()).into_par_iter().map(chunk).collect();
        if run.stopped() {
            return None;
        }
        each_link(lists, run, |successor, _| {
            let (chunk, place) = split(successor);
            chunks[chunk].starts[place].fetch_add(1, Ordering::Relaxed);
        })?;
        chunks.par_iter_mut().for_each(|chunk| {
            let mut sum = 0;
            for count in &mut chunk.starts {
                sum += *count.get_mut();
                *count.get_mut() = sum;
            }
            chunk.ranks = given(small(sum as usize));
        });
        if run.stopped() {
            return None;
        }
        // Filled from the ends down, so that what were ends are starts afterwards.
        each_link(lists, run, |successor, predecessor| {
            let (chunk, place) = split(successor);
            let at = chunks[chunk].starts[place].fetch_sub(1, Ordering::Relaxed) - 1;
            chunks[chunk].ranks[at as usize].store(predecessor, Ordering::Relaxed);
        })?;
        Some(Self { chunks })
    }

    /// Where this position can be reached from.
    #[inline]
    pub fn get(&self, rank: u32) -> impl Iterator<Item = u32> {
        let (chunk, place) = split(rank);
        let Chunk { starts, ranks } = &self.chunks[chunk];
        let [from, to] = [place, place + 1].map(|at| starts[at].load(Ordering::Relaxed) as usize);
        ranks[from..to].iter().map(|rank| rank.load(Ordering::Relaxed))
    }
}

/// Visits every successor with the position it is one of, in parallel. `None` when stopped.
fn each_link(lists: &[Successors], run: &Run, visit: impl Fn(u32, u32) + Sync) -> Option<()> {
    lists.par_iter().enumerate().for_each(|(chunk, lists)| {
        let places = if run.stopped() { 0 } else { lists.ends.len() };
        for place in 0..places {
            for successor in lists.get(place).0 {
                visit(successor & !PASSED, (chunk * CHUNK + place) as u32);
            }
        }
    });
    (!run.stopped()).then_some(())
}

fn split(rank: u32) -> (usize, usize) {
    (rank as usize / CHUNK, rank as usize % CHUNK)
}

/// Zeros for a chunk: little for each, but there are many chunks.
fn small(len: usize) -> Result<Vec<AtomicU32>, OutOfMemory> {
    let zeros = zeros(len)?;
    some_left()?;
    Ok(zeros)
}
