//! A chain of every second pit where pits may be closed: pit by pit, as a closed pit is no step of it.

use super::around::Around;
use super::landing::take_found;
use super::marks::landing_marks_fit;
use super::sow::Landed;
use super::spots::{open_after, open_beside, open_place, seeds_at, slot_of};
use crate::batch::block::Block;
use crate::batch::lane_entry::LaneEntry;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::Bytes;
use crate::plan::{NO_SLOT, OTHER_STORE, STORE, Spot};

/// The entry takes from the landing pit and from every second pit after it, in lanes where it fits; gives these.
#[inline(always)]
pub fn take_every_second(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    asked: Bytes,
) -> Bytes {
    let fits = Around::new::<false>(lane_plan, block, entry, landed, asked).fits;
    if !fits.any() {
        return fits;
    }
    for slot in lane_plan.pits() {
        block.taken[slot] = Bytes::ZERO;
    }
    let (mut at, mut lanes) = (*landed, fits);
    while lanes.any() {
        note_taken(lane_plan, block, entry, &at, lanes);
        let (place, comes) = second_after(lane_plan, block, at.place);
        let next = open_after(lane_plan, block, place);
        let ahead = [next, open_after(lane_plan, block, next)];
        at = Landed { place, ahead, seeds: seeds_at(lane_plan, block, place), ..*landed };
        // The pits of a chain lie on a circle, so that the landing pit is the first to come again.
        let asked = lanes.and(comes).but_not(place.equals(landed.place));
        lanes = goes_on(lane_plan, block, entry, &at, asked);
    }
    take_found::<false>(lane_plan, block, entry, landed, fits, fits);
    fits
}

/// The place of the second pit after this one, and the lanes in which no store lies before it.
#[inline(always)]
fn second_after(lane_plan: &LanePlan, block: &Block, place: Bytes) -> (Bytes, Bytes) {
    let [_, next] = open_beside(lane_plan, block, place);
    let [_, second] = open_beside(lane_plan, block, next);
    let mut stored = Bytes::ZERO;
    for store in [STORE, OTHER_STORE] {
        let store = lane_plan.place[store];
        if usize::from(store) != NO_SLOT {
            stored = stored.or(next.is(store)).or(second.is(store));
        }
    }
    (second, stored.inverse())
}

/// Of these lanes, those in which the tests of places hold at this pit, which a chain repeats.
#[inline(always)]
fn goes_on(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    at: &Landed,
    lanes: Bytes,
) -> Bytes {
    let here = entry.counts[Spot::Landing as usize].has(at.seeds);
    let mut asked = lanes.and(here).and(entry.places.has(at.place));
    if entry.asks_marks {
        asked = asked.and(landing_marks_fit(lane_plan, block, entry, at));
    }
    Around::new::<false>(lane_plan, block, entry, at, asked).fits
}

/// Writes which pits the entry takes from here.
#[inline(always)]
fn note_taken(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    at: &Landed,
    lanes: Bytes,
) {
    for spot in entry.entry.takes.iter() {
        let place = match spot {
            Spot::Landing | Spot::Facing | Spot::Behind => at.place,
            _ => open_place(lane_plan, block, at, spot),
        };
        for site in &lane_plan.sites {
            let slot = slot_of(site, spot);
            if slot != NO_SLOT {
                let taken = &mut block.taken[slot];
                *taken = taken.or(place.is(site.place).and(lanes));
            }
        }
    }
}
