//! What one thread does to the blocks of a batch.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::block::{Block, NONE};
use super::columns::{Layout, Opening, finished, load_choice, publish_end, set_key};
use super::course::Course;
use super::engine::Engine;
use super::greedy::Greedy;
use super::lanes::{Bytes, LANES, YES, yes};
use super::late::{Late, Out};
use super::lockstep::{Autoreset, Options};
use super::store::{Part, View};
use crate::random::GameKey;

/// What all blocks have in common.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Which column is what.
    pub layout: &'a Layout,
    /// How the batch is run.
    pub options: &'a Options,
    /// Lanes of the batch.
    pub lanes: usize,
    /// How much the game number of a lane advances from game to game.
    pub advance: u64,
    /// The start positions, taken in turn by game number.
    pub openings: &'a [Opening],
}

impl Context<'_> {
    /// Truth: the lane belongs to the batch. The last block may have more lanes than there are.
    #[inline]
    fn present(&self, view: &View) -> Bytes {
        let first = view.block * LANES;
        let left = self.lanes.saturating_sub(first);
        if left >= LANES {
            Bytes::all(YES)
        } else {
            Bytes(std::array::from_fn(|lane| yes(lane < left)))
        }
    }

    /// Truth: the lane shows the end of its game.
    #[inline]
    fn waiting(&self, view: &View) -> Bytes {
        match self.options.autoreset {
            Autoreset::SameStep => Bytes::ZERO,
            Autoreset::NextStep | Autoreset::Disabled => finished(self.layout, view),
        }
    }
}

/// Who plays in a step.
pub trait Players: Copy + Sync {
    /// Whether all do.
    const ALL: bool;

    /// Those of these lanes (truth) that play.
    fn among(self, view: &View, lanes: Bytes) -> Bytes;
}

/// Every lane plays.
#[derive(Clone, Copy, Debug)]
pub struct Everyone;

impl Players for Everyone {
    const ALL: bool = true;

    #[inline(always)]
    fn among(self, _: &View, lanes: Bytes) -> Bytes {
        lanes
    }
}

/// The lanes play in which this is true; the others rest.
impl Players for &[bool] {
    const ALL: bool = false;

    #[inline(always)]
    fn among(self, view: &View, lanes: Bytes) -> Bytes {
        let mut playing = Bytes::ZERO;
        for (truth, plays) in playing.0.iter_mut().zip(&self[view.block * LANES..]) {
            *truth = yes(*plays);
        }
        playing.and(lanes)
    }
}

/// The blocks in which one thread works.
#[derive(Debug)]
pub struct Worker {
    engine: Engine,
    block: Box<Block>,
    greedy: Option<Greedy>,
    /// Where sowings may be of many laps.
    late: Option<Late>,
}

impl Worker {
    /// A new worker.
    #[must_use]
    pub fn new(course: &Arc<Course>, options: &Options) -> Self {
        let engine = Engine::new(Arc::clone(course), options.level);
        let late = course.many_laps.then(Late::new);
        Self { engine, block: Block::empty(), greedy: None, late }
    }

    /// Reads the actions of a block; gives the first lane in which one is not legal.
    pub fn read_actions<P: Players>(
        &mut self,
        context: Context,
        view: &mut View,
        players: P,
        read: &impl Fn(usize, &mut [u8]),
    ) -> Option<usize> {
        let first = view.block * LANES;
        let mut actions = Bytes::ZERO;
        let count = LANES.min(context.lanes - first);
        read(first, &mut actions.0[..count]);
        view.set_bytes(context.layout.action, actions);
        let playing = players.among(view, context.present(view));
        let free = context.waiting(view).or(playing.inverse());
        let illegal = self.engine.kernels.check(context.layout, view, actions, free);
        illegal.any().then(|| first + illegal.bits().trailing_zeros() as usize)
    }

    /// Plays the actions that were read in the blocks of a part. `truncates`: where some game may
    /// come to its greatest number of actions, the place to say how many more steps no game can.
    pub fn step_part<P: Players>(
        &mut self,
        context: Context,
        mut part: Part,
        players: P,
        truncates: Option<&AtomicU32>,
    ) {
        for number in part.numbers() {
            let played = self.step(context, &mut part.view(number), players, truncates);
            if let Some(late) = self.late.as_mut().filter(|_| played) {
                let mut out = Out { context, part: &mut part, truncates };
                late.take(&mut self.engine, &self.block, number, &mut out);
            }
        }
        if let Some(late) = &mut self.late {
            let mut out = Out { context, part: &mut part, truncates };
            late.finish(&mut self.engine, &mut out);
        }
    }

    /// Plays the actions that were read in a block, but for the lanes that outlast the others.
    /// Gives whether any lane played.
    fn step<P: Players>(
        &mut self,
        context: Context,
        view: &mut View,
        players: P,
        truncates: Option<&AtomicU32>,
    ) -> bool {
        let kernels = self.engine.kernels;
        let (layout, options) = (context.layout, context.options);
        let waiting = context.waiting(view);
        let present = context.present(view);
        let playing = players.among(view, present);
        if !P::ALL && truncates.is_none() && !playing.any() {
            rest(layout, view, waiting);
            return false;
        }
        let block = &mut *self.block;
        kernels.load(&self.engine.course, layout, view, block);
        block.action = view.bytes(layout.action);
        block.ready = playing.but_not(waiting);
        let acted = block.ready.choose(block.to_move, view.bytes(layout.acted));
        view.set_bytes(layout.acted, acted);
        if self.late.is_some() {
            self.engine.act_most(block);
        } else {
            self.engine.act(block);
        }
        if let Some(left) = truncates {
            left.fetch_min(kernels.truncate(&self.engine.course, block), Ordering::Relaxed);
            if !P::ALL {
                let most = self.engine.course.plan.max_actions;
                for lane in present.but_not(playing).but_not(waiting).lanes() {
                    let rest = most.saturating_sub(block.plies.0[lane]);
                    left.fetch_min(rest.max(1), Ordering::Relaxed);
                }
            }
        }
        if block.ending.any() {
            kernels.finish(&self.engine.course, block);
        }
        let (renewed, kept) = match options.autoreset {
            Autoreset::SameStep => (block.over, Bytes::ZERO),
            Autoreset::NextStep => (waiting.and(playing), waiting.but_not(playing)),
            Autoreset::Disabled => (Bytes::ZERO, waiting),
        };
        let finished = match options.autoreset {
            Autoreset::SameStep => Bytes::ZERO,
            Autoreset::NextStep | Autoreset::Disabled => block.over.or(kept),
        };
        self.publish(context, view, kept);
        kernels.save(layout, view, &self.block, finished);
        for lane in renewed.lanes() {
            renew(context, view, lane);
            if options.autoreset == Autoreset::NextStep {
                view.set_byte(layout.acted, lane, 0); // nobody has acted yet in this game
            }
        }
        true
    }

    /// Writes flags, rewards, and how the games that are over ended. `kept`: lanes that still show
    /// an end keep their flags.
    fn publish(&self, context: Context, view: &mut View, kept: Bytes) {
        let (layout, block) = (context.layout, &*self.block);
        let paid = finished(layout, view);
        self.engine.kernels.publish(layout, view, block, kept);
        unpay(view, paid);
        if block.over.any() {
            let scores = block.scores(&self.engine.course);
            for lane in block.over.lanes() {
                let rewards = context.options.rewards;
                publish_end(layout, (view, lane), (block, lane), scores, rewards);
            }
        }
    }

    /// A random legal action for every lane; 0 in lanes whose game is over.
    pub fn sample(&mut self, context: Context, view: &View) -> Bytes {
        let kernels = self.engine.kernels;
        let lanes = context.present(view).but_not(context.waiting(view));
        kernels.sample(&self.engine.course, context.layout, view, &mut self.block, lanes)
    }

    /// The choice of a greedy player in every lane; 0 in lanes whose game is over.
    pub fn greedy(&mut self, context: Context, view: &View) -> Bytes {
        let lanes = context.present(view).but_not(context.waiting(view));
        self.engine.kernels.load(&self.engine.course, context.layout, view, &mut self.block);
        load_choice(context.layout, view, &mut self.block);
        self.block.ready = lanes;
        let greedy = self.greedy.get_or_insert_default();
        greedy.choose(&mut self.engine, &mut self.block, lanes);
        self.block.action.and(lanes)
    }
}

/// A step in which all lanes of a block rest. `waiting`: lanes that go on showing an end.
fn rest(layout: &Layout, view: &mut View, waiting: Bytes) {
    let paid = finished(layout, view);
    if paid.any() {
        for column in [layout.terminated, layout.truncated] {
            view.set_bytes(column, view.bytes(column).and(waiting));
        }
        unpay(view, paid);
    }
}

/// What the step before paid in these lanes is not paid again.
fn unpay(view: &mut View, lanes: Bytes) {
    for lane in lanes.lanes() {
        view.set_reward(0, lane, 0.0);
        view.set_reward(1, lane, 0.0);
    }
}

/// Lanes begin their next games, whatever state they are in.
pub(super) fn reset(context: Context, view: &mut View, lanes: Bytes) {
    for lane in lanes.and(context.present(view)).lanes() {
        renew(context, view, lane);
        forget(context.layout, view, lane);
    }
}

/// A lane begins the game after the one that it has played.
pub(super) fn renew(context: Context, view: &mut View, lane: usize) {
    let game = view.games(0).0[lane].wrapping_add(context.advance);
    begin(context, view, lane, game);
}

/// All lanes of a block begin game number `first` plus their own number.
pub(super) fn restart(context: Context, view: &mut View, first: u64) {
    for lane in 0..LANES {
        let number = (view.block * LANES + lane) as u64;
        begin(context, view, lane, first.wrapping_add(number));
        forget(context.layout, view, lane);
    }
    for column in [context.layout.result, context.layout.reason] {
        view.set_bytes(column, Bytes::all(NONE));
    }
}

/// A lane begins this game.
fn begin(context: Context, view: &mut View, lane: usize, game: u64) {
    let opening = match context.openings {
        [opening] => opening,
        openings => &openings[(game % openings.len() as u64) as usize],
    };
    view.set_game(0, lane, game);
    opening.put(context.layout, view, lane);
    set_key(view, lane, GameKey::new(context.options.seed, game));
}

/// Nothing has happened yet in a lane.
fn forget(layout: &Layout, view: &mut View, lane: usize) {
    for column in [layout.terminated, layout.truncated, layout.acted] {
        view.set_byte(column, lane, 0);
    }
    view.set_reward(0, lane, 0.0);
    view.set_reward(1, lane, 0.0);
}

/// What a random choice needs of a block.
#[inline(always)]
pub(super) fn sample(
    course: &Course,
    layout: &Layout,
    view: &View,
    block: &mut Block,
    lanes: Bytes,
) -> Bytes {
    load_choice(layout, view, block);
    let action = super::choose::pick_one(course, block, &block.legal, block.choices);
    action.and(lanes)
}
