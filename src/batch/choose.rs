//! The choice of an action at random, and its first part: the hand is lifted.

use super::block::Block;
use super::course::Course;
use super::lanes::{Bytes, LANES};
use super::legal::pits_to_play;
use super::swift::nth_legal;
use crate::plan::{HALF, RESERVE, STORE};
use crate::random::number_of;
use crate::rules::Feeding;

/// The number of this ply in each lane, scaled to one of `candidates`.
#[inline(always)]
fn scaled_numbers(block: &Block, candidates: Bytes) -> Bytes {
    let mut out = Bytes::ZERO;
    for i in 0..LANES {
        let number = number_of(block.key_low.0[i], block.key_high.0[i], block.plies.0[i]);
        // A number has 24 bits and there are at most 64 candidates.
        out.0[i] = (number.wrapping_mul(u32::from(candidates.0[i])) >> 24) as u8;
    }
    out
}

/// Chooses among the candidates (a column of 0 and 1 for each action, `number` of them in each
/// lane) by the random number of this ply.
#[inline(always)]
pub(super) fn pick_one(
    course: &Course,
    block: &Block,
    candidates: &[Bytes],
    number: Bytes,
) -> Bytes {
    let which = scaled_numbers(block, number);
    // The action is as high as there are actions with not more than `which` candidates up to and
    // with themselves.
    let (mut upto, mut above) = (Bytes::ZERO, Bytes::ZERO);
    for candidate in &candidates[..course.plan.actions.count] {
        upto = upto.plus(*candidate);
        above = above.zip3(upto, which, |above, upto, which| {
            above.wrapping_add(upto.saturating_sub(which).min(1))
        });
    }
    let count = course.plan.actions.count as u8;
    above.map(|above| count.wrapping_sub(above))
}

/// A random legal action for every lane that is ready for one.
#[inline(always)]
pub(super) fn choose(course: &Course, block: &mut Block) {
    let action = if course.swift.is_some() {
        nth_legal::<6>(block, scaled_numbers(block, block.choices))
    } else {
        pick_one(course, block, &block.legal, block.choices)
    };
    block.action = block.ready.choose(action, block.action);
}

/// Begins the chosen actions of the lanes that are ready.
#[inline(always)]
pub(super) fn begin(course: &Course, block: &mut Block) {
    let plan = &course.plan;
    let lanes = block.ready;
    block.ready = Bytes::ZERO;
    block.plies.count_up(lanes);
    if plan.feeding == Feeding::Penalty {
        block.starved = lanes.choose(block.board.is_empty(HALF, plan.side), block.starved);
    }
    let (mut hand, mut origin) = (Bytes::ZERO, Bytes::ZERO);
    let (mut backward, mut sowing) = (Bytes::ZERO, Bytes::ZERO);
    for sower in &course.sowers {
        let chosen = block.action.is(sower.action).and(lanes);
        hand = hand.or(block.board.cells[sower.slot].and(chosen));
        origin = origin.zip(chosen, |origin, chosen| origin | chosen & sower.place);
        if course.two_ways && sower.backward {
            backward = backward.or(chosen);
        }
        if course.phases {
            sowing = sowing.or(chosen);
        }
        if plan.marks {
            block.board.clear_mark(sower.slot, chosen);
        }
    }
    block.hand = lanes.choose(hand, block.hand);
    block.origin = lanes.choose(origin, block.origin);
    if course.turn_origin {
        block.turn_origin = lanes.choose(origin, block.turn_origin);
    }
    if course.two_ways {
        block.backward = lanes.choose(backward, block.backward);
    }
    if course.resows {
        block.lifts = block.lifts.or(lanes);
    }
    if plan.may_be_endless {
        block.laps = block.laps.but_not(lanes);
        block.endless = block.endless.but_not(lanes);
    }
    if plan.replay {
        block.again = block.again.but_not(lanes);
    }
    if course.phases {
        block.file = block.file.but_not(lanes);
        block.sowing = block.sowing.or(sowing);
        take_files(course, block, lanes);
        enter_reserves(course, block, lanes);
    } else {
        block.sowing = block.sowing.or(lanes);
    }
}

/// Both pits of another file, occupied or empty (CH-7).
#[inline(always)]
fn take_files(course: &Course, block: &mut Block, lanes: Bytes) {
    let plan = &course.plan;
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
    block.done = block.done.or(block.action.at_least(first as u8).and(lanes));
}

/// One seed from the reserve in each own pit; the same player then moves (MW-3).
#[inline(always)]
fn enter_reserves(course: &Course, block: &mut Block, lanes: Bytes) {
    let plan = &course.plan;
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
    if plan.marks {
        for mark in &mut block.board.marks[0] {
            *mark = mark.but_not(chosen); // a seed fell in every own pit (CH-2)
        }
    }
    block.phase = chosen.choose(Bytes::all(1), block.phase);
    pits_to_play(course, block, chosen);
    block.ready = block.ready.or(chosen);
}
