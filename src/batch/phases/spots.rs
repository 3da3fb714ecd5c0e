//! The pits around a landing pit, as each lane sees them.

use super::distances::{Distances, place_after, place_at, place_back};
use super::sow::Landed;
use super::sow_open::closed;
use crate::batch::block::Block;
use crate::batch::board::Board;
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

/// The slot at this spot, of those around the pit that lies there or that it faces: [`NO_SLOT`] where there is none.
#[inline(always)]
pub fn slot_of(site: &Site, spot: Spot) -> usize {
    match spot {
        Spot::Facing | Spot::NextFacing | Spot::BeyondFacing => site.fixed(Spot::Facing),
        Spot::Behind => site.fixed(Spot::Behind),
        _ => site.slot,
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
        let place = landed.ahead[0];
        return PitOfLanes { place, seeds: seeds_at(lane_plan, block, place) };
    }
    let mut place = place_after(lane_plan, block, landed.place);
    for store in [STORE, OTHER_STORE] {
        let store = lane_plan.place[store];
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
pub fn open_place(lane_plan: &LanePlan, block: &Block, landed: &Landed, spot: Spot) -> Bytes {
    match spot {
        Spot::Before => open_before(lane_plan, block, landed.place),
        Spot::Beyond | Spot::BeyondFacing => landed.ahead[1],
        _ => landed.ahead[0],
    }
}

/// The place of the next pit that is not closed.
#[inline(always)]
pub fn open_after(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    let distances = Distances::from(lane_plan, block, place);
    place_at(lane_plan, block, place, nearest_open(lane_plan, block, distances, true))
}

#[inline(always)]
fn open_before(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    let distances = Distances::back_from(lane_plan, block, place);
    place_back(lane_plan, block, place, nearest_open(lane_plan, block, distances, true))
}

/// The places directly before and after this one, stores too, where pits may be closed.
#[inline(always)]
pub fn open_beside(lane_plan: &LanePlan, block: &Block, place: Bytes) -> [Bytes; 2] {
    let back = Distances::back_from(lane_plan, block, place);
    let on = Distances::from(lane_plan, block, place);
    [
        place_back(lane_plan, block, place, nearest_open(lane_plan, block, back, false)),
        place_at(lane_plan, block, place, nearest_open(lane_plan, block, on, false)),
    ]
}

/// The distance of the first pit on the way that is not closed, or of the first store unless these are
/// passed over. Some pit of a ring is open; if no other is, it is the one where the way begins.
#[inline(always)]
fn nearest_open(
    lane_plan: &LanePlan,
    block: &Block,
    mut distances: Distances,
    past_stores: bool,
) -> Bytes {
    let mut nearest = Bytes::all(lane_plan.length - 1);
    for slot in &lane_plan.ring {
        let distance = distances.next();
        let store = *slot == STORE || *slot == OTHER_STORE;
        if store && past_stores {
            continue;
        }
        let shut = closed(lane_plan, block, *slot);
        nearest = nearest.zip3(distance, shut, |nearest, d, shut| nearest.min(d | shut));
    }
    nearest
}
