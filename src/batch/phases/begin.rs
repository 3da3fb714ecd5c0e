//! The first part of an action: the hand is lifted, a file is taken or the reserve is entered.

use super::legal::pits_to_play;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::Bytes;
use crate::plan::{HALF, RESERVE, Register, STORE};
use crate::rules::{Feeding, FinalCount};

/// Begins the chosen actions of the lanes that are ready.
#[inline(always)]
pub fn begin(lane_plan: &LanePlan, block: &mut Block) {
    let plan = &lane_plan.plan;
    let lanes = block.waits.begin();
    block.plies.count_up(lanes);
    if plan.feeding == Feeding::Penalty {
        block.starved = lanes.choose(block.board.is_empty(HALF, plan.side), block.starved);
    }
    let (mut hand, mut origin) = (Bytes::ZERO, Bytes::ZERO);
    let (mut backward, mut sowing) = (Bytes::ZERO, Bytes::ZERO);
    for sower in &lane_plan.sowers {
        let chosen = block.action.is(sower.action).and(lanes);
        hand = hand.or(block.board.cells[sower.slot].and(chosen));
        origin = origin.zip(chosen, |origin, chosen| origin | chosen & sower.place);
        if lane_plan.two_ways && sower.backward {
            backward = backward.or(chosen);
        }
        if lane_plan.phases {
            sowing = sowing.or(chosen);
        }
        if plan.unplayed {
            block.board.clear_mark(sower.slot, chosen);
        }
    }
    block.hand = lanes.choose(hand, block.hand);
    block.origin = lanes.choose(origin, block.origin);
    if lane_plan.turn_origin {
        block.turn_origin = lanes.choose(origin, block.turn_origin);
    }
    if lane_plan.two_ways {
        block.backward = lanes.choose(backward, block.backward);
    }
    if plan.fixes_heading {
        let sows = if lane_plan.phases { sowing } else { lanes };
        let heading = backward.map(|backward| 1 + (backward & 1));
        let column = &mut block.board.cells[Register::Heading.cell()];
        *column = sows.choose(heading, *column);
    }
    if lane_plan.resows {
        block.lifts = block.lifts.or(lanes);
    }
    if plan.may_be_endless {
        block.laps = block.laps.but_not(lanes);
        block.endless = block.endless.but_not(lanes);
    }
    if lane_plan.extra_turns {
        block.again = block.again.but_not(lanes);
    }
    if lane_plan.plan.asks_so_far {
        let so_far = &mut block.so_far;
        for truth in [&mut so_far.later, &mut so_far.captured, &mut so_far.crossed] {
            *truth = truth.but_not(lanes);
        }
    }
    block.forget_sown(lane_plan, lanes);
    if plan.final_count == FinalCount::LastMover {
        block.actor = lanes.choose(block.to_move, block.actor);
    }
    if lane_plan.phases {
        block.file = block.file.but_not(lanes);
        block.waits.sow(sowing);
        take_files(lane_plan, block, lanes);
        enter_reserves(lane_plan, block, lanes);
    } else {
        block.waits.sow(lanes);
    }
}

/// Both pits of another file, occupied or empty (CH-7).
#[inline(always)]
fn take_files(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let Some(first) = plan.actions.files else { return };
    let mut taken = Bytes::ZERO;
    for file in 0..plan.columns {
        let chosen = block.action.is((first + file) as u8).and(lanes);
        for slot in [HALF + file, HALF + 2 * plan.columns - 1 - file] {
            taken = taken.plus(block.board.cells[slot].and(chosen));
            block.board.clear(slot, chosen);
            block.board.clear_mark(slot, chosen);
        }
    }
    block.board.add(STORE, taken);
    let files = block.action.at_least(first as u8).and(lanes);
    block.waits.do_without_sowing(files);
}

/// One seed from the reserve in each own pit; the same player then moves (MW-3).
#[inline(always)]
fn enter_reserves(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let Some(action) = plan.actions.reserve else { return };
    let chosen = block.action.is(action as u8).and(lanes);
    if !chosen.any() {
        return;
    }
    block.board.clear(RESERVE, chosen);
    let one = chosen.map(|chosen| chosen & 1);
    for pit in 0..plan.side {
        block.board.add(pit, one);
    }
    if plan.unplayed {
        for mark in &mut block.board.marks[0] {
            *mark = mark.but_not(chosen); // a seed fell in every own pit (CH-2)
        }
    }
    block.phase = chosen.choose(Bytes::all(1), block.phase);
    pits_to_play(lane_plan, block, chosen);
    block.waits.decide(chosen);
}
