//! Captures that go on from the landing pit: in each lane the pits that a chain takes from.

use super::distances::{Distances, distance_of, place_before};
use super::fields::next_field_fits_at;
use super::marks::marks_fit;
use super::sow::Landed;
use super::sow_open::closed;
use super::spots::{open_beside, seeds_ahead};
use crate::batch::block::Block;
use crate::batch::lane_entry::{LaneEntry, Site};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES, yes};
use crate::plan::{HALF, STORE, Spot};
use crate::rules::Chain;

/// Truth: the tests of places hold at this pit, which a chain repeats (KG-5, EL-6, PR-5, MW-5,
/// CH-6, OW-4). What is asked of the other player's row holds for all pits or for none. `SLIM`: see
/// [`LanePlan::slim_ends`].
#[inline(always)]
fn fits<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    site: &Site,
) -> Bytes {
    let seeds = entry.counts[Spot::Landing as usize].has(block.board.cells[site.slot]);
    fits_around::<SLIM>(lane_plan, block, entry, site, seeds)
}

/// The same in a series of empty pits (UH-6): at the landing pit, and at all others.
#[inline(always)]
fn fits_in_series(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    site: &Site,
    landing: Bytes,
) -> Bytes {
    let cells = block.board.cells[site.slot];
    let counts = entry.counts[Spot::Landing as usize].has(cells);
    let seeds = landing.choose(counts, cells.is(0));
    fits_around::<false>(lane_plan, block, entry, site, seeds)
}

/// Of these lanes, those in which all tests hold but that of the seeds of the pit itself.
#[inline(always)]
fn fits_around<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    site: &Site,
    lanes: Bytes,
) -> Bytes {
    let board = &block.board;
    let mut fits = lanes;
    for spot in [Spot::Facing, Spot::Behind] {
        if entry.entry.asks.has(spot) {
            let seeds = board.cells[site.fixed(spot)];
            fits = fits.and(entry.counts[spot as usize].has(seeds));
        }
    }
    if !SLIM && let Some(wanted) = entry.entry.next_field {
        fits = fits.and(next_field_fits_at(lane_plan, block, site, wanted));
    }
    if entry.asks_marks {
        fits = fits.and(marks_fit(lane_plan, block, entry, site));
    }
    for spot in &entry.asks_ahead {
        let seeds = seeds_ahead(lane_plan, board, block.backward, site, *spot);
        fits = fits.and(entry.counts[*spot as usize].has(seeds));
    }
    fits
}

/// How far a chain from the landing pit goes, in each lane.
#[derive(Clone, Copy)]
pub struct Reach {
    /// Distances from where the lap began for a chain backward; else from the landing pit, which is
    /// at 0.
    pub distances: Distances,
    /// Truth: the tests of places hold at the landing pit.
    pub fits: Bytes,
    /// The distance of the landing pit.
    last: Bytes,
    /// Backward: the smallest distance that the chain comes to. Forward: where it breaks.
    limit: Bytes,
    /// Neighbours, in rounds: the places before and after the landing pit, closed pits left out. Pits beside it in
    /// its row: theirs.
    beside: Option<[Bytes; 2]>,
}

impl Reach {
    /// Finds whether the landing pit fits, and where the chain of an entry breaks. `SLIM`: see
    /// [`LanePlan::slim_ends`].
    #[inline(always)]
    pub fn new<const SLIM: bool>(
        lane_plan: &LanePlan,
        block: &Block,
        entry: &LaneEntry,
        landed: &Landed,
    ) -> Self {
        let chain = entry.entry.chain;
        let closes = !SLIM && lane_plan.plan.closes_pits;
        let (distances, last, limit) = if chain == Chain::Backward {
            let last =
                if closes { distance_of(lane_plan, block, landed.place) } else { landed.distance };
            (Distances::new(lane_plan, block), last, 0)
        } else {
            let before = place_before(lane_plan, block, landed.place);
            (Distances::from(lane_plan, block, before), Bytes::ZERO, lane_plan.length)
        };
        let beside = match chain {
            Chain::Beside if !SLIM => Some(block.rare.places_beside(lane_plan, landed.place)),
            Chain::Neighbours if closes => Some(open_beside(lane_plan, block, landed.place)),
            _ => None,
        };
        let mut reach =
            Self { distances, fits: Bytes::ZERO, last, limit: Bytes::all(limit), beside };
        if chain == Chain::None && entry.asks_landing_only {
            reach.fits = Bytes::all(YES); // it was asked for before
            return reach;
        }
        let mut distances = distances;
        for (slot, site) in &entry.ring {
            let distance = distances.next();
            // A chain never takes from a store.
            let fits = match site {
                Some(site) if !SLIM && chain == Chain::Empties => {
                    fits_in_series(lane_plan, block, entry, site, distance.is(0))
                }
                Some(site) => fits::<SLIM>(lane_plan, block, entry, site),
                None => Bytes::ZERO,
            };
            let shut = if closes { closed(lane_plan, block, *slot) } else { Bytes::ZERO };
            reach.fits = reach.fits.or(fits.and(distance.equals(last)));
            reach.limit = match chain {
                Chain::None | Chain::Neighbours | Chain::Beside => reach.limit,
                // A closed pit is passed over.
                Chain::Backward => reach.start_of_backward(distance, fits.or(shut)),
                Chain::Forward | Chain::Empties => {
                    // A closed pit is passed over.
                    reach.break_of_forward(distance, distance.at_least(1).but_not(shut), fits)
                }
                Chain::Alternate => {
                    let store = *slot % HALF == STORE;
                    let comes = distance.map(|d| yes(d != 0 && (store || d & 1 == 0)));
                    reach.break_of_forward(distance, comes, fits)
                }
            };
        }
        reach
    }

    /// A chain backward stops behind the last pit that does not fit, and never goes round.
    #[inline(always)]
    fn start_of_backward(&self, distance: Bytes, fits: Bytes) -> Bytes {
        let breaks = distance.zip(self.last, |d, last| yes(d <= last)).but_not(fits);
        self.limit.zip3(distance, breaks, |start, d, breaks| start.max(d.wrapping_add(1) & breaks))
    }

    /// A chain forward breaks at the first pit it comes to that does not fit, or at a store.
    #[inline(always)]
    fn break_of_forward(&self, distance: Bytes, comes: Bytes, fits: Bytes) -> Bytes {
        let goes_on = comes.zip(fits, |comes, fits| comes ^ YES | fits);
        self.limit.zip3(distance, goes_on, |limit, d, goes_on| limit.min(d | goes_on))
    }

    /// Truth: the chain comes to this pit, which lies at this distance.
    #[inline(always)]
    pub fn covers<const SLIM: bool>(
        &self,
        lane_plan: &LanePlan,
        block: &Block,
        entry: &LaneEntry,
        site: &Site,
        distance: Bytes,
    ) -> Bytes {
        let Self { last, limit, .. } = *self;
        let length = lane_plan.length;
        match entry.entry.chain {
            Chain::None => distance.is(0),
            Chain::Backward => {
                let reached =
                    distance.zip3(limit, last, |d, first, last| yes(d >= first && d <= last));
                open::<SLIM>(lane_plan, block, site, reached)
            }
            Chain::Neighbours | Chain::Beside => {
                let beside = match self.beside {
                    Some([before, after]) => before.is(site.place).or(after.is(site.place)),
                    None => distance.map(|d| yes(d == 1 || d == length - 1)),
                };
                distance.is(0).or(beside.and(fits::<SLIM>(lane_plan, block, entry, site)))
            }
            Chain::Forward | Chain::Empties => {
                let reached = distance.zip(limit, |d, limit| yes(d < limit));
                open::<SLIM>(lane_plan, block, site, reached)
            }
            Chain::Alternate => distance.zip(limit, |d, limit| yes(d < limit && d & 1 == 0)),
        }
    }
}

/// Of these lanes, those in which the pit is not closed.
#[inline(always)]
fn open<const SLIM: bool>(lane_plan: &LanePlan, block: &Block, site: &Site, lanes: Bytes) -> Bytes {
    let closes = !SLIM && lane_plan.plan.closes_pits;
    if closes { lanes.but_not(closed(lane_plan, block, site.slot)) } else { lanes }
}
