//! Drops that capture the last seeds: rare, and so looked for lane by lane, where a drop may have been
//! the one. Which drop it was, and whose, is found by the reference engine, seed by seed.

use super::after::seeds_in_pits;
use super::on_drop::Drops;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES, yes};
use crate::engine::sow::Lap;
use crate::engine::{Engine, Silent};
use crate::plan::{HALF, NO_SLOT};
use crate::rules::Skip;

/// Whether drops may capture the last seeds.
#[inline(always)]
fn may_take_last(lane_plan: &LanePlan) -> bool {
    lane_plan.plan.last_seeds > 0 && lane_plan.plan.on_drop.is_some()
}

/// Keeps what a lap can change, where drops may capture the last seeds.
#[inline(always)]
pub fn keep_before_lap(lane_plan: &LanePlan, block: &mut Block) {
    if may_take_last(lane_plan) {
        for slot in &lane_plan.ring {
            block.before[*slot] = block.board.cells[*slot];
        }
    }
}

/// Gives the lanes in which a drop of this lap captured the last seeds, and all went to one store. Their
/// boards are written anew.
#[inline(always)]
pub fn take_last_by_drops(lane_plan: &LanePlan, block: &mut Block, gains: &Drops) -> Bytes {
    if !may_take_last(lane_plan) {
        return Bytes::ZERO;
    }
    let most = lane_plan.plan.last_seeds;
    // What lies in the pits after a lap lay there, or in the hand, when its last drop captured.
    let left = seeds_in_pits(lane_plan, block);
    let may =
        gains.mine.plus(gains.theirs).zip(left, |gained, left| yes(gained > 0 && left < most));
    let mut over = Bytes::ZERO;
    if may.any() {
        for lane in may.lanes() {
            over.0[lane] = yes(sow_again(lane_plan, block, lane));
        }
    }
    over
}

/// Sows the lap of a lane once more, seed by seed; whether a drop took all that was left.
#[cold]
#[inline(never)]
fn sow_again(lane_plan: &LanePlan, block: &mut Block, lane: usize) -> bool {
    let plan = &lane_plan.plan;
    let slot = |place: u8| lane_plan.ring[usize::from(place)];
    let origin = slot(block.origin.0[lane]);
    let mut position = block.position(plan, lane);
    for slot in &lane_plan.ring {
        position.cells[*slot] = block.before[*slot].0[lane];
    }
    let lifted = !lane_plan.resows || block.lifts.0[lane] == YES;
    if lifted {
        position.cells[origin] = 0;
    }
    let hand = block.hand.0[lane];
    let skip = match plan.skip {
        Skip::None => NO_SLOT,
        Skip::Lap => origin,
        Skip::Turn => slot(block.turn_origin.0[lane]),
    };
    let direction = usize::from(lane_plan.two_ways && block.backward.0[lane] == YES);
    let starts_here = lifted && plan.first.stays(hand);
    let mut silent = Silent;
    let landed = Engine::of(plan, &mut position, &mut silent).sow_seed_by_seed(Lap {
        origin,
        hand,
        skip,
        direction,
        starts_here,
        apart: false, // not together with captures by drops
    });
    // A lap that empties the board otherwise ends in a store.
    let is_over = landed.fired && lane_plan.pits().all(|pit| position.cells[pit] == 0);
    if is_over {
        for half in 0..2 {
            for cell in &lane_plan.held.cells {
                let cell = half * HALF + cell;
                block.board.cells[cell].0[lane] = position.cells[cell];
            }
        }
    }
    is_over
}
