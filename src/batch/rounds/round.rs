//! A round of many games that run on independently: actions are begun, laps sown, and what is done
//! is settled.

use super::counters::{Census, Counters, count};
use crate::batch::block::Block;
use crate::batch::fused::kernel::act_if_fused;
use crate::batch::lane_plan::LanePlan;
use crate::batch::phases::begin::begin;
use crate::batch::phases::relay::{lap, stall};
use crate::batch::phases::turn::settle;
use crate::batch::values::{Bytes, LANES};

/// One round of actions that are carried out in one go.
#[inline(always)]
pub fn fused_round(lane_plan: &LanePlan, block: &mut Block, counters: &mut Counters) -> Census {
    count(block, counters);
    let laps = block.waits.ready().count() as u32;
    act_if_fused(lane_plan, block);
    let (active, ending) = (block.waits.ready().any(), block.waits.ending().count());
    Census { rounds: 1, laps, active, ending, ..Census::default() }
}

/// One round: the chosen actions are begun, laps are sown until `patience` quarters of the lanes are
/// done with their actions, and these are settled.
#[inline(always)]
pub fn round(
    lane_plan: &LanePlan,
    block: &mut Block,
    counters: &mut Counters,
    patience: usize,
) -> Census {
    count(block, counters);
    let mut census = Census::default();
    begin(lane_plan, block);
    if lane_plan.many_laps {
        let enough = (block.waits.sowing().count() * patience).div_ceil(4);
        while block.waits.sowing().any() {
            census.rounds += 1;
            census.laps += block.waits.sowing().count() as u32;
            lap(lane_plan, block);
            if lane_plan.plan.may_be_endless {
                stall(block);
            }
            if block.waits.done().count() >= enough {
                break;
            }
        }
    } else {
        census.rounds = 1;
        census.laps = block.waits.sowing().count() as u32;
        lap(lane_plan, block);
    }
    settle(lane_plan, block);
    census.active = block.waits.active().any();
    census.ending = block.waits.ending().count();
    if lane_plan.trials {
        census.on_trial = block.waits.on_trial().count();
    }
    if lane_plan.plan.may_be_endless {
        census.long = block.waits.long().count();
    }
    census
}

/// All lanes begin the game of the opening, whose keys are set already.
#[inline(always)]
pub fn restart(lane_plan: &LanePlan, block: &mut Block, opening: &Block, lanes: Bytes) {
    block.board.copy_lanes(lane_plan, &opening.board, lanes);
    for action in 0..lane_plan.plan.actions.count {
        block.legal[action] = lanes.choose(opening.legal[action], block.legal[action]);
    }
    block.choices = lanes.choose(opening.choices, block.choices);
    block.seeds = lanes.choose(opening.seeds, block.seeds);
    block.phase = lanes.choose(opening.phase, block.phase);
    block.to_move = lanes.choose(opening.to_move, block.to_move);
    block.waits.decide(lanes);
    for i in 0..LANES {
        let old = block.plies.0[i];
        block.plies.0[i] = if lanes.0[i] == 0 { old } else { opening.plies.0[i] };
    }
}
