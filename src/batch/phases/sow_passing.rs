//! Laps that pass over pits for what they hold: seed by seed, as every drop may change where the next one falls.

use super::distances::distance_of;
use super::houses::leave_lifted;
use super::sow::{Landed, first_seeds, lifting};
use super::sow_open::{closed, look_ahead};
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, pick, yes};
use crate::plan::{OTHER_STORE, STORE};
use crate::rules::Skip;

/// Laps on their way.
struct Walk {
    /// Seeds in the hand.
    left: Bytes,
    /// Truth: the lap has come past its origin.
    begun: Bytes,
    /// Places to which it has come since a seed fell.
    since: Bytes,
    /// The place that is passed over, whatever lies there.
    skipped: Bytes,
}

/// Sows the hands of all lanes that are sowing, in games with pits that are passed over.
#[inline(always)]
pub fn sow_passing(lane_plan: &LanePlan, block: &mut Block) -> Landed {
    let plan = &lane_plan.plan;
    let live = block.waits.sowing();
    leave_lifted(lane_plan, block, live);
    let whole = block.hand.and(live);
    let lifts = lifting(lane_plan, block, live);
    let first =
        if lane_plan.keeps_first { first_seeds(plan.first, whole, lifts) } else { Bytes::ZERO };
    let mut landed = Landed::new(live, whole);
    landed.place = block.origin;
    lift(lane_plan, block, lifts, first, &mut landed);
    let skipped = match plan.skip {
        Skip::None => Bytes::all(NOWHERE),
        Skip::Lap => block.origin,
        Skip::Turn => block.turn_origin,
    };
    let left = whole.zip(first, u8::wrapping_sub);
    let mut walk = Walk { left, begun: Bytes::ZERO, since: Bytes::ZERO, skipped };
    // In memory: else the compiler holds what is left in the hands byte by byte, for the condition of the loops.
    std::hint::black_box(&mut walk);
    let back = if lane_plan.two_ways { block.backward } else { Bytes::ZERO };
    while walk.left.but_not(back).any() {
        for place in 0..lane_plan.length {
            come_to(lane_plan, block, place, back.inverse(), &mut walk, &mut landed);
        }
    }
    while walk.left.any() {
        for place in (0..lane_plan.length).rev() {
            come_to(lane_plan, block, place, back, &mut walk, &mut landed);
        }
    }
    landed.distance = distance_of(lane_plan, block, landed.place);
    for (place, slot) in lane_plan.ring.iter().enumerate() {
        let hit = landed.place.is(place as u8);
        landed.seeds = hit.choose(block.board.cells[*slot], landed.seeds);
    }
    if plan.closes_pits {
        look_ahead(lane_plan, block, &mut landed);
    }
    landed
}

/// A place that no ring has.
const NOWHERE: u8 = 255;

/// The pits where the laps begin are emptied, but for a first seed that stays.
#[inline(always)]
fn lift(lane_plan: &LanePlan, block: &mut Block, lifts: Bytes, first: Bytes, landed: &mut Landed) {
    for (place, slot) in lane_plan.ring.iter().enumerate() {
        let origin = block.origin.is(place as u8);
        let stays = origin.and(first);
        let cells = &mut block.board.cells[*slot];
        *cells = cells.but_not(origin.and(lifts)).plus(stays);
        note_fallen(lane_plan, block, *slot, stays, landed);
    }
}

/// The laps of these lanes that have begun come to a place: a seed falls there, unless it is passed over.
#[inline(always)]
fn come_to(
    lane_plan: &LanePlan,
    block: &mut Block,
    place: u8,
    lanes: Bytes,
    walk: &mut Walk,
    landed: &mut Landed,
) {
    let slot = lane_plan.ring[usize::from(place)];
    let comes = walk.begun.and(lanes).but_not(walk.left.is(0));
    // All places were passed over, one after the other.
    let stuck = walk.since.at_least(lane_plan.length);
    let passed = passed(lane_plan, block, slot).but_not(walk.left.is(1)).but_not(stuck);
    let mut shut = walk.skipped.is(place);
    if lane_plan.plan.closes_pits {
        shut = shut.or(closed(lane_plan, block, slot));
    }
    let falls = comes.but_not(passed).but_not(shut);
    let drop = falls.map(|falls| falls & 1);
    block.board.cells[slot] = block.board.cells[slot].plus(drop);
    walk.left = walk.left.zip(drop, u8::wrapping_sub);
    let since = walk.since.map(|since| since.saturating_add(1)).but_not(falls);
    walk.since = comes.choose(since, walk.since);
    walk.begun = walk.begun.or(block.origin.is(place).and(lanes));
    landed.place = landed.place.zip(falls, |at, falls| pick(falls, place, at));
    note_fallen(lane_plan, block, slot, drop, landed);
}

/// Truth: this place holds so many seeds that a sowing passes over it.
#[inline(always)]
fn passed(lane_plan: &LanePlan, block: &Block, slot: usize) -> Bytes {
    match &lane_plan.passes {
        Some(passes) if slot != STORE && slot != OTHER_STORE => passes.has(block.board.cells[slot]),
        _ => Bytes::ZERO,
    }
}

/// So many seeds have fallen here, where it is asked.
#[inline(always)]
fn note_fallen(
    lane_plan: &LanePlan,
    block: &mut Block,
    slot: usize,
    fallen: Bytes,
    landed: &mut Landed,
) {
    let some = fallen.map(|fallen| yes(fallen > 0));
    if lane_plan.asks_crossed && lane_plan.plan.across >> slot & 1 == 1 {
        landed.crossed = landed.crossed.or(some);
    }
    if lane_plan.asks_sown {
        block.sown[slot] = block.sown[slot].or(some);
    }
}
