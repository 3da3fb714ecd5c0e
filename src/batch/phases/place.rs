//! Before the game: seeds of the reserve that players put where they like.

use super::legal::count;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::Bytes;
use crate::plan::{HALF, RESERVE};

/// Truth: the mover of these lanes, which are in no phase, puts a seed of their reserve in a pit.
#[inline(always)]
pub fn placing(lane_plan: &LanePlan, block: &Block, lanes: Bytes) -> Bytes {
    if lane_plan.plan.places.is_none() {
        return Bytes::ZERO;
    }
    lanes.and(block.board.cells[RESERVE].at_least(1)).and(block.phase.is(0))
}

/// Any pit of their own will do: its action is that of sowing it forward. `placed`: lanes in which a seed was placed
/// just now, so that this stands there already, whoever is to move.
#[inline(always)]
pub fn pits_to_place_in(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, placed: Bytes) {
    block.waits.decide(lanes);
    let lanes = lanes.but_not(placed);
    if !lanes.any() {
        return;
    }
    for action in 0..lane_plan.plan.actions.count {
        let own = u8::from(action < lane_plan.plan.side);
        block.legal[action] = lanes.choose(Bytes::all(own), block.legal[action]);
    }
    count(lane_plan, block, lanes);
}

/// One seed falls in the pit that was chosen; gives the lanes in which one does.
#[inline(always)]
pub fn place(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let placing = placing(lane_plan, block, lanes);
    if !placing.any() {
        return placing;
    }
    for sower in &lane_plan.sowers {
        if sower.slot < HALF && !sower.backward {
            let chosen = block.action.is(sower.action).and(placing);
            block.board.add(sower.slot, chosen.map(|chosen| chosen & 1));
        }
    }
    let held = &mut block.board.cells[RESERVE];
    *held = held.zip(placing, |held, placing| held.wrapping_sub(placing & 1));
    placing
}

/// Truth: of the lanes in which a seed was placed, those whose mover places the next one.
#[inline(always)]
pub fn goes_on_placing(lane_plan: &LanePlan, block: &Block, placed: Bytes) -> Bytes {
    match lane_plan.plan.places {
        Some(places) if !places.in_turn => placed.and(block.board.cells[RESERVE].at_least(1)),
        _ => Bytes::ZERO,
    }
}
