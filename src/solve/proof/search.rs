//! One question to a tree: is what is still to come worth at least so much?
//!
//! Memory is slow and a search reads it at random, so each thread has several walkers: while what
//! one has asked for is on its way, the others walk on.

use std::sync::OnceLock;

use rayon::prelude::*;

use super::Proof;
use super::question::{Child, Found, Question, Way};
use super::walker::Walker;
use crate::search::two_rows::Node;
use crate::search::{Board, Game, Goal};
use crate::solve::budget::Halt;

/// Walkers of a thread. More of them get in each other's way: they look into more of the same
/// positions than they save in waiting.
const WALKERS: usize = 2;
/// Searches of less depth than this are not worth sharing out.
const LEAST_SHARED: u8 = 4;
/// Seeds beyond the tables from which on a position is worth sharing out.
const MORE_SEEDS: u32 = 4;

impl<'a> Proof<'a> {
    /// Answers a question.
    ///
    /// # Errors
    /// When it is time to stop; nothing wrong is kept.
    pub(super) fn ask(&self, node: &Node, question: Question) -> Result<Found, Halt> {
        if let Some(found) = Walker::new(self).begin(node, question) {
            return Ok(found);
        }
        let answer = OnceLock::new();
        (0..rayon::current_num_threads())
            .into_par_iter()
            .with_max_len(1)
            .try_for_each(|_| self.work(node, question, &answer))?;
        Ok(*answer.get().expect("somebody has answered"))
    }

    /// What a thread does until somebody has answered.
    fn work(&self, node: &Node, question: Question, answer: &OnceLock<Found>) -> Result<(), Halt> {
        let mut walkers: Vec<_> = (0..WALKERS).map(|_| Walker::new(self)).collect();
        for walker in &mut walkers {
            if let Some(found) = walker.begin(node, question) {
                let _ = answer.set(found);
            }
        }
        let done = walk(&mut walkers, answer);
        for walker in &mut walkers {
            walker.end();
        }
        done
    }

    /// Whether a position is worth sharing out.
    #[inline]
    pub(super) fn is_long(&self, pits: Board, question: Question) -> bool {
        let seeds = self.game.seeds_in_pits(pits);
        question.depth >= LEAST_SHARED && seeds >= self.endgames.next_seeds() + MORE_SEEDS
    }

    /// The position after an action.
    #[inline]
    pub(super) fn child(&self, node: &Node, action: u8, margin: i16) -> Child<'a> {
        let step = self.game.play(node, usize::from(action));
        let sign = |value: i16| if step.passed { -value } else { value };
        let exact = step.end.map(|end| sign(end.value) - margin);
        let pits = self.game.pits_of(step.node.board);
        let gain = sign(self.game.margin(&step.node)) - margin;
        let kept = if exact.is_some() { None } else { self.endgames.find(pits) };
        let known = exact.is_some() || kept.is_some();
        Child {
            node: step.node,
            way: Way { action, passed: step.passed, gain },
            exact,
            kept,
            place: if known { 0 } else { self.memory.place(pits) },
            order: i32::MIN,
        }
    }

    /// How much is still at stake: what is to come lies between this and its negative.
    #[inline]
    pub(super) fn stake(&self, board: Board) -> i16 {
        if self.game.goal() == Goal::Result { 1 } else { self.game.seeds_in_pits(board) as i16 }
    }

    /// What may still be to come: nothing, or what comes nearest to it.
    #[inline]
    pub(super) fn guess(&self, pits: Board) -> i16 {
        if self.parity { self.stake(pits) & 1 } else { 0 }
    }
}

/// Lets the walkers walk in turn until somebody has answered.
fn walk(walkers: &mut [Walker], answer: &OnceLock<Found>) -> Result<(), Halt> {
    loop {
        for walker in &mut *walkers {
            if answer.get().is_some() {
                return Ok(());
            }
            if let Some(found) = walker.go_on()? {
                let _ = answer.set(found);
            }
        }
    }
}
