//! A capture rule as lanes read it: where it can be, and for which numbers of seeds.

use super::values::{Bytes, YES, yes};
use crate::plan::{CapturePlan, NO_SLOT, Plan, SLOTS};
use crate::rules::{GrandSlam, Landing};

/// A pit on which a landing can capture, with what lies opposite.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The pit.
    pub slot: usize,
    /// Its place on the ring.
    pub place: u8,
    /// The pit opposite, or [`NO_SLOT`].
    pub facing: usize,
    /// The pit behind that one, or [`NO_SLOT`].
    pub behind: usize,
}

/// A capture rule.
#[derive(Clone, Debug)]
pub struct LaneCapture {
    /// The rule.
    pub rule: CapturePlan,
    /// Where it can be.
    pub sites: Vec<Site>,
    /// The same by slot.
    pub site_of: [Option<Site>; SLOTS],
    /// Numbers of seeds the landing pit may hold, as ranges (low, high - low); empty for any.
    pub counts: Vec<(u8, u8)>,
    /// Whether one landing takes just what the tables say: no chain, and nothing to ask first.
    pub simple: bool,
}

impl LaneCapture {
    /// The rule for lanes. `place`: the place of each slot on the ring.
    pub fn new(plan: &Plan, rule: CapturePlan, place: &[u8; SLOTS]) -> Self {
        let at = |table: &[u8; SLOTS], slot: usize| usize::from(table[slot]);
        let on_ring = |slot: &usize| rule.slots >> slot & 1 == 1 && at(place, *slot) != NO_SLOT;
        let sites = (0..SLOTS).filter(on_ring).map(|slot| Site {
            slot,
            place: place[slot],
            facing: at(&plan.facing, slot),
            behind: at(&plan.behind, slot),
        });
        let sites: Vec<Site> = sites.collect();
        let mut site_of = [None; SLOTS];
        for site in &sites {
            site_of[site.slot] = Some(*site);
        }
        Self {
            sites,
            site_of,
            counts: ranges(&rule),
            simple: !rule.chain && rule.grand_slam == GrandSlam::Capture,
            rule,
        }
    }

    /// Whether a landing pit that holds `seeds` has a number of seeds that this rule asks for.
    #[inline(always)]
    pub fn fits_seeds(&self, seeds: Bytes) -> Bytes {
        let landing = match self.rule.landing {
            Landing::Empty => seeds.is(1),
            Landing::Occupied => seeds.at_least(2),
            Landing::Any => Bytes::all(YES),
        };
        if self.counts.is_empty() {
            return landing;
        }
        let mut counted = Bytes::ZERO;
        for (low, more) in &self.counts {
            let (low, more) = (*low, *more);
            counted = counted.zip(seeds, |any, n| any | yes(n.wrapping_sub(low) <= more));
        }
        landing.and(counted)
    }
}

/// The counts of a rule as ranges; none when any count will do.
fn ranges(rule: &CapturePlan) -> Vec<(u8, u8)> {
    if rule.counts == [u128::MAX; 2] {
        return Vec::new();
    }
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for n in (0..=u8::MAX).filter(|n| rule.has_count(*n)) {
        match ranges.last_mut() {
            Some((low, more)) if *low + *more + 1 == n => *more += 1,
            _ => ranges.push((n, 0)),
        }
    }
    ranges
}
