//! What every alternative would do, where a rule asks for it (PR-6, PR-8, OW-5, OW-6, OW-9).
//!
//! Sowings of one lap are tried side by side, one pit after the other. Where a sowing may take many
//! laps, a lane that is done takes up the next trial, whatever its game and its pit: no trial waits
//! for the longest one. Those of very many laps are gathered, to find out together whether they ever
//! end (GE-9); a game that waits for one keeps what its other trials have shown.

use super::block::{ACTIONS, Block};
use super::lane_plan::{LanePlan, Sower};
use super::level::Level;
use super::one_lane::LaneOfBlock;
use super::phases::blocked::{NOWHERE, Threats};
use super::phases::foresee::Foreseen;
use super::phases::play::Whens;
use super::phases::trial::verdict;
use super::simd::Kernels;
use super::taken::Taken;
use super::thresholds::{HALF_OF_THEM, MANY_LAPS};
use super::values::{Bytes, LANES, YES, yes};
use super::watch::Watch;

/// Sowings of very many laps that are gathered before they are sown on together.
const LONG_AT_ONCE: usize = 24;

/// Lanes of the trials of one pit that are still sowing when they are run beside others.
const FEW_OF_A_PIT: usize = 4;

/// Trials of the alternatives of a block of games.
#[derive(Debug)]
pub struct Trials {
    /// Trials of one pit, each in the lane of its game.
    tried: Box<Block>,
    /// The games as if the other player were to move.
    turned: Box<Block>,
    running: Running,
    /// Sowings of very many laps.
    long: Running,
    /// What each alternative that sows would do, in each lane of the games.
    verdicts: Box<[Bytes; ACTIONS]>,
    /// When each entry of the table of plays is asked.
    whens: Box<Whens>,
    /// How many of its trials each game waits for.
    pending: Bytes,
    /// How many trials turned out to be sowings of very many laps.
    pub gathered: u64,
}

/// A block of trials.
#[derive(Debug)]
struct Running {
    block: Box<Block>,
    /// What each lane of it tries.
    tasks: Taken<Task>,
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
    pub fn new(level: Level) -> Self {
        Self {
            tried: Block::empty(level),
            turned: Block::empty(level),
            running: Running::new(level),
            long: Running::new(level),
            verdicts: Box::new([Bytes::ZERO; ACTIONS]),
            whens: Box::new(Whens::NONE),
            pending: Bytes::ZERO,
            gathered: 0,
        }
    }

    /// Gives up all trials.
    pub fn clear(&mut self) {
        self.running.clear();
        self.long.clear();
        self.pending = Bytes::ZERO;
        self.gathered = 0;
    }

    /// Tries the alternatives of the lanes that wait for it, and settles them. Those with sowings of
    /// very many laps may wait longer, until `all` are to be ended.
    pub fn try_some(
        &mut self,
        kernels: &Kernels,
        lane_plan: &LanePlan,
        games: &mut Block,
        watch: &mut Watch,
        all: bool,
    ) {
        self.begin(kernels, lane_plan, games, watch);
        if all || LANES - self.long.tasks.room() >= LONG_AT_ONCE {
            self.finish(kernels, lane_plan, watch);
        }
        let lanes = games.waits.on_trial().but_not(self.pending());
        let verdicts = &self.verdicts[..lane_plan.sowers.len()];
        kernels.permit(lane_plan, games, verdicts, lanes);
    }

    /// Lanes whose trials have begun and are not done.
    pub fn pending(&self) -> Bytes {
        self.pending.at_least(1)
    }

    /// Tries the alternatives of the lanes that wait for it, but for sowings of very many laps.
    fn begin(
        &mut self,
        kernels: &Kernels,
        lane_plan: &LanePlan,
        games: &mut Block,
        watch: &mut Watch,
    ) {
        let fresh = games.waits.on_trial().but_not(self.pending());
        if lane_plan.plan.tries_back_only() {
            return self.ways_back(kernels, lane_plan, games, fresh, watch);
        }
        if lane_plan.plan.blocks {
            self.block(kernels, lane_plan, games, games.quiet.and(fresh));
            games.quiet = games.quiet.but_not(fresh);
        }
        if !lane_plan.plays.is_empty() {
            return self.plays(kernels, lane_plan, games, fresh);
        }
        for (sower, verdict) in self.verdicts[..lane_plan.sowers.len()].iter_mut().enumerate() {
            *verdict = verdict.but_not(fresh);
            if !lane_plan.many_laps {
                let trial = &mut *self.running.block;
                if kernels.begin_trial(lane_plan, games, trial, sower, fresh) {
                    kernels.lap(lane_plan, trial);
                    *verdict = kernels.judge(lane_plan, trial);
                }
            }
        }
        if lane_plan.many_laps {
            self.in_turn(kernels, lane_plan, games, fresh, watch);
        }
    }

    /// Finds the pits that are blocked after these turns.
    fn block(&mut self, kernels: &Kernels, lane_plan: &LanePlan, games: &mut Block, lanes: Bytes) {
        if !lanes.any() {
            return;
        }
        let own = self.threats(kernels, lane_plan, games, Bytes::ZERO, lanes);
        let lanes = lanes.but_not(kernels.can_capture(lane_plan, &mut self.turned, &own, lanes));
        if !lanes.any() {
            return;
        }
        let threats = self.threats(kernels, lane_plan, games, Bytes::all(YES), lanes);
        kernels.block_pits(lane_plan, games, &mut self.turned, &threats, lanes);
    }

    /// Where the first laps of the mover would capture or, where it is `turned`, of the other player.
    fn threats(
        &mut self,
        kernels: &Kernels,
        lane_plan: &LanePlan,
        games: &Block,
        turned: Bytes,
        lanes: Bytes,
    ) -> Threats {
        let (trial, board) = (&mut *self.tried, &mut *self.turned);
        kernels.swap_sides(lane_plan, games, board, turned);
        kernels.see_whens(lane_plan, board, &mut self.whens);
        let mut threats = Threats::NONE;
        if lane_plan.foresees.is_some_and(|foresees| foresees.captures) {
            kernels.foresee_threats(lane_plan, board, &self.whens, &mut threats, lanes);
            return threats;
        }
        for sower in 0..lane_plan.sowers.len() {
            if kernels.begin_trial(lane_plan, board, trial, sower, lanes) {
                let landed = kernels.first_lap(lane_plan, trial);
                let captured = trial.so_far.captured;
                let lap = Foreseen { landed, captured };
                threats.fitting[sower] =
                    kernels.steps_that_fit(lane_plan, board, &self.whens, &lap, sower);
                threats.places[sower] = captured.choose(landed.place, NOWHERE);
            }
        }
        threats
    }

    /// Of every pit it is asked which entries of the table of plays it fits, which may ask for its first lap.
    fn plays(&mut self, kernels: &Kernels, lane_plan: &LanePlan, games: &Block, fresh: Bytes) {
        kernels.see_whens(lane_plan, games, &mut self.whens);
        if lane_plan.foresees.is_some() {
            let fitting = &mut self.verdicts[..lane_plan.sowers.len()];
            return kernels.foresee_plays(lane_plan, games, &self.whens, fitting, fresh);
        }
        for (sower, played) in lane_plan.sowers.iter().enumerate() {
            let trial = &mut *self.tried;
            let mut lap = Foreseen::NOTHING;
            if played.by_lap && kernels.begin_trial(lane_plan, games, trial, sower, fresh) {
                let landed = kernels.first_lap(lane_plan, trial);
                lap = Foreseen { landed, captured: trial.so_far.captured };
            }
            let fitting = kernels.steps_that_fit(lane_plan, games, &self.whens, &lap, sower);
            let verdict = &mut self.verdicts[sower];
            *verdict = fresh.choose(fitting, *verdict);
        }
    }

    /// Only sowings the other way are tried, until they have captured seeds. Nearly all are over after few laps:
    /// those of one pit are begun side by side, and the others go on in lanes of their own.
    fn ways_back(
        &mut self,
        kernels: &Kernels,
        lane_plan: &LanePlan,
        games: &Block,
        fresh: Bytes,
        watch: &mut Watch,
    ) {
        self.running.clear();
        for block in [&mut self.tried, &mut self.running.block, &mut self.long.block] {
            block.stops_at_capture = true;
        }
        for (sower, played) in lane_plan.sowers.iter().enumerate() {
            let legal = games.legal[usize::from(played.action)].at_least(1).and(fresh);
            let verdict = &mut self.verdicts[sower];
            *verdict = verdict.but_not(fresh);
            if !played.backward {
                *verdict = verdict.or(legal.map(|legal| legal & verdict::FEEDS));
            } else if kernels.begin_trial(lane_plan, games, &mut self.tried, sower, fresh) {
                kernels.sow_most(lane_plan, &mut self.tried, FEW_OF_A_PIT);
                *verdict = verdict.or(kernels.judge(lane_plan, &self.tried));
                self.go_on(kernels, lane_plan, sower, watch);
            }
        }
        self.run(kernels, lane_plan, 0, watch);
    }

    /// The trials of a pit that are not over are run beside others.
    fn go_on(&mut self, kernels: &Kernels, lane_plan: &LanePlan, sower: usize, watch: &mut Watch) {
        let (lanes, long) = (self.tried.waits.sowing(), self.tried.waits.take_long());
        if lanes.count() > self.running.tasks.room() {
            self.run(kernels, lane_plan, HALF_OF_THEM, watch);
        }
        for lane in lanes.lanes() {
            let sowing = LaneOfBlock { block: &self.tried, lane };
            self.running.take(lane_plan, Task { sower, lane }, sowing);
        }
        if long.count() > self.long.tasks.room() {
            self.finish(kernels, lane_plan, watch);
        }
        for lane in long.lanes() {
            let sowing = LaneOfBlock { block: &self.tried, lane };
            self.long.take(lane_plan, Task { sower, lane }, sowing);
            self.pending.0[lane] += 1;
            self.gathered += 1;
        }
    }

    /// Sows until at most so few trials are running, but for sowings of very many laps.
    fn run(&mut self, kernels: &Kernels, lane_plan: &LanePlan, few: usize, watch: &mut Watch) {
        kernels.sow_most(lane_plan, &mut self.running.block, few);
        self.running.settle(kernels, lane_plan, &mut *self.verdicts);
        self.gather(kernels, lane_plan, watch);
    }

    /// Each lane that is done takes up the next task.
    fn in_turn(
        &mut self,
        kernels: &Kernels,
        lane_plan: &LanePlan,
        games: &Block,
        fresh: Bytes,
        watch: &mut Watch,
    ) {
        let mut tasks = lane_plan.sowers.iter().enumerate().flat_map(|(sower, played)| {
            let legal = games.legal[usize::from(played.action)].at_least(1);
            fresh.and(legal).lanes().map(move |lane| Task { sower, lane })
        });
        let mut next = tasks.next();
        self.running.clear();
        while next.is_some() || self.running.tasks.room() < LANES {
            while let Some(task) = next.filter(|_| self.running.tasks.room() > 0) {
                self.running.begin(lane_plan, games, task);
                next = tasks.next();
            }
            let few = if next.is_some() { HALF_OF_THEM } else { 0 };
            self.run(kernels, lane_plan, few, watch);
        }
    }

    /// Moves sowings of very many laps to the others of their kind.
    fn gather(&mut self, kernels: &Kernels, lane_plan: &LanePlan, watch: &mut Watch) {
        let lanes = self.running.block.waits.take_long();
        if lanes.count() > self.long.tasks.room() {
            self.finish(kernels, lane_plan, watch);
        }
        for lane in lanes.lanes() {
            let task = self.running.tasks.by(lane);
            let sowing = LaneOfBlock { block: &self.running.block, lane };
            self.long.take(lane_plan, task, sowing);
            self.pending.0[task.lane] += 1;
            self.gathered += 1;
        }
        self.running.tasks.leave(lanes.bits());
    }

    /// Ends the sowings of very many laps.
    fn finish(&mut self, kernels: &Kernels, lane_plan: &LanePlan, watch: &mut Watch) {
        for task in self.long.tasks.all() {
            self.pending.0[task.lane] -= 1;
        }
        watch.sow_out(kernels, lane_plan, &mut self.long.block, MANY_LAPS);
        self.long.settle(kernels, lane_plan, &mut *self.verdicts);
    }
}

impl Running {
    fn new(level: Level) -> Self {
        Self { block: Block::empty(level), tasks: Taken::none(Task { sower: 0, lane: 0 }) }
    }

    fn clear(&mut self) {
        self.block.waits.clear();
        self.tasks.leave(u64::MAX);
    }

    /// Takes in a trial that has begun elsewhere; there must be room.
    fn take(&mut self, lane_plan: &LanePlan, task: Task, sowing: LaneOfBlock) {
        let to = self.tasks.take(task);
        self.block.take_sowing(lane_plan, to, sowing);
    }

    /// Begins a trial in a free lane, with a copy of the game's board.
    fn begin(&mut self, lane_plan: &LanePlan, games: &Block, task: Task) {
        let lane = self.tasks.take(task);
        let Sower { slot, place, backward, .. } = lane_plan.sowers[task.sower];
        self.block.board.copy_lane(lane_plan, lane, &games.board, task.lane);
        self.block.seeds.0[lane] = games.seeds.0[task.lane];
        let seeds = games.board.cells[slot].0[task.lane];
        self.block.begin_sowing(lane_plan, lane, seeds, place, yes(backward));
    }

    /// Writes what the trials have shown that are done.
    fn settle(&mut self, kernels: &Kernels, lane_plan: &LanePlan, verdicts: &mut [Bytes]) {
        let shown = kernels.judge(lane_plan, &self.block);
        let done = self.block.waits.settle();
        for lane in done.lanes() {
            let task = self.tasks.by(lane);
            verdicts[task.sower].0[task.lane] = shown.0[lane];
        }
        self.tasks.leave(done.bits());
    }
}
