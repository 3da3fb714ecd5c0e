//! The end of a round: rare, and so settled lane by lane by the reference engine.

use super::block::{Block, NONE};
use super::lane_plan::LanePlan;
use super::values::LANES;
use crate::engine::{Engine, Silent, Turned};
use crate::outcome::Reason;
use crate::rules::FinalCount;

/// Begins the next round in lanes that wait for their final count, where there is one. Gives
/// whether there is any.
pub fn begin_rounds(lane_plan: &LanePlan, block: &mut Block) -> bool {
    let plan = &lane_plan.plan;
    let ending = block.waits.ending();
    let mut begun = false;
    for lane in (0..LANES).filter(|lane| ending.0[*lane] != 0) {
        let Some(reason) = Reason::ALL.get(usize::from(block.reason.0[lane])).copied() else {
            continue;
        };
        if matches!(reason, Reason::EndlessSowing | Reason::MaxActions) {
            continue;
        }
        let mut position = block.position(plan, lane);
        let again = plan.final_count == FinalCount::LastMover
            && block.actor.0[lane] == block.to_move.0[lane];
        let turned = if again { Turned::Again } else { Turned::Passed };
        let mut silent = Silent;
        match Engine::of(plan, &mut position, &mut silent).over(reason, turned) {
            Ok(legal) => {
                block.put_position(plan, lane, &position, legal);
                block.reason.0[lane] = NONE;
                block.waits.begin_round(lane);
                begun = true;
            }
            // The rounds that followed, if any, were over before an action.
            Err(end) => {
                block.put_position(plan, lane, &position, 0);
                block.reason.0[lane] = end.reason as u8;
            }
        }
    }
    begun
}
