//! Captured seeds that are sown in place of a pit (see `engine::store`).

use super::legal::count;
use super::trial::copy_board;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES, yes};
use crate::plan::STORE;

/// So many captured seeds may be sown as the players hold, each number by an action of its own.
#[inline(always)]
pub fn let_sow_store(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let Some(first) = plan.actions.stored else { return };
    if !lanes.any() {
        return;
    }
    let held = block.board.cells[STORE];
    for more in 0..plan.store_up_to {
        let legal = held.map(|held| u8::from(held > more));
        let column = &mut block.legal[first + usize::from(more)];
        *column = lanes.choose(legal, *column);
        block.choices = block.choices.plus(legal.and(lanes));
    }
}

/// Truth: in these phases the player says which way captured seeds go. Those after them are of lots, and of pits that
/// are chosen between rounds.
#[inline(always)]
fn asks_way(lane_plan: &LanePlan, phase: Bytes) -> Bytes {
    phase.map(|phase| yes(lane_plan.plan.store_count(phase).is_some()))
}

/// Lifts the captured seeds that some of these lanes sow: gives the hands, where their laps begin, and these lanes.
/// `backward`: truth where the player has said that they go the other way.
#[inline(always)]
pub fn begin_store(
    lane_plan: &LanePlan,
    block: &mut Block,
    [lanes, backward]: [Bytes; 2],
    [hand, origin]: [Bytes; 2],
) -> [Bytes; 3] {
    let plan = &lane_plan.plan;
    let Some(first) = plan.actions.stored else { return [hand, origin, Bytes::ZERO] };
    let (low, most) = (first as u8, plan.store_up_to);
    let said = block.action.map(|action| action.wrapping_sub(low).wrapping_add(1));
    let now = said.map(|said| yes(said >= 1 && said <= most)).and(lanes);
    let ways = asks_way(lane_plan, block.phase).and(lanes);
    let now = now.but_not(ways).and(block.phase.is(0));
    let stored = now.or(ways);
    let lifted = ways.choose(block.phase, said).and(stored);
    let cells = &mut block.board.cells[STORE];
    *cells = cells.zip(lifted, u8::wrapping_sub);
    let [on, back] = plan.store_before.map(|slot| Bytes::all(lane_plan.place[usize::from(slot)]));
    let origin = stored.choose(backward.and(ways).choose(back, on), origin);
    block.from_store = now;
    if plan.store_in_row {
        block.apart = block.apart.or(stored);
    }
    [stored.choose(lifted, hand), origin, stored]
}

/// Prepares a trial of the laps that captured seeds would make if they went the other way. Gives whether there are any.
#[inline(always)]
pub fn begin_back(lane_plan: &LanePlan, block: &Block, trial: &mut Block) -> bool {
    let lanes = block.from_store.and(block.waits.sowing());
    if !lanes.any() {
        return false;
    }
    copy_board(lane_plan, block, trial, lanes);
    trial.hand = block.hand.and(lanes);
    trial.origin = Bytes::all(lane_plan.place[usize::from(lane_plan.plan.store_before[1])]);
    trial.turn_origin = trial.origin;
    trial.backward = Bytes::all(YES);
    trial.lifts = Bytes::ZERO;
    trial.apart = Bytes::ZERO;
    trial.forget_sown(lane_plan, Bytes::all(YES));
    true
}

/// Where they would capture so, they go back to the store until the player has said which way they go.
#[inline(always)]
pub fn offer_back(lane_plan: &LanePlan, block: &mut Block, captured: Bytes) {
    let lanes = captured.and(block.from_store).and(block.waits.sowing());
    let kept = block.hand.and(lanes);
    block.choosing =
        lanes.choose(kept.map(|count| lane_plan.plan.store_phase(count)), block.choosing);
    block.board.add(STORE, kept);
    block.hand = block.hand.but_not(lanes);
    block.from_store = Bytes::ZERO;
    block.waits.finish_sowing(lanes);
}

/// The player is to say which way captured seeds go, in some of these lanes: gives those. No seed has been sown yet in
/// these turns, so that nothing else is done in them.
#[inline(always)]
pub fn let_say_way(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let plan = &lane_plan.plan;
    let lanes = lanes.and(asks_way(lane_plan, block.choosing));
    if !lanes.any() {
        return lanes;
    }
    block.phase = lanes.choose(block.choosing, block.phase);
    for column in &mut block.legal[..plan.actions.count] {
        *column = column.but_not(lanes);
    }
    for action in [plan.store_into, plan.actions.pits + plan.store_into] {
        let column = &mut block.legal[action];
        *column = column.or(lanes.map(|truth| truth & 1));
    }
    count(lane_plan, block, lanes);
    block.waits.decide(lanes);
    lanes
}
