//! Games with cycles: rounds until nothing changes.
//!
//! Books are worked out one after the other ([`shape`](super::shape)). First, what every position leads to. What leads out of the layer is known; a position is worth
//! the best of that at least, and what leads to other positions of the book is kept as a list of
//! ranks in it. A position starts at 0, what never-ending play is worth, unless an action out of the
//! layer is worth more; if all lead out of the layer, it is known. Then rounds: each takes the best
//! anew wherever a successor has changed.
//!
//! Values only move away from 0: by induction over the updates, one that is positive rises with the
//! values it is made of, and one that is negative falls with all of them. So whatever the order of
//! the updates, and whoever makes them, they end at the same values: those that can be forced in so
//! many actions, and 0 where neither player can force more than that.

use std::sync::atomic::{AtomicI8, AtomicU64, Ordering};

use rayon::prelude::*;

use super::layers::{After, CHUNK, Layers, load, store};
use super::links::{PASSED, Predecessors, Successors};
use super::memory::LESS;
use super::rank::Order;
use super::values::fill;
use crate::memory::{OutOfMemory, room, some_left};
use crate::run::Run;
use crate::tree::Board;
use crate::tree::two_rows::{MOST_COLUMNS, Node};

/// No action leads out of the layer.
const NONE: i8 = i8::MIN;

/// Of a book.
struct Solver<'a> {
    below: &'a Layers,
    order: &'a Order,
    /// Its first rank.
    first: usize,
    seeds: u32,
    most: i8,
    values: &'a [AtomicI8],
}

/// Works out the values of the next layer. `None` when stopped, or if it is too large.
pub(super) fn solve(below: &Layers, order: &Order, values: &[AtomicI8], run: &Run) -> Option<()> {
    order.books().try_for_each(|book| {
        let first = book.start;
        solve_book(below, order, first, &values[book], run)
    })
}

fn solve_book(
    below: &Layers,
    order: &Order,
    first: usize,
    values: &[AtomicI8],
    run: &Run,
) -> Option<()> {
    if values.len() > PASSED as usize {
        return None;
    }
    let seeds = below.next_seeds();
    fill(values, 0);
    let solver = Solver { below, order, first, seeds, most: below.most(seeds) as i8, values };
    let chunks = 0..values.len().div_ceil(CHUNK);
    let lists: Vec<_> = chunks.into_par_iter().map(|chunk| solver.expand(chunk, run)).collect();
    if run.stopped() {
        return None;
    }
    let predecessors = &Predecessors::of(&lists, run)?;
    let words = room(lists.len() * (CHUNK / 64)).map_err(|lack| lack.less_by(LESS));
    let mut changed = run.given(words)?;
    changed.extend(lists.iter().flat_map(Successors::open).map(AtomicU64::new));
    let rounds = Rounds { values: solver.values, predecessors, changed };
    loop {
        let round = |(chunk, lists)| rounds.round(chunk, lists, run);
        let looked_at: u64 = lists.par_iter().enumerate().map(round).sum();
        if run.stopped() {
            return None;
        }
        if looked_at == 0 {
            break;
        }
    }
    let open = lists.iter().flat_map(Successors::open).map(|set| u64::from(set.count_ones()));
    run.done.fetch_add(open.sum(), Ordering::Relaxed);
    Some(())
}

impl Solver<'_> {
    /// What the positions of a chunk lead to, and their first values.
    fn expand(&self, chunk: usize, run: &Run) -> Successors {
        let mut lists = Successors::default();
        if run.stopped() || run.given(enough(some_left())).is_none() {
            return lists;
        }
        let len = CHUNK.min(self.values.len() - chunk * CHUNK);
        let first = chunk * CHUNK;
        let mut cursor = self.order.from(self.first + first);
        let mut closed = 0;
        for rank in first..first + len {
            let before = lists.len();
            if run.given(enough(lists.make_room(MOST_ACTIONS))).is_none() {
                break;
            }
            let value = self.position(cursor.board(), &mut lists);
            closed += u64::from(lists.len() == before);
            store(self.values, rank, value);
            cursor.advance();
        }
        lists.shrink();
        run.done.fetch_add(closed, Ordering::Relaxed);
        lists
    }

    /// The value of a position so far; its list is added.
    fn position(&self, board: Board, lists: &mut Successors) -> i16 {
        let game = self.below.game();
        let step = game.settle(board, false);
        if let Some(end) = step.end {
            lists.add(&[], NONE);
            return step.to_actor(end.value) - game.stored(board);
        }
        if step.passed {
            // The turn is skipped: one successor, the same board as the other player has it.
            lists.add(&[self.rank(step.node.board) | PASSED], NONE);
            return 0;
        }
        let mut found = Found::default();
        let best = self.node(&step.node, &mut found);
        if found.count == 0 || best == i16::from(self.most) {
            lists.add(&[], NONE);
            return best;
        }
        lists.add(&found.ranks[..found.count], best as i8);
        best.max(0)
    }

    /// The best that leads out of the layer, and the successors in it.
    fn node(&self, node: &Node, found: &mut Found) -> i16 {
        let mut best = i16::from(NONE);
        let mut left = node.legal;
        while left != 0 {
            let action = left.trailing_zeros() as usize;
            left &= left - 1;
            match self.below.follow(node.board, action, self.seeds) {
                After::Worth(value) => best = best.max(value),
                After::SameLayer { board, passed } => {
                    let rank = self.rank(board);
                    found.ranks[found.count] = if passed { rank | PASSED } else { rank };
                    found.count += 1;
                }
            }
            if best == i16::from(self.most) {
                break;
            }
        }
        best
    }

    /// The place in the book, which is below `PASSED`.
    fn rank(&self, board: Board) -> u32 {
        (self.order.rank(board) - self.first) as u32
    }
}

fn enough(room: Result<(), OutOfMemory>) -> Result<(), OutOfMemory> {
    room.map_err(|lack| lack.less_by(LESS))
}

const MOST_ACTIONS: usize = 4 * MOST_COLUMNS;

/// Successors of a position: at most as many as actions.
#[derive(Default)]
struct Found {
    ranks: [u32; MOST_ACTIONS],
    count: usize,
}

struct Rounds<'a> {
    values: &'a [AtomicI8],
    predecessors: &'a Predecessors,
    /// Positions to be looked at, one bit each.
    changed: Vec<AtomicU64>,
}

impl Rounds<'_> {
    /// Takes the best anew of the positions of a chunk of which a successor has changed. Gives
    /// their number.
    fn round(&self, chunk: usize, lists: &Successors, run: &Run) -> u64 {
        let mut looked_at = 0;
        if run.stopped() {
            return 0;
        }
        let words = CHUNK / 64;
        let sets = self.changed[chunk * words..].iter().take(words);
        for (word, set) in sets.enumerate() {
            if set.load(Ordering::Relaxed) == 0 {
                continue;
            }
            // Who has changed a successor says so after that. So either this sees the new value,
            // or the bit is set again.
            let mut left = set.swap(0, Ordering::Acquire);
            looked_at += u64::from(left.count_ones());
            while left != 0 {
                let place = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                self.look_at((chunk * CHUNK + place) as u32, lists, place);
            }
        }
        looked_at
    }

    #[inline]
    fn look_at(&self, rank: u32, lists: &Successors, place: usize) {
        let (successors, best) = lists.get(place);
        let value = successors.iter().fold(best, |value, successor| {
            let theirs = load(self.values, (successor & !PASSED) as usize);
            value.max(if successor & PASSED == 0 { theirs } else { -theirs })
        });
        if value != load(self.values, rank as usize) {
            store(self.values, rank as usize, i16::from(value));
            for predecessor in self.predecessors.get(rank) {
                let bit = 1 << (predecessor % 64);
                self.changed[predecessor as usize / 64].fetch_or(bit, Ordering::Release);
            }
        }
    }
}
