//! What every alternative would do, where a rule asks for it (PR-6, PR-8, OW-5, OW-6, OW-9).
//!
//! Sowings of one lap are tried side by side, one pit after the other. Where a sowing may take many
//! laps, a lane that is done takes up the next trial, whatever its game and its pit: no trial waits
//! for the longest one. Those of very many laps are gathered, to find out together whether they ever
//! end (GE-9); a game that waits for one keeps what its other trials have shown.

use super::block::{ACTIONS, Block};
use super::engine::sow_out;
use super::lane_plan::{LanePlan, Sower};
use super::one_lane::LaneOfBlock;
use super::phases::relay::Kept;
use super::simd::Kernels;
use super::thresholds::{HALF_OF_THEM, MANY_LAPS};
use super::values::{Bytes, LANES, lanes_of, yes};

/// Sowings of very many laps that are gathered before they are sown on together.
const LONG_AT_ONCE: u32 = 24;
/// Rounds that all lanes together may wait before a few sowings of very many laps are ended: these
/// take thousands of laps of the block, where a round takes about two.
const LONGEST_WAIT: usize = 4000 * LANES;
/// All lanes are free.
const ALL: u64 = u64::MAX;

/// Trials of the alternatives of a block of games.
#[derive(Debug)]
pub struct Trials {
    running: Running,
    /// Sowings of very many laps.
    long: Running,
    /// What each alternative that sows would do, in each lane of the games.
    verdicts: Box<[Bytes; ACTIONS]>,
    /// How many of its trials each game waits for.
    pending: Bytes,
    /// Rounds that games have waited, all together.
    waited: usize,
    /// How many trials turned out to be sowings of very many laps.
    pub gathered: u64,
}

/// A block of trials.
#[derive(Debug)]
struct Running {
    block: Box<Block>,
    /// What each lane of it tries.
    tasks: [Task; LANES],
    /// Lanes that are free, one bit each.
    free: u64,
}

/// One alternative of one game.
#[derive(Clone, Copy, Debug)]
struct Task {
    /// Its number among the sowers.
    sower: usize,
    /// The lane of the game.
    lane: usize,
}

impl Trials {
    /// Nothing tried.
    #[must_use]
    pub fn new() -> Self {
        Self {
            running: Running::new(),
            long: Running::new(),
            verdicts: Box::new([Bytes::ZERO; ACTIONS]),
            pending: Bytes::ZERO,
            waited: 0,
            gathered: 0,
        }
    }

    /// Gives up all trials.
    pub fn clear(&mut self) {
        self.running.clear();
        self.long.clear();
        self.pending = Bytes::ZERO;
        (self.waited, self.gathered) = (0, 0);
    }

    /// Tries the alternatives of the lanes that wait for it, and settles them. Those with sowings of
    /// very many laps may wait longer, until `all` are to be ended.
    pub fn try_some(
        &mut self,
        kernels: &Kernels,
        lane_plan: &LanePlan,
        games: &mut Block,
        kept: &mut Kept,
        all: bool,
    ) {
        self.begin(kernels, lane_plan, games, kept);
        if all || (!self.long.free).count_ones() >= LONG_AT_ONCE {
            self.finish(kernels, lane_plan, kept);
        }
        let lanes = games.waits.on_trial().but_not(self.pending());
        let verdicts = &self.verdicts[..lane_plan.sowers.len()];
        kernels.permit(lane_plan, games, verdicts, lanes);
    }

    /// Another round goes by. Gives whether the games have waited for so long that ending a few
    /// sowings costs less than waiting for more.
    pub fn wait(&mut self) -> bool {
        self.waited += self.pending().count();
        self.waited >= LONGEST_WAIT
    }

    /// Lanes whose trials have begun and are not done.
    pub fn pending(&self) -> Bytes {
        self.pending.at_least(1)
    }

    /// Tries the alternatives of the lanes that wait for it, but for sowings of very many laps.
    fn begin(&mut self, kernels: &Kernels, lane_plan: &LanePlan, games: &Block, kept: &mut Kept) {
        let fresh = games.waits.on_trial().but_not(self.pending());
        for (sower, verdict) in self.verdicts[..lane_plan.sowers.len()].iter_mut().enumerate() {
            *verdict = verdict.but_not(fresh);
            if !lane_plan.many_laps {
                let trial = &mut *self.running.block;
                if kernels.begin_trial(lane_plan, games, trial, sower) {
                    sow_out(kernels, lane_plan, trial, kept, 0);
                    *verdict = kernels.judge(lane_plan, trial);
                }
            }
        }
        if lane_plan.many_laps {
            self.in_turn(kernels, lane_plan, games, fresh, kept);
        }
    }

    /// Each lane that is done takes up the next task.
    fn in_turn(
        &mut self,
        kernels: &Kernels,
        lane_plan: &LanePlan,
        games: &Block,
        fresh: Bytes,
        kept: &mut Kept,
    ) {
        let mut tasks = lane_plan.sowers.iter().enumerate().flat_map(|(sower, played)| {
            let legal = games.legal[usize::from(played.action)].at_least(1);
            fresh.and(legal).lanes().map(move |lane| Task { sower, lane })
        });
        let mut next = tasks.next();
        self.running.clear();
        while next.is_some() || self.running.free != ALL {
            for lane in lanes_of(self.running.free) {
                let Some(task) = next else { break };
                self.running.begin(lane_plan, games, lane, task);
                next = tasks.next();
            }
            let few = if next.is_some() { HALF_OF_THEM } else { 0 };
            kernels.sow_most(lane_plan, &mut self.running.block, few);
            self.running.settle(kernels, lane_plan, &mut *self.verdicts);
            self.gather(kernels, lane_plan, kept);
        }
    }

    /// Moves sowings of very many laps to the others of their kind.
    fn gather(&mut self, kernels: &Kernels, lane_plan: &LanePlan, kept: &mut Kept) {
        let lanes = self.running.block.waits.take_long().bits();
        if lanes.count_ones() > self.long.free.count_ones() {
            self.finish(kernels, lane_plan, kept);
        }
        for lane in lanes_of(lanes) {
            let task = self.running.tasks[lane];
            let to = self.long.take(task);
            let sowing = LaneOfBlock { block: &self.running.block, lane };
            self.long.block.take_sowing(lane_plan, to, sowing);
            self.pending.0[task.lane] += 1;
            self.gathered += 1;
        }
        self.running.free |= lanes;
    }

    /// Ends the sowings of very many laps.
    fn finish(&mut self, kernels: &Kernels, lane_plan: &LanePlan, kept: &mut Kept) {
        for lane in lanes_of(!self.long.free) {
            self.pending.0[self.long.tasks[lane].lane] -= 1;
        }
        self.waited = 0;
        sow_out(kernels, lane_plan, &mut self.long.block, kept, u32::from(MANY_LAPS));
        self.long.settle(kernels, lane_plan, &mut *self.verdicts);
    }
}

impl Running {
    fn new() -> Self {
        Self { block: Block::empty(), tasks: [Task { sower: 0, lane: 0 }; LANES], free: ALL }
    }

    fn clear(&mut self) {
        self.block.waits.clear();
        self.free = ALL;
    }

    /// Begins a trial in a lane, with a copy of the game's board.
    fn begin(&mut self, lane_plan: &LanePlan, games: &Block, lane: usize, task: Task) {
        self.tasks[lane] = task;
        self.free &= !(1 << lane);
        let Sower { slot, place, backward, .. } = lane_plan.sowers[task.sower];
        self.block.board.copy_lane(lane_plan, lane, &games.board, task.lane);
        self.block.seeds.0[lane] = games.seeds.0[task.lane];
        let seeds = games.board.cells[slot].0[task.lane];
        self.block.begin_sowing(lane, seeds, place, yes(backward));
    }

    /// Takes a task in; there must be room. Gives its lane.
    fn take(&mut self, task: Task) -> usize {
        let lane = self.free.trailing_zeros() as usize;
        self.free &= self.free - 1;
        self.tasks[lane] = task;
        lane
    }

    /// Writes what the trials have shown that are done.
    fn settle(&mut self, kernels: &Kernels, lane_plan: &LanePlan, verdicts: &mut [Bytes]) {
        let shown = kernels.judge(lane_plan, &self.block);
        let done = self.block.waits.settle().bits();
        for lane in lanes_of(done) {
            let task = self.tasks[lane];
            verdicts[task.sower].0[task.lane] = shown.0[lane];
        }
        self.free |= done;
    }
}
