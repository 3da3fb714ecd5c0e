//! The turn passes, and the board is looked at on the way.

use super::owned::look_at_owned;
use crate::batch::block::Block;
use crate::batch::board::exchange;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::Bytes;
use crate::plan::HALF;

/// What the end tests ask of a board.
#[derive(Clone, Copy)]
pub struct Look {
    /// Truth: the mover's pits are empty.
    pub mine_empty: Bytes,
    /// Truth: the other player's pits are empty.
    pub theirs_empty: Bytes,
}

/// The other player is to move in these lanes. All lanes are looked at on the way; `SIMPLE`: what
/// is legal is written too (see [`LanePlan::simple_moves`]); `SLIM`: see [`LanePlan::slim_turns`].
#[inline(always)]
pub fn pass_and_look<const SIMPLE: bool, const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    passes: Bytes,
) -> Look {
    let plan = &lane_plan.plan;
    let (mine, theirs) = block.board.cells.split_at_mut(HALF);
    let (mut own, mut other, mut choices) = (Bytes::ZERO, Bytes::ZERO, Bytes::ZERO);
    for pit in 0..plan.side {
        exchange(&mut mine[pit], &mut theirs[pit], passes);
        own = own.or(mine[pit]);
        other = other.or(theirs[pit]);
        if SIMPLE {
            let legal = mine[pit].map(|n| u8::from(n >= plan.least));
            block.legal[pit] = legal;
            choices = choices.plus(legal);
        }
    }
    if SIMPLE {
        block.choices = choices;
    }
    block.board.swap_besides_pits(lane_plan, passes);
    block.to_move = block.to_move.zip(passes, |side, passes| side ^ passes & 1);
    if !SLIM && plan.owns_pits {
        return look_at_owned(lane_plan, block);
    }
    Look { mine_empty: own.is(0), theirs_empty: other.is(0) }
}

/// The same of boards as they stand.
#[inline(always)]
pub fn look_again(lane_plan: &LanePlan, block: &Block) -> Look {
    if lane_plan.plan.owns_pits {
        return look_at_owned(lane_plan, block);
    }
    Look {
        mine_empty: block.board.is_empty(0, lane_plan.plan.side),
        theirs_empty: block.board.is_empty(HALF, lane_plan.plan.side),
    }
}

/// The other player is to move.
#[inline(always)]
pub fn pass_turn(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    block.board.swap(lane_plan, lanes);
    block.to_move = block.to_move.zip(lanes, |side, lanes| side ^ lanes & 1);
}
