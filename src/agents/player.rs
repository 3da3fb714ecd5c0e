//! What a player is.

use crate::game::State;
use crate::random::GameKey;
use crate::run::Run;

/// Somebody who chooses actions.
pub trait Player {
    /// What a player carries from one choice to the next of the same game. It may be a place to
    /// work in as well, kept from game to game.
    type Memory: Default;
    /// What can go wrong while choosing.
    type Error;

    /// A game begins: what is remembered of another one is forgotten.
    fn begin(&self, _memory: &mut Self::Memory) {}

    /// The action chosen. All that is random in it comes from the key of the game and the number
    /// of this ply. `None` when it was told to stop by `run`, which a long choice looks at at least
    /// every few milliseconds.
    ///
    /// # Errors
    /// Whatever keeps the player from choosing.
    fn choose(
        &self,
        memory: &mut Self::Memory,
        state: &State,
        key: GameKey,
        ply: u32,
        run: &Run,
    ) -> Result<Option<i64>, Self::Error>;

    /// Whether a choice takes no longer than a few actions, so that many games make one task.
    fn is_quick(&self) -> bool {
        false
    }
}

/// The candidate that the random number of this ply falls on.
#[inline]
#[must_use]
pub fn pick(candidates: u64, key: GameKey, ply: u32) -> usize {
    let mut rest = candidates;
    for _ in 0..key.choose(ply, candidates.count_ones()) {
        rest &= rest - 1;
    }
    rest.trailing_zeros() as usize
}
