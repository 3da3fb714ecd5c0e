//! A round of many games that run on independently: actions are begun, laps sown, and what is done
//! is settled.

use super::counters::{Census, Counters, count};
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::laps::RichLaps;
use crate::batch::phases::begin::begin;
use crate::batch::phases::relay::{Laps, SlimLaps, stall};
use crate::batch::phases::turn::settle;
use crate::batch::simd::Kernels;
use crate::batch::values::Bytes;

/// One round in games of slim laps and turns ([`LanePlan::slim`], [`LanePlan::slim_turns`]): the chosen actions
/// are begun, laps are sown until `patience` quarters of the lanes are done with their actions, and these are
/// settled. In other games [`rich_round`] does the same.
#[inline(always)]
pub fn round(
    lane_plan: &LanePlan,
    block: &mut Block,
    counters: &mut Counters,
    patience: usize,
) -> Census {
    count(block, counters);
    begin::<true>(lane_plan, block);
    let census = sow_some(lane_plan, block, patience, &SlimLaps);
    settle::<true>(lane_plan, block);
    waiting(lane_plan, block, census)
}

/// The same kernel by kernel, for laps and turns of all kinds.
pub fn rich_round(
    kernels: &Kernels,
    lane_plan: &LanePlan,
    block: &mut Block,
    counters: &mut Counters,
    patience: usize,
) -> Census {
    kernels.count(block, counters);
    kernels.begin(lane_plan, block);
    let census = if lane_plan.slim {
        kernels.slim_laps(lane_plan, block, patience)
    } else {
        kernels.rich_laps(kernels, lane_plan, block, patience)
    };
    kernels.settle(lane_plan, block);
    waiting(lane_plan, block, census)
}

/// Slim laps until `patience` quarters of the lanes are done with their actions.
#[inline(always)]
pub fn slim_laps(lane_plan: &LanePlan, block: &mut Block, patience: usize) -> Census {
    sow_some(lane_plan, block, patience, &SlimLaps)
}

/// The same of laps of all kinds.
#[inline(always)]
pub fn rich_laps(
    kernels: &Kernels,
    lane_plan: &LanePlan,
    block: &mut Block,
    patience: usize,
) -> Census {
    sow_some(lane_plan, block, patience, &RichLaps(kernels))
}

/// Laps until `patience` quarters of the lanes that sow have stopped, done or put aside.
#[inline(always)]
fn sow_some(lane_plan: &LanePlan, block: &mut Block, patience: usize, laps: &impl Laps) -> Census {
    let mut census = Census::default();
    if !lane_plan.many_laps {
        census.rounds = 1;
        census.laps = block.waits.sowing().count() as u32;
        laps.lap(lane_plan, block);
        return census;
    }
    let mut sowing = block.waits.sowing().count();
    let few = sowing - (sowing * patience).div_ceil(4);
    while sowing > few {
        census.rounds += 1;
        census.laps += sowing as u32;
        laps.lap(lane_plan, block);
        if lane_plan.plan.may_be_endless {
            stall(block);
        }
        sowing = block.waits.sowing().count();
    }
    census
}

/// The census of a round, with what the lanes wait for after it.
#[inline(always)]
fn waiting(lane_plan: &LanePlan, block: &Block, mut census: Census) -> Census {
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

/// These lanes begin the game of the opening; their keys, plies, seeds and phases are set already.
#[inline(always)]
pub fn restart(lane_plan: &LanePlan, block: &mut Block, opening: &Block, lanes: Bytes) {
    block.board.copy_lanes(lane_plan, &opening.board, lanes);
    for action in 0..lane_plan.plan.actions.count {
        block.legal[action] = lanes.choose(opening.legal[action], block.legal[action]);
    }
    block.choices = lanes.choose(opening.choices, block.choices);
    block.to_move = lanes.choose(opening.to_move, block.to_move);
    block.waits.decide(lanes);
}
