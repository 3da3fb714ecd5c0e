//! An entry of the landing table as lanes read it: where it can be, and for which numbers of seeds.

use super::values::{Bytes, YES, yes};
use crate::plan::{Entry, HALF, NO_SLOT, Plan, SLOTS, Spot, Spots};
use crate::rules::{CaptureTo, Chain, GrandSlam, Occupancy};

/// A pit on which an entry can fit, with what lies around it.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The pit.
    pub slot: usize,
    /// Its place on the ring.
    pub place: u8,
    /// The slot at each spot, forward and backward, or [`NO_SLOT`]: in bytes, so that the sites of
    /// an entry fit into a few lines of the cache.
    spots: [[u8; Spot::COUNT]; 2],
}

impl Site {
    fn new(plan: &Plan, slot: usize, place: &[u8; SLOTS]) -> Self {
        let spots = |way| Spot::ALL.map(|spot| plan.tables.spot(spot, way, slot) as u8);
        Self { slot, place: place[slot], spots: [0, 1].map(spots) }
    }

    /// All pits that are sown.
    pub fn all(plan: &Plan, place: &[u8; SLOTS]) -> Vec<Self> {
        let pits = (0..plan.side).chain(HALF..HALF + plan.side);
        let sown = pits.filter(|slot| place[*slot] != NO_SLOT as u8);
        sown.map(|slot| Self::new(plan, slot, place)).collect()
    }

    /// The slot at a spot that lies in the same place whichever way a lap runs.
    #[inline(always)]
    pub fn fixed(&self, spot: Spot) -> usize {
        usize::from(self.spots[0][spot as usize])
    }

    /// The slots at a spot for laps forward and backward.
    #[inline(always)]
    pub fn both(&self, spot: Spot) -> [usize; 2] {
        [0, 1].map(|way| usize::from(self.spots[way][spot as usize]))
    }
}

/// Numbers of seeds as ranges (low, high - low); none for any number.
#[derive(Clone, Debug, Default)]
pub struct Ranges(pub Vec<(u8, u8)>);

impl Ranges {
    /// Truth: the number will do.
    #[inline(always)]
    pub fn has(&self, seeds: Bytes) -> Bytes {
        if self.0.is_empty() {
            return Bytes::all(YES);
        }
        let mut found = Bytes::ZERO;
        for (low, more) in &self.0 {
            let (low, more) = (*low, *more);
            found = found.zip(seeds, |any, n| any | yes(n.wrapping_sub(low) <= more));
        }
        found
    }
}

/// An entry of the landing table.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // what is asked and taken is any combination of spots
pub struct LaneEntry {
    /// The entry.
    pub entry: Entry,
    /// Where it can be.
    pub sites: Vec<Site>,
    /// The number among `sites` of each slot, or [`NO_SLOT`].
    site_of: [u8; SLOTS],
    /// The numbers of seeds that will do, by spot.
    pub counts: [Ranges; Spot::COUNT],
    /// The numbers of seeds of a hand that will do, and of turns.
    pub hand: Ranges,
    /// See `hand`.
    pub turns: Ranges,
    /// Whether the seeds of the pit opposite are read: asked for, or taken.
    pub reads_facing: bool,
    /// The same of the pit behind it.
    pub reads_behind: bool,
    /// Spots asked for that lie before or after the landing pit.
    pub asks_ahead: Vec<Spot>,
    /// Spots taken that do, or that lie opposite such.
    pub takes_ahead: Vec<Spot>,
    /// Whether no test but that of the landing pit's seeds is made of every pit of a chain.
    pub asks_landing_only: bool,
    /// Whether the landing pit is emptied: its seeds are taken, and not onto itself.
    pub lifts_landing: bool,
    /// Whether one landing takes just what the tables say: no chain, and nothing to be called off.
    pub simple: bool,
}

/// Spots whose place depends on the direction of the lap.
const AHEAD: [Spot; 5] =
    [Spot::Next, Spot::Beyond, Spot::Before, Spot::NextFacing, Spot::BeyondFacing];

impl LaneEntry {
    /// The entry for lanes. `place`: the place of each slot on the ring.
    pub fn new(plan: &Plan, entry: &Entry, place: &[u8; SLOTS]) -> Self {
        let fits = |site: &Site| entry.slots >> site.slot & 1 == 1;
        let sites: Vec<Site> = Site::all(plan, place).into_iter().filter(fits).collect();
        let mut site_of = [NO_SLOT as u8; SLOTS];
        for (number, site) in sites.iter().enumerate() {
            site_of[site.slot] = number as u8;
        }
        let reads = |spot: Spot| entry.asks.has(spot) || entry.takes.has(spot);
        let ahead = |set: Spots| AHEAD.into_iter().filter(move |spot| set.has(*spot));
        Self {
            sites,
            site_of,
            counts: entry.counts.each_ref().map(|counts| Ranges(counts.ranges())),
            hand: Ranges(entry.so_far.hand.ranges()),
            turns: Ranges(entry.so_far.turns.ranges()),
            reads_facing: reads(Spot::Facing),
            reads_behind: reads(Spot::Behind),
            asks_ahead: ahead(entry.asks).collect(),
            takes_ahead: ahead(entry.takes).collect(),
            asks_landing_only: entry.asks.within(Spots::from_iter([Spot::Landing]))
                && entry.other_inner == Occupancy::Any,
            lifts_landing: entry.takes.has(Spot::Landing) && entry.to != CaptureTo::Landing,
            simple: entry.chain == Chain::None && entry.grand_slam == GrandSlam::Capture,
            entry: *entry,
        }
    }

    /// The site of a pit on which it can fit.
    #[inline(always)]
    pub fn site_at(&self, slot: usize) -> Option<&Site> {
        self.sites.get(usize::from(self.site_of[slot]))
    }

    /// Whether the landing pit before the last seed was as asked, `seeds` being what it holds now.
    #[inline(always)]
    pub fn was(&self, seeds: Bytes) -> Bytes {
        match self.entry.was {
            Occupancy::Empty => seeds.is(1),
            Occupancy::Occupied => seeds.at_least(2),
            Occupancy::Any => Bytes::all(YES),
        }
    }

    /// Whether a landing pit that holds `seeds` is as this entry asks.
    #[inline(always)]
    pub fn fits_seeds(&self, seeds: Bytes) -> Bytes {
        self.was(seeds).and(self.counts[Spot::Landing as usize].has(seeds))
    }
}
