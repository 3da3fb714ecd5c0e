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
                store(self.values, rank, self.position(cursor.board()));
            }
            cursor.advance();
        }
    }

    /// The value of a position, which may be over or the other's turn. What it depends on is
    /// taken as it stands, but for [`UNKNOWN`].
    pub fn position(&self, board: Board) -> i16 {
        let game = self.below.game();
        let step = game.settle(board, false);
        match step.end {
            Some(end) => step.to_actor(end.value) - game.stored(board),
            None => step.to_actor(self.best(&step.node)),
        }
    }

    fn best(&self, node: &Node) -> i16 {
        let mut best = i16::MIN;
        let mut left = node.legal;
        while left != 0 {
            let action = left.trailing_zeros() as usize;
            left &= left - 1;
            let value = match self.below.follow(node.board, action, self.seeds) {
                After::Worth(value) => value,
                After::SameLayer { board, passed: false } => self.known(board),
                After::SameLayer { board, passed: true } => -self.known(board),
            };
            best = best.max(value);
            if best == self.most {
                break;
            }
        }
        best
    }

    fn known(&self, board: Board) -> i16 {
        let rank = self.order.rank(board);
        match load(self.values, rank) {
            UNKNOWN => {
                let value = self.position(board);
                store(self.values, rank, value);
                value
            }
            value => i16::from(value),
        }
    }
}
