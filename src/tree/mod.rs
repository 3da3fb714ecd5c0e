//! Games as trees: what alpha-beta, the solvers and the endgame tables have in common.
//!
//! A [`Game`] says what is legal in a position, what an action leads to, who decides next and what
//! an end is worth; the searches themselves are elsewhere. Any game is a tree through the reference
//! engine ([`mod@reference`]); most games of two rows also as sixteen bytes ([`two_rows`]), a hundred
//! times as fast. The property tests compare the two.

mod goal;
mod outlook;
pub mod reference;
pub mod two_rows;

pub use goal::{Goal, WIN};
pub use outlook::Outlook;
pub use reference::Reference;
pub use two_rows::{Board, TwoRows};

use crate::outcome::Reason;

/// What an action leads to.
#[derive(Clone, Debug)]
pub struct Step<N> {
    /// The position after it, seen by the player who decides next.
    pub node: N,
    /// Whether that is the other player. (Players do not simply alternate: extra turns, turns of
    /// two parts and skips are normal.)
    pub passed: bool,
    /// If the game is over: what it is worth to the player whose view [`Step::node`] takes.
    pub end: Option<Final>,
}

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Final {
    /// Its value.
    pub value: i16,
    /// Why it is over.
    pub reason: Reason,
}

impl<N> Step<N> {
    /// A value of [`Step::node`] as the player sees it who acted.
    #[inline]
    pub fn to_actor(&self, value: i16) -> i16 {
        if self.passed { -value } else { value }
    }
}

/// A game as a tree: every value is that of the player to move.
pub trait Game: Sync {
    /// A position in which somebody is to move.
    type Node: Clone + Send + Sync;

    /// The legal actions, one bit each; never none.
    fn legal(&self, node: &Self::Node) -> u64;

    /// Plays a legal action.
    fn play(&self, node: &Self::Node, action: usize) -> Step<Self::Node>;

    /// How far the player to move is ahead as the scores stand.
    fn margin(&self, node: &Self::Node) -> i16;

    /// Values between which the game must end.
    fn bounds(&self, node: &Self::Node) -> (i16, i16);

    /// A number for a position. Positions of the same number differ at most by scores, which then
    /// have no influence on play: what still follows is worth the same, margin apart.
    fn key(&self, node: &Self::Node) -> u64;
}
