//! The choice of an action at random.

use crate::batch::block::Block;
use crate::batch::fused::SIDE;
use crate::batch::lane_plan::LanePlan;
use crate::batch::masked::nth_legal;
use crate::batch::values::{Bytes, LANES};
use crate::random::{choose_few, number_of};

/// The number of this ply in each lane, scaled to one of `candidates`.
#[inline(always)]
fn scaled_numbers(block: &Block, candidates: Bytes) -> Bytes {
    let mut out = Bytes::ZERO;
    for i in 0..LANES {
        let number = number_of(block.key_low.0[i], block.key_high.0[i], block.plies.0[i]);
        out.0[i] = choose_few(number, candidates.0[i]); // at most 64
    }
    out
}

/// Chooses among the candidates (a column of 0 and 1 for each action, `number` of them in each
/// lane) by the random number of this ply.
#[inline(always)]
pub fn pick_one(lane_plan: &LanePlan, block: &Block, candidates: &[Bytes], number: Bytes) -> Bytes {
    nth_legal(&candidates[..lane_plan.plan.actions.count], scaled_numbers(block, number))
}

/// A random legal action for every lane that is ready for one.
#[inline(always)]
pub fn choose(lane_plan: &LanePlan, block: &mut Block) {
    let action = if lane_plan.fused.is_some() {
        nth_legal_side(block, scaled_numbers(block, block.choices))
    } else {
        pick_one(lane_plan, block, &block.legal, block.choices)
    };
    block.action = block.waits.ready().choose(action, block.action);
}

/// The same as [`nth_legal`] of the few actions of fused games, lane by lane: faster where their number is known.
#[inline(always)]
pub fn nth_legal_side(block: &Block, which: Bytes) -> Bytes {
    let mut action = Bytes::ZERO;
    for i in 0..LANES {
        let (mut upto, mut below) = (0_u8, 0_u8);
        for pit in 0..SIDE {
            upto = upto.wrapping_add(block.legal[pit].0[i]);
            below = below.wrapping_add(u8::from(upto <= which.0[i]));
        }
        action.0[i] = below;
    }
    action
}
