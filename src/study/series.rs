//! Series for studies: rounds of one game, or of two with the seats swapped, with what intervals
//! need: joint results and sums of squares over rounds.

use serde::{Deserialize, Serialize};

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::games::{Finished, MatchError, Seated, chunk_of, in_chunks, play_game};
use super::{Distinct, Opening, Run};
use crate::agents::Player;
use crate::outcome::GameResult;
use crate::random::GameKey;
use crate::tally::Tally;

/// Sums over rounds; the values of the two games of a swapped round are added up first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// Plies.
    pub plies: u64,
    /// Plies squared.
    pub plies2: u64,
    /// Legal actions over all plies.
    pub choices: u64,
    /// The same squared.
    pub choices2: u128,
    /// Plies times legal actions.
    pub plies_choices: u128,
    /// Rounds in which every game was won, lost or drawn; the margins are theirs.
    pub margin_rounds: u64,
    /// Score of the side that started minus the other's.
    pub margin: i64,
    /// The same squared.
    pub margin2: u64,
}

/// The games of a series.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// Rounds played.
    pub rounds: u64,
    /// Whether each round was played again with the seats swapped.
    pub swapped: bool,
    /// All games.
    pub tally: Tally,
    /// Games by outcome for the side that started: won, lost, drawn, void, truncated.
    pub outcomes: [u64; 5],
    /// Rounds by the outcomes of their two games (swapped series only).
    pub joint: [[u64; 5]; 5],
    /// Sums over rounds.
    pub moments: Moments,
    /// The distinct games, counted by their fingerprints.
    pub distinct: Distinct,
}

impl Series {
    /// Adds another series of the same kind.
    pub fn merge(&mut self, other: Self) {
        self.rounds += other.rounds;
        self.swapped |= other.swapped;
        self.tally += &other.tally;
        for (mine, theirs) in self.outcomes.iter_mut().zip(other.outcomes) {
            *mine += theirs;
        }
        for (mine, theirs) in self.joint.iter_mut().flatten().zip(other.joint.iter().flatten()) {
            *mine += theirs;
        }
        self.moments.merge(&other.moments);
        self.distinct.merge(other.distinct);
    }

    /// The number of distinct games: an estimate beyond 2^18, but never more than were played.
    #[must_use]
    pub fn distinct_games(&self) -> u64 {
        self.distinct.count().min(self.tally.games)
    }

    /// Counts a round by its game, or by its two games; not their fingerprints, nor the tally.
    #[inline]
    pub(super) fn add_round(&mut self, first: Seen, second: Option<Seen>) {
        self.rounds += 1;
        self.outcomes[usize::from(first.outcome)] += 1;
        let Some(second) = second else {
            self.moments.add(first);
            return;
        };
        self.outcomes[usize::from(second.outcome)] += 1;
        self.joint[usize::from(first.outcome)][usize::from(second.outcome)] += 1;
        self.moments.add(Seen {
            plies: first.plies + second.plies,
            choices: first.choices + second.choices,
            margin: first.margin.zip(second.margin).map(|(first, second)| first + second),
            outcome: first.outcome,
        });
    }
}

/// What a round adds up, of one of its games or of both.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    plies: u64,
    choices: u64,
    /// Score of the side that started minus the other's, of games won, lost or drawn.
    margin: Option<i64>,
    /// Won, lost, drawn, void or truncated, for the side that started.
    outcome: u8,
}

impl From<&Finished> for Seen {
    #[inline]
    fn from(game: &Finished) -> Self {
        let margin =
            i64::from(game.scores[game.starter]) - i64::from(game.scores[1 - game.starter]);
        Self {
            plies: u64::from(game.plies),
            choices: game.choices,
            margin: game.result.is_scored().then_some(margin),
            outcome: match game.result {
                GameResult::South | GameResult::North => {
                    u8::from(game.result.winner() != Some(game.starter))
                }
                other => other as u8,
            },
        }
    }
}

impl Moments {
    fn merge(&mut self, other: &Self) {
        self.plies += other.plies;
        self.plies2 += other.plies2;
        self.choices += other.choices;
        self.choices2 += other.choices2;
        self.plies_choices += other.plies_choices;
        self.margin_rounds += other.margin_rounds;
        self.margin += other.margin;
        self.margin2 += other.margin2;
    }

    #[inline]
    fn add(&mut self, round: Seen) {
        let Seen { plies, choices, margin, .. } = round;
        self.plies += plies;
        self.plies2 += plies * plies;
        self.choices += choices;
        self.choices2 += u128::from(choices) * u128::from(choices);
        self.plies_choices += u128::from(plies) * u128::from(choices);
        if let Some(margin) = margin {
            self.margin_rounds += 1;
            self.margin += margin;
            self.margin2 += (margin * margin) as u64;
        }
    }
}

/// Plays rounds `rounds` one after the other. The two games of a swapped round have the same
/// number, hence the same opening.
///
/// # Errors
/// When stopped; or an agent's error, or an illegal action of an agent.
pub fn play_series<P: Player>(
    agents: [&P; 2],
    opening: &Opening,
    rounds: Range<u64>,
    swap: bool,
    seed: u64,
    run: &Run,
) -> Result<Series, MatchError<P::Error>> {
    let mut series = Series { swapped: swap, ..Series::default() };
    let [mut first, mut second] = agents.map(Seated::new);
    for game in rounds {
        if run.stopped() {
            return Err(MatchError::Stopped);
        }
        let key = GameKey::new(seed, game);
        let mut tally = Tally::default();
        std::mem::swap(&mut tally, &mut series.tally);
        let mut play = |seats: [&mut Seated<P>; 2]| {
            let finished = play_game(seats, opening, key, game, &mut tally, run)?;
            series.distinct.add(finished.fingerprint);
            run.done.fetch_add(1, Ordering::Relaxed);
            Ok(Seen::from(&finished))
        };
        let one = play([&mut first, &mut second])?;
        let other = if swap { Some(play([&mut second, &mut first])?) } else { None };
        series.tally = tally;
        series.add_round(one, other);
    }
    Ok(series)
}

/// The same on the threads of the current pool.
///
/// # Errors
/// When stopped; or an agent's error, or an illegal action of an agent.
pub fn play_series_in_parallel<P: Player<Error: Send> + Sync>(
    agents: [&P; 2],
    opening: &Opening,
    rounds: Range<u64>,
    swap: bool,
    seed: u64,
    run: &Run,
) -> Result<Series, MatchError<P::Error>> {
    let job = |numbers| play_series(agents, opening, numbers, swap, seed, run);
    in_chunks(rounds, chunk_of(agents), job, Series::merge)
}
