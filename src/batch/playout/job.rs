//! Games to be played out, and what is known of each when it is over.

use std::sync::Arc;

use crate::batch::lane_plan::LanePlan;
use crate::batch::level::Level;
use crate::batch::one_lane::Start;
use crate::batch::options::Chooser;
use crate::outcome::GameResult;
use crate::tally::Game;

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The rules.
    pub lane_plan: &'a Arc<LanePlan>,
    /// Start positions, taken in turn by game number. Never empty.
    pub starts: &'a [Start],
    /// Who sits with the side that starts, and who with the other.
    pub seats: [Chooser; 2],
    /// Random actions before the seats take over.
    pub random_plies: u32,
    /// The seed of the run.
    pub seed: u64,
    /// Whether the sequence of actions is wanted as a fingerprint.
    pub prints: bool,
    /// The vector width.
    pub level: Level,
}

/// One finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its number.
    pub game: u64,
    /// The side that started.
    pub starter: u8,
    /// The result.
    pub result: GameResult,
    /// The scores of South and North.
    pub scores: [u8; 2],
    /// Actions played.
    pub plies: u32,
    /// Rounds begun; 0 in a game that has none.
    pub rounds: u8,
    /// Sum over plies of the number of legal actions.
    pub choices: u32,
    /// Sum of the squares of the same.
    pub choices_squares: u64,
    /// Identifies the sequence of actions and its start position, if wanted.
    pub print: u64,
}

impl Finished {
    /// What a tally counts.
    #[must_use]
    pub fn counted(&self) -> Game {
        let Self { result, scores, plies, rounds, .. } = *self;
        Game { result, scores, plies, rounds }
    }
}

/// How the lanes were used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Laps of a whole block.
    pub rounds: u64,
    /// Laps of single lanes.
    pub laps: u64,
    /// Sowings that needed somebody to find out whether they ever end.
    pub long: u64,
    /// Times that all alternatives of a block were tried.
    pub trials: u64,
    /// Trials among them whose sowings needed somebody to find out whether they ever end.
    pub long_trials: u64,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.rounds += other.rounds;
        self.laps += other.laps;
        self.long += other.long;
        self.trials += other.trials;
        self.long_trials += other.long_trials;
    }
}
