//! Seeds that are given to players who have none (see `engine::gift`).

use super::end::board_met;
use super::legal::count;
use super::pass::{Look, pass_turn};
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::Bytes;
use crate::plan::HALF;

/// Truth: in these lanes a seed is given now.
#[inline(always)]
pub fn giving(lane_plan: &LanePlan, block: &Block, lanes: Bytes) -> Bytes {
    match lane_plan.plan.gift_phase() {
        None => Bytes::ZERO,
        Some(phase) => block.phase.is(phase).and(lanes),
    }
}

/// Players to move in these lanes who have no seeds are given one first, if the others have more than one: these
/// say out of which of their pits. Gives the lanes in which they do.
#[inline(always)]
pub fn ask_for_gifts(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, look: Look) -> Bytes {
    let plan = &lane_plan.plan;
    let Some(phase) = plan.gift_phase() else { return Bytes::ZERO };
    let mut asked = lanes.and(look.mine_empty).and(block.board.sum(HALF, plan.side).at_least(2));
    for when in &plan.ends {
        asked = asked.but_not(board_met(lane_plan, block, *when, look));
    }
    if !asked.any() {
        return asked;
    }
    pass_turn(lane_plan, block, asked);
    block.phase = asked.choose(Bytes::all(phase), block.phase);
    for action in 0..plan.actions.count {
        let gives = if action < plan.side {
            block.board.cells[action].map(|seeds| seeds.min(1))
        } else {
            Bytes::ZERO
        };
        block.legal[action] = asked.choose(gives, block.legal[action]);
    }
    count(lane_plan, block, asked);
    block.waits.decide(asked);
    asked
}

/// The movers of those of these lanes in which a seed is given give it. Gives them.
#[cold]
#[inline(never)]
pub fn give(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let gives = giving(lane_plan, block, lanes);
    for pit in 0..lane_plan.plan.side {
        let chosen = block.action.is(pit as u8).and(gives);
        let cells = &mut block.board.cells[pit];
        *cells = cells.zip(chosen, |seeds, chosen| seeds.wrapping_sub(chosen & 1));
    }
    block.board.add(HALF, gives.map(|gives| gives & 1));
    gives
}
