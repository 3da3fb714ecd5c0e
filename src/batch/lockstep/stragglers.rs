//! Stragglers: lanes whose sowings outlast those of their block. They are sown on side by side, so
//! that no block waits for its longest relay.

use std::sync::atomic::{AtomicU32, Ordering};

use super::context::Context;
use crate::batch::block::Block;
use crate::batch::board::Board;
use crate::batch::columns::ends::publish_end;
use crate::batch::columns::memory::{LaneOfView, Part};
use crate::batch::columns::transfer::save_lane;
use crate::batch::engine::Engine;
use crate::batch::lane_plan::LanePlan;
use crate::batch::level::Level;
use crate::batch::one_lane::LaneOfBlock;
use crate::batch::options::Autoreset;
use crate::batch::taken::Taken;
use crate::batch::thresholds::{HALF_OF_THEM, MANY_LAPS};
use crate::batch::values::Bytes;
use crate::outcome::GameResult;

/// Where the lanes are written that are done, as far as one worker may write.
pub struct Out<'a, 'b> {
    /// What all blocks have in common.
    pub context: Context<'a>,
    /// The blocks of the worker.
    pub part: &'a mut Part<'b>,
    /// Where some game may come to its greatest number of actions, the place to say how many more
    /// steps no game can.
    pub truncates: Option<&'a AtomicU32>,
}

/// The lanes of many blocks that outlasted these.
#[derive(Debug)]
pub struct Stragglers {
    relaying: Gathered,
    /// After [`MANY_LAPS`] laps: whether they ever end is still to be found out (GE-9).
    long: Gathered,
}

impl Stragglers {
    /// No lanes.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self { relaying: Gathered::new(level), long: Gathered::new(level) }
    }

    /// Takes in the lanes that are not done in a block, whose number in the batch is `number`.
    pub fn take(&mut self, engine: &mut Engine, block: &Block, number: usize, out: &mut Out) {
        if block.waits.sowing().count() > self.relaying.room() {
            self.sow(engine, HALF_OF_THEM, out);
        }
        for lane in block.waits.sowing().lanes() {
            let game = Game { block, before: &engine.before, lane };
            self.relaying.take(&engine.lane_plan, game, Place { block: number, lane });
        }
        if block.waits.long().count() > self.long.room() {
            self.finish_long(engine, out);
        }
        for lane in block.waits.long().lanes() {
            let game = Game { block, before: &engine.before, lane };
            self.long.take(&engine.lane_plan, game, Place { block: number, lane });
        }
    }

    /// Finishes the actions of all lanes.
    pub fn finish(&mut self, engine: &mut Engine, out: &mut Out) {
        self.sow(engine, 0, out);
        self.finish_long(engine, out);
    }

    /// Sows until at most `few` lanes are left that have not sown many laps.
    fn sow(&mut self, engine: &mut Engine, few: usize, out: &mut Out) {
        let from = &mut self.relaying;
        engine.kernels.sow_most(&engine.lane_plan, &mut from.block, few);
        let long = from.block.waits.long();
        if long.count() > self.long.room() {
            self.finish_long(engine, out);
        }
        let from = &mut self.relaying;
        for lane in long.lanes() {
            let game = Game { block: &from.block, before: &from.before, lane };
            self.long.take(&engine.lane_plan, game, from.places.by(lane));
        }
        from.leave(long);
        from.block.waits.take_long();
        from.settle(engine, out);
    }

    fn finish_long(&mut self, engine: &mut Engine, out: &mut Out) {
        let block = &mut *self.long.block;
        if block.waits.sowing().any() {
            engine.sow_out(block, MANY_LAPS);
            block.board.copy_lanes(&engine.lane_plan, &self.long.before, block.endless);
            self.long.settle(engine, out);
        }
    }
}

/// A game that outlasts its block, and its board before the action.
#[derive(Clone, Copy)]
struct Game<'a> {
    block: &'a Block,
    before: &'a Board,
    lane: usize,
}

impl<'a> Game<'a> {
    fn of_block(self) -> LaneOfBlock<'a> {
        LaneOfBlock { block: self.block, lane: self.lane }
    }
}

/// Where a lane comes from.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The number of the block in the batch.
    block: usize,
    /// The lane there.
    lane: usize,
}

/// Lanes of many blocks.
#[derive(Debug)]
struct Gathered {
    block: Box<Block>,
    /// The boards before the actions, where they may have to be put back.
    before: Box<Board>,
    /// Where the lanes come from.
    places: Taken<Place>,
}

impl Gathered {
    fn new(level: Level) -> Self {
        let before = Box::new(Board::EMPTY);
        Self {
            block: Block::empty(level),
            before,
            places: Taken::none(Place { block: 0, lane: 0 }),
        }
    }

    fn room(&self) -> usize {
        self.places.room()
    }

    /// Takes a lane in; there must be room.
    fn take(&mut self, lane_plan: &LanePlan, game: Game, place: Place) {
        let to = self.places.take(place);
        self.block.take_sowing(lane_plan, to, game.of_block());
        if lane_plan.plan.may_be_endless {
            self.before.copy_lane(lane_plan, to, game.before, game.lane);
        }
    }

    fn leave(&mut self, lanes: Bytes) {
        self.places.leave(lanes.bits());
    }

    /// Brings the lanes that are done to their next decisions, back in their own blocks.
    fn settle(&mut self, engine: &mut Engine, out: &mut Out) {
        let (block, kernels) = (&mut *self.block, engine.kernels);
        engine.settle(block);
        if let Some(left) = out.truncates {
            left.fetch_min(kernels.truncate(&engine.lane_plan, block), Ordering::Relaxed);
        }
        if block.waits.ending().any() {
            kernels.finish(&engine.lane_plan, block, Bytes::ZERO);
        }
        let lanes = block.waits.ready().or(block.waits.over());
        self.publish(&engine.lane_plan, lanes, out);
        self.leave(lanes);
        self.block.waits.leave_settled();
    }

    fn publish(&self, lane_plan: &LanePlan, lanes: Bytes, out: &mut Out) {
        let (layout, options) = (out.context.layout, out.context.options);
        let (block, scores) = (&*self.block, self.block.scores(lane_plan));
        for from in lanes.lanes() {
            let Place { block: number, lane } = self.places.by(from);
            let game = LaneOfBlock { block, lane: from };
            let mut view = out.part.view(number);
            let over = block.waits.over().0[from] != 0;
            let shown = over && options.autoreset != Autoreset::SameStep;
            save_lane(layout, LaneOfView { view: &mut view, lane }, game, shown);
            if !over {
                continue;
            }
            let cut = block.result.0[from] == GameResult::Truncated as u8;
            view.set_byte(if cut { layout.truncated } else { layout.terminated }, lane, 1);
            let to = LaneOfView { view: &mut view, lane };
            publish_end(layout, to, game, scores, options.rewards);
            if !shown {
                out.context.renew(&mut view, lane);
            }
        }
    }
}
