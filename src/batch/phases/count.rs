//! As many seeds of a pit as the player says (see `engine::count`).

use super::legal::count;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, yes};

/// The pits of these lanes were chosen, and stay as they are: the player says how many seeds they sow, as another
/// action. Gives the lanes in which they do.
#[cold]
#[inline(never)]
pub fn ask_for_counts(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let plan = &lane_plan.plan;
    let Some(first) = plan.actions.counts else { return Bytes::ZERO };
    let lanes = lanes.and(block.phase.is(0));
    let (mut held, mut phase) = (Bytes::ZERO, Bytes::ZERO);
    for pit in 0..plan.side {
        let chosen = block.action.is(pit as u8).and(lanes);
        held = held.or(block.board.cells[pit].and(chosen));
        phase = phase.or(chosen.and(Bytes::all(plan.count_phase(pit))));
    }
    block.phase = lanes.choose(phase, block.phase);
    for column in &mut block.legal[..plan.actions.count] {
        *column = column.but_not(lanes);
    }
    for more in 0..plan.up_to {
        let legal = held.map(|held| yes(held > more.saturating_add(plan.stay)));
        let column = &mut block.legal[first + usize::from(more)];
        *column = column.or(legal.and(lanes).map(|truth| truth & 1));
    }
    count(lane_plan, block, lanes);
    block.waits.decide(lanes);
    lanes
}

/// Lifts the seeds that are sown now in some of these lanes, whose players have said how many: gives the hands, where
/// their laps begin, and these lanes.
#[cold]
#[inline(never)]
pub fn begin_counts(
    lane_plan: &LanePlan,
    block: &mut Block,
    lanes: Bytes,
    [hand, origin]: [Bytes; 2],
) -> [Bytes; 3] {
    let plan = &lane_plan.plan;
    let (mut hand, mut origin, mut counted) = (hand, origin, Bytes::ZERO);
    let Some(first) = plan.actions.counts else { return [hand, origin, counted] };
    let said = block.action.map(|action| action.wrapping_sub(first as u8).wrapping_add(1));
    for pit in 0..plan.side {
        let here = block.phase.is(plan.count_phase(pit)).and(lanes);
        let lifted = said.and(here);
        let cells = &mut block.board.cells[pit];
        *cells = cells.zip(lifted, u8::wrapping_sub);
        hand = here.choose(lifted, hand);
        origin = here.choose(Bytes::all(lane_plan.place[pit]), origin);
        counted = counted.or(here);
    }
    [hand, origin, counted]
}
