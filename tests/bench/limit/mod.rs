//! Limit kernels: each plays whole random games of one game with as little code as that takes, so that a reader
//! sees on any machine how near the lane engine comes to what its processor can do.
//!
//! A limit kernel knows one game, one start and random play; it counts who won and the plies. It draws the numbers
//! of the engine, so that it must play the same games.

pub mod columns;
pub mod kalah;

use mancalab::batch::Level;

/// What a kernel counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Games that South won, that North won, and drawn ones.
    pub results: [u64; 3],
    pub plies: u64,
}

/// A kernel compiled for the level; the processor must have it.
pub type Kernel = fn(Level, u64, u64) -> Answer;

/// The kernel of a game, if there is one.
pub fn of(game: &str) -> Option<Kernel> {
    (game == "kalah").then_some(kalah::play as Kernel)
}
