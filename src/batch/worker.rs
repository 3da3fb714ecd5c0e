//! What one thread does to the blocks of a batch.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::block::{Block, NONE};
use super::columns::{Layout, finished, load_choice, load_keys, save_games};
use super::course::Course;
use super::engine::Engine;
use super::greedy::Greedy;
use super::lanes::{Bytes, LANES, YES, yes};
use super::lockstep::{Autoreset, Options};
use super::store::{Floats, Longs, View};
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

/// The blocks in which one thread works.
#[derive(Debug)]
pub struct Worker {
    engine: Engine,
    block: Box<Block>,
    /// The first start position in all lanes.
    opening: Box<Block>,
    greedy: Option<Greedy>,
}

impl Worker {
    /// A new worker.
    #[must_use]
    pub fn new(course: &Arc<Course>, options: &Options) -> Self {
        let mut opening = Block::empty();
        for lane in 0..LANES {
            opening.put(lane, &options.starts[0], GameKey(0));
        }
        let engine = Engine::new(Arc::clone(course), options.level);
        Self { engine, block: Block::empty(), opening, greedy: None }
    }

    /// Reads the actions of a block; gives the first lane in which one is not legal.
    pub fn read_actions(
        &mut self,
        context: Context,
        view: &mut View,
        action: &impl Fn(usize) -> u8,
    ) -> Option<usize> {
        let first = view.block * LANES;
        let mut actions = Bytes::ZERO;
        let count = LANES.min(context.lanes - first);
        for (lane, byte) in actions.0[..count].iter_mut().enumerate() {
            *byte = action(first + lane);
        }
        view.set_bytes(context.layout.action, actions);
        let free = context.waiting(view).or(context.present(view).not());
        let illegal = self.engine.kernels.check(context.layout, view, actions, free);
        illegal.any().then(|| first + illegal.bits().trailing_zeros() as usize)
    }

    /// Plays the actions that were read. `truncates`: where some game may come to its greatest
    /// number of actions, the place to say how many more steps no game can.
    pub fn step(&mut self, context: Context, view: &mut View, truncates: Option<&AtomicU32>) {
        let kernels = self.engine.kernels;
        let (layout, options) = (context.layout, context.options);
        let block = &mut *self.block;
        kernels.load(&self.engine.course, layout, view, block);
        let waiting = context.waiting(view);
        let present = context.present(view);
        block.action = view.bytes(layout.action);
        block.ready = present.but_not(waiting);
        let acted = block.ready.choose(block.to_move, view.bytes(layout.acted));
        view.set_bytes(layout.acted, acted);
        self.engine.act(block);
        if let Some(left) = truncates {
            left.fetch_min(kernels.truncate(&self.engine.course, block), Ordering::Relaxed);
        }
        if block.ending.any() {
            kernels.finish(&self.engine.course, block);
        }
        let kept = match options.autoreset {
            Autoreset::Disabled => waiting,
            Autoreset::SameStep | Autoreset::NextStep => Bytes::ZERO,
        };
        kernels.publish(&self.engine.course, layout, view, block, options.rewards, kept);
        let (renewed, finished) = match options.autoreset {
            Autoreset::SameStep => (block.over, Bytes::ZERO),
            Autoreset::NextStep => (waiting.and(present), block.over),
            Autoreset::Disabled => (Bytes::ZERO, block.over.or(waiting)),
        };
        if renewed.any() {
            self.renew(context, view, renewed);
        }
        if options.autoreset == Autoreset::NextStep {
            // Nobody has acted yet in the games that have just begun.
            view.set_bytes(layout.acted, acted.but_not(renewed));
        }
        kernels.save(layout, view, &self.block, finished);
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

    /// Lanes begin the games after those that they have played.
    fn renew(&mut self, context: Context, view: &mut View, lanes: Bytes) {
        let mut games = view.games(0);
        for lane in lanes.lanes() {
            games.0[lane] = games.0[lane].wrapping_add(context.advance);
        }
        view.set_games(0, games);
        load_keys(view, &mut self.block);
        self.put_games(context, &games, lanes);
        save_games(context.layout, view, &self.block);
    }

    /// Puts the starts of these games into the lanes of the block.
    fn put_games(&mut self, context: Context, games: &Longs, lanes: Bytes) {
        let options = context.options;
        let block = &mut *self.block;
        for lane in lanes.lanes() {
            let key = GameKey::new(options.seed, games.0[lane]);
            match &*options.starts {
                [_] => block.set_key(lane, key),
                starts => {
                    let which = games.0[lane] % starts.len() as u64;
                    block.put(lane, &starts[which as usize], key);
                }
            }
        }
        if options.starts.len() == 1 {
            self.engine.kernels.restart(&self.engine.course, block, &self.opening, lanes);
        }
    }

    /// Lanes begin their next games, whatever state they are in.
    pub fn reset(&mut self, context: Context, view: &mut View, lanes: Bytes) {
        let lanes = lanes.and(context.present(view));
        if !lanes.any() {
            return;
        }
        let waiting = context.waiting(view).but_not(lanes);
        self.engine.kernels.load(&self.engine.course, context.layout, view, &mut self.block);
        load_choice(context.layout, view, &mut self.block);
        self.renew(context, view, lanes);
        forget(context.layout, view, lanes);
        self.engine.kernels.save(context.layout, view, &self.block, waiting);
    }

    /// Lanes begin game number `first` plus their own number.
    pub fn restart(&mut self, context: Context, view: &mut View, first: u64) {
        let first = first.wrapping_add((view.block * LANES) as u64);
        let games = Longs(std::array::from_fn(|lane| first.wrapping_add(lane as u64)));
        view.set_games(0, games);
        let all = Bytes::all(YES);
        self.block.clear_waits();
        self.put_games(context, &games, all);
        save_games(context.layout, view, &self.block);
        forget(context.layout, view, all);
        for column in [context.layout.result, context.layout.reason] {
            view.set_bytes(column, Bytes::all(NONE));
        }
        self.engine.kernels.save(context.layout, view, &self.block, Bytes::ZERO);
    }
}

/// Nothing has happened yet in these lanes.
fn forget(layout: &Layout, view: &mut View, lanes: Bytes) {
    for column in [layout.terminated, layout.truncated, layout.acted] {
        let old = view.bytes(column);
        view.set_bytes(column, old.but_not(lanes));
    }
    for side in 0..2 {
        let mut rewards: Floats = view.rewards(side);
        for lane in lanes.lanes() {
            rewards.0[lane] = 0.0;
        }
        view.set_rewards(side, rewards);
    }
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
