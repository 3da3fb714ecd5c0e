//! One question to a tree: is what is still to come worth at least so much?

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::memory::{Known, Memory, NO_ACTION, PROVEN};
use super::question::{Answer, Child, Found, Question};
use super::words::fetch;
use crate::search::two_rows::Node;
use crate::search::{Board, Game, Goal, TwoRows};
use crate::solve::Layers;
use crate::solve::budget::{BETWEEN_LOOKS, Budget, Halt};

/// Tells all searchers below a position that its answer is known.
#[derive(Debug, Default)]
pub struct Settled<'a> {
    here: AtomicBool,
    above: Option<&'a Self>,
}

impl Settled<'_> {
    fn is_set(&self) -> bool {
        self.here.load(Ordering::Relaxed) || self.above.is_some_and(Settled::is_set)
    }
}

/// One thread of a search.
pub struct Searcher<'a> {
    pub game: &'a TwoRows,
    pub memory: &'a Memory,
    pub endgames: &'a Layers,
    pub budget: &'a Budget<'a>,
    /// Whether all values have the parity of the seeds in the pits.
    pub parity: bool,
    /// Positions looked at, and how many of them the budget know of.
    pub nodes: u64,
    pub reported: u64,
    /// Set when the answer is no longer needed.
    pub settled: &'a Settled<'a>,
}

/// Searches of less depth than this are not worth sharing out.
const LEAST_SHARED: u8 = 8;
/// Most actions of a position: 14 pits in two directions.
const MOST: usize = 28;

impl<'a> Searcher<'a> {
    /// How much is still at stake: what is to come lies between this and its negative.
    #[inline]
    fn stake(&self, board: Board) -> i16 {
        if self.game.goal() == Goal::Result { 1 } else { self.game.seeds_in_pits(board) as i16 }
    }

    /// Answers a question.
    ///
    /// # Errors
    /// When it is time to stop; nothing wrong is kept.
    pub fn test(&mut self, node: &Node, question: Question) -> Result<Found, Halt> {
        let Question { beta, depth, .. } = question;
        let pits = self.game.pits_of(node.board);
        let stake = self.stake(pits);
        if beta > stake {
            return Ok(Found { value: stake, proven: true });
        }
        if beta <= -stake {
            return Ok(Found { value: -stake, proven: true });
        }
        // Of two values of one parity only one can be met.
        let beta = if self.parity && (beta ^ stake) & 1 == 1 { beta + 1 } else { beta };
        let known = self.memory.get(pits);
        let mut best = NO_ACTION;
        if let Some(known) = known {
            best = known.best;
            if known.depth >= depth {
                let proven = known.depth == PROVEN;
                if known.lower >= beta {
                    return Ok(Found { value: known.lower, proven });
                }
                if known.upper < beta {
                    return Ok(Found { value: known.upper, proven });
                }
            }
        }
        if self.nodes - self.reported >= BETWEEN_LOOKS {
            self.report()?;
        }
        if depth == 0 {
            return Ok(Found { value: self.guess(pits), proven: false });
        }
        self.look_deeper(node, pits, Question { beta, ..question }, best)
    }

    /// What may still be to come: nothing, or what comes nearest to it.
    #[inline]
    fn guess(&self, pits: Board) -> i16 {
        if self.parity { self.stake(pits) & 1 } else { 0 }
    }

    fn look_deeper(
        &mut self,
        node: &Node,
        pits: Board,
        question: Question,
        best: u8,
    ) -> Result<Found, Halt> {
        let before = self.nodes;
        let mut children = [const { None }; MOST];
        let (count, mut found) = self.expand(node, question, best, &mut children);
        let action;
        if let Some((child, value, proven)) = found.cut {
            found.value = value;
            found.proven = proven;
            action = Some(child);
        } else {
            let children = &mut children[..count];
            children.sort_unstable_by_key(|child| child.map_or(0, |child| -child.order));
            // The first action answers most questions that any action answers; where it does not,
            // all the others are likely to be looked at, in whatever order.
            let alone =
                if question.shared > 0 && question.depth >= LEAST_SHARED { 1 } else { count };
            let (first, others) = children.split_at(alone);
            let best = self.in_turn(first, question, &mut found)?;
            let better = if found.value < question.beta && !others.is_empty() {
                self.together(others, question, &mut found)?
            } else {
                None
            };
            action = better.or(best);
        }
        let action = action.unwrap_or(NO_ACTION);
        self.keep(pits, question, found.as_found(), action, self.nodes - before);
        Ok(found.as_found())
    }

    /// Looks at actions one after the other until one is worth `beta`; the best so far.
    fn in_turn(
        &mut self,
        children: &[Option<Child<'a>>],
        question: Question,
        found: &mut Answer,
    ) -> Result<Option<u8>, Halt> {
        let mut best = None;
        for child in children.iter().flatten() {
            let reply = self.value_of(child, question)?;
            if found.add(reply, question.beta) {
                best = Some(child.action);
            }
            if reply.value >= question.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Looks at actions on all threads; when one is worth `beta` the others stop. The best of them
    /// if it is at least as good as what was found before.
    fn together(
        &mut self,
        children: &[Option<Child<'a>>],
        question: Question,
        found: &mut Answer,
    ) -> Result<Option<u8>, Halt> {
        self.report()?; // while it waits here others count on
        let settled = Settled { here: AtomicBool::new(false), above: Some(self.settled) };
        let answers = |reply: Found| reply.value >= question.beta;
        let replies: Vec<_> = children
            .par_iter()
            .with_max_len(1)
            .flatten()
            .map(|child| {
                let mut searcher = Searcher { settled: &settled, nodes: 0, reported: 0, ..*self };
                let reply = searcher.report().and_then(|()| searcher.value_of(child, question));
                if reply.is_ok_and(answers) {
                    settled.here.store(true, Ordering::Relaxed);
                }
                let _ = self.budget.spend(searcher.nodes - searcher.reported);
                (child.action, reply, searcher.nodes)
            })
            .collect();
        // They have handed their counts in themselves.
        let nodes: u64 = replies.iter().map(|(_, _, nodes)| nodes).sum();
        self.nodes += nodes;
        self.reported += nodes;
        let answer = replies.iter().find(|(_, reply, _)| reply.is_ok_and(answers));
        if let Some((action, Ok(reply), _)) = answer {
            found.add(*reply, question.beta);
            return Ok(Some(*action));
        }
        self.budget.spend(0)?;
        let mut best = None;
        for (action, reply, _) in replies {
            if found.add(reply?, question.beta) {
                best = Some(action);
            }
        }
        Ok(best)
    }

    /// What an action is worth to the actor.
    fn value_of(&mut self, child: &Child<'a>, question: Question) -> Result<Found, Halt> {
        if let Some(value) = child.exact {
            return Ok(Found { value, proven: true });
        }
        let found = self.test(&child.node, question.after(child))?;
        let value = child.gain + if child.passed { -found.value } else { found.value };
        Ok(Found { value, ..found })
    }

    /// Plays all actions and looks whether what is known of one of them answers the question.
    #[inline]
    fn expand(
        &mut self,
        node: &Node,
        question: Question,
        best: u8,
        children: &mut [Option<Child<'a>>; MOST],
    ) -> (usize, Answer) {
        let mut count = 0;
        let margin = self.game.margin(node);
        let mut legal = node.legal;
        while legal != 0 {
            let action = legal.trailing_zeros();
            legal &= legal - 1;
            children[count] = Some(self.child(node, action as usize, margin));
            count += 1;
        }
        self.nodes += count as u64;
        // All that will be looked up is asked for at once, so that it comes together: each request
        // that waits for its page to be found holds up all work that comes after it.
        for child in children[..count].iter().flatten() {
            self.ask_for(child);
        }
        let mut answer = Answer::default();
        for child in children[..count].iter_mut().flatten() {
            if let Some((lower, proven)) = self.look_up(child, question)
                && lower >= question.beta
            {
                answer.cut = Some((child.action, lower, proven));
                break;
            }
            if child.action == best {
                child.order = i32::MAX;
            }
        }
        (count, answer)
    }

    /// Asks for what is known of a child.
    #[inline]
    fn ask_for(&self, child: &Child) {
        match child.kept {
            Some(value) => fetch(value),
            None if child.exact.is_none() => self.memory.fetch(child.place),
            None => (),
        }
    }

    #[inline]
    fn child(&self, node: &Node, action: usize, margin: i16) -> Child<'a> {
        let step = self.game.play(node, action);
        let sign = |value: i16| if step.passed { -value } else { value };
        let after = sign(self.game.margin(&step.node));
        let exact = step.end.map(|end| sign(end.value) - margin);
        let pits = self.game.pits_of(step.node.board);
        let kept = if exact.is_some() { None } else { self.endgames.find(pits) };
        Child {
            node: step.node,
            action: action as u8,
            passed: step.passed,
            gain: after - margin,
            exact,
            kept,
            place: self.memory.place(pits),
            order: 0,
        }
    }

    /// What is known of a child: a value that the actor is sure of, and whether it is proven.
    #[inline]
    fn look_up(&self, child: &mut Child, question: Question) -> Option<(i16, bool)> {
        child.exact = child.value();
        if let Some(value) = child.exact {
            child.order = 256 * i32::from(value) + 128;
            return Some((value, true));
        }
        child.order = child.promise();
        let known = self.memory.get_at(child.place, self.game.pits_of(child.node.board))?;
        let deep = known.depth >= question.depth_after(child);
        let lower = child.gain + if child.passed { -known.upper } else { known.lower };
        deep.then_some((lower, known.depth == PROVEN))
    }

    /// Keeps what was found of a position.
    fn keep(&mut self, pits: Board, question: Question, found: Found, best: u8, nodes: u64) {
        let depth = if found.proven { PROVEN } else { question.depth };
        let stake = self.stake(pits);
        let (mut lower, mut upper) = (-stake, stake);
        let mut action = best;
        if let Some(old) = self.memory.get(pits) {
            if old.depth == PROVEN && depth < PROVEN {
                return;
            }
            if old.depth == depth {
                (lower, upper) = (old.lower, old.upper);
            }
            if action == NO_ACTION {
                action = old.best;
            }
        }
        if found.value >= question.beta {
            lower = lower.max(found.value);
        } else {
            upper = upper.min(found.value);
        }
        let effort = (64 - nodes.leading_zeros()).min(31) as u8;
        self.memory.put(pits, Known { lower, upper, best: action, depth, effort });
    }

    /// Hands the count of positions in.
    ///
    /// # Errors
    /// When it is time to stop.
    pub fn report(&mut self) -> Result<(), Halt> {
        let nodes = self.nodes - self.reported;
        self.reported = self.nodes;
        self.budget.spend(nodes)?;
        if self.settled.is_set() { Err(Halt::Stopped) } else { Ok(()) }
    }
}
