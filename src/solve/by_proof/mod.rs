//! Proof search in stages: each searches for longer, with endgame tables that reach farther, so
//! that neither the tables nor the search cost much more than is needed.
//!
//! What has been found may be kept in a file ([`kept`](super::kept)), from which a later call goes on
//! in the stage that was reached.

mod job;
mod tables;

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Budget;
use super::budget::LESS;
use super::kept::{Found, Keep, Kept, KeptError, Spent};
use super::proof::{MOST_SEEDS, Memory, Proof};
use super::solution::{Request, Solution, SolveError};
use crate::clock::Instant;
use crate::game::State;
use crate::memory::OutOfMemory;
use crate::tree::TwoRows;
use job::Job;
use tables::Tables;

/// Positions of the first stage, which has no tables.
const FIRST: u64 = 300_000;
/// How many times as long each stage is as the one before.
const LONGER: u64 = 3;
/// The part of its time in which a search that goes on works out its tables anew.
const TABLES_TIME: u32 = 3;

/// Whether a proof search can keep the positions of this game.
pub(super) fn fits(game: &TwoRows, state: &State) -> bool {
    let seeds = game.seeds_in_pits(game.board(state.position()));
    seeds <= MOST_SEEDS[usize::from(game.columns() == 7)]
}

/// Solves a position of a game of two rows without cycles.
pub(super) fn solve(
    game: &TwoRows,
    state: &State,
    request: &Request,
    budget: &Budget,
) -> Result<Solution, SolveError> {
    let begun = Instant::now();
    let mut job = Job::new(game, &game.node(state), request);
    let mut found = job.found(FIRST, Spent::default());
    let mut keeper = None;
    if let Some(keep) = &request.keep {
        let (kept, earlier) = Kept::open(&keep.path, game, state, found)?;
        keeper = Some(Keeper::new(kept, earlier.clone(), keep));
        found = earlier;
    }
    job.take(&found);
    let Found { stage, spent: earlier, .. } = found;
    if job.is_done() {
        return Ok(job.solution(0, earlier));
    }
    let most = request.memory / 2;
    let stage = stage.max(FIRST);
    let first = memory_for(stage, most);
    let lack = OutOfMemory::of(first).less_by(LESS);
    let memory = Memory::new(first, game.columns()).ok_or(lack)?;
    if let Some(keeper) = &mut keeper {
        keeper.kept.load(&memory, budget.stop).map_err(|error| match error {
            KeptError::Stopped => SolveError::Stopped,
            error => error.into(),
        })?;
    }
    let tables = Tables::new(game, request.memory / 2);
    // Reading and writing come on top of the time that was asked for.
    let budget = budget.later(begun.elapsed());
    let mut search =
        Search { game, budget, job, memory, most, tables, stage, earlier, begun, keeper };
    search.restore_tables(request);
    search.run()
}

/// Bytes for what a search of `positions` positions finds out: an entry of 16 bytes for every 16,
/// some four of which are looked into. A small table is quicker: what is read from memory at random
/// costs more than looking again into those that are least work, and new memory costs more still.
fn memory_for(positions: u64, most: usize) -> usize {
    usize::try_from(positions).map_or(most, |bytes| bytes.min(most))
}

/// A search in stages.
struct Search<'a> {
    game: &'a TwoRows,
    /// What this run may cost.
    budget: Budget<'a>,
    job: Job<'a>,
    memory: Memory,
    /// Bytes that the memory may have.
    most: usize,
    tables: Tables,
    /// Positions in all after which the present stage ends.
    stage: u64,
    /// What earlier runs have cost.
    earlier: Spent,
    begun: Instant,
    keeper: Option<Keeper>,
}

impl Search<'_> {
    /// Works out the tables that a search had when it was stopped, as far as this run is worth it.
    fn restore_tables(&mut self, request: &Request) {
        if self.stage > FIRST {
            let share = request.time.map(|time| Instant::now() + time / TABLES_TIME);
            let searched = (self.stage / LONGER).min(self.budget.most_nodes);
            self.tables.extend(searched, &self.budget.part(share));
        }
    }

    fn run(mut self) -> Result<Solution, SolveError> {
        loop {
            let left = self.stage.saturating_sub(self.earlier.nodes);
            let stage = self.until_writing(self.budget.up_to(left));
            let proof = Proof::new(self.game, &self.memory, &self.tables.layers, &stage);
            let done = self.job.go_on(&proof);
            self.budget.nodes.store(stage.nodes.load(Ordering::Relaxed), Ordering::Relaxed);
            if done.is_ok() || self.budget.spend(0).is_err() {
                break;
            }
            if self.keeper.as_ref().is_some_and(Keeper::is_due) {
                let begun = Instant::now();
                self.keep()?;
                self.budget = self.budget.later(begun.elapsed());
            } else {
                self.next_stage();
            }
        }
        if self.has_news() {
            self.keep()?;
        }
        if self.budget.stop.load(Ordering::Relaxed) {
            return Err(SolveError::Stopped);
        }
        let nodes = self.nodes();
        Ok(self.job.solution(nodes, self.earlier))
    }

    /// A budget that ends when it is time to write.
    fn until_writing<'a>(&self, budget: Budget<'a>) -> Budget<'a> {
        let next = self.keeper.as_ref().map(|keeper| keeper.next);
        Budget { deadline: budget.deadline.into_iter().chain(next).min(), ..budget }
    }

    /// Makes more of tables and memory for a longer stage.
    fn next_stage(&mut self) {
        self.tables.extend(self.stage, &self.budget);
        self.stage = self.stage.saturating_mul(LONGER);
        let bytes = memory_for(self.stage, self.most);
        // A table that the system has no room for would only have been quicker.
        if bytes > self.memory.bytes()
            && let Some(larger) = self.memory.grown(bytes, self.game.columns(), &self.budget)
        {
            self.memory = larger;
        }
    }

    /// Positions that this run looked at.
    fn nodes(&self) -> u64 {
        self.budget.nodes.load(Ordering::Relaxed)
    }

    /// What is known by now.
    fn found(&self) -> Found {
        self.job.found(self.stage, self.earlier.and(self.nodes(), self.begun.elapsed()))
    }

    /// Whether more is known than was written the last time.
    fn has_news(&self) -> bool {
        let news = |keeper: &Keeper| !self.found().says_no_more_than(&keeper.written);
        self.keeper.as_ref().is_some_and(news)
    }

    /// Writes what is known by now, where it is kept.
    fn keep(&mut self) -> Result<(), SolveError> {
        let found = self.found();
        let Some(keeper) = &mut self.keeper else { return Ok(()) };
        if self.job.contradicts_itself() {
            return Err(keeper.kept.contradiction().into());
        }
        keeper.save(found, &self.memory)
    }
}

/// Who writes what was found.
struct Keeper {
    kept: Kept,
    /// What was written the last time.
    written: Found,
    /// The time between two writings, where it is not left to what they cost.
    between: Option<Duration>,
    /// When to write again.
    next: Instant,
}

/// Nothing is written more often than that,
const SELDOM: Duration = Duration::from_secs(60);
/// nor before so many times what it took the last time have passed: so it costs 5 %.
const WORTH: u32 = 19;

impl Keeper {
    fn new(kept: Kept, written: Found, keep: &Keep) -> Self {
        let between = keep.between;
        Self { kept, written, between, next: Instant::now() + between.unwrap_or(SELDOM) }
    }

    fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    fn save(&mut self, found: Found, memory: &Memory) -> Result<(), SolveError> {
        let begun = Instant::now();
        self.kept.save(&found, memory)?;
        self.written = found;
        let wait = self.between.unwrap_or_else(|| SELDOM.max(begun.elapsed() * WORTH));
        self.next = Instant::now() + wait;
        Ok(())
    }
}
