//! Lanes whose sowings outlast those of their block: side by side they are sown on, so that no
//! block waits for its longest relay.

use std::sync::atomic::{AtomicU32, Ordering};

use super::block::{Block, Board};
use super::columns::{publish_end, save_lane};
use super::course::Course;
use super::engine::Engine;
use super::lanes::{Bytes, LANES};
use super::lockstep::Autoreset;
use super::relay::MANY_LAPS;
use super::store::Part;
use super::worker::{Context, renew};
use crate::outcome::GameResult;
use crate::plan::{HALF, RESERVE, STORE};

/// Lanes that still sow when the others of their block are settled.
pub const FEW: usize = 2;
/// Lanes that still sow when the others that outlasted their blocks are settled.
const HALF_OF_THEM: usize = 32;

/// Where the lanes are written that are done, as far as one worker may write.
pub struct Out<'a, 'b> {
    /// What all blocks have in common.
    pub context: Context<'a>,
    /// The blocks of the worker.
    pub part: &'a mut Part<'b>,
    /// See [`super::worker::Worker::step_part`].
    pub truncates: Option<&'a AtomicU32>,
}

/// The lanes of many blocks that outlasted these.
#[derive(Debug)]
pub struct Late {
    relaying: Gathered,
    /// After [`MANY_LAPS`] laps, where somebody finds out whether they ever end (GE-9).
    long: Gathered,
}

impl Late {
    /// No lanes.
    #[must_use]
    pub fn new() -> Self {
        Self { relaying: Gathered::new(), long: Gathered::new() }
    }

    /// Takes in the lanes that are not done in a block, whose number in the batch is `number`.
    pub fn take(&mut self, engine: &mut Engine, block: &Block, number: usize, out: &mut Out) {
        if block.sowing.count() > self.relaying.room() {
            self.sow(engine, HALF_OF_THEM, out);
        }
        for lane in block.sowing.lanes() {
            self.relaying.take(&engine.course, (block, &engine.before), lane, (number, lane));
        }
        if block.long.count() > self.long.room() {
            self.finish_long(engine, out);
        }
        for lane in block.long.lanes() {
            self.long.take(&engine.course, (block, &engine.before), lane, (number, lane));
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
        engine.kernels.sow_most(&engine.course, &mut from.block, few);
        let long = from.block.long;
        if long.count() > self.long.room() {
            self.finish_long(engine, out);
        }
        let from = &mut self.relaying;
        for lane in long.lanes() {
            let board = (&*from.block, &*from.before);
            self.long.take(&engine.course, board, lane, from.places[lane]);
        }
        from.leave(long);
        from.block.long = Bytes::ZERO;
        from.settle(engine, out);
    }

    fn finish_long(&mut self, engine: &mut Engine, out: &mut Out) {
        let block = &mut *self.long.block;
        if block.sowing.any() {
            engine.sow_out(block, u32::from(MANY_LAPS));
            block.board.copy_lanes(&engine.course, &self.long.before, block.endless);
            self.long.settle(engine, out);
        }
    }
}

/// Lanes of many blocks.
#[derive(Debug)]
struct Gathered {
    block: Box<Block>,
    /// The boards before the actions, where they may have to be put back.
    before: Box<Board>,
    /// Where the lanes come from: the block and the lane there.
    places: [(usize, usize); LANES],
    /// Lanes that are free, one bit each.
    free: u64,
}

impl Gathered {
    fn new() -> Self {
        let before = Box::new(Block::empty().board);
        Self { block: Block::empty(), before, places: [(0, 0); LANES], free: u64::MAX }
    }

    fn room(&self) -> usize {
        self.free.count_ones() as usize
    }

    /// Takes a lane in; there must be room.
    fn take(
        &mut self,
        course: &Course,
        (from, before): (&Block, &Board),
        lane: usize,
        place: (usize, usize),
    ) {
        let to = self.free.trailing_zeros() as usize;
        self.free &= self.free - 1;
        self.places[to] = place;
        copy_lane(course, (&mut self.block, to), (from, lane));
        if course.plan.may_be_endless {
            copy_board(course, (&mut self.before, to), (before, lane));
        }
    }

    fn leave(&mut self, lanes: Bytes) {
        self.free |= lanes.bits();
    }

    /// Brings the lanes that are done to their next decisions, back in their own blocks.
    fn settle(&mut self, engine: &mut Engine, out: &mut Out) {
        let (block, kernels) = (&mut *self.block, engine.kernels);
        engine.settle(block);
        if let Some(left) = out.truncates {
            left.fetch_min(kernels.truncate(&engine.course, block), Ordering::Relaxed);
        }
        if block.ending.any() {
            kernels.finish(&engine.course, block);
        }
        let lanes = block.ready.or(block.over);
        self.publish(&engine.course, lanes, out);
        self.leave(lanes);
        (self.block.ready, self.block.over) = (Bytes::ZERO, Bytes::ZERO);
    }

    fn publish(&self, course: &Course, lanes: Bytes, out: &mut Out) {
        let (layout, options) = (out.context.layout, out.context.options);
        let (block, scores) = (&*self.block, self.block.scores(course));
        for from in lanes.lanes() {
            let (number, to) = self.places[from];
            let mut view = out.part.view(number);
            let over = block.over.0[from] != 0;
            let shown = over && options.autoreset != Autoreset::SameStep;
            save_lane(layout, (&mut view, to), (block, from), shown);
            if !over {
                continue;
            }
            let cut = block.result.0[from] == GameResult::Truncated as u8;
            view.set_byte(if cut { layout.truncated } else { layout.terminated }, to, 1);
            publish_end(layout, (&mut view, to), (block, from), scores, options.rewards);
            if !shown {
                renew(out.context, &mut view, to);
            }
        }
    }
}

/// Copies a lane between two laps, as far as its action needs it.
fn copy_lane(course: &Course, (into, to): (&mut Block, usize), (from, lane): (&Block, usize)) {
    copy_board(course, (&mut into.board, to), (&from.board, lane));
    macro_rules! copy {
        ($($column:ident)*) => { $(into.$column.0[to] = from.$column.0[lane];)* };
    }
    copy!(seeds phase to_move hand origin turn_origin backward lifts laps again file endless);
    copy!(starved plies);
    into.sowing.0[to] = super::YES;
}

fn copy_board(course: &Course, (into, to): (&mut Board, usize), (from, lane): (&Board, usize)) {
    for base in [0, HALF] {
        for slot in (base..base + course.plan.side).chain([base + STORE, base + RESERVE]) {
            into.cells[slot].0[to] = from.cells[slot].0[lane];
        }
    }
    if course.plan.marks {
        for half in 0..2 {
            for pit in 0..course.plan.columns {
                into.marks[half][pit].0[to] = from.marks[half][pit].0[lane];
            }
        }
    }
}
