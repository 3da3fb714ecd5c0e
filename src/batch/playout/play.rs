//! Many games played out by lanes that run on independently: the unit of work is a lap.
//!
//! A round chooses actions for the lanes that are ready, sows one lap in all that sow, and settles
//! those that are done, while others relay on. What is rare waits until several lanes need it:
//! the final count and the next game, and trials of alternatives. Sowings of very many laps go on
//! elsewhere.

use std::ops::Range;

use super::games::{Games, NO_GAME};
use super::job::{Finished, Job, Usage};
use super::workspace::Workspace;
use crate::batch::block::Block;
use crate::batch::options::Chooser;
use crate::batch::phases::next_round::Begun;
use crate::batch::rounds::counters::Census;
use crate::batch::rounds::round::rich_round;
use crate::batch::values::{Bytes, LANES, YES, yes};
use crate::outcome::GameResult;
use crate::plan::Register;
use crate::random::{GameKey, RunKey};

/// Lanes that wait before the games that are over are counted and the next ones begun.
const OVER_AT_ONCE: usize = 8;
/// The same where actions are quick.
const OVER_AT_ONCE_FUSED: usize = 12;
/// Lanes that wait for others before their next rounds begin: beginning costs the same for one lane as for many, and
/// a round may be over before an action.
const ROUNDS_WAIT: usize = 4;
/// Lanes that wait before alternatives are tried.
const TRIALS_AT_ONCE: usize = 16;
/// The same where actions are quick.
const TRIALS_AT_ONCE_FUSED: usize = 24;
/// The same where nearly every turn needs one, whose pits are tried side by side.
const TRIALS_AT_ONCE_BACK: usize = 44;
/// Lanes with very long sowings before their games are parked.
const PARKED_AT_ONCE: usize = 4;
/// Quarters of the sowing lanes that are done with their action before they are settled, while the
/// others relay on: without a greedy player, who evaluates all lanes together, and with one.
const DONE_AT_ONCE: [usize; 2] = [2, 3];
/// Rounds between two looks at whether to stop.
const ROUNDS_PER_LOOK: u32 = 64;

/// Plays the games of these numbers, in any order, and hands each to `sink` when it is over.
/// `None` when `stop` said so.
pub fn play(
    job: &Job,
    games: Range<u64>,
    stop: &dyn Fn() -> bool,
    sink: &mut impl FnMut(&Finished),
) -> Option<Usage> {
    play_in(&mut Workspace::new(job.lane_plan, job.seats, job.level), job, games, stop, sink)
}

/// The same in a workspace made for these rules and seats, which can be used again: for jobs so
/// small that making one would take as long as playing.
pub fn play_in(
    workspace: &mut Workspace,
    job: &Job,
    games: Range<u64>,
    stop: &dyn Fn() -> bool,
    sink: &mut impl FnMut(&Finished),
) -> Option<Usage> {
    workspace.clear();
    let mut playout = Playout::new(workspace, job, games);
    let mut rounds = 0;
    playout.collect(Bytes::ZERO, sink);
    while playout.running {
        rounds += 1;
        if rounds % ROUNDS_PER_LOOK == 0 && stop() {
            return None;
        }
        let census = playout.round();
        playout.serve(census, sink);
    }
    playout.usage.trials = playout.workspace.engine.trials;
    playout.usage.long_trials = playout.workspace.tried.gathered;
    Some(playout.usage)
}

pub(super) struct Playout<'a> {
    pub(super) job: &'a Job<'a>,
    pub(super) workspace: &'a mut Workspace,
    pub(super) run: RunKey,
    /// Games that are still to be begun.
    pub(super) next: Range<u64>,
    /// Rounds in which no game can come to its greatest number of actions.
    pub(super) truncate_in: u32,
    running: bool,
    has_rounds: bool,
    usage: Usage,
}

impl<'a> Playout<'a> {
    fn new(workspace: &'a mut Workspace, job: &'a Job, games: Range<u64>) -> Self {
        if let [start] = job.starts {
            for lane in 0..LANES {
                workspace.opening.put(job.lane_plan, lane, start, GameKey(0));
            }
        }
        Self {
            workspace,
            run: RunKey::new(job.seed),
            next: games,
            truncate_in: u32::MAX,
            running: true,
            has_rounds: job.lane_plan.plan.rounds.is_some(),
            usage: Usage::default(),
            job,
        }
    }

    /// A round; where actions are quick and nobody but chance chooses them, rounds until several games are over, or need a
    /// trial.
    fn round(&mut self) -> Census {
        if self.job.lane_plan.fused.is_some() {
            return self.fused_rounds();
        }
        let (kernels, lane_plan) = (self.workspace.engine.kernels, &**self.job.lane_plan);
        self.choose();
        let Games { block, before, counters, .. } = &mut self.workspace.games;
        if lane_plan.takes_back {
            let lanes = block.waits.ready();
            before.copy_lanes(lane_plan, &block.board, lanes);
        }
        let patience = DONE_AT_ONCE[usize::from(self.workspace.greedy.is_some())];
        let census = if lane_plan.slim && lane_plan.slim_turns {
            kernels.round(lane_plan, block, counters, patience)
        } else {
            rich_round(kernels, lane_plan, block, counters, patience)
        };
        self.counted(census, 1)
    }

    fn fused_rounds(&mut self) -> Census {
        let (kernels, lane_plan) = (self.workspace.engine.kernels, &**self.job.lane_plan);
        let chosen = self.workspace.greedy.is_some() || self.job.prints;
        if chosen {
            self.choose();
        }
        let Games { block, counters, .. } = &mut self.workspace.games;
        let (most, enough) = (self.truncate_in, [OVER_AT_ONCE_FUSED, TRIALS_AT_ONCE_FUSED]);
        let census = kernels.fused_rounds(lane_plan, block, counters, most, enough, chosen);
        self.counted(census, census.rounds)
    }

    /// An action in every lane that is ready for one.
    fn choose(&mut self) {
        let (kernels, lane_plan) = (self.workspace.engine.kernels, &**self.job.lane_plan);
        let Games { block, counters, starters, .. } = &mut self.workspace.games;
        kernels.choose(lane_plan, block);
        if let Some(greedy) = &mut self.workspace.greedy {
            let lanes = greedy_lanes(self.job, block, *starters);
            if lanes.any() {
                greedy.choose(&mut self.workspace.engine, block, lanes);
            }
        }
        if self.job.prints {
            kernels.print(block, counters);
        }
    }

    /// The census of so many actions of each lane, in which some game may have come to its greatest number of them.
    fn counted(&mut self, census: Census, actions: u32) -> Census {
        self.usage.rounds += u64::from(census.rounds);
        self.usage.laps += u64::from(census.laps);
        self.truncate_in -= actions;
        if self.truncate_in > 0 {
            return census;
        }
        let Workspace { engine, games, .. } = &mut *self.workspace;
        self.truncate_in = engine.kernels.truncate(self.job.lane_plan, &mut games.block);
        Census { ending: games.block.waits.ending().count(), ..census }
    }

    /// Does what several lanes wait for, or what the last ones wait for.
    fn serve(&mut self, mut census: Census, sink: &mut impl FnMut(&Finished)) {
        let fused = self.job.lane_plan.fused.is_some();
        let enough = if fused { OVER_AT_ONCE_FUSED } else { OVER_AT_ONCE };
        let mut due = census.ending >= enough || !census.active;
        if due {
            let begun = self.begin_rounds(ROUNDS_WAIT);
            if begun.any {
                census.active |= self.workspace.games.block.waits.active().any();
                due = self.workspace.games.block.waits.ending().but_not(begun.due).count() > 0;
            }
        }
        let idle = !census.active;
        if census.long >= PARKED_AT_ONCE || idle && census.long > 0 {
            self.park();
        }
        if self.job.lane_plan.trials && self.try_some(census.on_trial, idle) {
            // These lanes were not yet ready when the others were looked at.
            let Workspace { engine, games, .. } = &mut *self.workspace;
            self.truncate_in = engine.kernels.truncate(self.job.lane_plan, &mut games.block);
        }
        if due || idle {
            self.end_games(if idle { 0 } else { ROUNDS_WAIT }, sink);
            if !self.running {
                self.take_up_last();
            }
        }
    }

    /// Counts the games that are over, and begins the next rounds and the next games. Few rounds wait, unless nothing
    /// else is left to do.
    fn end_games(&mut self, few: usize, sink: &mut impl FnMut(&Finished)) {
        let waiting = self.begin_rounds(few).due; // of games whose rounds were over just now, too
        self.collect(waiting, sink);
        self.running = self.workspace.games.block.waits.running().any();
        if !self.running && waiting.count() > 0 {
            self.end_games(0, sink);
        }
    }

    /// Begins the next rounds of games whose rounds are over, unless they are few.
    fn begin_rounds(&mut self, few: usize) -> Begun {
        if !self.has_rounds {
            return Begun { any: false, due: Bytes::ZERO };
        }
        let lane_plan = self.job.lane_plan;
        let Workspace { engine, games, .. } = &mut *self.workspace;
        let block = &mut games.block;
        let begun = engine.kernels.begin_rounds(lane_plan, block, few);
        if begun.any {
            // These lanes were not yet ready when the others were looked at.
            self.truncate_in = engine.kernels.truncate(lane_plan, block);
        }
        begun
    }

    /// Tries the alternatives of the lanes that wait for it, once they are enough. Gives whether they
    /// were.
    fn try_some(&mut self, on_trial: usize, idle: bool) -> bool {
        let (plan, fused) = (&self.job.lane_plan.plan, self.job.lane_plan.fused.is_some());
        let enough = match plan.tries_back_only() || plan.blocks {
            true => TRIALS_AT_ONCE_BACK,
            false if fused => TRIALS_AT_ONCE_FUSED,
            false => TRIALS_AT_ONCE,
        };
        if on_trial < enough && !idle {
            return false;
        }
        let Workspace { engine, tried, games, .. } = &mut *self.workspace;
        let fresh = on_trial - tried.pending().count();
        let due = fresh >= enough || idle && on_trial > 0;
        if due {
            engine.try_some(tried, &mut games.block, idle && fresh == 0);
        }
        due
    }

    /// Parks the games whose sowings take very many laps (GE-9): their lanes go on with others.
    fn park(&mut self) {
        let lane_plan = &**self.job.lane_plan;
        let Workspace { engine, games, parked, .. } = &mut *self.workspace;
        let Some(parked) = parked else { return };
        engine.kernels.spill(&mut games.counters);
        let lanes = games.block.waits.take_long();
        self.usage.long += lanes.count() as u64;
        parked.make_room(engine, lanes.count());
        let mut back = Bytes::ZERO;
        for lane in lanes.lanes() {
            back.0[lane] = yes(parked.park(lane_plan, games, lane));
        }
        games.block.waits.give_up(lanes.but_not(back));
        self.take_up(back);
        self.refill();
    }

    /// Only games that are parked are left, if any.
    fn take_up_last(&mut self) {
        let Workspace { engine, games, parked, .. } = &mut *self.workspace;
        let Some(parked) = parked.as_mut().filter(|parked| parked.any()) else { return };
        parked.sow_half(engine);
        games.block.waits.begin_anew();
        self.running = true;
        self.refill();
    }

    /// Games that were parked go on in these lanes: their sowings have ended, or never do.
    pub(super) fn take_up(&mut self, lanes: Bytes) {
        let lane_plan = &**self.job.lane_plan;
        let Games { block, before, .. } = &mut self.workspace.games;
        block.waits.do_without_sowing(lanes);
        if lane_plan.takes_back {
            block.board.copy_lanes(lane_plan, before, lanes.and(block.endless));
        }
        for lane in lanes.lanes() {
            let left = lane_plan.plan.max_actions.saturating_sub(block.plies.0[lane] + 1);
            self.truncate_in = self.truncate_in.min(left.max(1));
        }
    }

    /// Counts the games that are over, but for those whose next rounds wait, and begins the next ones in their lanes.
    fn collect(&mut self, waiting: Bytes, sink: &mut impl FnMut(&Finished)) {
        let lane_plan = &**self.job.lane_plan;
        let Workspace { engine, games, .. } = &mut *self.workspace;
        engine.kernels.finish(lane_plan, &mut games.block, waiting);
        let scores = games.block.scores_by_side(lane_plan);
        for lane in games.block.waits.over().lanes() {
            if self.workspace.games.numbers[lane] != NO_GAME {
                let finished = self.finished(lane, &scores);
                sink(&finished);
            }
        }
        self.refill();
    }

    #[inline(always)]
    fn finished(&mut self, lane: usize, scores: &[Bytes; 2]) -> Finished {
        let Games { block, counters, numbers, starters, .. } = &mut self.workspace.games;
        let (choices, choices_squares) = counters.take_choices(lane);
        Finished {
            game: numbers[lane],
            starter: starters.0[lane],
            result: GameResult::ALL[usize::from(block.result.0[lane]).min(4)],
            scores: [scores[0].0[lane], scores[1].0[lane]],
            plies: block.plies.0[lane],
            rounds: if self.has_rounds { rounds_begun(block, lane) } else { 0 },
            choices,
            choices_squares,
            print: if self.job.prints { counters.take_print(lane) } else { 0 },
        }
    }
}

/// See [`Finished::rounds`]. Most games have no such column: it is not looked at in vain.
#[inline(never)]
fn rounds_begun(block: &Block, lane: usize) -> u8 {
    block.board.cells[Register::Round.cell()].0[lane] + 1
}

/// The lanes in which a greedy player is to choose.
fn greedy_lanes(job: &Job, block: &Block, starters: Bytes) -> Bytes {
    let [first, second] = job.seats.map(|seat| yes(seat == Chooser::Greedy));
    let seat = block.to_move.equals(starters);
    let mut greedy = seat.map(|starts| if starts == YES { first } else { second });
    for lane in 0..LANES {
        greedy.0[lane] &= yes(block.plies.0[lane] >= job.random_plies);
    }
    greedy.and(block.waits.ready())
}
