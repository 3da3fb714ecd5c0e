//! Which games can be played in one go: those whose actions are one lap and at most one capture.

use crate::batch::lane_entry::LaneEntry;
use crate::batch::values::{YES, yes};
use crate::plan::features::allow_list;
use crate::plan::{Features, HALF, Plan, STORE, Spot, shortcuts};
use crate::rules::{CaptureTo, Chain, GrandSlam, Skip};

/// What the kernel was written for: one lap of a pit in one direction, and one capture at most, perhaps a chain. What
/// every action would do is tried elsewhere.
pub const PLAYS: Features = allow_list!(
    Stores,
    LargerPits,
    Clockwise,
    SowsOwnStore,
    SkipsLap,
    SkipsTurn,
    Captures,
    FromEmpty,
    FromOccupied,
    FromAny,
    LandingCounts,
    OnOwnSide,
    OnOtherSide,
    AsksFacing,
    TakesLanding,
    TakesFacing,
    ChainsBack,
    SlamsCalledOff,
    SlamsForbidden,
    FeedForced,
    FeedAlways,
    ToOtherStore,
    ToLanding,
    Removes,
    Replays,
    EndsEmpty,
    EndsStuck,
    EndsAboveHalf,
    CountsHome,
    CountsOwner,
    CountsEmptied,
    WonBySeeds,
    WonByLastMove,
    WonByPits,
    ScoresOwned,
    EndlessVoid,
    EndlessLoss,
    Cap,
);

/// Pits of a player, for which the kernel is compiled.
pub const SIDE: usize = 6;

/// Pits on which a landing captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sites {
    /// The mover's.
    Own,
    /// The other player's.
    Other,
    /// All.
    Any,
    /// The other player's, and the capture goes on from pit to pit.
    Chain,
}

/// The rules of such a game; truth is a byte of ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fused {
    /// Whether the own store is on the ring (the other one never is).
    pub(super) store: bool,
    pub(super) sites: Sites,
    /// The fewest seeds of a pit that may be played.
    pub(super) least: u8,
    /// Places in which a full round drops seeds.
    pub(super) stops: u8,
    /// Truth: the pit where the lap began is passed over.
    pub(super) skips: u8,
    /// Seeds of a landing pit that make a capture: the fewest, and how many more.
    pub(super) low: u8,
    pub(super) more: u8,
    /// Truth: there is a capture that needs no seeds opposite.
    pub(super) unconditional: u8,
    /// Truth: there is a capture.
    pub(super) captures: u8,
    pub(super) takes_landing: u8,
    pub(super) takes_facing: u8,
    /// Where the captured seeds go, truth for one of these or none.
    pub(super) to_landing: u8,
    pub(super) to_store: u8,
    pub(super) to_other: u8,
    pub(super) replay: u8,
    /// Truth: a chain that would take all seeds of the other player takes none.
    pub(super) calls_off: u8,
    /// Truth: what is legal follows from the seeds alone (`LanePlan::keeps_legal` is false).
    pub(super) by_seeds: u8,
}

/// The rules of `kalah` (KA-2 to KA-5), whatever its seeds and its end: with them the kernel is compiled once more, so
/// that nothing is computed of what they do not say.
pub(super) const KALAH: Fused = Fused {
    store: true,
    sites: Sites::Own,
    least: 1,
    stops: 2 * SIDE as u8 + 1,
    skips: 0,
    low: 1,
    more: 0,
    unconditional: 0,
    captures: YES,
    takes_landing: YES,
    takes_facing: YES,
    to_landing: 0,
    to_store: YES,
    to_other: 0,
    replay: YES,
    calls_off: 0,
    by_seeds: YES,
};

impl Fused {
    /// Whether these are the rules of [`KALAH`], but that a capture may need no seeds opposite (KA-5).
    pub(super) fn is_kalah(&self) -> bool {
        Self { unconditional: KALAH.unconditional, ..*self } == KALAH
    }

    /// The rules of a game that the kernel knows (its `circuit` is the order of sowing).
    pub fn of(plan: &Plan, circuit: &[usize], entries: &[LaneEntry]) -> Option<Self> {
        let store = circuit.contains(&STORE);
        let every_pit = plan.actions.count == SIDE && plan.side == SIDE;
        if !(plan.features.within(PLAYS) && every_pit && circuit == ring(SIDE, store)) {
            return None;
        }
        let fused = Self {
            store,
            sites: Sites::Own,
            least: plan.least,
            stops: circuit.len() as u8 - u8::from(plan.skip != Skip::None),
            skips: yes(plan.skip != Skip::None),
            low: 0,
            more: 0,
            unconditional: 0,
            captures: 0,
            takes_landing: 0,
            takes_facing: 0,
            to_landing: 0,
            to_store: 0,
            to_other: 0,
            replay: yes(plan.replay),
            calls_off: 0,
            by_seeds: yes(plan.features.within(shortcuts::LEGAL_BY_SEEDS)),
        };
        let fused = match entries {
            [] => Some(fused),
            [entry] => fused.with(plan, entry),
            _ => None,
        };
        // What trials have shown is kept where there are chains only.
        fused.filter(|fused| fused.by_seeds == YES || fused.sites == Sites::Chain)
    }

    fn with(self, plan: &Plan, lane_entry: &LaneEntry) -> Option<Self> {
        let entry = &lane_entry.entry;
        let (low, more) = lane_entry.landing.only()?;
        if !lane_entry.simple {
            return self.with_chain(plan, lane_entry);
        }
        Some(Self {
            sites: sites(plan, lane_entry)?,
            low,
            more,
            unconditional: yes(!entry.asks.has(Spot::Facing)),
            captures: yes(true),
            takes_landing: yes(entry.takes.has(Spot::Landing)),
            takes_facing: yes(entry.takes.has(Spot::Facing)),
            to_landing: yes(entry.to == CaptureTo::Landing),
            to_store: yes(entry.to == CaptureTo::Store),
            to_other: yes(entry.to == CaptureTo::OtherStore),
            ..self
        })
    }

    /// The same of a capture that goes on backward, all of it in the other player's row; it may be called off.
    fn with_chain(self, plan: &Plan, lane_entry: &LaneEntry) -> Option<Self> {
        let entry = &lane_entry.entry;
        let (low, more) = lane_entry.counts[Spot::Landing as usize].only()?;
        let known = entry.chain == Chain::Backward
            && lane_entry.landing.only() == Some((low, more))
            && lane_entry.asks_landing_only
            && entry.takes.iter().eq([Spot::Landing])
            && entry.to == CaptureTo::Store
            && sites(plan, lane_entry) == Some(Sites::Other);
        let calls_off = yes(entry.grand_slam == GrandSlam::NoCapture);
        known.then_some(Self { sites: Sites::Chain, low, more, calls_off, ..self })
    }
}

fn ring(side: usize, store: bool) -> Vec<usize> {
    (0..side).chain(store.then_some(STORE)).chain(HALF..HALF + side).collect()
}

fn sites(plan: &Plan, entry: &LaneEntry) -> Option<Sites> {
    let slots: Vec<usize> = entry.sites.iter().map(|site| site.slot).collect();
    let own = 0..plan.side;
    let other = HALF..HALF + plan.side;
    if slots.iter().copied().eq(own.clone()) {
        Some(Sites::Own)
    } else if slots.iter().copied().eq(other.clone()) {
        Some(Sites::Other)
    } else {
        slots.into_iter().eq(own.chain(other)).then_some(Sites::Any)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::batch::LanePlan;
    use crate::rules::catalogue;

    fn fused(name: &str) -> Option<Fused> {
        let rules = catalogue::find(name).expect("in the catalogue").clone();
        let plan = Arc::new(Plan::new(rules).expect("good rules"));
        LanePlan::new(plan).expect("a game for lanes").fused
    }

    #[test]
    fn the_rules_of_kalah_are_known_again() {
        for (name, known) in [("kalah", true), ("kalaha-general", true), ("waurie", false)] {
            let fused = fused(name).expect("a game that is played in one go");
            assert_eq!(fused.is_kalah(), known, "{name}");
        }
    }

    #[test]
    fn chains_that_are_called_off_are_known() {
        for (name, called_off) in [("oware", YES), ("awari", 0)] {
            let fused = fused(name).expect("a game that is played in one go");
            assert_eq!((fused.sites, fused.calls_off), (Sites::Chain, called_off), "{name}");
        }
    }
}
