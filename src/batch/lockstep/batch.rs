//! A batch: games in lockstep, a task of blocks for each thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use super::context::Context;
use super::players::{Everyone, Players};
use super::worker::Worker;
use crate::batch::columns::Layout;
use crate::batch::columns::memory::{Columns, Part, View};
use crate::batch::columns::opening::Opening;
use crate::batch::columns::targets::Fill;
use crate::batch::crew::Crew;
use crate::batch::lane_plan::LanePlan;
use crate::batch::options::{Chooser, Options};
use crate::batch::values::{Bytes, LANES, yes};
use crate::memory::OutOfMemory;
use crate::run::Run;

/// Blocks of a task: fewer do not pay for a thread of their own.
const BLOCKS_PER_TASK: usize = 64;

/// Whether something done to so many lanes on up to `threads` threads needs more than this one.
#[must_use]
pub fn needs_pool(lanes: usize, threads: usize) -> bool {
    threads > 1 && lanes > BLOCKS_PER_TASK * LANES
}

/// Games in lockstep.
#[derive(Debug)]
pub struct Batch {
    pub(super) lane_plan: Arc<LanePlan>,
    pub(super) options: Options,
    pub(super) layout: Layout,
    /// The start positions as the columns hold them.
    pub(super) openings: Arc<[Opening]>,
    pub(super) columns: Columns,
    pub(super) lanes: usize,
    /// How much the game number of a lane advances from game to game.
    pub(super) advance: u64,
    /// Steps until some game may come to its greatest number of actions.
    pub(super) truncate_in: u32,
    pub(super) workers: Vec<Worker>,
}

impl Batch {
    /// Games number `first..first + lanes` at their starts.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(
        lane_plan: Arc<LanePlan>,
        lanes: usize,
        options: Options,
        first: u64,
    ) -> Result<Self, OutOfMemory> {
        let run = Run::default();
        let lack = || run.lack.get().copied().unwrap_or(OutOfMemory::of(0));
        Self::while_allowed(lane_plan, lanes, options, first, &run).ok_or_else(lack)
    }

    /// The same. `None` when stopped, also for want of memory.
    pub fn while_allowed(
        lane_plan: Arc<LanePlan>,
        lanes: usize,
        options: Options,
        first: u64,
        run: &Run,
    ) -> Option<Self> {
        let layout = Layout::new(&lane_plan);
        let columns = Columns::while_allowed(&layout, lanes.div_ceil(LANES), run)?;
        let openings = options.starts.iter().map(|start| Opening::new(&layout, start)).collect();
        let advance = lanes as u64;
        let mut batch = Self {
            lane_plan,
            options,
            layout,
            openings,
            columns,
            lanes,
            advance,
            truncate_in: 1,
            workers: Vec::new(),
        };
        batch.restart_while_allowed(usize::MAX.into(), batch.options.seed, first, run);
        (!run.stopped()).then_some(batch)
    }

    /// The rules.
    #[must_use]
    pub fn lane_plan(&self) -> &Arc<LanePlan> {
        &self.lane_plan
    }

    /// How it is run.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Which column is what.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The columns, to be shown.
    #[must_use]
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The number of lanes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lanes
    }

    /// Whether there is no lane.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lanes == 0
    }

    /// All lanes start again, at games `first..first + lanes` of a seed.
    pub fn restart<'a>(&mut self, crew: impl Into<Crew<'a>>, seed: u64, first: u64) {
        self.restart_while_allowed(crew.into(), seed, first, &Run::default());
    }

    /// The same; when stopped, some lanes do not.
    fn restart_while_allowed(&mut self, crew: Crew, seed: u64, first: u64, run: &Run) {
        (self.options.seed, self.advance) = (seed, self.lanes as u64);
        self.on_blocks(crew, |context, mut view, _| {
            if !run.stopped() {
                context.restart(&mut view, first);
            }
        });
    }

    /// Plays one action in every lane. `read` writes the actions from a lane on into bytes, 255 for
    /// one that no game has. Lanes whose game is over ignore theirs.
    ///
    /// # Errors
    /// The first lane whose action is not legal; nothing was stepped then.
    pub fn step<'a>(
        &mut self,
        crew: impl Into<Crew<'a>>,
        read: impl Fn(usize, &mut [u8]) + Sync,
    ) -> Result<(), usize> {
        self.step_players(crew.into(), Everyone, Fill::NOTHING, read)
    }

    /// The same, and fills arrays with what the lanes show then.
    ///
    /// # Errors
    /// The first lane whose action is not legal; nothing was stepped or filled then.
    pub fn step_into<'a>(
        &mut self,
        crew: impl Into<Crew<'a>>,
        fill: Fill,
        read: impl Fn(usize, &mut [u8]) + Sync,
    ) -> Result<(), usize> {
        self.step_players(crew.into(), Everyone, fill, read)
    }

    /// Plays one action in the lanes in which `players` is true; the others rest: they keep what
    /// they show, but for flags and rewards, which tell of this step.
    ///
    /// # Errors
    /// The first lane whose action is not legal; nothing was stepped then.
    ///
    /// # Panics
    /// When `players` has less than one truth value a lane.
    #[inline(never)] // beside `step` in one function, it would slow that down
    pub fn step_some<'a>(
        &mut self,
        crew: impl Into<Crew<'a>>,
        players: &[bool],
        fill: Fill,
        read: impl Fn(usize, &mut [u8]) + Sync,
    ) -> Result<(), usize> {
        assert!(players.len() >= self.lanes, "one truth value a lane");
        self.step_players(crew.into(), players, fill, read)
    }

    /// Fills arrays with what the lanes show.
    pub fn fill<'a>(&mut self, crew: impl Into<Crew<'a>>, fill: Fill) {
        self.on_blocks(crew.into(), |context, mut view, worker| {
            worker.fill(context, &mut view, fill);
        });
    }

    fn step_players(
        &mut self,
        crew: Crew,
        players: impl Players,
        fill: Fill,
        read: impl Fn(usize, &mut [u8]) + Sync,
    ) -> Result<(), usize> {
        let illegal = AtomicUsize::new(usize::MAX);
        self.on_parts(crew, |context, mut part, worker| {
            let mask = context.layout.mask..context.layout.mask + context.layout.actions;
            for number in part.numbers() {
                part.fetch(number + 1, mask.clone());
                let view = &mut part.view(number);
                if let Some(lane) = worker.read_actions(context, view, players, &read) {
                    illegal.fetch_min(lane, Ordering::Relaxed);
                }
            }
        });
        match illegal.into_inner() {
            usize::MAX => {
                self.play_read_actions(crew, players, fill);
                Ok(())
            }
            lane => Err(lane),
        }
    }

    fn play_read_actions(&mut self, crew: Crew, players: impl Players, fill: Fill) {
        self.truncate_in -= 1;
        let left = AtomicU32::new(u32::MAX);
        let truncates = self.truncate_in == 0;
        self.on_parts(crew, |context, part, worker| {
            worker.step_part(context, part, players, truncates.then_some(&left), fill);
        });
        if truncates {
            // A game that begins later has at least as many actions before it.
            let most = self.lane_plan.plan.max_actions;
            let fewest = self.openings.iter().map(|opening| most.saturating_sub(opening.plies()));
            self.truncate_in = fewest.fold(left.into_inner(), u32::min).max(1);
        }
    }

    /// What a player chooses in every lane, all that is random by the numbers of its game; 0 where
    /// the game is over.
    pub fn choose<'a>(&mut self, crew: impl Into<Crew<'a>>, player: Chooser, actions: &mut [u8]) {
        self.on_blocks(crew.into(), |context, mut view, worker| {
            let chosen = match player {
                Chooser::Random => worker.sample(context, &view),
                Chooser::Greedy => worker.greedy(context, &view),
            };
            view.set_bytes(context.layout.action, chosen);
        });
        for (block, out) in actions.chunks_mut(LANES).enumerate() {
            let chosen = self.columns.bytes.get_mut(self.layout.action, block);
            out.copy_from_slice(&chosen.0[..out.len()]);
        }
    }

    /// Moves lanes on to their next games.
    pub fn reset<'a>(&mut self, crew: impl Into<Crew<'a>>, lanes: impl Fn(usize) -> bool + Sync) {
        self.on_blocks(crew.into(), |context, mut view, _| {
            let first = view.block * LANES;
            let chosen = Bytes(std::array::from_fn(|i| yes(lanes(first + i))));
            context.reset(&mut view, chosen);
        });
    }

    /// Runs a job on every block.
    fn on_blocks(&mut self, crew: Crew, job: impl Fn(Context, View, &mut Worker) + Sync) {
        self.on_parts(crew, |context, part, worker| {
            part.for_each(|view| job(context, view, worker));
        });
    }

    /// Runs a job on the blocks of every task.
    fn on_parts(&mut self, crew: Crew, job: impl Fn(Context, Part, &mut Worker) + Sync) {
        let blocks = self.lanes.div_ceil(LANES);
        let tasks = crew.size(blocks.div_ceil(BLOCKS_PER_TASK));
        while self.workers.len() < tasks {
            self.workers.push(Worker::new(&self.lane_plan, &self.options));
        }
        let context = Context {
            layout: &self.layout,
            options: &self.options,
            lanes: self.lanes,
            advance: self.advance,
            openings: &self.openings,
        };
        let mut rest = Some(self.columns.views(blocks));
        let parts = self.workers[..tasks].iter_mut().enumerate().filter_map(|(task, worker)| {
            let count = blocks * (task + 1) / tasks - blocks * task / tasks;
            let (part, later) = rest.take()?.split_at(count);
            rest = Some(later);
            Some((part, worker))
        });
        crew.share(parts, &|(part, worker)| job(context, part, worker));
    }
}
