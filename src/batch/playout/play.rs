//! Many games played out by lanes that run on independently: the unit of work is a lap.
//!
//! A round chooses actions for the lanes that are ready, sows one lap in all that sow, and settles
//! those that are done, while others relay on. What is rare waits until several lanes need it:
//! the final count and the next game, trials of alternatives, and sowings of very many laps.

use std::ops::Range;

use super::job::{Finished, Job, Usage};
use super::workspace::Workspace;
use crate::batch::block::Block;
use crate::batch::options::Chooser;
use crate::batch::rounds::counters::Census;
use crate::batch::rounds::round::rich_round;
use crate::batch::thresholds::MANY_LAPS;
use crate::batch::values::{Bytes, LANES, YES, yes};
use crate::outcome::GameResult;
use crate::plan::Register;
use crate::random::GameKey;

/// Lanes that wait before the games that are over are counted and the next ones begun.
const OVER_AT_ONCE: usize = 8;
/// The same where actions are quick.
const OVER_AT_ONCE_FUSED: usize = 10;
/// Lanes that wait before alternatives are tried.
const TRIALS_AT_ONCE: usize = 16;
/// Lanes with very long sowings before their games are put off.
const LONG_BEFORE_PUT_OFF: usize = 4;
/// The same before somebody finds out whether they ever end: where such sowings are common, and when
/// only games are left that were put off.
const LONG_AT_ONCE: usize = 24;
const LONG_AT_LAST: usize = 60;
/// A game is played twice when it is put off: not worth it where more than one of so many would be.
const PUT_OFF_AT_MOST_ONE_OF: u64 = 8;
/// Quarters of the sowing lanes that are done with their action before they are settled, while the
/// others relay on: without a greedy player, who evaluates all lanes together, and with one.
const DONE_AT_ONCE: [usize; 2] = [2, 3];
/// The number of no game.
const NO_GAME: u64 = u64::MAX;
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
    playout.collect(sink);
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

struct Playout<'a> {
    job: &'a Job<'a>,
    workspace: &'a mut Workspace,
    games: Range<u64>,
    /// Games with a sowing of very many laps. They are played again, from the start, after all
    /// others: so that such sowings, which take thousands of laps each, share a block.
    put_off: Vec<u64>,
    /// Games begun.
    begun: u64,
    /// Whether only games that were put off are left.
    last: bool,
    numbers: [u64; LANES],
    starters: Bytes,
    /// Rounds in which no game can come to its greatest number of actions.
    truncate_in: u32,
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
            games,
            put_off: Vec::new(),
            begun: 0,
            last: false,
            numbers: [NO_GAME; LANES],
            starters: Bytes::ZERO,
            truncate_in: u32::MAX,
            running: true,
            has_rounds: job.lane_plan.plan.rounds.is_some(),
            usage: Usage::default(),
            job,
        }
    }

    fn round(&mut self) -> Census {
        let (kernels, lane_plan) = (self.workspace.engine.kernels, &**self.job.lane_plan);
        let block = &mut *self.workspace.block;
        kernels.choose(lane_plan, block);
        if let Some(greedy) = &mut self.workspace.greedy {
            let lanes = greedy_lanes(self.job, block, self.starters);
            if lanes.any() {
                greedy.choose(&mut self.workspace.engine, block, lanes);
            }
        }
        if lane_plan.takes_back {
            let lanes = block.waits.ready();
            self.workspace.before.copy_lanes(lane_plan, &block.board, lanes);
        }
        if self.job.prints {
            kernels.print(block, &mut self.workspace.counters);
        }
        let patience = DONE_AT_ONCE[usize::from(self.workspace.greedy.is_some())];
        let census = if lane_plan.fused.is_some() {
            kernels.fused_round(lane_plan, block, &mut self.workspace.counters)
        } else if lane_plan.slim {
            kernels.round(lane_plan, block, &mut self.workspace.counters, patience)
        } else {
            rich_round(kernels, lane_plan, block, &mut self.workspace.counters, patience)
        };
        self.usage.rounds += u64::from(census.rounds);
        self.usage.laps += u64::from(census.laps);
        self.truncate_in -= 1;
        if self.truncate_in == 0 {
            self.truncate_in = kernels.truncate(lane_plan, block);
            return Census { ending: block.waits.ending().count(), ..census };
        }
        census
    }

    /// Does what several lanes wait for, or what the last ones wait for.
    fn serve(&mut self, mut census: Census, sink: &mut impl FnMut(&Finished)) {
        let fused = self.job.lane_plan.fused.is_some();
        let enough = if fused { OVER_AT_ONCE_FUSED } else { OVER_AT_ONCE };
        let mut due = census.ending >= enough || !census.active;
        if due && self.begin_rounds() {
            census.active = true;
            due = self.workspace.block.waits.ending().any();
        }
        let idle = !census.active;
        let puts_off = !self.last && !self.often_long();
        let enough_long = match (puts_off, self.last) {
            (true, _) => LONG_BEFORE_PUT_OFF,
            (false, false) => LONG_AT_ONCE,
            (false, true) => LONG_AT_LAST,
        };
        if census.long >= enough_long || idle && census.long > 0 {
            if puts_off { self.put_off() } else { self.finish_long() }
        }
        if self.job.lane_plan.trials && self.try_some(census.on_trial, idle) {
            // These lanes were not yet ready when the others were looked at.
            self.truncate_in = self
                .workspace
                .engine
                .kernels
                .truncate(self.job.lane_plan, &mut self.workspace.block);
        }
        if due || idle {
            self.begin_rounds(); // of games whose rounds were over just now
            self.collect(sink);
            self.running = self.workspace.block.waits.running().any();
            if !self.running && !self.put_off.is_empty() {
                self.last = true;
                self.running = true;
                self.workspace.block.waits.begin_anew();
                self.refill();
            }
        }
    }

    /// Begins the next rounds of games whose rounds are over; whether there are any.
    fn begin_rounds(&mut self) -> bool {
        let lane_plan = self.job.lane_plan;
        let Workspace { engine, block, .. } = &mut *self.workspace;
        let begun =
            lane_plan.plan.rounds.is_some() && engine.kernels.begin_rounds(lane_plan, block);
        if begun {
            // These lanes were not yet ready when the others were looked at.
            self.truncate_in = engine.kernels.truncate(lane_plan, block);
        }
        begun
    }

    /// Tries the alternatives of the lanes that wait for it, once they are enough. Gives whether they
    /// were.
    fn try_some(&mut self, on_trial: usize, idle: bool) -> bool {
        let Workspace { engine, tried, block, .. } = &mut *self.workspace;
        let fresh = on_trial - tried.pending().count();
        let due = fresh >= TRIALS_AT_ONCE || idle && on_trial > 0;
        if due {
            engine.try_some(tried, block, idle && fresh == 0);
        }
        due
    }

    /// Whether sowings of very many laps are so common that putting them off costs more than waiting.
    fn often_long(&self) -> bool {
        let put_off = self.put_off.len() as u64;
        put_off >= LANES as u64 && put_off * PUT_OFF_AT_MOST_ONE_OF > self.begun
    }

    /// Makes room for other games in lanes with sowings of very many laps.
    fn put_off(&mut self) {
        self.workspace.engine.kernels.spill(&mut self.workspace.counters);
        let lanes = self.workspace.block.waits.give_up_long();
        for lane in lanes.lanes() {
            self.put_off.push(self.numbers[lane]);
            self.numbers[lane] = NO_GAME;
            self.workspace.counters.take_choices(lane);
        }
        self.workspace.block.hand = self.workspace.block.hand.but_not(lanes);
        self.refill();
    }

    /// Goes on with sowings of very many laps until they end, or are known not to (GE-9).
    fn finish_long(&mut self) {
        let lane_plan = &**self.job.lane_plan;
        let lanes = self.workspace.block.waits.long();
        self.usage.long += lanes.count() as u64;
        let (block, long) = (&mut *self.workspace.block, &mut *self.workspace.long);
        long.clone_from(block);
        long.waits.clear();
        long.waits.sow(lanes);
        self.workspace.engine.sow_out(long, u32::from(MANY_LAPS));
        block.board.copy_lanes(lane_plan, &long.board, lanes);
        block.again = lanes.choose(long.again, block.again);
        block.choosing = lanes.choose(long.choosing, block.choosing);
        block.endless = lanes.choose(long.endless, block.endless);
        block.hand = block.hand.but_not(lanes);
        if lane_plan.takes_back {
            block.board.copy_lanes(lane_plan, &self.workspace.before, lanes.and(block.endless));
        }
        block.waits.finish_long();
    }

    /// Counts the games that are over and begins the next ones in their lanes.
    fn collect(&mut self, sink: &mut impl FnMut(&Finished)) {
        let lane_plan = &**self.job.lane_plan;
        self.workspace.engine.kernels.finish(lane_plan, &mut self.workspace.block);
        self.workspace.engine.kernels.spill(&mut self.workspace.counters);
        let scores = self.workspace.block.scores(lane_plan);
        for lane in self.workspace.block.waits.over().lanes() {
            if self.numbers[lane] != NO_GAME {
                let finished = self.finished(lane, scores);
                sink(&finished);
            }
        }
        self.refill();
    }

    /// Begins the next games in the lanes whose games are over.
    fn refill(&mut self) {
        let lane_plan = &**self.job.lane_plan;
        let mut next = Bytes::ZERO;
        for lane in self.workspace.block.waits.over().lanes() {
            self.numbers[lane] = NO_GAME;
            if let Some(game) = self.next_game() {
                next.0[lane] = YES;
                self.begin_game(lane, game);
            }
        }
        self.workspace.block.waits.leave_over();
        if let [start] = self.job.starts {
            self.workspace.engine.kernels.restart(
                lane_plan,
                &mut self.workspace.block,
                &self.workspace.opening,
                next,
            );
            self.starters = Bytes::all(start.position.to_move);
        }
    }

    /// The number of the next game: those that were put off come last.
    fn next_game(&mut self) -> Option<u64> {
        self.games.next().or_else(|| if self.last { self.put_off.pop() } else { None })
    }

    fn finished(&mut self, lane: usize, scores: [Bytes; 2]) -> Finished {
        let (choices, choices_squares) = self.workspace.counters.take_choices(lane);
        let mover = self.workspace.block.to_move.0[lane];
        let [mine, theirs] = scores.map(|column| column.0[lane]);
        Finished {
            game: self.numbers[lane],
            starter: self.starters.0[lane],
            result: GameResult::ALL[usize::from(self.workspace.block.result.0[lane]).min(4)],
            scores: if mover == 0 { [mine, theirs] } else { [theirs, mine] },
            plies: self.workspace.block.plies.0[lane],
            rounds: if self.has_rounds { self.rounds_begun(lane) } else { 0 },
            choices,
            choices_squares,
            print: if self.job.prints { self.workspace.counters.take_print(lane) } else { 0 },
        }
    }

    /// See [`Finished::rounds`]. Most games have no such column: it is not looked at in vain.
    #[inline(never)]
    fn rounds_begun(&self, lane: usize) -> u8 {
        self.workspace.block.board.cells[Register::Round.cell()].0[lane] + 1
    }

    /// The next game; its position is put up for all lanes at once where there is only one.
    fn begin_game(&mut self, lane: usize, game: u64) {
        let starts = self.job.starts;
        let which = if let [_] = starts { 0 } else { (game % starts.len() as u64) as usize };
        let start = &starts[which];
        let key = GameKey::new(self.job.seed, game);
        self.numbers[lane] = game;
        self.begun += 1;
        if self.job.prints {
            self.workspace.counters.begin(lane, which as u64);
        }
        if starts.len() > 1 {
            self.workspace.block.put(self.job.lane_plan, lane, start, key);
            self.starters.0[lane] = start.position.to_move;
        } else {
            self.workspace.block.set_key(lane, key);
        }
        let most = self.job.lane_plan.plan.max_actions;
        self.truncate_in = self.truncate_in.min(most.saturating_sub(start.plies).max(1));
    }
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
