//! Exact integer counts over many games. Adding tallies in any order gives the same tally.

use serde::{Deserialize, Serialize};

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::outcome::GameResult;

/// The largest margin either way, so a histogram has twice as many cells and one more.
const MARGINS: usize = 255;

/// Counts over games. Margins are South's score minus North's, of games won, lost or drawn only;
/// plies include a voided action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games by result, in the order of [`GameResult`].
    pub results: [u64; 5],
    /// Actions played.
    pub plies: u64,
    /// Sum over games of the square of their plies.
    pub plies_sum_squares: u64,
    /// Sum over plies of the number of legal actions.
    pub choices_sum: u64,
    /// Sum over plies of the square of that number.
    pub choices_sum_squares: u64,
    /// Sum of margins.
    pub margin_sum: i64,
    /// Sum of squared margins.
    pub margin_sum_squares: u64,
    margins: Vec<u64>,
    lengths: BTreeMap<u64, u64>,
    rounds: BTreeMap<u64, u64>,
}

/// What a tally counts of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The result.
    pub result: GameResult,
    /// The scores of South and North.
    pub scores: [u8; 2],
    /// Actions played.
    pub plies: u32,
    /// Rounds begun; 0 in a game that has none.
    pub rounds: u8,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            games: 0,
            results: [0; 5],
            plies: 0,
            plies_sum_squares: 0,
            choices_sum: 0,
            choices_sum_squares: 0,
            margin_sum: 0,
            margin_sum_squares: 0,
            margins: vec![0; 2 * MARGINS + 1],
            lengths: BTreeMap::new(),
            rounds: BTreeMap::new(),
        }
    }
}

impl Tally {
    /// Counts the legal actions at one ply.
    #[inline]
    pub fn add_ply(&mut self, choices: u32) {
        self.choices_sum += u64::from(choices);
        self.choices_sum_squares += u64::from(choices * choices);
    }

    /// Counts one finished game.
    pub fn add_game(&mut self, game: Game) {
        let Game { result, scores, plies, rounds } = game;
        self.games += 1;
        self.results[result as usize] += 1;
        self.plies += u64::from(plies);
        self.plies_sum_squares += u64::from(plies) * u64::from(plies);
        *self.lengths.entry(u64::from(plies)).or_default() += 1;
        if result.is_scored() {
            let margin = i64::from(scores[0]) - i64::from(scores[1]);
            self.margin_sum += margin;
            self.margin_sum_squares += (margin * margin) as u64;
            self.margins[(margin + MARGINS as i64) as usize] += 1;
            if rounds > 0 {
                *self.rounds.entry(u64::from(rounds)).or_default() += 1;
            }
        }
    }

    /// Puts histograms in place, as [`Tally::margin_histogram`], [`Tally::plies_histogram`] and
    /// [`Tally::rounds_histogram`] give them; `None` when a margin is out of range.
    #[must_use]
    pub fn with_histograms(
        mut self,
        margins: &[(i64, u64)],
        lengths: &[(u64, u64)],
        rounds: &[(u64, u64)],
    ) -> Option<Self> {
        for (margin, n) in margins {
            let cell = usize::try_from(margin + MARGINS as i64).ok()?;
            *self.margins.get_mut(cell)? = *n;
        }
        self.lengths = lengths.iter().copied().collect();
        self.rounds = rounds.iter().copied().collect();
        Some(self)
    }

    /// Margins that occurred, ascending, with the number of games.
    pub fn margin_histogram(&self) -> impl Iterator<Item = (i64, u64)> {
        let cells = self.margins.iter().enumerate().filter(|(_, n)| **n > 0);
        cells.map(|(i, n)| (i as i64 - MARGINS as i64, *n))
    }

    /// Lengths in plies that occurred, ascending, with the number of games.
    pub fn plies_histogram(&self) -> impl Iterator<Item = (u64, u64)> {
        self.lengths.iter().map(|(plies, n)| (*plies, *n))
    }

    /// Numbers of rounds that occurred, ascending, with the number of matches; of those won, lost or drawn
    /// only, and nothing in a game that has no rounds.
    pub fn rounds_histogram(&self) -> impl Iterator<Item = (u64, u64)> {
        self.rounds.iter().map(|(rounds, n)| (*rounds, *n))
    }
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.plies_sum_squares += other.plies_sum_squares;
        self.choices_sum += other.choices_sum;
        self.choices_sum_squares += other.choices_sum_squares;
        self.margin_sum += other.margin_sum;
        self.margin_sum_squares += other.margin_sum_squares;
        add_cells(&mut self.results, &other.results);
        add_cells(&mut self.margins, &other.margins);
        for (plies, n) in &other.lengths {
            *self.lengths.entry(*plies).or_default() += n;
        }
        for (rounds, n) in &other.rounds {
            *self.rounds.entry(*rounds).or_default() += n;
        }
    }
}

fn add_cells(mine: &mut [u64], theirs: &[u64]) {
    mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
}

/// Counts games quickly: histograms in flat tables, from which a tally is made at the end.
#[derive(Clone, Debug)]
pub struct Counter {
    results: [u64; 5],
    margins: Vec<u64>,
    lengths: Vec<u64>,
    rounds: [u64; ROUNDS],
    /// Games longer than the table, one by one.
    long: Tally,
    choices: u64,
    choices_squares: u64,
}

/// Lengths that have a place in the table.
const LENGTHS: usize = 2048;

/// Numbers of rounds that there can be, with none.
const ROUNDS: usize = 256;

impl Default for Counter {
    fn default() -> Self {
        Self {
            results: [0; 5],
            margins: vec![0; 2 * MARGINS + 1],
            lengths: vec![0; LENGTHS],
            rounds: [0; ROUNDS],
            long: Tally::default(),
            choices: 0,
            choices_squares: 0,
        }
    }
}

impl Counter {
    /// Counts one finished game; `choices`: the sum over its plies of the number of legal actions,
    /// and of the square of this number.
    #[inline]
    pub fn add(&mut self, game: Game, choices: (u32, u64)) {
        let Game { result, scores, plies, rounds } = game;
        self.choices += u64::from(choices.0);
        self.choices_squares += choices.1;
        let Some(length) = self.lengths.get_mut(plies as usize) else {
            self.long.add_game(game);
            return;
        };
        *length += 1;
        self.results[result as usize] += 1;
        if result.is_scored() {
            self.margins[MARGINS + usize::from(scores[0]) - usize::from(scores[1])] += 1;
            if rounds > 0 {
                self.rounds[usize::from(rounds)] += 1;
            }
        }
    }

    /// The tally.
    #[must_use]
    pub fn tally(self) -> Tally {
        let mut tally = Tally {
            games: self.results.iter().sum(),
            results: self.results,
            choices_sum: self.choices,
            choices_sum_squares: self.choices_squares,
            ..Tally::default()
        };
        for (margin, n) in self.margins.iter().enumerate() {
            let margin = margin as i64 - MARGINS as i64;
            tally.margin_sum += margin * *n as i64;
            tally.margin_sum_squares += (margin * margin) as u64 * n;
        }
        tally.margins = self.margins;
        for (plies, n) in self.lengths.iter().enumerate().filter(|(_, n)| **n > 0) {
            let plies = plies as u64;
            tally.plies += plies * n;
            tally.plies_sum_squares += plies * plies * n;
            tally.lengths.insert(plies, *n);
        }
        for (rounds, n) in self.rounds.iter().enumerate().skip(1).filter(|(_, n)| **n > 0) {
            tally.rounds.insert(rounds as u64, *n);
        }
        tally += &self.long;
        tally
    }
}
