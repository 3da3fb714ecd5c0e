//! A share of the positions of a table, and a walk through it on all threads.

use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::layers::Layer;
use super::rank::{Cursor, Order};
use crate::random::RunKey;
use crate::run::Run;
use crate::tree::Board;

/// Ranks that one task goes through.
const CHUNK: usize = 1 << 15;

/// A layer of at most so many positions is always taken whole.
pub const WHOLE: usize = 1 << 16;

/// A walk of more steps than this takes longer than finding a rank anew.
const FAR: usize = 32;

/// A share of the positions of a table.
///
/// Each position is taken or not by a number of its own, which follows from the seed, its layer and
/// its rank: all are equally likely, whatever becomes of the others. Of one seed the smaller share is
/// part of the larger one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    share: f64,
    seed: u64,
}

/// The numbers of a layer: positions whose number is below a bound are taken.
#[derive(Clone, Copy)]
struct Drawn {
    numbers: RunKey,
    below: u64,
}

impl Sample {
    /// All positions.
    pub const ALL: Self = Self { share: 1.0, seed: 0 };

    /// A share from 0 (only small layers) to 1 (all positions).
    #[must_use]
    pub fn new(share: f64, seed: u64) -> Self {
        Self { share, seed }
    }

    /// What is taken of a layer; `None`: all of it.
    fn of(self, seeds: u32, positions: usize) -> Option<Drawn> {
        let part = self.share < 1.0 && positions > WHOLE;
        part.then(|| Drawn {
            numbers: RunKey::new(RunKey::new(self.seed).game(seeds.into()).0),
            below: (self.share * 2_f64.powi(64)) as u64,
        })
    }
}

impl Drawn {
    fn has(self, rank: usize) -> bool {
        self.numbers.game(rank as u64).0 < self.below
    }
}

/// The positions that are taken of some ranks of a layer, in their order.
pub(super) struct Taken<'a> {
    order: &'a Order,
    drawn: Option<Drawn>,
    cursor: Cursor<'a>,
    /// The rank of the cursor.
    at: usize,
    next: usize,
    end: usize,
}

impl<'a> Taken<'a> {
    fn new(order: &'a Order, drawn: Option<Drawn>, from: usize) -> Self {
        let end = order.len().min(from + CHUNK);
        Self { order, drawn, cursor: order.from(from), at: from, next: from, end }
    }
}

impl Iterator for Taken<'_> {
    type Item = Board;

    #[inline]
    fn next(&mut self) -> Option<Board> {
        let taken = |rank: &usize| self.drawn.is_none_or(|drawn| drawn.has(*rank));
        let rank = (self.next..self.end).find(taken)?;
        if rank - self.at > FAR {
            self.cursor = self.order.from(rank);
        } else {
            (self.at..rank).for_each(|_| self.cursor.advance());
        }
        (self.at, self.next) = (rank, rank + 1);
        Some(self.cursor.board())
    }
}

/// Lets a function look at what is taken of a layer, in parts and on all threads, and adds up what
/// it finds, in the order of the ranks. `None` when stopped; `run` is told of all positions that
/// were gone through, taken or not.
pub(super) fn look_through<T: Send>(
    (seeds, layer): (u32, &Layer),
    sample: Sample,
    run: &Run,
    find: impl Fn(Taken<'_>) -> T + Sync + Send,
    add: impl Fn(T, T) -> T + Sync + Send,
) -> Option<T> {
    let order = layer.order();
    let drawn = sample.of(seeds, order.len());
    let parts = (0..order.len().div_ceil(CHUNK)).into_par_iter().with_max_len(1);
    let found = parts.map(|part| {
        if run.stopped() {
            return None;
        }
        let from = part * CHUNK;
        let found = find(Taken::new(order, drawn, from));
        run.done.fetch_add(CHUNK.min(order.len() - from) as u64, Ordering::Relaxed);
        Some(found)
    });
    found.try_reduce_with(|one, other| Some(add(one, other))).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::tables::shape::Shape;

    /// Of 6 seeds on two rows of 6 pits there are 12,376 distributions: as many as a layer has, all
    /// are taken.
    fn taken(sample: Sample, seeds: u32) -> Vec<Board> {
        let order = Order::new(Shape::pits(6), seeds).expect("small");
        let drawn = sample.of(seeds, order.len());
        let parts = (0..order.len()).step_by(CHUNK);
        parts.flat_map(|from| Taken::new(&order, drawn, from).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn all_of_a_layer_is_taken_in_the_order_of_ranks() {
        for (sample, seeds) in [(Sample::ALL, 9), (Sample::new(0.01, 1), 6)] {
            let order = Order::new(Shape::pits(6), seeds).expect("small");
            let all: Vec<_> = (0..order.len()).map(|rank| order.unrank(rank)).collect();
            assert_eq!(taken(sample, seeds), all);
        }
    }

    /// Of 167,960 positions the share lies within 5 standard deviations, so does that of each half
    /// of the ranks and of the even ones.
    #[test]
    fn a_share_is_spread_evenly() {
        let order = Order::new(Shape::pits(6), 9).expect("small");
        for (share, seed) in [(0.001, 0), (0.03, 1), (0.5, 2), (0.97, u64::MAX)] {
            let found = taken(Sample::new(share, seed), 9);
            let ranks: Vec<_> = found.iter().map(|board| order.rank(*board)).collect();
            assert!(ranks.is_sorted_by(|one, next| one < next));
            let half = order.len() / 2;
            let parts = [
                (order.len(), ranks.len()),
                (half, ranks.iter().filter(|rank| **rank < half).count()),
                (half, ranks.iter().filter(|rank| *rank % 2 == 0).count()),
            ];
            for (of, count) in parts {
                let (mean, spread) =
                    (of as f64 * share, (of as f64 * share * (1.0 - share)).sqrt());
                assert!(
                    (count as f64 - mean).abs() < 5.0 * spread,
                    "{share} {seed}: {count} of {of}"
                );
            }
        }
    }

    #[test]
    fn a_smaller_share_is_part_of_a_larger_one_and_other_seeds_take_others() {
        let [few, more, others] = [(0.01, 7), (0.02, 7), (0.01, 8)]
            .map(|(share, seed)| taken(Sample::new(share, seed), 9));
        assert!(few.len() < more.len() && few.iter().all(|board| more.contains(board)));
        let common = few.iter().filter(|board| others.contains(board)).count();
        assert!(common < few.len() / 10, "{common} of {}", few.len());
    }
}
