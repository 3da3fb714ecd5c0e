//! Many games played out by lanes that run on independently: the unit of work is a lap.
//!
//! A round chooses actions for the lanes that are ready, sows one lap in all that sow, and settles
//! those that are done, while others relay on. What is rare waits until several lanes need it:
//! the final count and the next game, trials of alternatives, and sowings of very many laps.

use std::ops::Range;
use std::sync::Arc;

use super::block::{Block, Start};
use super::course::Course;
use super::lanes::{Bytes, LANES, YES, yes};
use super::relay::MANY_LAPS;
pub use super::room::Room;
use super::simd::Level;
use super::tracks::Census;
use crate::outcome::GameResult;
use crate::plan::HALF;
use crate::random::GameKey;

/// Lanes that wait before the games that are over are counted and the next ones begun.
const OVER_AT_ONCE: usize = 8;
/// The same where actions are quick.
const OVER_AT_ONCE_SWIFT: usize = 10;
/// Lanes that wait before alternatives are tried.
const TRIALS_AT_ONCE: usize = 16;
/// Lanes with very long sowings before their games are put off, or, when these are played at last,
/// before somebody finds out whether they ever end.
const LONG_AT_ONCE: [usize; 2] = [4, 60];
/// Quarters of the sowing lanes that are done with their action before they are settled, while the
/// others relay on: without a greedy player, who evaluates all lanes together, and with one.
const DONE_AT_ONCE: [usize; 2] = [2, 3];
/// The number of no game.
const NO_GAME: u64 = u64::MAX;
/// Rounds between two looks at whether to stop.
const ROUNDS_PER_LOOK: u32 = 64;

/// Who chooses the actions of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// Any legal action, all equally likely.
    Random,
    /// The greatest margin after the action, ties at random.
    Greedy,
}

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The rules.
    pub course: &'a Arc<Course>,
    /// Start positions, taken in turn by game number. Never empty.
    pub starts: &'a [Start],
    /// Who sits with the side that starts, and who with the other.
    pub seats: [Chooser; 2],
    /// Random actions before the seats take over.
    pub random_plies: u32,
    /// The seed of the run.
    pub seed: u64,
    /// Whether the sequence of actions is wanted as a fingerprint.
    pub prints: bool,
    /// The vector width.
    pub level: Level,
}

/// One finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its number.
    pub game: u64,
    /// The side that started.
    pub starter: u8,
    /// The result.
    pub result: GameResult,
    /// The scores of South and North.
    pub scores: [u8; 2],
    /// Actions played.
    pub plies: u32,
    /// Sum over plies of the number of legal actions.
    pub choices: u32,
    /// Sum of the squares of the same.
    pub choices_squares: u64,
    /// Identifies the sequence of actions and its start position, if wanted.
    pub print: u64,
}

/// How the lanes were used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Laps of a whole block.
    pub rounds: u64,
    /// Laps of single lanes.
    pub laps: u64,
    /// Sowings that needed somebody to find out whether they ever end.
    pub long: u64,
    /// Times that all alternatives of a block were tried.
    pub trials: u64,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.rounds += other.rounds;
        self.laps += other.laps;
        self.long += other.long;
        self.trials += other.trials;
    }
}

/// Plays the games of these numbers, in any order, and hands each to `sink` when it is over.
/// `None` when `stop` said so.
pub fn play(
    job: &Job,
    games: Range<u64>,
    stop: &dyn Fn() -> bool,
    sink: &mut impl FnMut(&Finished),
) -> Option<Usage> {
    play_in(&mut Room::new(job.course, job.seats, job.level), job, games, stop, sink)
}

/// The same in a room made for these rules and seats, which can be used again: for jobs so small
/// that making room would take as long as playing.
pub fn play_in(
    room: &mut Room,
    job: &Job,
    games: Range<u64>,
    stop: &dyn Fn() -> bool,
    sink: &mut impl FnMut(&Finished),
) -> Option<Usage> {
    room.clear();
    let mut playout = Playout::new(room, job, games);
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
    playout.usage.trials = playout.room.engine.trials;
    Some(playout.usage)
}

struct Playout<'a> {
    job: &'a Job<'a>,
    room: &'a mut Room,
    games: Range<u64>,
    /// Games with a sowing of very many laps. They are played again, from the start, after all
    /// others: so that such sowings, which take thousands of laps each, share a block.
    put_off: Vec<u64>,
    /// Whether only games that were put off are left.
    last: bool,
    numbers: [u64; LANES],
    starters: Bytes,
    /// Rounds in which no game can come to its greatest number of actions.
    truncate_in: u32,
    running: bool,
    usage: Usage,
}

impl<'a> Playout<'a> {
    fn new(room: &'a mut Room, job: &'a Job, games: Range<u64>) -> Self {
        if let [start] = job.starts {
            for lane in 0..LANES {
                room.opening.put(job.course, lane, start, GameKey(0));
            }
        }
        Self {
            room,
            games,
            put_off: Vec::new(),
            last: false,
            numbers: [NO_GAME; LANES],
            starters: Bytes::ZERO,
            truncate_in: u32::MAX,
            running: true,
            usage: Usage::default(),
            job,
        }
    }

    fn round(&mut self) -> Census {
        let (kernels, course) = (self.room.engine.kernels, &**self.job.course);
        let block = &mut *self.room.block;
        kernels.choose(course, block);
        if let Some(greedy) = &mut self.room.greedy {
            let lanes = greedy_lanes(self.job, block, self.starters);
            if lanes.any() {
                greedy.choose(&mut self.room.engine, block, lanes);
            }
        }
        if course.takes_back {
            let lanes = block.ready;
            self.room.before.copy_lanes(course, &block.board, lanes);
        }
        if self.job.prints {
            kernels.print(block, &mut self.room.tracks);
        }
        let patience = DONE_AT_ONCE[usize::from(self.room.greedy.is_some())];
        let census = if course.swift.is_some() {
            kernels.swift_round(course, block, &mut self.room.tracks)
        } else {
            kernels.round(course, block, &mut self.room.tracks, patience)
        };
        self.usage.rounds += u64::from(census.rounds);
        self.usage.laps += u64::from(census.laps);
        self.truncate_in -= 1;
        if self.truncate_in == 0 {
            self.truncate_in = kernels.truncate(course, block);
            return Census { ending: block.ending.count(), ..census };
        }
        census
    }

    /// Does what several lanes wait for, or what the last ones wait for.
    fn serve(&mut self, census: Census, sink: &mut impl FnMut(&Finished)) {
        let idle = !census.active;
        let long = census.long >= LONG_AT_ONCE[usize::from(self.last)] || idle && census.long > 0;
        if long && self.last {
            self.finish_long();
        } else if long {
            self.put_off();
        }
        if census.on_trial >= TRIALS_AT_ONCE || idle && census.on_trial > 0 {
            self.room.engine.try_all(&mut self.room.block);
            // These lanes were not yet ready when the others were looked at.
            self.truncate_in =
                self.room.engine.kernels.truncate(self.job.course, &mut self.room.block);
        }
        let swift = self.job.course.swift.is_some();
        let enough = if swift { OVER_AT_ONCE_SWIFT } else { OVER_AT_ONCE };
        if census.ending >= enough || idle {
            self.collect(sink);
            self.running = self.room.block.running().any();
            if !self.running && !self.put_off.is_empty() {
                self.last = true;
                self.running = true;
                self.room.block.over = Bytes::all(YES);
                self.refill();
            }
        }
    }

    /// Makes room for other games in lanes with sowings of very many laps.
    fn put_off(&mut self) {
        self.room.engine.kernels.spill(&mut self.room.tracks);
        let lanes = self.room.block.long;
        self.room.block.long = Bytes::ZERO;
        self.room.block.over = self.room.block.over.or(lanes);
        for lane in lanes.lanes() {
            self.put_off.push(self.numbers[lane]);
            self.numbers[lane] = NO_GAME;
            self.room.tracks.take_choices(lane);
        }
        self.room.block.hand = self.room.block.hand.but_not(lanes);
        self.refill();
    }

    /// Goes on with sowings of very many laps until they end, or are known not to (GE-9).
    fn finish_long(&mut self) {
        let course = &**self.job.course;
        let lanes = self.room.block.long;
        self.usage.long += lanes.count() as u64;
        let (block, long) = (&mut *self.room.block, &mut *self.room.long);
        long.clone_from(block);
        long.clear_waits();
        long.sowing = lanes;
        self.room.engine.sow_out(long, u32::from(MANY_LAPS));
        block.board.copy_lanes(course, &long.board, lanes);
        block.again = lanes.choose(long.again, block.again);
        block.file = lanes.choose(long.file, block.file);
        block.endless = lanes.choose(long.endless, block.endless);
        block.hand = block.hand.but_not(lanes);
        if course.takes_back {
            block.board.copy_lanes(course, &self.room.before, lanes.and(block.endless));
        }
        block.long = Bytes::ZERO;
        block.done = block.done.or(lanes);
    }

    /// Counts the games that are over and begins the next ones in their lanes.
    fn collect(&mut self, sink: &mut impl FnMut(&Finished)) {
        let course = &**self.job.course;
        self.room.engine.kernels.finish(course, &mut self.room.block);
        self.room.engine.kernels.spill(&mut self.room.tracks);
        let scores = self.room.block.scores(course);
        for lane in self.room.block.over.lanes() {
            if self.numbers[lane] != NO_GAME {
                let finished = self.finished(lane, scores);
                sink(&finished);
            }
        }
        self.refill();
    }

    /// Begins the next games in the lanes whose games are over.
    fn refill(&mut self) {
        let course = &**self.job.course;
        let mut next = Bytes::ZERO;
        for lane in self.room.block.over.lanes() {
            self.numbers[lane] = NO_GAME;
            if let Some(game) = self.next_game() {
                next.0[lane] = YES;
                self.begin_game(lane, game);
            }
        }
        self.room.block.over = Bytes::ZERO;
        if let [start] = self.job.starts {
            self.room.engine.kernels.restart(
                course,
                &mut self.room.block,
                &self.room.opening,
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
        let (choices, choices_squares) = self.room.tracks.take_choices(lane);
        let mover = self.room.block.to_move.0[lane];
        let [mine, theirs] = scores.map(|column| column.0[lane]);
        Finished {
            game: self.numbers[lane],
            starter: self.starters.0[lane],
            result: GameResult::ALL[usize::from(self.room.block.result.0[lane]).min(4)],
            scores: if mover == 0 { [mine, theirs] } else { [theirs, mine] },
            plies: self.room.block.plies.0[lane],
            choices,
            choices_squares,
            print: if self.job.prints { self.room.tracks.take_print(lane) } else { 0 },
        }
    }

    /// The next game; its position is put up for all lanes at once where there is only one.
    fn begin_game(&mut self, lane: usize, game: u64) {
        let starts = self.job.starts;
        let which = if let [_] = starts { 0 } else { (game % starts.len() as u64) as usize };
        let start = &starts[which];
        let key = GameKey::new(self.job.seed, game);
        self.numbers[lane] = game;
        if self.job.prints {
            self.room.tracks.begin(lane, which as u64);
        }
        if starts.len() > 1 {
            self.room.block.put(self.job.course, lane, start, key);
            self.starters.0[lane] = start.position.to_move;
        } else {
            self.room.block.set_key(lane, key);
        }
        let most = self.job.course.plan.max_actions;
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
    greedy.and(block.ready)
}

/// All lanes begin the game of the opening, whose keys are set already.
#[inline(always)]
pub(super) fn restart(course: &Course, block: &mut Block, opening: &Block, lanes: Bytes) {
    block.board.copy_lanes(course, &opening.board, lanes);
    for action in 0..course.plan.actions.count {
        block.legal[action] = lanes.choose(opening.legal[action], block.legal[action]);
    }
    block.choices = lanes.choose(opening.choices, block.choices);
    block.seeds = lanes.choose(opening.seeds, block.seeds);
    block.phase = lanes.choose(opening.phase, block.phase);
    block.to_move = lanes.choose(opening.to_move, block.to_move);
    block.ready = block.ready.or(lanes);
    for i in 0..LANES {
        let old = block.plies.0[i];
        block.plies.0[i] = if lanes.0[i] == 0 { old } else { opening.plies.0[i] };
    }
    debug_assert!(course.plan.side <= HALF);
}
