//! What one thread does to the blocks of a batch.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::context::Context;
use super::players::Players;
use super::stragglers::{Out, Stragglers};
use crate::batch::block::Block;
use crate::batch::columns::ends::publish_end;
use crate::batch::columns::flags::{rest, unpay};
use crate::batch::columns::memory::{LaneOfView, Part, View};
use crate::batch::columns::targets::Fill;
use crate::batch::columns::transfer::load_choice;
use crate::batch::engine::Engine;
use crate::batch::lane_plan::LanePlan;
use crate::batch::one_lane::LaneOfBlock;
use crate::batch::options::{Autoreset, Options};
use crate::batch::playout::Greedy;
use crate::batch::values::{Bytes, LANES};

/// The blocks in which one thread works.
#[derive(Debug)]
pub struct Worker {
    engine: Engine,
    block: Box<Block>,
    greedy: Option<Greedy>,
    /// Where sowings may be of many laps.
    stragglers: Option<Stragglers>,
}

impl Worker {
    /// A new worker.
    #[must_use]
    pub fn new(lane_plan: &Arc<LanePlan>, options: &Options) -> Self {
        let engine = Engine::new(Arc::clone(lane_plan), options.level);
        let stragglers = lane_plan.many_laps.then(|| Stragglers::new(options.level));
        Self { engine, block: Block::empty(options.level), greedy: None, stragglers }
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
    /// `fill`: arrays of the caller.
    pub fn step_part<P: Players>(
        &mut self,
        context: Context,
        mut part: Part,
        players: P,
        truncates: Option<&AtomicU32>,
        fill: Fill,
    ) {
        for number in part.numbers() {
            part.fetch(number + 1, 0..context.layout.count);
            part.fetch_plies(number + 1);
            let mut view = part.view(number);
            let played = self.step(context, &mut view, players, truncates);
            if self.stragglers.is_none() {
                self.engine.kernels.fill(fill, context.layout, &mut view);
            }
            if let Some(stragglers) = self.stragglers.as_mut().filter(|_| played) {
                let mut out = Out { context, part: &mut part, truncates };
                stragglers.take(&mut self.engine, &self.block, number, &mut out);
            }
        }
        if let Some(stragglers) = &mut self.stragglers {
            let mut out = Out { context, part: &mut part, truncates };
            stragglers.finish(&mut self.engine, &mut out);
            part.for_each(|mut view| self.engine.kernels.fill(fill, context.layout, &mut view));
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
        kernels.load(&self.engine.lane_plan, layout, view, block);
        block.action = view.bytes(layout.action);
        let ready = playing.but_not(waiting);
        block.waits.decide(ready);
        let acted = ready.choose(block.to_move, view.bytes(layout.acted));
        view.set_bytes(layout.acted, acted);
        if self.stragglers.is_some() {
            self.engine.act_most(block);
        } else {
            self.engine.act(block);
        }
        if let Some(left) = truncates {
            left.fetch_min(kernels.truncate(&self.engine.lane_plan, block), Ordering::Relaxed);
            if !P::ALL {
                let most = self.engine.lane_plan.plan.max_actions;
                for lane in present.but_not(playing).but_not(waiting).lanes() {
                    let rest = most.saturating_sub(block.plies.0[lane]);
                    left.fetch_min(rest.max(1), Ordering::Relaxed);
                }
            }
        }
        if block.waits.ending().any() {
            kernels.finish(&self.engine.lane_plan, block, Bytes::ZERO);
        }
        let (renewed, kept) = match options.autoreset {
            Autoreset::SameStep => (block.waits.over(), Bytes::ZERO),
            Autoreset::NextStep => (waiting.and(playing), waiting.but_not(playing)),
            Autoreset::Disabled => (Bytes::ZERO, waiting),
        };
        let finished = match options.autoreset {
            Autoreset::SameStep => Bytes::ZERO,
            Autoreset::NextStep | Autoreset::Disabled => block.waits.over().or(kept),
        };
        self.publish(context, view, kept);
        self.save(context, view, finished, renewed);
        true
    }

    /// Writes the games of the block, the next ones in the lanes of `renewed`. `finished`: lanes that go on showing an
    /// end.
    fn save(&self, context: Context, view: &mut View, finished: Bytes, renewed: Bytes) {
        let (layout, kernels, block) = (context.layout, self.engine.kernels, &*self.block);
        kernels.save(layout, view, block, finished);
        // Lane by lane: only a few games end in a step.
        for lane in renewed.lanes() {
            context.renew(view, lane);
        }
        if context.options.autoreset == Autoreset::NextStep && renewed.any() {
            // Nobody has acted yet in these games.
            view.set_bytes(layout.acted, view.bytes(layout.acted).but_not(renewed));
        }
    }

    /// Writes flags, rewards, and how the games that are over ended. `kept`: lanes that still show
    /// an end keep their flags.
    fn publish(&self, context: Context, view: &mut View, kept: Bytes) {
        let (layout, block) = (context.layout, &*self.block);
        let paid = self.engine.kernels.publish(layout, view, block, kept);
        unpay(view, paid);
        if block.waits.over().any() {
            let scores = block.scores(&self.engine.lane_plan);
            for lane in block.waits.over().lanes() {
                let rewards = context.options.rewards;
                publish_end(
                    layout,
                    LaneOfView { view, lane },
                    LaneOfBlock { block, lane },
                    scores,
                    rewards,
                );
            }
        }
    }

    /// Fills arrays with what the lanes of a block show.
    pub fn fill(&self, context: Context, view: &mut View, fill: Fill) {
        self.engine.kernels.fill(fill, context.layout, view);
    }

    /// A random legal action for every lane; 0 in lanes whose game is over.
    pub fn sample(&mut self, context: Context, view: &View) -> Bytes {
        let kernels = self.engine.kernels;
        let lanes = context.present(view).but_not(context.waiting(view));
        kernels.sample(&self.engine.lane_plan, context.layout, view, &mut self.block, lanes)
    }

    /// The choice of a greedy player in every lane; 0 in lanes whose game is over.
    pub fn greedy(&mut self, context: Context, view: &View) -> Bytes {
        let lanes = context.present(view).but_not(context.waiting(view));
        self.engine.kernels.load(&self.engine.lane_plan, context.layout, view, &mut self.block);
        load_choice(context.layout, view, &mut self.block);
        self.block.waits.decide(lanes);
        let greedy = self.greedy.get_or_insert_with(|| Greedy::new(context.options.level));
        greedy.choose(&mut self.engine, &mut self.block, lanes);
        self.block.action.and(lanes)
    }
}
