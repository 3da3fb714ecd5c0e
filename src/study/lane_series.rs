//! Series on the lane engine.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use super::games::Finished;
use super::lanes::in_chunks;
use super::series::Seen;
use super::{Distinct, LaneMatch, Run, Series};
use crate::batch::playout;
use crate::tally::{Counter, Tally};

impl From<&playout::Finished> for Finished {
    #[inline]
    fn from(game: &playout::Finished) -> Self {
        Self {
            starter: usize::from(game.starter),
            result: game.result,
            scores: game.scores,
            plies: game.plies,
            choices: u64::from(game.choices),
            fingerprint: game.print,
        }
    }
}

impl LaneMatch {
    /// Plays the rounds of a series on this thread, as [`super::play_series`]; `None` when stopped.
    #[must_use]
    pub fn play_series(&self, rounds: Range<u64>, swap: bool, run: &Run) -> Option<Series> {
        self.part(rounds, swap, 0, run)
    }

    /// The same on the threads of the current pool.
    #[must_use]
    pub fn play_series_in_parallel(
        &self,
        rounds: Range<u64>,
        swap: bool,
        run: &Run,
    ) -> Option<Series> {
        // What one part has found to be too many for a level need not be kept by the next.
        let level = AtomicU32::new(0);
        in_chunks(
            rounds,
            |rounds| self.part(rounds, swap, level.load(Ordering::Relaxed), run),
            |sum, part| {
                sum.merge(part);
                level.fetch_max(sum.distinct.level(), Ordering::Relaxed);
            },
        )
    }

    fn part(&self, rounds: Range<u64>, swap: bool, level: u32, run: &Run) -> Option<Series> {
        let mut series = Series { swapped: swap, ..Series::default() };
        let mut distinct = Distinct::at_level(level);
        let index = |game: u64| (game - rounds.start) as usize;
        let mut firsts = vec![Seen::default(); if swap { index(rounds.end) } else { 0 }];
        let mut tally = self.seen(rounds.clone(), &mut distinct, run, |game, seen| {
            if swap {
                firsts[index(game)] = seen;
            } else {
                series.add_round(seen, None);
            }
        })?;
        if swap {
            let exchanged = self.exchanged();
            tally += &exchanged.seen(rounds.clone(), &mut distinct, run, |game, seen| {
                series.add_round(firsts[index(game)], Some(seen));
            })?;
        }
        Some(Series { tally, distinct, ..series })
    }

    /// Plays games and hands each with its number to `sink`.
    fn seen(
        &self,
        games: Range<u64>,
        distinct: &mut Distinct,
        run: &Run,
        mut sink: impl FnMut(u64, Seen),
    ) -> Option<Tally> {
        let mut counter = Counter::default();
        self.games(games, true, run, |game| {
            counter.add(game.counted(), (game.choices, game.choices_squares));
            distinct.add(game.print);
            sink(game.game, Seen::from(&Finished::from(game)));
        })?;
        Some(counter.tally())
    }
}

impl Series {
    /// The series of rounds that were played elsewhere: their first games, and, if they were played
    /// again with the seats exchanged, the second ones in the same order.
    #[must_use]
    pub fn of_games(first: &[playout::Finished], second: Option<&[playout::Finished]>) -> Self {
        let mut series = Self { swapped: second.is_some(), ..Self::default() };
        let mut counter = Counter::default();
        let mut seen = |game: &playout::Finished| {
            let choices = (game.choices, game.choices_squares);
            counter.add(game.counted(), choices);
            series.distinct.add(game.print);
            Seen::from(&Finished::from(game))
        };
        let first: Vec<Seen> = first.iter().map(&mut seen).collect();
        let second: Option<Vec<Seen>> = second.map(|games| games.iter().map(&mut seen).collect());
        for (round, game) in first.into_iter().enumerate() {
            series.add_round(game, second.as_ref().map(|games| games[round]));
        }
        series.tally = counter.tally();
        series
    }
}
