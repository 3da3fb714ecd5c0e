//! Games without cycles: each value once, from what it depends on. ([`blocks`](super::blocks) is
//! quicker where an action is one lap and no more.)
//!
//! The order of the ranks puts what a position depends on before it. The threads take chunks in
//! that order; where one needs a value that another has not come to yet, it computes it itself.
//! Which thread writes a value makes no difference to it.

use std::sync::atomic::{AtomicI8, AtomicUsize, Ordering};

use rayon::prelude::*;

use super::layers::{After, CHUNK, Layers, load, store};
use super::rank::Order;
use super::values::fill;
use crate::run::Run;
use crate::tree::Board;
use crate::tree::two_rows::Node;

/// Not computed yet.
pub(super) const UNKNOWN: i8 = i8::MIN;

pub(super) struct Solver<'a> {
    pub below: &'a Layers,
    pub order: &'a Order,
    pub seeds: u32,
    most: i16,
    pub values: &'a [AtomicI8],
}

/// Works out the values of the next layer. `None` when stopped.
pub(super) fn solve(below: &Layers, order: &Order, values: &[AtomicI8], run: &Run) -> Option<()> {
    let solver = Solver::new(below, order, values);
    fill(values, UNKNOWN);
    let next = AtomicUsize::new(0);
    let threads = (0..rayon::current_num_threads()).into_par_iter().with_max_len(1);
    threads.for_each(|_| {
        while !run.stopped() {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= order.len() {
                break;
            }
            let len = CHUNK.min(order.len() - from);
            solver.chunk(from, len);
            run.done.fetch_add(len as u64, Ordering::Relaxed);
        }
    });
    (!run.stopped()).then_some(())
}

impl<'a> Solver<'a> {
    pub fn new(below: &'a Layers, order: &'a Order, values: &'a [AtomicI8]) -> Self {
        let seeds = below.next_seeds();
        Self { below, order, seeds, most: below.most(seeds), values }
    }

    fn chunk(&self, from: usize, len: usize) {
        let mut cursor = self.order.from(from);
        for rank in from..from + len {
            if load(self.values, rank) == UNKNOWN {
                store(self.values, rank, self.distribution(cursor.board()));
            }
            cursor.advance();
        }
    }

    /// The value of a distribution, which may be over or the other's turn. What it depends on is
    /// taken as it stands, but for [`UNKNOWN`].
    pub fn distribution(&self, board: Board) -> i16 {
        let step = self.below.game().settle(board, false);
        let value = match step.end {
            Some(end) => end.value,
            None => self.best(&step.node),
        };
        step.to_actor(value)
    }

    fn best(&self, node: &Node) -> i16 {
        let mut best = i16::MIN;
        let mut left = node.legal;
        while left != 0 {
            let action = left.trailing_zeros() as usize;
            left &= left - 1;
            let value = match self.below.follow(node.board, action, self.seeds) {
                After::Worth(value) => value,
                After::SameLayer { pits, passed: false } => self.known(pits),
                After::SameLayer { pits, passed: true } => -self.known(pits),
            };
            best = best.max(value);
            if best == self.most {
                break;
            }
        }
        best
    }

    fn known(&self, pits: Board) -> i16 {
        let rank = self.order.rank(pits);
        match load(self.values, rank) {
            UNKNOWN => {
                let value = self.distribution(pits);
                store(self.values, rank, value);
                value
            }
            value => i16::from(value),
        }
    }
}
