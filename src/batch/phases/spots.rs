//! The pits around a landing pit, as each lane sees them.

use super::sow::Landed;
use super::sow_open::closed;
use crate::batch::block::{Block, Board};
use crate::batch::lane_entry::{LaneEntry, Site};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES};
use crate::plan::{HALF, NO_SLOT, OTHER_STORE, STORE, Spot};
use crate::rules::Occupancy;

/// Truth: the other player's inner row is as the entry asks.
#[inline(always)]
pub fn other_inner_fits(lane_plan: &LanePlan, block: &Block, entry: &LaneEntry) -> Bytes {
    let row = lane_plan.plan.tables.other_inner;
    let mut any = Bytes::ZERO;
    for slot in (HALF..HALF + lane_plan.plan.side).filter(|slot| row >> slot & 1 == 1) {
        any = any.or(block.board.cells[slot]);
    }
    match entry.entry.other_inner {
        Occupancy::Any => Bytes::all(YES),
        Occupancy::Empty => any.is(0),
        Occupancy::Occupied => any.at_least(1),
    }
}

/// The seeds at a spot of a site, in the direction of each lane.
#[inline(always)]
pub fn seeds_ahead(
    lane_plan: &LanePlan,
    board: &Board,
    backward: Bytes,
    site: &Site,
    spot: Spot,
) -> Bytes {
    let [of_forward, of_backward] = site.both(spot);
    if lane_plan.two_ways {
        backward.choose(board.cells[of_backward], board.cells[of_forward])
    } else {
        board.cells[of_forward]
    }
}

/// Truth, in each direction, for lanes in which a spot lies in one slot or in another.
#[inline(always)]
pub fn by_way(lane_plan: &LanePlan, block: &Block, site: &Site, spot: Spot) -> [(usize, Bytes); 2] {
    let [forward, backward] = site.both(spot);
    let back = if lane_plan.two_ways { block.backward } else { Bytes::ZERO };
    [(forward, back.inverse()), (backward, back)]
}

/// A pit in each lane.
pub struct PitOfLanes {
    /// Its place on the ring.
    pub place: Bytes,
    /// What it holds.
    pub seeds: Bytes,
}

/// The pit after the landing pit in each lane, stores left out.
#[inline(always)]
pub fn next_pits<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &Block,
    landed: &Landed,
) -> PitOfLanes {
    if !SLIM && lane_plan.plan.closes_pits {
        let place = open_after(lane_plan, block, landed.place);
        return PitOfLanes { place, seeds: seeds_at(lane_plan, block, place) };
    }
    let mut place = place_after(lane_plan, block, landed.place);
    for store in [STORE, OTHER_STORE].map(|store| lane_plan.place[store]) {
        if usize::from(store) != NO_SLOT {
            let beyond = place_after(lane_plan, block, place);
            place = place.is(store).choose(beyond, place);
        }
    }
    PitOfLanes { place, seeds: seeds_at(lane_plan, block, place) }
}

/// The seeds of the pit at a place of each lane.
#[inline(always)]
pub fn seeds_at(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    let mut seeds = Bytes::ZERO;
    for site in &lane_plan.sites {
        seeds = seeds.or(block.board.cells[site.slot].and(place.is(site.place)));
    }
    seeds
}

/// The place of the pit before or after the landing pit that a spot speaks of, or lies opposite of,
/// where pits may be closed for the round.
#[inline(always)]
pub fn open_place(lane_plan: &LanePlan, block: &Block, landing: Bytes, spot: Spot) -> Bytes {
    match spot {
        Spot::Before => open_before(lane_plan, block, landing),
        Spot::Beyond | Spot::BeyondFacing => {
            open_after(lane_plan, block, open_after(lane_plan, block, landing))
        }
        _ => open_after(lane_plan, block, landing),
    }
}

#[inline(always)]
fn open_after(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    open_from(lane_plan, block, place, true, place_after)
}

#[inline(always)]
fn open_before(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    open_from(lane_plan, block, place, true, place_before)
}

/// The places directly before and after this one, stores too, where pits may be closed.
#[inline(always)]
pub fn open_beside(lane_plan: &LanePlan, block: &Block, place: Bytes) -> [Bytes; 2] {
    let before = open_from(lane_plan, block, place, false, place_before);
    [before, open_from(lane_plan, block, place, false, place_after)]
}

/// The first pit on the way that is not closed, or the first store unless these are passed over; a
/// ring has one, where the way begins.
#[inline(always)]
fn open_from(
    lane_plan: &LanePlan,
    block: &Block,
    place: Bytes,
    past_stores: bool,
    step: fn(&LanePlan, &Block, Bytes) -> Bytes,
) -> Bytes {
    let mut place = step(lane_plan, block, place);
    for _ in 0..lane_plan.length {
        let mut passed = Bytes::ZERO;
        for (number, slot) in lane_plan.ring.iter().enumerate() {
            let store = *slot == STORE || *slot == OTHER_STORE;
            let shut = match store {
                true if past_stores => Bytes::all(YES),
                true => Bytes::ZERO,
                false => closed(lane_plan, block, *slot),
            };
            passed = passed.or(shut.and(place.is(number as u8)));
        }
        if !passed.any() {
            break;
        }
        place = passed.choose(step(lane_plan, block, place), place);
    }
    place
}

/// The place on the ring after this one, in the direction of each lane.
#[inline(always)]
fn place_after(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    let forward = one_on(lane_plan, place);
    if !lane_plan.two_ways {
        return forward;
    }
    block.backward.choose(one_back(lane_plan, place), forward)
}

/// The place on the ring before this one, in the direction of each lane.
#[inline(always)]
pub fn place_before(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    let forward = one_back(lane_plan, place);
    if !lane_plan.two_ways {
        return forward;
    }
    block.backward.choose(one_on(lane_plan, place), forward)
}

#[inline(always)]
fn one_on(lane_plan: &LanePlan, place: Bytes) -> Bytes {
    let length = lane_plan.length;
    place.map(|place| {
        let place = place.wrapping_add(1);
        place.min(place.wrapping_sub(length))
    })
}

#[inline(always)]
fn one_back(lane_plan: &LanePlan, place: Bytes) -> Bytes {
    let length = lane_plan.length;
    place.map(|place| {
        let place = place.wrapping_sub(1);
        place.min(place.wrapping_add(length))
    })
}
