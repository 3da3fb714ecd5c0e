//! The margins that the alternatives lead to, and the choice of the greatest: what a greedy player
//! asks.

use super::choose::pick_one;
use super::legal::lots_are_due;
use crate::batch::block::{ACTIONS, Block, NONE};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, LANES, yes};
use crate::outcome::GameResult;

/// A margin in each lane, plus [`EVEN`], so that it is never negative; 0 for none.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Margins([u16; LANES]);

impl Margins {
    /// No margin in any lane.
    pub const NONE: Self = Self([0; LANES]);
}

/// A margin of 0.
const EVEN: u16 = 256;

/// Copies the block for a trial of one action in the lanes in which it is legal. Gives whether
/// there are any.
#[inline(always)]
pub fn try_action(
    lane_plan: &LanePlan,
    block: &Block,
    trial: &mut Block,
    lanes: Bytes,
    action: u8,
) -> bool {
    let lanes = lanes.and(block.legal[usize::from(action)].at_least(1));
    if !lanes.any() {
        return false;
    }
    trial.board.copy(lane_plan, &block.board);
    trial.phase = block.phase;
    trial.to_move = block.to_move;
    trial.seeds = block.seeds;
    trial.action = Bytes::all(action);
    trial.result = Bytes::all(NONE);
    trial.waits.clear();
    trial.waits.decide(lanes);
    true
}

/// The margins that a trial led to, for the player who moved.
#[inline(always)]
pub fn margins(lane_plan: &LanePlan, block: &Block, trial: &Block) -> Margins {
    let [mine, theirs] = trial.scores(lane_plan);
    let passed = trial.to_move.zip(block.to_move, |now, before| yes(now != before));
    let void = trial.result.is(GameResult::Void as u8);
    let tried = trial.waits.ready().or(trial.waits.over());
    let (own, other) = (passed.choose(theirs, mine), passed.choose(mine, theirs));
    let mut margins = Margins::NONE;
    for i in 0..LANES {
        let margin = (EVEN + u16::from(own.0[i])).wrapping_sub(u16::from(other.0[i]));
        let margin = if void.0[i] == 0 { margin } else { EVEN };
        margins.0[i] = if tried.0[i] == 0 { 0 } else { margin };
    }
    margins
}

/// Chooses among the actions of the greatest margin; nobody chooses a lot.
#[inline(always)]
pub fn choose_best(lane_plan: &LanePlan, block: &mut Block, margins: &[Margins], lanes: Bytes) {
    let mut best = Margins([1; LANES]);
    for margin in margins {
        for i in 0..LANES {
            best.0[i] = best.0[i].max(margin.0[i]);
        }
    }
    let mut candidates = [Bytes::ZERO; ACTIONS];
    let mut number = Bytes::ZERO;
    let drawn = lots_are_due(lane_plan, block);
    for (action, (candidate, margin)) in candidates.iter_mut().zip(margins).enumerate() {
        for i in 0..LANES {
            candidate.0[i] = u8::from(margin.0[i] == best.0[i]);
        }
        *candidate = drawn.choose(block.legal[action], *candidate);
        number = number.plus(*candidate);
    }
    let action = pick_one(lane_plan, block, &candidates[..margins.len()], number);
    block.action = lanes.choose(action, block.action);
}
