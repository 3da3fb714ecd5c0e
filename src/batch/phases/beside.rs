//! Pits directly beside the landing pit in its row: a capture goes on to them, or the player may take one.

use super::effects::empty;
use super::legal::{count, keep_from_all_before};
use super::sow::Landed;
use crate::batch::block::Block;
use crate::batch::lane_entry::LaneEntry;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES, yes};
use crate::plan::{BesidePlan, NO_SLOT, STORE};

/// The places beside these landing pits in their rows; [`NO_SLOT`] at an end of a row.
#[inline(always)]
pub fn places_beside(lane_plan: &LanePlan, landing: Bytes) -> [Bytes; 2] {
    let mut sides = [Bytes::all(NO_SLOT as u8); 2];
    for site in &lane_plan.sites {
        let here = landing.is(site.place);
        for (side, slot) in sides.iter_mut().zip(&lane_plan.beside[site.slot]) {
            *side = here.choose(Bytes::all(lane_plan.place[*slot]), *side);
        }
    }
    sides
}

/// Truth: this pit may be taken, seen from one beside it.
#[inline(always)]
fn fits(block: &Block, beside: &BesidePlan, slot: usize) -> Bytes {
    block.board.cells[slot].map(|seeds| yes(beside.counts.has(seeds)))
}

/// After an entry the player may take a pit beside the landing pit, in those of these lanes in which one fits (GF-5).
#[inline(always)]
pub fn offer_beside(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    lanes: Bytes,
) {
    let Some(beside) = &lane_plan.plan.beside else { return };
    for site in &entry.sites {
        let here = landed.place.is(site.place).and(lanes);
        let mut some = Bytes::ZERO;
        for slot in &lane_plan.beside[site.slot] {
            some = some.or(fits(block, beside, *slot));
        }
        let phase = Bytes::all(lane_plan.plan.beside_phase(site.slot));
        block.choosing = block.choosing.or(here.and(some).and(phase));
    }
}

/// Truth: the player may choose a pit beside a landing pit.
#[inline(always)]
pub fn offered(lane_plan: &LanePlan) -> Bytes {
    if lane_plan.plan.beside.is_some() { Bytes::all(YES) } else { Bytes::ZERO }
}

/// The pits beside the landing pit that may be taken, or none of them.
#[inline(always)]
pub fn pits_beside(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    if lane_plan.plan.beside.is_some() {
        block.rare.let_take_beside(lane_plan, block, lanes);
    }
}

#[inline(always)]
pub fn let_take_beside(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let (Some(beside), Some(none)) = (&plan.beside, plan.take_none()) else { return };
    if !lanes.any() {
        return;
    }
    keep_from_all_before(none, block, lanes);
    for landing in lane_plan.pits() {
        let here = block.phase.is(plan.beside_phase(landing)).and(lanes);
        for slot in lane_plan.beside[landing].iter().copied() {
            let legal = here.and(fits(block, beside, slot)).and(Bytes::all(1));
            let Some(action) = plan.take_beside(slot) else { continue };
            block.legal[action] = block.legal[action].or(legal);
        }
    }
    block.legal[none] = lanes.choose(Bytes::all(1), block.legal[none]);
    count(lane_plan, block, lanes);
}

/// The pits that are chosen beside landing pits are taken, or none; these turns end.
#[inline(always)]
pub fn take_beside(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let (Some(first), Some(none)) = (plan.actions.beside, plan.take_none()) else { return };
    let chosen = block.action.map(|action| yes((first..=none).contains(&usize::from(action))));
    let chosen = chosen.and(lanes);
    if !chosen.any() {
        return;
    }
    let mut taken = Bytes::ZERO;
    for slot in lane_plan.pits() {
        let Some(action) = plan.take_beside(slot) else { continue };
        let here = block.action.is(action as u8).and(chosen);
        taken = taken.plus(block.board.cells[slot].and(here));
        empty(lane_plan, block, slot, here);
    }
    block.board.add(STORE, taken);
    block.waits.do_without_sowing(chosen);
}
