//! The conditions that end a game, as a set.

use crate::rules::When;

/// Which conditions a game has.
#[derive(Clone, Copy, Debug)]
pub struct EndSet {
    bits: u32,
    /// Whether one of them is not [`EndSet::COMMON`].
    pub has_rare: bool,
}

impl EndSet {
    /// Those that most games have, and the one that is never met. The engine asks for each of them by
    /// a branch of its own, which the processor predicts; going through a list would jump through a
    /// table after every action.
    pub const COMMON: [When; 5] = [
        When::CannotMove,
        When::AboveHalf,
        When::EitherEmpty,
        When::MoverEmpty,
        When::NobodyCanMove,
    ];

    /// The set of these conditions.
    #[must_use]
    pub fn new(ends: &[When]) -> Self {
        Self {
            bits: ends.iter().fold(0, |bits, when| bits | 1 << *when as u32),
            has_rare: ends.iter().any(|when| !Self::COMMON.contains(when)),
        }
    }

    /// Whether the game has this condition.
    #[inline]
    #[must_use]
    pub fn has(self, when: When) -> bool {
        self.bits >> when as u32 & 1 == 1
    }
}
