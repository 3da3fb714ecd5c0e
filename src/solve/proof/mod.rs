//! Proof search: the exact value of a position of a game of two rows without cycles.
//!
//! Questions "is at least so much still to come?" narrow the value down (MTD(f)). Each is asked to
//! greater and greater depth, which orders the actions; a bound that no guess has entered is proven
//! and holds for good. All threads work at one question and share what they find.

mod lines;
mod memory;
mod pages;
mod search;

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

pub use memory::{MOST_SEEDS, Memory};
pub use search::{Endgames, Found};

pub use super::bounds::Bounds;
use super::limits::{Limits, Stopped};
use crate::plan::Plan;
use crate::rules::{CaptureTo, FinalCount};
use crate::search::two_rows::Node;
use crate::search::{Goal, TwoRows};
use memory::PROVEN;
use search::Searcher;

/// A game being solved: what is known is kept from question to question.
pub struct Proof<'a, E> {
    game: &'a TwoRows,
    memory: &'a Memory,
    endgames: &'a E,
    limits: &'a Limits<'a>,
    parity: bool,
}

impl Bounds {
    /// The widest bounds of what is still to come.
    #[must_use]
    pub fn widest(game: &TwoRows, node: &Node) -> Self {
        let stake = match game.goal() {
            Goal::Result => 1,
            _ => game.seeds_in_pits(node.board) as i16,
        };
        Self { lower: -stake, upper: stake }
    }

    fn narrow(&mut self, beta: i16, value: i16) {
        if value >= beta {
            self.lower = self.lower.max(value);
        } else {
            self.upper = self.upper.min(value);
        }
    }
}

/// Whether every seed ends in a store, so that a value has the parity of the seeds in the pits.
fn keeps_parity(plan: &Plan, goal: Goal) -> bool {
    let removes = plan.captures.iter().any(|rule| rule.to == CaptureTo::Removed);
    goal == Goal::Margin && plan.final_count != FinalCount::Home && !removes
}

impl<'a, E: Endgames> Proof<'a, E> {
    /// A search that goes on from what is in `memory`.
    pub fn new(
        game: &'a TwoRows,
        memory: &'a Memory,
        endgames: &'a E,
        limits: &'a Limits<'a>,
    ) -> Self {
        Self { memory, parity: keeps_parity(game.plan(), game.goal()), game, endgames, limits }
    }

    /// Narrows down what is still to come as far as the limits allow: all that `known` says is
    /// proven when this returns.
    ///
    /// # Errors
    /// When it was time to stop; `known` holds what is proven until then.
    pub fn narrow(&self, node: &Node, known: &mut Bounds) -> Result<(), Stopped> {
        let mut guess = 0;
        for depth in (4..=MOST_GUESSED).step_by(4).chain([PROVEN]) {
            if known.is_open() {
                guess = self.narrow_to_depth(node, depth, guess, known)?;
            }
        }
        Ok(())
    }

    /// The value of a search of some depth, beginning with a guess. Proven bounds go to `known`.
    fn narrow_to_depth(
        &self,
        node: &Node,
        depth: u8,
        guess: i16,
        known: &mut Bounds,
    ) -> Result<i16, Stopped> {
        let mut bounds = *known;
        let mut value = guess.clamp(bounds.lower, bounds.upper);
        while bounds.is_open() && known.is_open() {
            let beta = if value == bounds.lower { value + 1 } else { value };
            let found = self.ask(node, beta, depth)?;
            bounds.narrow(beta, found.value);
            if found.proven {
                known.narrow(beta, found.value);
            }
            value = found.value.clamp(known.lower, known.upper);
        }
        Ok(value)
    }

    /// One question, asked by all threads at once; the first answer counts.
    fn ask(&self, node: &Node, beta: i16, depth: u8) -> Result<Found, Stopped> {
        let answered = AtomicBool::new(false);
        let answer = Mutex::new(Err(Stopped));
        let ask = |number: u32| {
            let mut searcher = Searcher {
                game: self.game,
                memory: self.memory,
                endgames: self.endgames,
                limits: self.limits,
                number,
                parity: self.parity,
                nodes: 0,
                reported: 0,
                answered: &answered,
            };
            let found = searcher.test(node, beta, depth);
            let _ = self.limits.count(searcher.nodes - searcher.reported);
            if found.is_ok() && !answered.swap(true, Ordering::Relaxed) {
                *answer.lock().unwrap_or_else(PoisonError::into_inner) = found;
            }
        };
        let threads = SEARCHERS.min(rayon::current_num_threads() as u32);
        rayon::scope(|scope| {
            for number in 1..threads {
                let ask = &ask;
                scope.spawn(move |_| ask(number));
            }
            ask(0);
        });
        answer.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Threads that ask one question together. More find more to look at than they save: Kalah(6, 4)
/// takes 93 s with two and 63 s with one.
const SEARCHERS: u32 = 1;
/// Depth up to which searches guess; the next one goes to the end of the game.
const MOST_GUESSED: u8 = 24;
