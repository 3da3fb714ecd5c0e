//! What a lap would do, seen before it is sown: where it would end follows from its hand and from where it begins,
//! and what it would take from the pits as they stand. In games for which [`LanePlan::foresees`].

use super::apart::Apart;
use super::distances::place_towards;
use super::drop::{dropping, place_before};
use super::landing::would_take;
use super::put::{part, sows_apart, sows_some};
use super::sow::{Hands, Landed};
use super::spots::seeds_at;
use crate::batch::block::{Block, SoFar};
use crate::batch::lane_plan::{Foresees, LanePlan};
use crate::batch::values::{Bytes, yes};

/// Laps that may come next in some lanes.
pub struct Lap {
    /// Truth: one is looked at.
    pub live: Bytes,
    /// Seeds that it is sown with; 0 in the other lanes.
    pub hand: Bytes,
    /// The place of the pit where it begins.
    pub origin: Bytes,
    /// Truth: against the direction of the ring.
    pub backward: Bytes,
    /// Truth: the hand lies in that pit.
    pub lifts: Bytes,
    /// Truth: it is a seed of the reserve that falls by itself.
    pub falls: Bytes,
    /// What has happened before in the action.
    pub so_far: SoFar,
}

/// What laps would do.
#[derive(Clone, Copy)]
pub struct Foreseen {
    /// Where they would end.
    pub landed: Landed,
    /// Truth: seeds would be taken. Known only where it is asked.
    pub captured: Bytes,
}

impl Foreseen {
    /// No lap is looked at.
    pub const NOTHING: Self = Self { landed: Landed::NONE, captured: Bytes::ZERO };
}

/// Foresees laps that drop seeds as later ones do.
#[inline(always)]
pub fn foresee(lane_plan: &LanePlan, block: &Block, lap: &Lap) -> Foreseen {
    judge(lane_plan, block, lap, land(lane_plan, block, lap))
}

/// What laps would do that end there. `landing`: see [`land`].
#[inline(always)]
fn judge(lane_plan: &LanePlan, block: &Block, lap: &Lap, landing: [Bytes; 3]) -> Foreseen {
    let [place, distance, seeds] = landing;
    let hand = lap.hand.but_not(lap.falls);
    let landed = Landed { place, distance, seeds, ..Landed::new(lap.live, hand) };
    let captured = match lane_plan.foresees {
        Some(Foresees { captures: true }) => would_take(lane_plan, block, lap, &landed),
        _ => Bytes::ZERO,
    };
    Foreseen { landed, captured }
}

/// Where laps would end, how far that lies from where they begin, and what the pit would hold.
#[inline(always)]
fn land(lane_plan: &LanePlan, block: &Block, lap: &Lap) -> [Bytes; 3] {
    let hands = Hands::new(lane_plan, lap.lifts, lap.hand, Bytes::ZERO);
    let place = place_towards(lane_plan, lap.backward, lap.origin, hands.last);
    let held = seeds_at(lane_plan, block, place).but_not(hands.last.equals(hands.emptied));
    // A hand of whole rounds leaves no seeds for the last stop to get one more.
    let one = hands.rest.at_least(1).map(|truth| truth & 1);
    [place, hands.last, held.plus(hands.each).plus(one)]
}

/// The same where first laps may drop seeds elsewhere; what they would take is not foreseen there.
#[cold]
#[inline(never)]
fn land_apart(
    lane_plan: &LanePlan,
    block: &Block,
    [origin, backward]: [Bytes; 2],
    [hand, lifts, apart]: [Bytes; 3],
) -> [Bytes; 3] {
    let apart = Apart::new(lane_plan, apart, [origin, backward], hand);
    let hands = Hands::new(lane_plan, lifts, apart.hand, Bytes::ZERO);
    let distance = apart.landing(hands.last);
    let place = place_towards(lane_plan, backward, origin, distance);
    let held = seeds_at(lane_plan, block, place).but_not(distance.equals(hands.emptied));
    let one = distance.zip(hands.rest, |distance, rest| u8::from(distance < rest));
    let sown = hands.each.plus(one).plus(apart.drops(distance));
    [place, distance, held.plus(sown)]
}

/// Foresees the first lap of a play, in those of these lanes in which it is legal. `OTHERWISE`: first laps may be
/// sown otherwise than later ones (see [`LanePlan::sows_first_otherwise`]).
#[inline(always)]
pub fn foresee_play<const OTHERWISE: bool>(
    lane_plan: &LanePlan,
    block: &Block,
    sower: usize,
    lanes: Bytes,
) -> Foreseen {
    let sower = lane_plan.sowers[sower];
    let live = block.legal[usize::from(sower.action)].at_least(1).and(lanes);
    if !live.any() {
        return Foreseen::NOTHING;
    }
    let mut lap = Lap {
        live,
        hand: block.board.cells[sower.slot].and(live),
        origin: Bytes::all(sower.place),
        backward: Bytes::all(yes(sower.backward)),
        lifts: live,
        falls: Bytes::ZERO,
        so_far: SoFar::NOTHING,
    };
    if OTHERWISE && lane_plan.lifts_some {
        // A part of a pit never comes round to the rest of it.
        let some = sows_some(lane_plan, block, &sower, live);
        lap.hand = some.choose(part(lane_plan, lap.hand), lap.hand);
        lap.lifts = live.but_not(some);
    }
    if lane_plan.plan.drops {
        let falls = dropping(lane_plan, block, live);
        let before = Bytes::all(place_before(lane_plan, sower));
        lap.hand = falls.choose(Bytes::all(1), lap.hand);
        lap.origin = falls.choose(before, lap.origin);
        lap.lifts = live.but_not(falls);
        (lap.falls, lap.so_far.dropped) = (falls, falls);
    }
    if OTHERWISE && lane_plan.sows_apart {
        let apart = sows_apart(lane_plan, block, &sower, live);
        let way = [lap.origin, lap.backward];
        let landing = land_apart(lane_plan, block, way, [lap.hand, lap.lifts, apart]);
        return judge(lane_plan, block, &lap, landing);
    }
    foresee(lane_plan, block, &lap)
}
