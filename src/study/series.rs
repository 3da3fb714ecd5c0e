//! Series for studies: rounds of one game, or of two with the seats swapped, with what intervals
//! need: joint results and sums of squares over rounds.

use serde::{Deserialize, Serialize};

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::Ordering;

use super::games::{Finished, MatchError, in_chunks, play_game};
use super::{Opening, Run};
use crate::agents::{Player, Simple};
use crate::random::GameKey;
use crate::tally::{GameResult, Tally};

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
    /// Fingerprints of the games; their number is that of the distinct games.
    pub distinct: HashSet<u64>,
}

impl Series {
    /// Adds another series of the same kind.
    pub fn merge(&mut self, other: &Self) {
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
        self.distinct.extend(&other.distinct);
    }

    fn add_round(&mut self, games: &[Finished]) {
        self.rounds += 1;
        let seen: Vec<usize> = games.iter().map(outcome).collect();
        for outcome in &seen {
            self.outcomes[*outcome] += 1;
        }
        if let [first, second] = seen[..] {
            self.joint[first][second] += 1;
        }
        self.distinct.extend(games.iter().map(|game| game.fingerprint));
        self.moments.add_round(games);
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

    fn add_round(&mut self, games: &[Finished]) {
        let plies: u64 = games.iter().map(|game| u64::from(game.state.plies())).sum();
        let choices: u64 = games.iter().map(|game| game.choices).sum();
        self.plies += plies;
        self.plies2 += plies * plies;
        self.choices += choices;
        self.choices2 += u128::from(choices) * u128::from(choices);
        self.plies_choices += u128::from(plies) * u128::from(choices);
        if games.iter().all(|game| game.end.result.is_scored()) {
            let margin: i64 = games.iter().map(starter_margin).sum();
            self.margin_rounds += 1;
            self.margin += margin;
            self.margin2 += (margin * margin) as u64;
        }
    }
}

/// Won, lost, drawn, void or truncated, for the side that started.
fn outcome(game: &Finished) -> usize {
    match game.end.result {
        GameResult::South | GameResult::North => {
            usize::from(game.end.result.winner() != Some(game.starter))
        }
        other => other as usize,
    }
}

fn starter_margin(game: &Finished) -> i64 {
    let scores = game.state.scores();
    i64::from(scores[game.starter]) - i64::from(scores[1 - game.starter])
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
    for game in rounds {
        if run.stopped() {
            return Err(MatchError::Stopped);
        }
        let key = GameKey::new(seed, game);
        let mut tally = Tally::default();
        std::mem::swap(&mut tally, &mut series.tally);
        let mut games = vec![play_game(agents, opening, key, game, &mut tally, run)?];
        if swap {
            let [first, second] = agents;
            games.push(play_game([second, first], opening, key, game, &mut tally, run)?);
        }
        series.tally = tally;
        series.add_round(&games);
        run.done.fetch_add(games.len() as u64, Ordering::Relaxed);
    }
    Ok(series)
}

/// The same on the threads of the current pool.
///
/// # Errors
/// When stopped.
pub fn play_series_in_parallel(
    agents: [Simple; 2],
    opening: &Opening,
    rounds: Range<u64>,
    swap: bool,
    seed: u64,
    run: &Run,
) -> Result<Series, MatchError<Infallible>> {
    let job = |numbers| play_series([&agents[0], &agents[1]], opening, numbers, swap, seed, run);
    in_chunks(rounds, job, |sum, part| sum.merge(&part))
}
