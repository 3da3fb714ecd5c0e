//! Captures that go on from the landing pit: in each lane the pits that a chain takes from.

use super::sow::{Distances, Landed};
use super::spots::{place_before, seeds_ahead};
use crate::batch::block::Block;
use crate::batch::lane_entry::LaneEntry;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES, yes};
use crate::plan::{HALF, STORE, Spot};
use crate::rules::Chain;

/// Writes at which pits the tests of places hold, which a chain repeats (KG-5, EL-6, PR-5, MW-5,
/// CH-6, OW-4). What is asked of the other player's row holds for all of them or for none.
#[inline(always)]
pub fn find_fitting(lane_plan: &LanePlan, block: &mut Block, entry: &LaneEntry) {
    let Block { board, fitting, backward, .. } = block;
    for site in &entry.sites {
        fitting[site.slot] = entry.counts[Spot::Landing as usize].has(board.cells[site.slot]);
    }
    for spot in [Spot::Facing, Spot::Behind] {
        if entry.entry.asks.has(spot) {
            for site in &entry.sites {
                let fits = entry.counts[spot as usize].has(board.cells[site.fixed(spot)]);
                fitting[site.slot] = fitting[site.slot].and(fits);
            }
        }
    }
    for spot in &entry.asks_ahead {
        for site in &entry.sites {
            let seeds = seeds_ahead(lane_plan, board, *backward, site, *spot);
            let fits = entry.counts[*spot as usize].has(seeds);
            fitting[site.slot] = fitting[site.slot].and(fits);
        }
    }
}

/// Truth: a chain may take from this place; never from a store.
#[inline(always)]
fn fits(block: &Block, entry: &LaneEntry, slot: usize) -> Bytes {
    if entry.site_at(slot).is_some() { block.fitting[slot] } else { Bytes::ZERO }
}

/// How far a chain from the landing pit goes, in each lane.
#[derive(Clone, Copy)]
pub struct Reach {
    /// Distances from where the lap began for a chain backward; else from the landing pit, which is
    /// at 0.
    pub distances: Distances,
    /// The distance of the landing pit.
    last: Bytes,
    /// Backward: the smallest distance that the chain comes to. Forward: where it breaks.
    limit: Bytes,
}

impl Reach {
    /// Finds where the chain of an entry breaks.
    #[inline(always)]
    pub fn new(lane_plan: &LanePlan, block: &Block, entry: &LaneEntry, landed: &Landed) -> Self {
        if entry.entry.chain == Chain::Backward {
            let (distances, last) = (Distances::new(lane_plan, block), landed.distance);
            let limit = start_of_backward(lane_plan, block, entry, distances, last);
            return Self { distances, last, limit };
        }
        let before = place_before(lane_plan, block, landed.place);
        let distances = Distances::from(lane_plan, block, before);
        let limit = match entry.entry.chain {
            Chain::Forward | Chain::Alternate => {
                break_of_forward(lane_plan, block, entry, distances)
            }
            _ => Bytes::ZERO,
        };
        Self { distances, last: Bytes::ZERO, limit }
    }

    /// Truth: the chain comes to this pit, which lies at this distance.
    #[inline(always)]
    pub fn covers(
        &self,
        lane_plan: &LanePlan,
        block: &Block,
        entry: &LaneEntry,
        slot: usize,
        distance: Bytes,
    ) -> Bytes {
        let Self { last, limit, .. } = *self;
        let length = lane_plan.length;
        match entry.entry.chain {
            Chain::None => distance.is(0),
            Chain::Backward => {
                distance.zip3(limit, last, |d, first, last| yes(d >= first && d <= last))
            }
            Chain::Neighbours => {
                let beside = distance.map(|d| yes(d == 1 || d == length - 1));
                distance.is(0).or(beside.and(fits(block, entry, slot)))
            }
            Chain::Forward => distance.zip(limit, |d, limit| yes(d < limit)),
            Chain::Alternate => distance.zip(limit, |d, limit| yes(d < limit && d & 1 == 0)),
        }
    }
}

/// The smallest distance from where the lap began that a chain backward from the landing pit, at
/// `last`, reaches: it stops behind the last pit that does not fit, and never goes round.
#[inline(always)]
fn start_of_backward(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    mut distances: Distances,
    last: Bytes,
) -> Bytes {
    let mut start = Bytes::ZERO;
    for slot in &lane_plan.ring {
        let distance = distances.next();
        let before = distance.zip(last, |d, last| yes(d <= last));
        let breaks = before.but_not(fits(block, entry, *slot));
        start =
            start.zip3(distance, breaks, |start, d, breaks| start.max(d.wrapping_add(1) & breaks));
    }
    start
}

/// How far beyond the landing pit a chain forward, or over every second pit, breaks: at the first
/// pit that it comes to and that does not fit, or at a store. It never goes round.
#[inline(always)]
fn break_of_forward(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    mut distances: Distances,
) -> Bytes {
    let every_second = entry.entry.chain == Chain::Alternate;
    let mut limit = Bytes::all(lane_plan.length);
    for slot in &lane_plan.ring {
        let distance = distances.next();
        let comes = if every_second && *slot % HALF != STORE {
            distance.map(|d| yes(d != 0 && d & 1 == 0))
        } else {
            distance.map(|d| yes(d != 0))
        };
        let breaks = comes.but_not(fits(block, entry, *slot));
        limit = limit.zip3(distance, breaks, |limit, d, breaks| limit.min(d | breaks ^ YES));
    }
    limit
}
