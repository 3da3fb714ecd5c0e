//! One question to a tree: is what is still to come worth at least `beta`?
//!
//! Memory is slow and a search reads it at random, so each thread has several walkers: while what
//! one has asked for is on its way, the others walk on.

use std::sync::OnceLock;

use rayon::prelude::*;

use super::Proof;
use super::memory::NO_ACTION;
use super::question::{Child, Found, Question, Way};
use super::walker::Walker;
use crate::solve::budget::Halt;
use crate::solve::tables::Seat;
use crate::tree::two_rows::Node;
use crate::tree::{Board, Game, Goal};

/// Walkers of a thread. More of them get in each other's way: they look into more of the same
/// positions than they save in waiting.
const WALKERS: usize = 2;
/// Searches of less depth than this are too short to tell others of.
const LEAST_DEPTH: u8 = 4;
/// So are those from positions with less seeds than this beyond the tables.
const MORE_SEEDS: u32 = 4;

/// The pits of a position and their place in the memory.
#[derive(Clone, Copy)]
pub struct Spot {
    pub pits: Board,
    pub place: usize,
}

/// What is known of a position.
pub enum Lookup {
    Answered(Found),
    /// The question as it can be met, and the best action if one is remembered.
    Open(Question, u8),
}

impl<'a> Proof<'a> {
    /// Answers a question.
    ///
    /// # Errors
    /// When it is time to stop; nothing wrong is kept.
    pub(super) fn ask(&self, node: &Node, question: Question) -> Result<Found, Halt> {
        let spot = self.spot(node);
        if let Lookup::Answered(found) = self.look_at(spot, question) {
            return Ok(found);
        }
        self.budget.spend(0)?;
        let long = self.is_long(spot.pits, question);
        let threads = if long { rayon::current_num_threads() } else { 1 };
        let answer = OnceLock::new();
        let done = (0..threads)
            .into_par_iter()
            .with_max_len(1)
            .try_for_each(|_| self.work(node, question, &answer));
        // Whoever came to a limit when another had the answer has lost nothing.
        answer.get().copied().ok_or_else(|| done.expect_err("nobody stops without an answer"))
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
            walker.abandon();
        }
        done
    }

    /// Whether to look into a position takes so long that others should know of it.
    #[inline]
    pub(super) fn is_long(&self, pits: Board, question: Question) -> bool {
        let seeds = self.game.seeds_in_pits(pits);
        question.depth >= LEAST_DEPTH && seeds >= self.endgames.next_seeds() + MORE_SEEDS
    }

    pub(super) fn spot(&self, node: &Node) -> Spot {
        let pits = self.game.pits_of(node.board);
        Spot { pits, place: self.memory.place(pits) }
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn look_at(&self, spot: Spot, question: Question) -> Lookup {
        let Question { beta, depth } = question;
        let stake = self.stake(spot.pits);
        if beta > stake {
            return Lookup::Answered(Found { value: stake, proven: true });
        }
        if beta <= -stake {
            return Lookup::Answered(Found { value: -stake, proven: true });
        }
        // Of two values of one parity only one can be met.
        let beta = if self.parity && (beta ^ stake) & 1 == 1 { beta + 1 } else { beta };
        let known = self.memory.get_at(spot.place, spot.pits);
        if let Some(found) = known.and_then(|known| known.answers(beta, depth)) {
            return Lookup::Answered(found);
        }
        if depth == 0 {
            return Lookup::Answered(Found { value: self.guess(spot.pits), proven: false });
        }
        Lookup::Open(Question { beta, depth }, known.map_or(NO_ACTION, |known| known.best))
    }

    /// The position after an action, with what the tables know of it.
    pub(super) fn child(&self, node: &Node, action: u8) -> Child<'a> {
        let (child, seat) = self.play(node, action, self.game.margin(node));
        Child { kept: seat.map(Seat::value), ..child }
    }

    /// The position after an action, and its seat in the tables if it has one. They are not looked
    /// at yet: looking at a single one takes as long as playing it.
    #[inline(always)]
    #[allow(clippy::inline_always)] // where it is not, children are copied once more
    pub(super) fn play(
        &self,
        node: &Node,
        action: u8,
        margin: i16,
    ) -> (Child<'a>, Option<Seat<'a>>) {
        let step = self.game.play(node, usize::from(action));
        let exact = step.end.map(|end| step.to_actor(end.value) - margin);
        let pits = self.game.pits_of(step.node.board);
        let gain = step.to_actor(self.game.margin(&step.node)) - margin;
        let seat = if exact.is_some() { None } else { self.endgames.seat(pits) };
        let known = exact.is_some() || seat.is_some();
        let child = Child {
            node: step.node,
            way: Way { action, passed: step.passed, gain },
            exact,
            kept: None,
            place: if known { 0 } else { self.memory.place(pits) },
            order: i32::MIN,
        };
        (child, seat)
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
