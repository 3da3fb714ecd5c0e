//! Games without cycles: each value once, from what it depends on.
//!
//! The order of the ranks puts what a position depends on before it. The threads take chunks in
//! that order; where one needs a value that another has not come to yet, it computes it itself.
//! Which thread writes a value makes no difference to it.

use std::sync::atomic::{AtomicI8, AtomicUsize, Ordering};

use super::layers::{After, CHUNK, Layers, load, plain, store, unknown};
use super::rank::Order;
use crate::run::Run;
use crate::search::two_rows::Node;
use crate::search::{Board, Game};

/// Not computed yet.
const UNKNOWN: i8 = i8::MIN;

struct Solver<'a> {
    below: &'a Layers,
    order: &'a Order,
    seeds: u32,
    most: i16,
    values: Vec<AtomicI8>,
}

/// The values of the next layer. `None` when stopped.
pub(super) fn solve(below: &Layers, order: &Order, run: &Run) -> Option<Vec<i8>> {
    let seeds = below.next_seeds();
    let values = unknown(order.len(), UNKNOWN);
    let solver = Solver { below, order, seeds, most: below.most(seeds), values };
    let next = AtomicUsize::new(0);
    rayon::broadcast(|_| {
        while !run.stopped() {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= order.len() {
                break;
            }
            let len = CHUNK.min(order.len() - from);
            solver.chunk(from as u32, len as u32);
            run.done.fetch_add(len as u64, Ordering::Relaxed);
        }
    });
    (!run.stopped()).then(|| plain(solver.values))
}

impl Solver<'_> {
    fn chunk(&self, from: u32, len: u32) {
        let mut cursor = self.order.from(from);
        for rank in from..from + len {
            if load(&self.values, rank) == UNKNOWN {
                store(&self.values, rank, self.distribution(cursor.board()));
            }
            cursor.advance();
        }
    }

    /// The value of a distribution, which may be over or the other's turn.
    fn distribution(&self, board: Board) -> i16 {
        let step = self.below.game().settle(board, false);
        let value = match step.end {
            Some(end) => end.value,
            None => self.node(&step.node),
        };
        step.to_actor(value)
    }

    fn node(&self, node: &Node) -> i16 {
        let mut best = i16::MIN;
        let mut left = self.below.game().legal(node);
        while left != 0 {
            let action = left.trailing_zeros() as usize;
            left &= left - 1;
            let value = match self.below.follow(node, action, self.seeds) {
                After::Worth(value) => value,
                After::SameLayer(step) => step.to_actor(self.known(&step.node)),
            };
            best = best.max(value);
            if best == self.most {
                break;
            }
        }
        best
    }

    fn known(&self, node: &Node) -> i16 {
        let rank = self.order.rank(self.below.game().pits_of(node.board));
        match load(&self.values, rank) {
            UNKNOWN => {
                let value = self.node(node);
                store(&self.values, rank, value);
                value
            }
            value => i16::from(value),
        }
    }
}
