//! Single lanes of a block: a game that is put in, a sowing that begins or is moved.

use std::mem::swap;

use super::block::{Block, SoFar};
use super::board::Board;
use super::lane_plan::LanePlan;
use super::values::{YES, yes};
use crate::plan::{HALF, Kept, Plan};
use crate::position::Position;
use crate::random::GameKey;

/// Where games begin: a position in which somebody is to move.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The position, settled.
    pub position: Position,
    /// The legal actions, one bit each; never none.
    pub legal: u64,
    /// Actions played before.
    pub plies: u32,
}

/// One game of a block.
#[derive(Clone, Copy, Debug)]
pub struct LaneOfBlock<'a> {
    /// The block.
    pub block: &'a Block,
    /// The lane in it.
    pub lane: usize,
}

impl Block {
    /// Puts a game into a lane, ready for its next action.
    pub fn put(&mut self, lane_plan: &LanePlan, lane: usize, start: &Start, key: GameKey) {
        self.put_position(&lane_plan.plan, lane, &start.position, start.legal);
        self.seeds.0[lane] = start.position.seeds() as u8;
        self.waits.begin_game(lane);
        self.plies.0[lane] = start.plies;
        self.set_key(lane, key);
    }

    /// Puts a position into a lane, with its legal actions.
    pub fn put_position(&mut self, plan: &Plan, lane: usize, position: &Position, legal: u64) {
        for half in 0..2 {
            for slot in &plan.slots {
                let value = position.get(half, *slot);
                let truth = matches!(slot.kept(), Kept::Mark(_));
                let value = if truth { yes(value == 1) } else { value };
                self.board.column_mut(half, *slot).0[lane] = value;
            }
        }
        for (action, column) in self.legal[..plan.actions.count].iter_mut().enumerate() {
            column.0[lane] = (legal >> action & 1) as u8;
        }
        self.choices.0[lane] = legal.count_ones() as u8;
        self.phase.0[lane] = position.phase;
        self.to_move.0[lane] = position.to_move;
    }

    /// The first lap of an action begins in a lane: how many seeds lay in the pit that is played,
    /// its place on the ring, and whether it is sown against its direction (truth).
    pub fn begin_sowing(
        &mut self,
        lane_plan: &LanePlan,
        lane: usize,
        seeds: u8,
        place: u8,
        backward: u8,
    ) {
        self.hand.0[lane] = seeds;
        (self.origin.0[lane], self.turn_origin.0[lane]) = (place, place);
        (self.backward.0[lane], self.lifts.0[lane]) = (backward, YES);
        let SoFar { later, captured, crossed, went_back, dropped } = &mut self.so_far;
        for nothing in [later, captured, crossed, went_back, dropped, &mut self.laps] {
            nothing.0[lane] = 0;
        }
        for nothing in [
            &mut self.again,
            &mut self.choosing,
            &mut self.forbidden,
            &mut self.endless,
            &mut self.ends,
            &mut self.apart,
        ] {
            nothing.0[lane] = 0;
        }
        if lane_plan.asks_sown {
            for slot in lane_plan.pits() {
                self.sown[slot].0[lane] = 0;
            }
        }
        self.waits.go_on_sowing(lane);
    }

    /// Takes in a lane of another block between two laps, as far as its action needs it.
    pub fn take_sowing(&mut self, lane_plan: &LanePlan, to: usize, from: LaneOfBlock) {
        let LaneOfBlock { block: from, lane } = from;
        self.board.copy_lane(lane_plan, to, &from.board, lane);
        macro_rules! copy {
            ($($column:ident)*) => { $(self.$column.0[to] = from.$column.0[lane];)* };
        }
        copy!(seeds phase to_move hand origin turn_origin backward lifts laps again choosing endless);
        copy!(forbidden starved plies actor quiet apart);
        self.so_far.later.0[to] = from.so_far.later.0[lane];
        self.so_far.captured.0[to] = from.so_far.captured.0[lane];
        self.so_far.crossed.0[to] = from.so_far.crossed.0[lane];
        self.so_far.went_back.0[to] = from.so_far.went_back.0[lane];
        self.so_far.dropped.0[to] = from.so_far.dropped.0[lane];
        self.ends.0[to] = from.ends.0[lane];
        if lane_plan.asks_sown {
            for slot in lane_plan.pits() {
                self.sown[slot].0[to] = from.sown[slot].0[lane];
            }
        }
        self.waits.go_on_sowing(to);
    }
}

impl Block {
    /// What is in a lane in the midst of an action changes places with what is in a lane of another block, but for
    /// what the lanes wait for. (Legal actions are looked for when the action is done.)
    pub fn exchange(&mut self, lane_plan: &LanePlan, lane: usize, other: &mut Self, there: usize) {
        self.board.exchange(lane_plan, lane, &mut other.board, there);
        macro_rules! exchange {
            ($($($column:ident).+);*) => {
                $(swap(&mut self.$($column).+.0[lane], &mut other.$($column).+.0[there]);)*
            };
        }
        exchange!(seeds; phase; to_move; action; hand; origin; turn_origin; backward; lifts; laps);
        exchange!(again; actor; choosing; forbidden; endless; starved; skipped; feeds);
        exchange!(so_far.later; so_far.captured; so_far.crossed; so_far.went_back; ends; placed);
        exchange!(so_far.dropped; quiet; apart);
        exchange!(result; reason; plies; key_low; key_high);
        if lane_plan.asks_sown {
            for slot in lane_plan.pits() {
                swap(&mut self.sown[slot].0[lane], &mut other.sown[slot].0[there]);
            }
        }
    }
}

impl Board {
    /// What is in a lane changes places with what is in a lane of another board.
    pub fn exchange(&mut self, lane_plan: &LanePlan, lane: usize, other: &mut Self, there: usize) {
        for half in 0..2 {
            for slot in &lane_plan.plan.slots {
                let (mine, theirs) = (self.column_mut(half, *slot), other.column_mut(half, *slot));
                swap(&mut mine.0[lane], &mut theirs.0[there]);
            }
        }
    }

    /// Copies one lane of another board.
    pub fn copy_lane(&mut self, lane_plan: &LanePlan, to: usize, from: &Self, lane: usize) {
        for half in 0..2 {
            for cell in &lane_plan.held.cells {
                let cell = half * HALF + cell;
                self.cells[cell].0[to] = from.cells[cell].0[lane];
            }
            for mark in &lane_plan.held.marks {
                self.marks[half][*mark].0[to] = from.marks[half][*mark].0[lane];
            }
        }
    }
}
