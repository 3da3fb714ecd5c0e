//! Matches on the lane engine.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::{Opening, Run};
use crate::agents::{Simple, start_of};
use crate::batch::playout::{Finished, Job, Usage, play};
use crate::batch::{Chooser, LanePlan, Level, Start};
use crate::tally::{Counter, Tally};

/// Fewest and most games that one task plays before it reports.
const CHUNK: Range<u64> = 256..131_072;
/// Tasks for each thread, so that all are busy to the end.
const TASKS_PER_THREAD: u64 = 8;

/// Games between two reports of progress.
const GAMES_PER_REPORT: u64 = 64;

/// Agents and opening as the lane engine needs them.
#[derive(Clone, Debug)]
pub struct LaneMatch {
    lane_plan: Arc<LanePlan>,
    starts: Vec<Start>,
    seats: [Chooser; 2],
    random_plies: u32,
    seed: u64,
    level: Level,
}

impl LaneMatch {
    /// A match between two agents, `agents[0]` with the side that starts. `None` when a start
    /// position is over: nothing can be played from it.
    #[must_use]
    pub fn new(
        lane_plan: &Arc<LanePlan>,
        agents: [Simple; 2],
        opening: &Opening,
        seed: u64,
        level: Level,
    ) -> Option<Self> {
        let running = opening.starts.iter().all(|state| state.end().is_none());
        running.then(|| Self {
            lane_plan: Arc::clone(lane_plan),
            starts: opening.starts.iter().map(start_of).collect(),
            seats: agents.map(Chooser::from),
            random_plies: opening.random_plies,
            seed,
            level,
        })
    }

    /// The same match with the agents' seats exchanged.
    pub(super) fn exchanged(&self) -> Self {
        let [first, second] = self.seats;
        Self { seats: [second, first], ..self.clone() }
    }

    fn job(&self, prints: bool) -> Job<'_> {
        Job {
            lane_plan: &self.lane_plan,
            starts: &self.starts,
            seats: self.seats,
            random_plies: self.random_plies,
            seed: self.seed,
            prints,
            level: self.level,
        }
    }

    /// Plays these games one block after the other and hands each to `sink`; `None` when stopped.
    pub(super) fn games(
        &self,
        games: Range<u64>,
        prints: bool,
        run: &Run,
        mut sink: impl FnMut(&Finished),
    ) -> Option<Usage> {
        let mut done = 0;
        let mut counted = |finished: &Finished| {
            sink(finished);
            done += 1;
            if done == GAMES_PER_REPORT {
                run.done.fetch_add(std::mem::take(&mut done), Ordering::Relaxed);
            }
        };
        let usage = play(&self.job(prints), games, &|| run.stopped(), &mut counted);
        run.done.fetch_add(done, Ordering::Relaxed);
        usage
    }

    /// Plays games on this thread; `None` when stopped.
    #[must_use]
    pub fn play(&self, games: Range<u64>, run: &Run) -> Option<(Tally, Usage)> {
        let mut counter = Counter::default();
        let usage = self.games(games, false, run, |game| {
            counter.add(game.counted(), (game.choices, game.choices_squares));
        })?;
        Some((counter.tally(), usage))
    }

    /// The same on the threads of the current pool.
    #[must_use]
    pub fn play_in_parallel(&self, games: Range<u64>, run: &Run) -> Option<(Tally, Usage)> {
        in_chunks(
            games,
            |numbers| self.play(numbers, run),
            |(tally, usage), (part, more)| {
                *tally += &part;
                *usage += more;
            },
        )
    }
}

/// Runs a job on chunks of the numbers in parallel and adds the results up.
pub(super) fn in_chunks<T: Default + Send>(
    numbers: Range<u64>,
    job: impl Fn(Range<u64>) -> Option<T> + Sync,
    add: impl Fn(&mut T, T) + Sync + Send,
) -> Option<T> {
    let count = numbers.end - numbers.start;
    let tasks = TASKS_PER_THREAD * rayon::current_num_threads() as u64;
    let chunk = count.div_ceil(tasks).clamp(CHUNK.start, CHUNK.end);
    let part = |index: u64| {
        let from = numbers.start + index * chunk;
        job(from..(from + chunk).min(numbers.end))
    };
    (0..count.div_ceil(chunk)).into_par_iter().map(part).try_reduce(T::default, |mut sum, part| {
        add(&mut sum, part);
        Some(sum)
    })
}
