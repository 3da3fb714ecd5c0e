//! An entry of the landing table as lanes read it: where it can be, and for which numbers of seeds.

use super::values::{Bytes, both, yes};
use crate::plan::{CountSet, Entry, HALF, NO_SLOT, Plan, SLOTS, Spot, Spots};
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
        both(|way| usize::from(self.spots[way][spot as usize]))
    }
}

/// Numbers as ranges (low, high - low).
#[derive(Clone, Debug)]
pub struct Ranges {
    first: (u8, u8),
    /// What one range does not say: seldom anything.
    rest: Vec<Step>,
}

/// One more range, and what is then asked of all numbers so far.
#[derive(Clone, Copy, Debug)]
struct Step {
    range: (u8, u8),
    /// These bits of a number...
    bits: u8,
    /// ... are those: of even numbers the lowest one is 0.
    are: u8,
}

impl Ranges {
    /// The same for some numbers. Numbers that never come up count as in or out, whichever makes
    /// fewer ranges. Where all are even, or all odd, that is asked once: they would else be a range each.
    pub fn new(has: impl Fn(u8) -> bool, comes_up: impl Fn(u8) -> bool) -> Option<Self> {
        let plain = ranges(&has, &comes_up);
        let is_of = |parity: &u8| (0..=u8::MAX).all(|n| n % 2 == *parity || !has(n));
        let parity = [0, 1].into_iter().find(is_of).filter(|_| plain.len() > 2);
        let ranges = match parity {
            Some(parity) => ranges(&has, &|n| n % 2 == parity && comes_up(n)),
            None => plain,
        };
        let first = *ranges.first()?;
        let mut rest: Vec<Step> =
            ranges[1..].iter().map(|range| Step { range: *range, bits: 0, are: 0 }).collect();
        // The first range, once more, changes nothing.
        rest.extend(parity.map(|parity| Step { range: first, bits: 1, are: parity }));
        Some(Self { first, rest })
    }

    /// These numbers, if there are any.
    pub fn of(counts: &CountSet) -> Option<Self> {
        Self::new(|n| counts.has(n), |_| true)
    }

    /// The range, if they are all numbers of but one.
    pub fn only(&self) -> Option<(u8, u8)> {
        self.rest.is_empty().then_some(self.first)
    }

    /// Truth: the number is one of them.
    #[inline(always)]
    pub fn has(&self, numbers: Bytes) -> Bytes {
        let within = |n: u8, (low, more): (u8, u8)| yes(n.wrapping_sub(low) <= more);
        let mut found = numbers.map(|n| within(n, self.first));
        for Step { range, bits, are } in &self.rest {
            found =
                found.zip(numbers, |found, n| (found | within(n, *range)) & yes(n & *bits == *are));
        }
        found
    }
}

/// The ranges of some numbers: see [`Ranges::new`].
fn ranges(has: &impl Fn(u8) -> bool, comes_up: &impl Fn(u8) -> bool) -> Vec<(u8, u8)> {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    let mut joined = false;
    for n in 0..=u8::MAX {
        if has(n) {
            match ranges.last_mut() {
                Some((low, more)) if joined => *more = n - *low,
                _ => ranges.push((n, 0)),
            }
            joined = true;
        } else if comes_up(n) {
            joined = false;
        }
    }
    ranges
}

/// An entry of the landing table.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // what is asked and taken is any combination of spots
pub struct LaneEntry {
    /// The entry.
    pub entry: Entry,
    /// Where it can be; all pits, where these change hands.
    pub sites: Vec<Site>,
    /// The places where it can be on the ring, those of pits that have changed hands as
    /// `owned::seen` gives them.
    pub places: Ranges,
    /// The ring, place by place: its slots, and those of `sites` that lie there.
    pub ring: Vec<(usize, Option<Site>)>,
    /// Seeds of the landing pit that will do, by all tests of it.
    pub landing: Ranges,
    /// The numbers of seeds that will do, by spot.
    pub counts: [Ranges; Spot::COUNT],
    /// The numbers of seeds of a hand that will do, and of turns.
    pub hand: Ranges,
    /// See `hand`.
    pub turns: Ranges,
    /// The numbers of pits marked by the mover that will do.
    pub marks: Ranges,
    /// The numbers of last seeds in pits marked by the other player that will do.
    pub visits: Ranges,
    /// Numbers of captures.
    pub capture_number: Ranges,
    /// Numbers of pits of the other player that hold seeds.
    pub other_pits: Ranges,
    /// Whether it is asked who has marked the landing pit, or its twin in the mover's row.
    pub asks_marks: bool,
    /// Whether the seeds of the pit opposite are read: asked for, or taken.
    pub reads_facing: bool,
    /// The same of the pit behind it.
    pub reads_behind: bool,
    /// Spots asked for that lie before or after the landing pit.
    pub asks_ahead: Vec<Spot>,
    /// Spots taken that do, or that lie opposite such.
    pub takes_ahead: Vec<Spot>,
    /// Whether nothing is asked of a spot but the landing pit (or the pit of a chain in its place);
    /// `other_inner` is asked apart.
    pub asks_landing_only: bool,
    /// Whether the landing pit is emptied: its seeds are taken, and not onto itself.
    pub lifts_landing: bool,
    /// Whether what lies in the landing pit is left there, and nothing is added.
    pub spares_landing: bool,
    /// Whether one landing takes just what the tables say: no chain, and nothing to be called off.
    pub simple: bool,
    /// Whether it is carried out as few are: players choose first what becomes of the seeds, or a chain of every second
    /// pit goes on where pits may be closed.
    pub otherwise: bool,
}

/// Spots whose place depends on the direction of the lap.
const AHEAD: [Spot; 5] =
    [Spot::Next, Spot::Beyond, Spot::Before, Spot::NextFacing, Spot::BeyondFacing];

impl LaneEntry {
    /// The entry for lanes; none for one that never fits. `ring`: the slots of its places; `place`: the
    /// place of each slot.
    pub fn new(plan: &Plan, entry: &Entry, ring: &[usize], place: &[u8; SLOTS]) -> Option<Self> {
        let fits = |site: &Site| entry.slots >> site.slot & 1 == 1;
        let sites: Vec<Site> = Site::all(plan, place).into_iter().filter(fits).collect();
        // What lies around a pit is read wherever the pit lies: whose it is differs by lane.
        let sites_read = if plan.owns_pits { Site::all(plan, place) } else { sites.clone() };
        let is_at = |sites: &[Site], place| sites.iter().any(|site| site.place == place);
        let all = Site::all(plan, place);
        let at = |slot: usize| sites_read.iter().find(|site| site.slot == slot).copied();
        // No entry is asked for in a store: its place belongs to either side.
        let places = Ranges::new(|place| is_at(&sites, place), |place| is_at(&all, place))?;
        let was = |n| match entry.was {
            Occupancy::Any => true,
            Occupancy::Empty => n == 1,
            Occupancy::Occupied => n >= 2,
        };
        let landing = |n| n > 0 && was(n) && entry.counts[Spot::Landing as usize].has(n);
        let reads = |spot: Spot| entry.asks.has(spot) || entry.takes.has(spot);
        let ahead = |set: Spots| AHEAD.into_iter().filter(move |spot| set.has(*spot));
        let counts: Option<Vec<Ranges>> = entry.counts.iter().map(Ranges::of).collect();
        Some(Self {
            places,
            landing: Ranges::new(landing, |_| true)?,
            ring: ring.iter().map(|slot| (*slot, at(*slot))).collect(),
            sites: sites_read,
            counts: counts?.try_into().ok()?, // as many as there are spots
            hand: Ranges::of(&entry.so_far.hand)?,
            turns: Ranges::of(&entry.so_far.turns)?,
            marks: Ranges::of(&entry.so_far.marks)?,
            visits: Ranges::of(&entry.so_far.visits)?,
            capture_number: Ranges::of(&entry.so_far.capture_number)?,
            other_pits: Ranges::of(&entry.so_far.other_pits)?,
            asks_marks: entry.asks_marks,
            reads_facing: reads(Spot::Facing),
            reads_behind: reads(Spot::Behind),
            asks_ahead: ahead(entry.asks).collect(),
            takes_ahead: ahead(entry.takes).collect(),
            asks_landing_only: entry.asks.within(Spots::from_iter([Spot::Landing]))
                && entry.next_field.is_none(),
            lifts_landing: entry.takes.has(Spot::Landing) && entry.to != CaptureTo::Landing,
            spares_landing: !entry.takes.has(Spot::Landing)
                && !AHEAD.into_iter().any(|spot| entry.takes.has(spot))
                && entry.chain == Chain::None
                && entry.to != CaptureTo::Landing,
            simple: entry.chain == Chain::None && entry.grand_slam == GrandSlam::Capture,
            otherwise: entry.waits
                || entry.chooses_end
                || plan.closes_pits && entry.chain == Chain::Alternate,
            entry: *entry,
        })
    }
}

/// A capture when the last lap of an action is over.
#[derive(Clone, Debug)]
pub struct LaneAfter {
    /// Seeds of the pits that are taken.
    pub counts: Ranges,
    /// The pits that are looked at.
    pub slots: Vec<usize>,
    /// Whether a seed of the action must have fallen there.
    pub sown: bool,
    /// Whether the mover gets the seeds, not the owner of the pit.
    pub to_mover: bool,
    /// The places in which the last lap must end, where it is asked.
    pub ended: Option<Vec<u8>>,
}

impl LaneAfter {
    /// The rule for lanes. `place`: the place of each slot.
    pub fn new(plan: &Plan, place: &[u8; SLOTS]) -> Option<Self> {
        let rule = plan.after?;
        let slots = |set: u128| (0..SLOTS).filter(move |slot| set >> slot & 1 == 1);
        let places = |set: u128| {
            let places = slots(set).map(|slot| place[slot]);
            places.filter(|place| *place != NO_SLOT as u8).collect()
        };
        Some(Self {
            counts: Ranges::of(&rule.counts)?,
            slots: slots(rule.slots).collect(),
            sown: rule.sown,
            to_mover: rule.to_mover,
            ended: rule.ended.map(places),
        })
    }
}
