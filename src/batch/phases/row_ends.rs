//! Captured seeds whose player says from which end of their row they are sown. They stay in their pit until then.

use super::drop::pauses_at;
use super::effects::empty;
use super::legal::{count, sows_on};
use super::sow::Landed;
use crate::batch::block::Block;
use crate::batch::lane_entry::LaneEntry;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::Bytes;
use crate::plan::{Paused, Spot};

/// The player is to say so in these lanes, in which the entry fits.
#[inline(always)]
pub fn let_choose_end(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    lanes: Bytes,
) {
    block.so_far.captured = block.so_far.captured.or(lanes);
    for site in &entry.sites {
        let here = landed.place.is(site.place).and(lanes);
        let paused = Paused { backward: false, captured: true, dropped: false };
        let plain = lane_plan.plan.stop_phase(site.slot, paused);
        let dropped = lane_plan.plan.stop_phase(site.slot, Paused { dropped: true, ..paused });
        let phase = block.so_far.dropped.choose(Bytes::all(dropped), Bytes::all(plain));
        block.choosing = block.choosing.or(here.and(phase));
    }
}

/// The two actions of these lanes, from both ends of the row.
#[inline(always)]
pub fn ends_to_choose(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let lanes = lanes.and(sows_on(lane_plan, block.phase));
    if !lanes.any() {
        return;
    }
    for column in &mut block.legal[..plan.actions.count] {
        *column = column.but_not(lanes);
    }
    for pit in 0..plan.side {
        let here = pauses_at(lane_plan, block, pit).and(lanes).map(|truth| truth & 1);
        for action in [pit, plan.actions.pits + pit] {
            block.legal[action] = block.legal[action].or(here);
        }
    }
    count(lane_plan, block, lanes);
}

/// Turns that go on so in some of these lanes: gives their hands, where their laps begin, and these lanes.
#[cold]
#[inline(never)]
pub fn begin_at_ends(
    lane_plan: &LanePlan,
    block: &mut Block,
    [lanes, backward]: [Bytes; 2],
    [hand, origin]: [Bytes; 2],
) -> [Bytes; 3] {
    let lanes = sows_on(lane_plan, block.phase).and(lanes);
    let mut captured = Bytes::ZERO;
    for site in lane_plan.sites.iter().filter(|site| site.slot < lane_plan.plan.side) {
        let here = pauses_at(lane_plan, block, site.slot).and(lanes);
        let facing = site.fixed(Spot::Facing);
        captured = captured.or(block.board.cells[facing].and(here));
        empty(lane_plan, block, facing, here);
    }
    let [first, last] =
        lane_plan.plan.row_ends.map(|slot| Bytes::all(lane_plan.place[usize::from(slot)]));
    let origin = lanes.choose(backward.choose(last, first), origin);
    [lanes.choose(captured, hand), origin, lanes]
}

/// Puts the captured seeds of these lanes on their landing pits, and gives how many they are.
#[cold]
#[inline(never)]
pub fn heap_captured(
    lane_plan: &LanePlan,
    block: &mut Block,
    landed: &Landed,
    lanes: Bytes,
) -> Bytes {
    let mut heaped = Bytes::ZERO;
    for site in lane_plan.sites.iter().filter(|site| site.slot < lane_plan.plan.side) {
        let here = landed.place.is(site.place).and(lanes);
        let facing = site.fixed(Spot::Facing);
        let seeds = block.board.cells[facing].and(here);
        heaped = heaped.or(seeds);
        block.board.clear(facing, here);
        block.board.add(site.slot, seeds);
    }
    heaped
}

/// Puts them back, in lanes that do not stop; in the others they were captured. `heaped`: how many they are.
#[cold]
#[inline(never)]
pub fn settle_captured(
    lane_plan: &LanePlan,
    block: &mut Block,
    landed: &Landed,
    heaped: Bytes,
    stops: Bytes,
) {
    for site in lane_plan.sites.iter().filter(|site| site.slot < lane_plan.plan.side) {
        let here = landed.place.is(site.place).and(heaped.at_least(1));
        let facing = site.fixed(Spot::Facing);
        let back = heaped.and(here).but_not(stops);
        let cells = &mut block.board.cells[site.slot];
        *cells = cells.zip(back, u8::wrapping_sub);
        block.board.add(facing, back);
        empty(lane_plan, block, facing, here.and(stops));
    }
}
