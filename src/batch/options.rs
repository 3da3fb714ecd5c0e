//! How games are run: who chooses, what becomes of a game that is over, what it pays.

use std::sync::Arc;

use super::level::Level;
use super::one_lane::Start;

/// Who chooses the actions of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// Any legal action, all equally likely.
    Random,
    /// The greatest margin after the action, ties at random.
    Greedy,
}

/// What becomes of a game that is over, as Gymnasium names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// Its lane shows the next game at once.
    SameStep,
    /// Its lane shows the end; the next step begins the next game there.
    NextStep,
    /// Its lane shows the end until it is reset.
    Disabled,
}

/// What the end of a game pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewards {
    /// 1 for a win, -1 for a loss, 0 for all else.
    Result,
    /// The margin over all seeds.
    Margin,
}

/// How a batch is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The seed of the run.
    pub seed: u64,
    /// What becomes of games that are over.
    pub autoreset: Autoreset,
    /// What the end of a game pays.
    pub rewards: Rewards,
    /// Start positions, taken in turn by game number. Never empty.
    pub starts: Arc<[Start]>,
    /// The vector width.
    pub level: Level,
}
