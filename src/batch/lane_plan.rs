//! A plan as the lane engine reads it: every table that depends on a slot becomes a list to be
//! walked from column to column.

use std::sync::Arc;

use super::fused::Fused;
use super::lane_capture::LaneCapture;
use crate::plan::{Action, HALF, NO_SLOT, Plan, SLOTS};
use crate::rules::{
    CaptureTo, Endless, Fault, Feeding, Landing, Reentry, Repetition, RulesError, Skip,
};

/// An action that sows.
#[derive(Clone, Copy, Debug)]
pub struct Sower {
    /// Its number.
    pub action: u8,
    /// The pit.
    pub slot: usize,
    /// The place of the pit on the ring.
    pub place: u8,
    /// Against the direction of the ring.
    pub backward: bool,
}

/// A plan ready for lanes.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is one independent property of the rules
pub struct LanePlan {
    /// The plan.
    pub plan: Arc<Plan>,
    /// Slots in the order of sowing.
    pub ring: Vec<usize>,
    /// Slots on the ring.
    pub length: u8,
    /// Slots that one round of a sowing falls into: all, or all but the one passed over.
    pub stops: u8,
    /// ceil(2^16 / stops): `n * inverse >> 16` is `n / stops` for every byte `n`.
    pub inverse: u32,
    /// The place of each slot on the ring, [`NO_SLOT`] for none.
    pub place: [u8; SLOTS],
    /// The actions that sow.
    pub sowers: Vec<Sower>,
    /// Whether some of them sow against the direction of the ring.
    pub two_ways: bool,
    /// No drop does more than add a seed, and the pit passed over is where the lap began (if any).
    pub plain: bool,
    /// The captures in order.
    pub captures: Vec<LaneCapture>,
    /// Whether captures are sown on.
    pub resows: bool,
    /// Whether a later lap depends on the pit that the player chose.
    pub turn_origin: bool,
    /// More than one lap may follow from an action.
    pub many_laps: bool,
    /// Whether an own pit may be played when it holds enough, and that is all: action `n` sows pit
    /// `n`, and what is legal follows from the board alone.
    pub simple_moves: bool,
    /// Whether what is legal in a lane does not follow from its board alone, pit by pit, so that it
    /// must not be written anew while other lanes are settled.
    pub keeps_legal: bool,
    /// Whether captured seeds may leave the game.
    pub removes: bool,
    /// Whether there are second decisions.
    pub phases: bool,
    /// Whether a position may ask for a trial of all alternatives before it is settled.
    pub trials: bool,
    /// The numbers of seeds (low, high - low) that a chain takes, where nothing else empties the
    /// pits of the other player: one lap along both sides, whose landing in his pits takes these
    /// and those before them.
    pub slams: Option<(u8, u8)>,
    /// Whether an endless sowing has to be taken back on the board (its loser's score counts).
    pub takes_back: bool,
    /// The rules of the games whose actions are carried out in one go.
    pub fused: Option<Fused>,
}

impl LanePlan {
    /// Compiles a plan.
    ///
    /// # Errors
    /// When the rules ask for the history of a game, which lanes do not keep.
    pub fn new(plan: Arc<Plan>) -> Result<Self, RulesError> {
        if plan.repetition {
            let allowed = "the lane engine keeps no history of a game: allowed is none, or the \
                           reference engine";
            let value = plan.rules().limits.repetition;
            debug_assert!(value != Repetition::None);
            return Err(RulesError {
                faults: vec![Fault::new("limits.repetition", value, allowed)],
            });
        }
        let ring = circuit(&plan);
        let mut place = [NO_SLOT as u8; SLOTS];
        for (i, slot) in ring.iter().enumerate() {
            place[*slot] = i as u8;
        }
        let length = ring.len() as u8;
        let stops = if plan.skip == Skip::None { length } else { length - 1 };
        let sowers = sowers(&plan, &place);
        let mut lane_plan = Self {
            length,
            stops,
            inverse: 65_536_u32.div_ceil(u32::from(stops)),
            two_ways: sowers.iter().any(|sower| sower.backward),
            sowers,
            plain: plan.on_drop.is_none() && !plan.marks && plan.skip != Skip::Turn,
            captures: plan
                .captures
                .iter()
                .map(|rule| LaneCapture::new(&plan, *rule, &place))
                .collect(),
            resows: plan.captures.iter().any(|rule| rule.to == CaptureTo::Hand),
            turn_origin: plan.skip == Skip::Turn
                || plan.captures.iter().any(|rule| rule.reentry == Reentry::Turn),
            many_laps: plan.relay || plan.captures.iter().any(|rule| rule.to == CaptureTo::Hand),
            simple_moves: simple_moves(&plan),
            keeps_legal: plan.actions.reserve.is_some()
                || plan.actions.files.is_some()
                || plan.must_try
                || plan.feeding != Feeding::None
                || plan.singles,
            removes: plan.captures.iter().any(|rule| rule.to == CaptureTo::Removed),
            phases: plan.actions.reserve.is_some() || plan.actions.files.is_some(),
            trials: plan.must_try || plan.feeding != Feeding::None,
            takes_back: plan.may_be_endless && plan.endless == Endless::Loss,
            place,
            ring,
            plan,
            fused: None,
            slams: None,
        };
        lane_plan.slams = slams(&lane_plan);
        lane_plan.fused = fused(&lane_plan);
        Ok(lane_plan)
    }

    /// The pits of both players.
    pub fn pits(&self) -> impl Iterator<Item = usize> + use<> {
        let side = self.plan.side;
        (0..side).chain(HALF..HALF + side)
    }
}

/// See [`LanePlan::slams`].
fn slams(lane_plan: &LanePlan) -> Option<(u8, u8)> {
    let plan = &*lane_plan.plan;
    let [capture] = &lane_plan.captures[..] else { return None };
    let rule = &capture.rule;
    let board = !plan.four_rows && lane_plan.ring.iter().copied().eq(lane_plan.pits());
    let lap = lane_plan.plain && !lane_plan.many_laps && !lane_plan.two_ways && !plan.symmetric;
    let his = capture.sites.iter().all(|site| site.slot >= HALF);
    let seeds = !(rule.takes_facing || rule.takes_behind) && rule.takes_landing;
    let away = !matches!(rule.to, CaptureTo::Landing);
    let [counts] = capture.counts[..] else { return None };
    let one_by_one = rule.landing == Landing::Any && counts.0 >= 2;
    (board && lap && his && seeds && away && one_by_one).then_some(counts)
}

/// See [`LanePlan::fused`].
fn fused(lane_plan: &LanePlan) -> Option<Fused> {
    let one_lap = !lane_plan.many_laps && lane_plan.plain;
    let fits = one_lap && lane_plan.simple_moves && !lane_plan.phases;
    if fits { Fused::of(&lane_plan.plan, &lane_plan.ring, &lane_plan.captures) } else { None }
}

fn simple_moves(plan: &Plan) -> bool {
    let all = |n: usize| u64::MAX >> (64 - n);
    plan.actions.count == plan.side
        && plan.forward == all(plan.side)
        && !(plan.symmetric || plan.singles || plan.forfeit)
        && !(plan.must_try || plan.feeding != Feeding::None)
}

/// The slots in the order of sowing, the mover's first pit first.
fn circuit(plan: &Plan) -> Vec<usize> {
    let mut ring = vec![0];
    loop {
        let next = usize::from(plan.next[0][ring[ring.len() - 1]]);
        if next == 0 {
            return ring;
        }
        ring.push(next);
    }
}

fn sowers(plan: &Plan, place: &[u8; SLOTS]) -> Vec<Sower> {
    let mut sowers = Vec::new();
    for action in 0..plan.actions.count {
        if let Some(Action::Sow { slot, direction }) = plan.action(action) {
            // A pit without a place on the ring is numbered, but never played.
            sowers.push(Sower {
                action: action as u8,
                slot,
                place: place[slot],
                backward: direction == 1,
            });
        }
    }
    sowers
}
