//! What is asked of the solvers, and what they answer.

use std::time::Duration;

use super::Bounds;
use super::kept::{Keep, KeptError, Spent};
use crate::memory::OutOfMemory;
use crate::tree::Goal;

/// What is wanted, and at what cost.
#[derive(Clone, Debug)]
pub struct Request {
    /// Whether the value of every action is wanted.
    pub actions: bool,
    /// Only whether the final value is at least this is wanted, if the answer costs less so.
    pub at_least: Option<i16>,
    /// The longest time it may take.
    pub time: Option<Duration>,
    /// The most positions that may be looked at.
    pub nodes: Option<u64>,
    /// Bytes of memory that may be used.
    pub memory: usize,
    /// Where to keep what is found, and to go on from.
    pub keep: Option<Keep>,
}

impl Default for Request {
    /// The value and no more, with 1 GB of memory.
    fn default() -> Self {
        let (actions, at_least, time, nodes, keep) = (false, None, None, None, None);
        Self { actions, at_least, time, nodes, memory: 1 << 30, keep }
    }
}

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Proof search, with endgame tables for what has few seeds.
    Proof,
    /// Endgame tables that reach the position itself.
    Tables,
    /// Retrograde analysis of all positions within reach.
    Graph,
    /// Deeper and deeper search between static bounds.
    Deepening,
}

impl Method {
    /// The name used in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Proof => "proof",
            Self::Tables => "tables",
            Self::Graph => "graph",
            Self::Deepening => "deepening",
        }
    }
}

/// What is proven of a position; all values are final ones, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What the values are values of: margin or result.
    pub goal: Goal,
    /// The value lies between these; they are equal when it is known.
    pub bounds: Bounds,
    /// The same for every legal action, if asked for.
    pub actions: Option<Vec<(usize, Bounds)>>,
    /// A line of best play, as far as it is known. In a game with cycles it stops where play would
    /// go round for ever.
    pub line: Vec<usize>,
    /// Positions looked at.
    pub nodes: u64,
    /// How it was found.
    pub method: Method,
    /// What earlier calls have cost from which this one went on.
    pub earlier: Spent,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The caller said stop.
    #[error("stopped")]
    Stopped,
    /// The game is over.
    #[error("the game is over: its outcome is known")]
    Over,
    /// The game or the position is beyond the solvers.
    #[error("{0}")]
    Refused(String),
    /// The system does not give the memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// Something is wrong with the file of the search.
    #[error(transparent)]
    Kept(#[from] KeptError),
}
