//! Pits that players choose to leave without seeds, before a round is laid out.

use super::legal::count;
use super::pass::pass_turn;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, both};
use crate::plan::CLAIMS;

/// No pit is marked in these lanes.
#[cold]
#[inline(never)]
pub fn open_pits(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    for marks in &mut block.board.marks {
        for mark in &mut marks[..lane_plan.plan.markable.min(CLAIMS)] {
            *mark = mark.but_not(lanes);
        }
    }
}

/// Somebody is to choose a pit that stays without seeds, in those of these lanes that are given. `filled`: pits
/// that the mover and the other player fill; `begins`: 1 where the mover begins the round, and so chooses first.
#[inline(always)]
pub fn leave(
    lane_plan: &LanePlan,
    block: &mut Block,
    filled: &[Bytes; 2],
    begins: Bytes,
    lanes: Bytes,
) -> Bytes {
    let plan = &lane_plan.plan;
    let (Some(first), Some(phase)) = (plan.actions.leaves, plan.leave_phase()) else {
        return Bytes::ZERO;
    };
    let pits = plan.side - usize::from(plan.field.is_some());
    let [mover, other] = both(|half| {
        let mut settled = filled[half];
        for mark in &block.board.marks[half][..pits] {
            settled = settled.plus(mark.and(Bytes::all(1)));
        }
        settled.at_least(pits as u8).inverse()
    });
    let chooses = mover.or(other).and(lanes);
    if !chooses.any() {
        return chooses;
    }
    let first_to = mover.and(begins.is(1).or(other.inverse()));
    pass_turn(lane_plan, block, chooses.but_not(first_to));
    block.phase = chooses.choose(Bytes::all(phase), block.phase);
    for column in &mut block.legal[..first] {
        *column = column.but_not(chooses);
    }
    for pit in 0..pits {
        let open = block.board.marks[0][pit].inverse().and(Bytes::all(1));
        let column = &mut block.legal[first + pit];
        *column = chooses.choose(open, *column);
    }
    count(lane_plan, block, chooses);
    block.waits.decide(chooses);
    chooses
}

/// Truth: the action leaves a pit without seeds.
#[inline(always)]
pub fn leaves(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let first = lane_plan.plan.actions.leaves;
    first.map_or(Bytes::ZERO, |first| block.action.at_least(first as u8))
}

/// The movers of these lanes leave the pits that they chose, if they chose one.
#[inline(always)]
pub fn leave_pits(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let Some(first) = lane_plan.plan.actions.leaves else { return };
    let leaves = leaves(lane_plan, block).and(lanes);
    if !leaves.any() {
        return;
    }
    let plan = &lane_plan.plan;
    for pit in 0..plan.side - usize::from(plan.field.is_some()) {
        let chosen = block.action.is((first + pit) as u8).and(leaves);
        let mark = &mut block.board.marks[0][pit];
        *mark = mark.or(chosen);
    }
    block.rare.go_on_leaving(lane_plan, block, leaves);
}
