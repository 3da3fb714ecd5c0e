//! The table of plays compiled.

use super::actions::sowings;
use super::landing::slots_of;
use super::spots::{CountSet, told_apart};
use super::{Action, HALF};
use crate::rules::{Occupancy, Pick, Play, Rules};

/// One entry of the table of plays.
#[derive(Clone, Copy, Debug)]
pub struct PlayEntry {
    /// The actions that it speaks of, by pit and direction, one bit each.
    pub actions: u64,
    /// Seeds of the pit.
    pub counts: CountSet,
    /// Seeds of the pit after it.
    pub next: CountSet,
    /// Seeds of the pit before it.
    pub before: CountSet,
    /// Whether the pit is a house.
    pub house: Option<bool>,
    /// Whether it is blocked.
    pub blocked: Option<bool>,
    /// Seeds that the player has in reserve.
    pub reserve: CountSet,
    /// Seeds of one of the player's houses.
    pub housed: CountSet,
    /// Seeds that the player has lost.
    pub lost: CountSet,
    /// Seeds of the player's largest pit.
    pub largest: CountSet,
    /// Which turn of the player this is.
    pub turns: CountSet,
    /// Whether it fits in one turn of each player only.
    pub once: bool,
    /// What is asked of the pit where the first lap would end.
    pub lands: Option<Lands>,
    /// Whether the first lap would take seeds.
    pub captures: Option<bool>,
    /// Which of the pits that fit are played.
    pub pick: Pick,
    /// Whether its actions are added to those of the entry before.
    pub also: bool,
    /// Whether its actions are added to those of the entries that fit.
    pub anyway: bool,
    /// The step that it belongs to: see [`Rules::steps_of_plays`].
    pub step: u8,
}

/// What is asked of the pit where the first lap would end.
#[derive(Clone, Copy, Debug)]
pub struct Lands {
    /// The pits that it may be, one bit a slot.
    pub slots: u128,
    /// What it held before the last seed fell.
    pub was: Occupancy,
    /// Its seeds, the last one included.
    pub counts: CountSet,
}

impl PlayEntry {
    /// The table of a game.
    pub(super) fn table(rules: &Rules, decoded: &[Action]) -> Vec<Self> {
        let entries = rules.play.iter().zip(rules.steps_of_plays());
        entries.map(|(entry, step)| Self::new(entry, step, rules, decoded)).collect()
    }

    fn new(entry: &Play, step: u8, rules: &Rules, decoded: &[Action]) -> Self {
        let actions = sowings(decoded, |slot, direction| {
            let pit = (slot % HALF) as i64;
            entry.is_sown(direction) && entry.has_pit(&rules.board, slot < HALF, pit)
        });
        Self {
            actions,
            counts: CountSet::new(&entry.counts),
            next: CountSet::new(&entry.next),
            before: CountSet::new(&entry.before),
            house: entry.house,
            blocked: entry.blocked,
            reserve: CountSet::new(&entry.reserve),
            housed: CountSet::new(&entry.housed),
            lost: CountSet::new(&entry.lost),
            largest: CountSet::new(&entry.largest),
            turns: CountSet::new(&entry.turns),
            once: entry.once,
            lands: entry.asks_lands().then(|| Lands::new(entry, rules)),
            captures: entry.captures,
            pick: entry.pick,
            also: entry.also,
            anyway: entry.anyway,
            step,
        }
    }

    /// Whether it asks what the first lap would do.
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.lands.is_some() || self.captures.is_some()
    }
}

impl Lands {
    fn new(entry: &Play, rules: &Rules) -> Self {
        let slots = slots_of(&rules.board, entry.lands_side, entry.lands_row, &entry.lands_at);
        Self { slots, was: entry.lands_was, counts: CountSet::new(&entry.lands_counts) }
    }
}

/// The largest turn number that any entry distinguishes; 0 where no entry asks.
pub(super) fn turns_told_apart(entries: &[PlayEntry]) -> u8 {
    told_apart(entries.iter().map(|entry| entry.turns))
}
