//! Games with cycles: rounds until nothing changes.
//!
//! The first round finds what every position leads to. What leads out of the layer is known; it is
//! worth the best of that at least, and what leads to other positions of the layer is kept as a
//! list of ranks. A position starts at 0, what never-ending play is worth, unless an action out of
//! the layer is worth more; if all lead out of the layer, it is known. Then each round takes the
//! best of each list anew.
//!
//! Values only move away from 0: by induction over the updates, one that is positive rises with the
//! values it is made of, and one that is negative falls with all of them. So whatever the order of
//! the updates, and whoever makes them, they end at the same values: those that can be forced in so
//! many actions, and 0 where neither player can force more than that.

use std::sync::atomic::{AtomicI8, Ordering};

use rayon::prelude::*;

use super::layers::{After, CHUNK, Layers, load, plain, store, unknown};
use super::rank::Order;
use crate::run::Run;
use crate::search::two_rows::Node;
use crate::search::{Board, Game};

/// No action leads out of the layer.
const NONE: i8 = i8::MIN;
/// Beside the rank of a successor: the other player is to move there.
const PASSED: u32 = 1 << 31;

/// Most positions of a layer.
pub(super) const MOST_POSITIONS: usize = PASSED as usize;

struct Solver<'a> {
    below: &'a Layers,
    order: &'a Order,
    seeds: u32,
    most: i8,
    values: Vec<AtomicI8>,
}

/// The positions of a chunk that may still change.
///
/// For each, a head (its place in the chunk, the number of its successors, and the best that leads
/// out of the layer) and its successors.
#[derive(Default)]
struct Open {
    words: Vec<u32>,
    positions: u64,
}

#[derive(Clone, Copy)]
struct Head {
    place: u16,
    successors: u8,
    best: i8,
}

impl Head {
    fn pack(self) -> u32 {
        u32::from(self.place) | u32::from(self.successors) << 16 | u32::from(self.best as u8) << 24
    }

    fn unpack(word: u32) -> Self {
        Self { place: word as u16, successors: (word >> 16) as u8, best: (word >> 24) as i8 }
    }
}

/// The values of the next layer. `None` when stopped, or if it is too large.
pub(super) fn solve(below: &Layers, order: &Order, run: &Run) -> Option<Vec<i8>> {
    if order.len() > MOST_POSITIONS {
        return None;
    }
    let seeds = below.next_seeds();
    let values = unknown(order.len(), 0);
    let solver = Solver { below, order, seeds, most: below.most(seeds) as i8, values };
    let chunks = order.len().div_ceil(CHUNK);
    let mut open: Vec<Open> =
        (0..chunks).into_par_iter().map(|chunk| solver.first_round(chunk, run)).collect();
    loop {
        let round = |(chunk, open)| solver.round(chunk, open, run);
        let changes: u64 = open.par_iter_mut().enumerate().map(round).sum();
        if run.stopped() {
            return None;
        }
        if changes == 0 {
            break;
        }
    }
    let left = open.iter().map(|open| open.positions).sum();
    run.done.fetch_add(left, Ordering::Relaxed);
    Some(plain(solver.values))
}

impl Solver<'_> {
    fn first_round(&self, chunk: usize, run: &Run) -> Open {
        let mut open = Open::default();
        if run.stopped() {
            return open;
        }
        let len = CHUNK.min(self.order.len() - chunk * CHUNK);
        let first = (chunk * CHUNK) as u32;
        let mut cursor = self.order.from(first);
        for place in 0..len as u16 {
            if let Some(value) = self.distribution(cursor.board(), place, &mut open) {
                store(&self.values, first + u32::from(place), value);
            }
            cursor.advance();
        }
        open.words.shrink_to_fit();
        run.done.fetch_add(len as u64 - open.positions, Ordering::Relaxed);
        open
    }

    /// The value of a distribution so far, if it is not 0.
    fn distribution(&self, board: Board, place: u16, open: &mut Open) -> Option<i16> {
        let step = self.below.game().settle(board, false);
        if let Some(end) = step.end {
            return Some(step.to_actor(end.value));
        }
        let at = open.words.len();
        open.words.push(0);
        if step.passed {
            // The turn is skipped: one successor, the same board as the other player has it.
            open.words.push(self.order.rank(step.node.board) | PASSED);
            open.words[at] = Head { place, successors: 1, best: NONE }.pack();
            open.positions += 1;
            return None;
        }
        let best = self.node(&step.node, open);
        let successors = open.words.len() - at - 1;
        if successors == 0 || best == i16::from(self.most) {
            open.words.truncate(at);
            return Some(best);
        }
        open.words[at] = Head { place, successors: successors as u8, best: best as i8 }.pack();
        open.positions += 1;
        (best > 0).then_some(best)
    }

    /// The best that leads out of the layer; successors in the layer are appended.
    fn node(&self, node: &Node, open: &mut Open) -> i16 {
        let mut best = i16::from(NONE);
        let mut left = self.below.game().legal(node);
        while left != 0 {
            let action = left.trailing_zeros() as usize;
            left &= left - 1;
            match self.below.follow(node, action, self.seeds) {
                After::Worth(value) => best = best.max(value),
                After::SameLayer(step) => {
                    let rank = self.order.rank(self.below.game().pits_of(step.node.board));
                    open.words.push(if step.passed { rank | PASSED } else { rank });
                }
            }
            if best == i16::from(self.most) {
                break;
            }
        }
        best
    }

    /// Takes the best of each list anew, and drops what cannot change any more. Gives the number
    /// of changes.
    fn round(&self, chunk: usize, open: &mut Open, run: &Run) -> u64 {
        if run.stopped() {
            return 0;
        }
        let first = (chunk * CHUNK) as u32;
        let (mut changes, mut from, mut to) = (0, 0, 0);
        let words = &mut open.words;
        let before = open.positions;
        while from < words.len() {
            let head = Head::unpack(words[from]);
            let end = from + 1 + usize::from(head.successors);
            let mut value = head.best;
            for word in &words[from + 1..end] {
                let theirs = load(&self.values, word & !PASSED);
                value = value.max(if word & PASSED == 0 { theirs } else { -theirs });
            }
            let rank = first + u32::from(head.place);
            if value != load(&self.values, rank) {
                store(&self.values, rank, i16::from(value));
                changes += 1;
            }
            // A negative value falls, but not below what leads out of the layer.
            if value == self.most || value == -self.most || value < 0 && value == head.best {
                open.positions -= 1;
            } else {
                if from != to {
                    words.copy_within(from..end, to);
                }
                to += end - from;
            }
            from = end;
        }
        words.truncate(to);
        run.done.fetch_add(before - open.positions, Ordering::Relaxed);
        changes
    }
}
