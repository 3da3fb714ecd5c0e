//! An entry of the table of plays as lanes read it.

use super::lane_entry::Ranges;
use crate::plan::{NO_SLOT, Plan, PlayEntry, SLOTS};
use crate::rules::Occupancy;

/// An entry of the table of plays.
#[derive(Clone, Debug)]
pub struct LanePlay {
    /// The entry.
    pub entry: PlayEntry,
    /// Whether it asks for more than what the first lap would do: for the pits as they are, or the turn.
    pub asks_board: bool,
    /// Seeds of the pit.
    pub counts: Ranges,
    /// Seeds of the pit after it.
    pub next: Ranges,
    /// Seeds of the pit before it.
    pub before: Ranges,
    /// Which turn of the player this is.
    pub turns: Ranges,
    /// What is asked of the pit where the first lap would end.
    pub lands: Option<LaneLands>,
}

/// What is asked of the pit where the first lap would end.
#[derive(Clone, Debug)]
pub struct LaneLands {
    /// The places on the ring that it may be.
    pub places: Ranges,
    /// What it held before the last seed fell.
    pub was: Occupancy,
    /// Its seeds, the last one included.
    pub counts: Ranges,
}

impl LanePlay {
    /// The table of a game. `place`: the place of each slot. (A checked description asks for no empty set of
    /// numbers, so that every entry is there.)
    pub fn table(plan: &Plan, place: &[u8; SLOTS]) -> Vec<Self> {
        plan.plays.iter().filter_map(|entry| Self::new(entry, place)).collect()
    }

    fn new(entry: &PlayEntry, place: &[u8; SLOTS]) -> Option<Self> {
        let lands = match entry.lands {
            None => None,
            Some(lands) => {
                let slots = || (0..SLOTS).filter(|slot| lands.slots >> slot & 1 == 1);
                let has = |at: u8| at != NO_SLOT as u8 && slots().any(|slot| place[slot] == at);
                let (was, counts) = (lands.was, Ranges::of(&lands.counts)?);
                Some(LaneLands { places: Ranges::new(has, |_| true)?, was, counts })
            }
        };
        let tests = [entry.counts, entry.next, entry.before, entry.turns];
        Some(Self {
            asks_board: tests.iter().any(|counts| !counts.is_any()),
            counts: Ranges::of(&entry.counts)?,
            next: Ranges::of(&entry.next)?,
            before: Ranges::of(&entry.before)?,
            turns: Ranges::of(&entry.turns)?,
            lands,
            entry: *entry,
        })
    }
}
