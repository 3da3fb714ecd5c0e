//! A question to a position, what is known of its actions, and the answer.

use super::memory::{NO_ACTION, PROVEN};
use crate::tree::two_rows::Node;

/// Whether at least `beta` is still to come for the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// What is asked for.
    pub beta: i16,
    /// What lies deeper is guessed.
    pub depth: u8,
}

/// How a position was come to.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub action: u8,
    /// Whether the other player is to move after it.
    pub passed: bool,
    /// What the action itself gained.
    pub gain: i16,
}

impl Way {
    /// A value of the position as the actor sees it, with what the action gained.
    #[inline]
    pub fn value(self, value: i16) -> i16 {
        self.gain + if self.passed { -value } else { value }
    }

    /// The other way round: an actor's value as the player to move after it sees it.
    #[inline]
    pub fn after(self, value: i16) -> i16 {
        let left = value - self.gain;
        if self.passed { -left } else { left }
    }
}

impl Question {
    /// What has to be asked after an action to answer this. Extra turns do not count as depth, so
    /// that a turn is looked at as a whole.
    #[inline]
    pub fn after(self, way: Way) -> Self {
        let left = self.beta - way.gain;
        Self {
            // The other has at most -left exactly if they do not have 1 - left.
            beta: if way.passed { 1 - left } else { left },
            depth: self.depth - u8::from(way.passed && self.depth < PROVEN),
        }
    }
}

/// A bound of what is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// At least this if it reaches the question's value, else at most this.
    pub value: i16,
    /// Whether it holds whatever the depth: no leaf of the search was a guess.
    pub proven: bool,
}

/// The position after an action.
#[derive(Clone, Copy)]
pub struct Child<'a> {
    pub node: Node,
    pub way: Way,
    /// What it is worth to the actor, where the game is over.
    pub exact: Option<i16>,
    /// Where its value stands in the tables, seen by the player to move there.
    pub kept: Option<&'a i8>,
    /// Where it stands in the memory; 0 where its value is known.
    pub place: usize,
    /// The greater the sooner it is looked at; least where its value is known.
    pub order: i32,
}

impl Child<'_> {
    /// What it is worth to the actor, where the game is over or the tables tell.
    #[inline]
    pub fn value(&self) -> Option<i16> {
        self.exact.or_else(|| self.kept.map(|value| self.way.value(i16::from(*value))))
    }

    /// How good an action looks: what it gains, an extra turn or the actions that it leaves to the
    /// other, the actor's seeds after it, and a pit near the store. (By the
    /// other's actions and the actor's seeds Kalah(6,3) and (5,4) need a quarter fewer positions;
    /// bounds of shallower searches order worse.)
    #[inline]
    pub fn promise(&self) -> i32 {
        let Node { board, legal } = self.node;
        let Way { action, passed, gain } = self.way;
        let (board, turn) = if passed {
            (board.turned(), -128 * legal.count_ones().cast_signed())
        } else {
            (board, 512)
        };
        let seeds = board.own_seeds().cast_signed();
        256 * i32::from(gain) + turn + 8 * seeds + 32 * i32::from(action)
    }
}

/// The best of what was found so far.
pub struct Answer {
    pub value: i16,
    pub proven: bool,
    /// The action that is worth `value`.
    pub action: u8,
}

impl Default for Answer {
    fn default() -> Self {
        Self { value: i16::MIN, proven: true, action: NO_ACTION }
    }
}

impl Answer {
    /// Adds what an action is worth. An answer to the question is proven by itself, the lack of one
    /// by all actions together.
    #[inline]
    pub fn add(&mut self, action: u8, found: Found, beta: i16) {
        if found.value >= self.value {
            self.action = action;
        }
        self.value = self.value.max(found.value);
        self.proven = found.proven && (self.proven || found.value >= beta);
    }

    pub fn as_found(&self) -> Found {
        Found { value: self.value, proven: self.proven }
    }
}
