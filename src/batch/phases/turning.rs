//! Laps that players may turn round: whether one that comes next would capture the other way is foreseen, or found
//! out by sowing it on a copy of the board.

use super::effects::empty;
use super::foresee::{Lap, foresee};
use super::legal::{count, sows_on};
use super::relay::BOTH_ENDS;
use super::sow::lifting;
use super::spots::seeds_at;
use super::trial::copy_board;
use crate::batch::block::{Block, SoFar};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES};
use crate::plan::{RESERVE, Register};

/// Truth: the next lap begins in a pit where it may be turned round.
#[inline(always)]
fn may_turn(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let mut here = Bytes::ZERO;
    let from = turned_from(lane_plan, block);
    let again = lane_plan.agains.iter().map(|(_, pit)| pit);
    for pit in lane_plan.turns.iter().chain(again) {
        here = here.or(from.is(lane_plan.place[*pit]));
    }
    let turn = block.board.cells[Register::Turns.cell()].map(|turns| turns.saturating_add(1));
    if let Some(turns) = &lane_plan.turned_in {
        here = here.and(turns.has(turn));
    }
    block.waits.sowing().and(here).but_not(block.unasked)
}

/// Where the next laps begin if they go clockwise: where they would, or where the ones before did that have captured
/// their seeds.
#[inline(always)]
fn turned_from(lane_plan: &LanePlan, block: &Block) -> Bytes {
    if lane_plan.plan.again_at == 0 { block.origin } else { block.again_from }
}

/// Truth: the hand is a single captured seed, which takes along what lies in the pit from which it is sown.
#[inline(always)]
fn is_single(lane_plan: &LanePlan, block: &Block, lanes: Bytes) -> Bytes {
    let single = if lane_plan.plan.single_hand { block.hand.is(1) } else { Bytes::ZERO };
    single.but_not(block.lifts).and(lanes)
}

/// Single captured seeds take along what lies in the pit from which they are sown (CP-7).
#[inline(always)]
pub fn join_single(lane_plan: &LanePlan, block: &mut Block) {
    let lanes = is_single(lane_plan, block, block.waits.sowing());
    if !lanes.any() {
        return;
    }
    for site in lane_plan.sites.iter().filter(|site| site.slot < lane_plan.plan.side) {
        let here = block.origin.is(site.place).and(lanes);
        block.hand = block.hand.plus(block.board.cells[site.slot].and(here));
        empty(lane_plan, block, site.slot, here);
    }
}

/// Offers the player to turn the next laps round that would then capture, in games in which that is foreseen.
#[inline(always)]
pub fn foresee_turns(lane_plan: &LanePlan, block: &mut Block) {
    let live = may_turn(lane_plan, block);
    if !live.any() {
        return;
    }
    let origin = turned_from(lane_plan, block);
    // What is taken along leaves its pit, as what is lifted does.
    let single = is_single(lane_plan, block, live);
    let along = if single.any() { seeds_at(lane_plan, block, origin) } else { Bytes::ZERO };
    let lap = Lap {
        live,
        hand: block.hand.plus(along.and(single)).and(live),
        origin,
        backward: Bytes::all(YES),
        lifts: lifting(lane_plan, block, live).or(single),
        falls: Bytes::ZERO,
        so_far: SoFar { later: Bytes::all(YES), ..SoFar::NOTHING },
    };
    let captured = foresee(lane_plan, block, &lap).captured;
    if captured.any() {
        offer_turns(lane_plan, block, captured);
    }
}

/// Prepares a trial of the next laps that may be turned round. Gives whether there are any.
#[inline(always)]
pub fn begin_turns(lane_plan: &LanePlan, block: &Block, trial: &mut Block) -> bool {
    let lanes = may_turn(lane_plan, block);
    if !lanes.any() {
        return false;
    }
    copy_board(lane_plan, block, trial, lanes);
    (trial.hand, trial.origin) = (block.hand, turned_from(lane_plan, block));
    (trial.turn_origin, trial.lifts) = (block.turn_origin, block.lifts);
    trial.backward = Bytes::all(YES);
    trial.so_far.later = Bytes::all(YES);
    true
}

/// Sowings whose next lap would capture the other way (`captured`) wait for the player to say which way it goes.
/// Captured seeds are kept in the reserve until then.
#[inline(always)]
pub fn offer_turns(lane_plan: &LanePlan, block: &mut Block, captured: Bytes) {
    let plan = &lane_plan.plan;
    let lanes = captured.and(block.waits.sowing());
    // The phases of a pit, by sets of ends, are as far from each other as those of any other pit.
    let mut further = Bytes::ZERO;
    for ends in sets_of_ends(lane_plan) {
        let step = plan.turn_phase(0, ends) - plan.turn_phase(0, 0);
        further = further.or(block.ends.is(ends).map(|here| here & step));
    }
    for (number, pit) in lane_plan.agains.iter().copied() {
        // The phases of a pit, by the one from which seeds go clockwise, are as far from each other, too.
        let step = plan.turn_phase(0, number) - plan.turn_phase(0, 0);
        further = further.or(block.again_from.is(lane_plan.place[pit]).map(|here| here & step));
    }
    for pit in lane_plan.pauses.iter().copied() {
        let here = block.origin.is(lane_plan.place[pit]).and(lanes);
        let phase = plan.turn_phase(pit, 0);
        let chosen = here.zip(further, |here, further| here & phase.wrapping_add(further));
        block.choosing = block.choosing.or(chosen);
    }
    if lane_plan.resows {
        let kept = block.hand.and(lanes).but_not(block.lifts);
        block.board.add(RESERVE, kept);
    }
    block.hand = block.hand.but_not(lanes);
    block.waits.finish_sowing(lanes);
}

/// The pit may be sown either way in these lanes.
#[inline(always)]
pub fn ways_to_turn(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let lanes = lanes.and(block.phase.at_least(plan.turn_phase(0, 0)));
    if !lanes.any() {
        return;
    }
    for column in &mut block.legal[..plan.actions.count] {
        *column = column.but_not(lanes);
    }
    for (number, from) in lane_plan.agains.iter().copied() {
        for pit in 0..plan.side {
            let here =
                block.phase.is(plan.turn_phase(pit, number)).and(lanes).map(|truth| truth & 1);
            for action in [pit, plan.actions.pits + from] {
                block.legal[action] = block.legal[action].or(here);
            }
        }
    }
    for pit in lane_plan.turns.iter().copied() {
        let mut here = Bytes::ZERO;
        for ends in sets_of_ends(lane_plan) {
            here = here.or(block.phase.is(plan.turn_phase(pit, ends)));
        }
        let here = here.and(lanes).map(|truth| truth & 1);
        for action in [pit, plan.actions.pits + pit] {
            block.legal[action] = block.legal[action].or(here);
        }
    }
    count(lane_plan, block, lanes);
}

/// The sets of ends that a turn may have taken, one bit for each end.
fn sets_of_ends(lane_plan: &LanePlan) -> std::ops::Range<u8> {
    if lane_plan.plan.takes_ends { 0..BOTH_ENDS } else { 0..1 }
}

/// What the turns of these lanes have taken before: nothing, but where they paused.
#[inline(always)]
pub fn begin_ends(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let mut ends = Bytes::ZERO;
    if plan.turn_at != 0 {
        for set in 1..BOTH_ENDS {
            let (low, high) = (plan.turn_phase(0, set), plan.turn_phase(plan.side - 1, set));
            ends = ends
                .or(block.phase.map(|phase| if (low..=high).contains(&phase) { set } else { 0 }));
        }
    }
    block.ends = lanes.choose(ends, block.ends);
}

/// Captured seeds that waited for the player are taken up again; gives the hands of these lanes.
#[inline(always)]
pub fn hands_kept(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let lanes = sows_on(lane_plan, block.phase).and(lanes);
    let kept = block.board.cells[RESERVE].and(lanes);
    block.board.clear(RESERVE, lanes);
    kept
}
