//! Games in lanes, with what is known of each besides its position.

use crate::batch::block::Block;
use crate::batch::board::Board;
use crate::batch::lane_plan::LanePlan;
use crate::batch::level::Level;
use crate::batch::rounds::counters::Counters;
use crate::batch::values::{Bytes, LANES};

/// The number of no game.
pub const NO_GAME: u64 = u64::MAX;

/// A block of games that run on independently.
#[derive(Debug)]
pub struct Games {
    pub block: Box<Block>,
    /// The boards before the actions, where they may have to be put back.
    pub before: Box<Board>,
    pub counters: Box<Counters>,
    /// The number of each game, or [`NO_GAME`].
    pub numbers: [u64; LANES],
    /// The side that started.
    pub starters: Bytes,
}

impl Games {
    /// No games, of rules with so many actions.
    #[must_use]
    pub fn new(actions: usize, level: Level) -> Self {
        Self {
            block: Block::empty(level),
            before: Box::new(Board::EMPTY),
            counters: Counters::new(actions),
            numbers: [NO_GAME; LANES],
            starters: Bytes::ZERO,
        }
    }

    /// All lanes wait for a game.
    pub fn clear(&mut self) {
        self.block.waits.begin_anew();
        self.block.hand = Bytes::ZERO;
        self.counters.clear();
        self.numbers = [NO_GAME; LANES];
    }

    /// What is in a lane changes places with what is in a lane of other games, but for what the lanes wait for.
    /// Counts must have been spilled.
    pub fn exchange(&mut self, lane_plan: &LanePlan, lane: usize, other: &mut Self, there: usize) {
        self.block.exchange(lane_plan, lane, &mut other.block, there);
        if lane_plan.takes_back {
            self.before.exchange(lane_plan, lane, &mut other.before, there);
        }
        self.counters.exchange(lane, &mut other.counters, there);
        std::mem::swap(&mut self.numbers[lane], &mut other.numbers[there]);
        std::mem::swap(&mut self.starters.0[lane], &mut other.starters.0[there]);
    }
}
