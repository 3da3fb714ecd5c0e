//! An entry of the table of plays as lanes read it.

use super::lane_entry::Ranges;
use crate::plan::{NO_SLOT, Plan, PlayEntry, SLOTS};
use crate::rules::{Occupancy, Pick};

/// An entry of the table of plays.
#[derive(Clone, Debug)]
pub struct LanePlay {
    /// The entry.
    pub entry: PlayEntry,
    /// Whether it asks for more of a pit than what its first lap would do.
    pub asks_board: bool,
    /// Whether it asks for the pits beside it.
    pub asks_around: bool,
    /// Whether it asks for what holds of every pit: the turn, the reserve, the houses, and all seeds of the player.
    pub asks_when: bool,
    /// Seeds of the pit.
    pub counts: Ranges,
    /// Seeds of the pit after it.
    pub next: Ranges,
    /// Seeds of the pit before it.
    pub before: Ranges,
    /// Seeds that the player has in reserve.
    pub reserve: Ranges,
    /// Seeds of one of their houses; not asked where there are none.
    pub housed: Option<Ranges>,
    /// Seeds that the player has lost.
    pub lost: Ranges,
    /// Seeds of their largest pit.
    pub largest: Ranges,
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

/// A step of the table: entries whose actions are all added to one another.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Whether they are added to those of the step before.
    pub also: bool,
    /// Whether they are played whichever other steps fit.
    pub anyway: bool,
    /// Which of the pits that fit are played.
    pub pick: Pick,
    /// The actions that its entries speak of, one bit each.
    pub actions: u64,
}

impl Step {
    /// The steps of a game, in their order.
    pub fn all(plan: &Plan) -> Vec<Self> {
        let steps = plan.plays.chunk_by(|a, b| a.step == b.step);
        let step = |entries: &[PlayEntry]| {
            let first = entries.first()?;
            let actions = entries.iter().fold(0, |set, entry| set | entry.actions);
            Some(Self { also: first.also, anyway: first.anyway, pick: first.pick, actions })
        };
        steps.filter_map(step).collect()
    }
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
        let asks_around = !(entry.next.is_any() && entry.before.is_any());
        Some(Self {
            asks_board: asks_around
                || !entry.counts.is_any()
                || entry.house.is_some()
                || entry.blocked.is_some(),
            asks_around,
            asks_when: entry.once
                || [entry.turns, entry.reserve, entry.housed, entry.lost, entry.largest]
                    .iter()
                    .any(|n| !n.is_any()),
            counts: Ranges::of(&entry.counts)?,
            next: Ranges::of(&entry.next)?,
            before: Ranges::of(&entry.before)?,
            reserve: Ranges::of(&entry.reserve)?,
            housed: if entry.housed.is_any() { None } else { Some(Ranges::of(&entry.housed)?) },
            lost: Ranges::of(&entry.lost)?,
            largest: Ranges::of(&entry.largest)?,
            turns: Ranges::of(&entry.turns)?,
            lands,
            entry: *entry,
        })
    }
}
