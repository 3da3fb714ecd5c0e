//! Which games can be played in one go: those whose actions are one lap and at most one capture.

use crate::batch::lane_capture::LaneCapture;
use crate::batch::values::yes;
use crate::plan::{HALF, Plan, STORE};
use crate::rules::{CaptureTo, Landing, Skip, Then};

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
}

/// The rules of such a game; truth is a byte of ones.
#[derive(Clone, Copy, Debug)]
pub struct Fused {
    /// Whether the own store is on the ring (the other one never is).
    pub(super) store: bool,
    pub(super) sites: Sites,
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
}

impl Fused {
    /// The rules of a game in which every action is one plain lap of a pit (its `circuit` is the
    /// order of sowing), if what may follow that lap is what the kernel knows.
    pub fn of(plan: &Plan, circuit: &[usize], captures: &[LaneCapture]) -> Option<Self> {
        let store = plan.replay || circuit.contains(&STORE);
        let plain = !(plan.four_rows || plan.forfeit);
        if !(plain && plan.side == SIDE && circuit == ring(SIDE, store)) {
            return None;
        }
        let fused = Self {
            store,
            sites: Sites::Own,
            skips: yes(plan.skip == Skip::Lap),
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
        };
        match captures {
            [] => Some(fused),
            [capture] => fused.with(plan, capture),
            _ => None,
        }
    }

    fn with(self, plan: &Plan, capture: &LaneCapture) -> Option<Self> {
        let rule = &capture.rule;
        let (low, more) = one_range(capture)?;
        let fused = Self {
            sites: sites(plan, capture)?,
            low,
            more,
            unconditional: yes(!rule.needs_opposite),
            captures: yes(true),
            takes_landing: yes(rule.takes_landing),
            takes_facing: yes(rule.takes_facing),
            to_landing: yes(rule.to == CaptureTo::Landing),
            to_store: yes(rule.to == CaptureTo::Store),
            to_other: yes(rule.to == CaptureTo::OtherStore),
            ..self
        };
        (capture.simple && !rule.takes_behind && rule.then == Then::End).then_some(fused)
    }
}

fn ring(side: usize, store: bool) -> Vec<usize> {
    (0..side).chain(store.then_some(STORE)).chain(HALF..HALF + side).collect()
}

/// The numbers of seeds that capture, if they are one range.
fn one_range(capture: &LaneCapture) -> Option<(u8, u8)> {
    let (low, high) = match capture.rule.landing {
        Landing::Empty => (1, 1),
        Landing::Occupied => (2, 255),
        Landing::Any => (1, 255),
    };
    match capture.counts[..] {
        [] => Some((low, high - low)),
        [(first, more)] => {
            let (low, high) = (low.max(first), high.min(first + more));
            high.checked_sub(low).map(|more| (low, more))
        }
        _ => None,
    }
}

fn sites(plan: &Plan, capture: &LaneCapture) -> Option<Sites> {
    let slots: Vec<usize> = capture.sites.iter().map(|site| site.slot).collect();
    let faces = |pit: usize| usize::from(plan.facing[pit]) == HALF + plan.side - 1 - pit;
    let own = 0..plan.side;
    let other = HALF..HALF + plan.side;
    if !own.clone().all(faces) {
        None
    } else if slots.iter().copied().eq(own.clone()) {
        Some(Sites::Own)
    } else if slots.iter().copied().eq(other.clone()) {
        Some(Sites::Other)
    } else {
        slots.into_iter().eq(own.chain(other)).then_some(Sites::Any)
    }
}
