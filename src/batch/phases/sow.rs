//! One lap: a hand sown along the ring, in all lanes at once.
//!
//! Nothing is dropped seed by seed. A hand of `k` seeds on a ring of `n` stops gives every stop
//! `k / n`, and one more to the first `k % n` of them, counted from where the lap began.

use super::apart::Apart;
use super::circle::Circles;
use super::distances::{Distances, distance_of, place_at};
use super::houses::leave_lifted;
use super::last_drops::{keep_before_lap, take_last_by_drops};
use super::on_drop::{Drops, Sown, capture_by_drops, pay_drops};
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, pick, yes};
use crate::plan::{HALF, OTHER_STORE, STORE};
use crate::rules::{FirstSeed, Skip};

/// Where the laps of the lanes ended.
#[derive(Clone, Copy)]
pub struct Landed {
    /// Truth: a lap was sown here.
    pub live: Bytes,
    /// The place on the ring of the last seed.
    pub place: Bytes,
    /// The same as a distance from where the lap began: 0 is the next slot.
    pub distance: Bytes,
    /// Seeds in the pit of the last seed.
    pub seeds: Bytes,
    /// Truth: the last seed completed a pit that was captured by the drop (KN-3), or left the board at a
    /// closed pit (DK-6).
    pub fired: Bytes,
    /// Seeds that the lap was sown with.
    pub hand: Bytes,
    /// Truth: a seed fell in a pit of the other player (known only where an entry asks).
    pub crossed: Bytes,
    /// The places of the next two pits that are not closed (known only where pits may be closed, and as far
    /// as [`LanePlan::looks_ahead`] says).
    pub ahead: [Bytes; 2],
}

impl Landed {
    /// No laps.
    pub const NONE: Self = Self {
        live: Bytes::ZERO,
        place: Bytes::ZERO,
        distance: Bytes::ZERO,
        seeds: Bytes::ZERO,
        fired: Bytes::ZERO,
        hand: Bytes::ZERO,
        crossed: Bytes::ZERO,
        ahead: [Bytes::ZERO; 2],
    };

    /// Laps of these lanes with these hands, which end nowhere yet.
    #[inline(always)]
    pub fn new(live: Bytes, hand: Bytes) -> Self {
        Self { live, hand, ..Self::NONE }
    }
}

/// Sows the hands of all lanes that are sowing (KG-3, KN-2, EL-4, PR-3, MW-4, CH-5), in games of plain laps
/// ([`LanePlan::plain`]). `DROPS`: but for captures by drops ([`LanePlan::plain_but_drops`]).
#[inline(always)]
pub fn sow_plain<const DROPS: bool>(lane_plan: &LanePlan, block: &mut Block) -> Landed {
    let live = block.waits.sowing();
    leave_lifted(lane_plan, block, live);
    let hand = block.hand.and(live);
    let hands = Hands::new(lane_plan, lifting(lane_plan, block, live), hand, Bytes::ZERO);
    if lane_plan.plan.unplayed {
        clear_marks(lane_plan, block, hands);
    }
    let mut landed = Landed::new(live, hand);
    let mut gains = Drops::NONE;
    landed.seeds = if hands.around {
        drop_plain::<true, DROPS>(lane_plan, block, hands, &mut gains)
    } else {
        drop_plain::<false, DROPS>(lane_plan, block, hands, &mut gains)
    };
    if DROPS {
        pay_drops(lane_plan, block, &gains);
        landed.fired = gains.fired;
    }
    landed.distance = hands.last;
    landed.place = place_at(lane_plan, block, block.origin, landed.distance);
    landed.hand = landed.hand.but_not(falling(lane_plan, block));
    landed
}

/// Truth: the lap is that of a seed of the reserve that falls by itself, with nothing in the hand.
#[inline(always)]
fn falling(lane_plan: &LanePlan, block: &Block) -> Bytes {
    if !lane_plan.plan.drops {
        return Bytes::ZERO;
    }
    block.so_far.dropped.but_not(block.so_far.later)
}

/// The same in games of all laps, but those in which pits may be closed.
#[inline(always)]
pub fn sow_any(lane_plan: &LanePlan, block: &mut Block) -> Landed {
    let live = block.waits.sowing();
    leave_lifted(lane_plan, block, live);
    let whole = block.hand.and(live);
    let lifts = lifting(lane_plan, block, live);
    let (mut hand, mut first) = (whole, Bytes::ZERO);
    if lane_plan.keeps_first {
        first = first_seeds(lane_plan.plan.first, whole, lifts);
        hand = whole.zip(first, u8::wrapping_sub);
    }
    let circles = Circles::of(lane_plan, block, hand);
    if let Some((_, first_round)) = circles {
        hand = first_round;
    }
    let lanes = block.apart.and(live);
    let origin = [block.origin, block.backward];
    let apart = lane_plan.sows_apart.then(|| Apart::new(lane_plan, lanes, origin, hand));
    if let Some(apart) = &apart {
        hand = apart.hand;
    }
    let hands = Hands::new(lane_plan, lifts, hand, first);
    let mut landed = Landed::new(live, whole);
    let (around, none) = (Circles::NONE, &Apart::NONE);
    match (circles, &apart) {
        (Some((circles, _)), _) => {
            drop_any::<true, false>(lane_plan, block, hands, circles, none, &mut landed);
        }
        (None, Some(apart)) => {
            drop_any::<false, true>(lane_plan, block, hands, around, apart, &mut landed);
        }
        (None, None) => {
            drop_any::<false, false>(lane_plan, block, hands, around, none, &mut landed);
        }
    }
    landed.place = place_at(lane_plan, block, block.origin, landed.distance);
    landed.hand = landed.hand.but_not(falling(lane_plan, block));
    landed
}

/// Truth: the pit where the lap begins is emptied now, or keeps the first seed.
#[inline(always)]
pub fn lifting(lane_plan: &LanePlan, block: &Block, live: Bytes) -> Bytes {
    if lane_plan.resows { live.and(block.lifts) } else { live }
}

/// A distance that no place has.
const NOWHERE: u8 = 255;

/// The hands of a lap.
#[derive(Clone, Copy)]
pub struct Hands {
    /// Seeds that fall in every stop.
    pub each: Bytes,
    /// Stops in which one more falls.
    pub rest: Bytes,
    /// The number of the last stop.
    pub last: Bytes,
    /// The distance of the pit that is emptied.
    pub emptied: Bytes,
    /// Seeds (0 or 1) that fall in the pit that is emptied, before all others.
    first: Bytes,
    /// Some hand goes round.
    around: bool,
}

impl Hands {
    /// `lifts`: truth where the pit of the hand is emptied; `first`: what falls in it.
    #[inline(always)]
    pub fn new(lane_plan: &LanePlan, lifts: Bytes, hand: Bytes, first: Bytes) -> Self {
        let (stops, top) = (lane_plan.stops, lane_plan.length - 1);
        let around = hand.at_least(stops).any();
        let (each, rest) = if around { divide(lane_plan, hand) } else { (Bytes::ZERO, hand) };
        Self {
            each,
            rest,
            // A full round ends where it began.
            last: rest.map(|rest| rest.wrapping_sub(1).min(stops - 1)),
            emptied: lifts.map(|lifts| pick(lifts, top, NOWHERE)),
            first,
            around,
        }
    }
}

/// `hand / stops` and `hand % stops`.
#[inline(always)]
pub fn divide(lane_plan: &LanePlan, hand: Bytes) -> (Bytes, Bytes) {
    let (inverse, stops) = (lane_plan.inverse, lane_plan.stops);
    let each = hand.map(|hand| ((u32::from(hand) * inverse) >> 16) as u8);
    (each, hand.zip(each, |hand, each| hand.wrapping_sub(each.wrapping_mul(stops))))
}

/// The seeds of the hands that fall where these were lifted: 0 or 1 in each lane.
#[inline(always)]
pub fn first_seeds(first: FirstSeed, hand: Bytes, lifts: Bytes) -> Bytes {
    match first {
        FirstSeed::Next => Bytes::ZERO,
        FirstSeed::Origin => hand.at_least(1).and(lifts).and(Bytes::all(1)),
        FirstSeed::OriginUnlessSingle => hand.at_least(2).and(lifts).and(Bytes::all(1)),
    }
}

/// A drop only adds a seed, and the pit passed over, if any, is where the lap began. `AROUND`: some
/// hand goes round. `DROPS`: drops may capture.
#[inline(always)]
fn drop_plain<const AROUND: bool, const DROPS: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    hands: Hands,
    gains: &mut Drops,
) -> Bytes {
    let passed = passed_distance(lane_plan);
    let mut distances = Distances::new(lane_plan, block);
    let mut seeds = Bytes::ZERO;
    for slot in &lane_plan.ring {
        let distance = distances.next();
        let before = block.board.cells[*slot];
        let kept = before.zip3(distance, hands.emptied, |n, d, emptied| n & !yes(d == emptied));
        let mut sown =
            kept.zip3(distance, hands.rest, |n, d, rest| n.wrapping_add(u8::from(d < rest)));
        if AROUND {
            let each = hands.each.zip(distance, |each, d| each & !yes(d == passed));
            sown = sown.plus(each);
        }
        block.board.cells[*slot] = sown;
        let hit = distance.equals(hands.last);
        if DROPS && *slot != STORE && *slot != OTHER_STORE {
            let fell = if AROUND {
                sown.zip(kept, |sown, kept| yes(sown != kept))
            } else {
                distance.zip(hands.rest, |d, rest| yes(d < rest))
            };
            let dropped = Sown { before: kept, fell, hit };
            capture_by_drops::<AROUND>(lane_plan, block, *slot, dropped, gains);
            sown = block.board.cells[*slot];
        }
        seeds = seeds.or(hit.and(sown));
    }
    seeds
}

/// A pit that is emptied or sown into is no longer unplayed (CH-2).
#[inline(always)]
fn clear_marks(lane_plan: &LanePlan, block: &mut Block, hands: Hands) {
    let mut distances = Distances::new(lane_plan, block);
    for slot in &lane_plan.ring {
        let distance = distances.next();
        if *slot % HALF < lane_plan.plan.markable {
            let mut touched = distance
                .zip3(hands.rest, hands.emptied, |d, rest, emptied| yes(d < rest || d == emptied));
            if hands.around {
                let passed = passed_distance(lane_plan);
                touched =
                    touched.or(hands.each.zip(distance, |each, d| yes(each > 0 && d != passed)));
            }
            block.board.clear_mark(*slot, touched);
        }
    }
}

/// The distance of the pit where the lap began if it is passed over, else of no pit.
#[inline(always)]
fn passed_distance(lane_plan: &LanePlan) -> u8 {
    if lane_plan.plan.skip == Skip::Lap { lane_plan.length - 1 } else { NOWHERE }
}

/// All that a lap can be. `CIRCLES`: it may go on round the other player's row. `APART`: first laps may drop seeds
/// elsewhere.
#[inline(always)]
fn drop_any<const CIRCLES: bool, const APART: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    hands: Hands,
    mut circles: Circles,
    apart: &Apart,
    landed: &mut Landed,
) {
    let plan = &lane_plan.plan;
    // The distance of the pit passed over, if any.
    let passed = match plan.skip {
        Skip::None | Skip::Lap => Bytes::all(passed_distance(lane_plan)),
        Skip::Turn => distance_of(lane_plan, block, block.turn_origin),
    };
    // Stops are counted without it.
    landed.distance = match plan.skip {
        Skip::None | Skip::Lap => hands.last,
        Skip::Turn => {
            hands.last.zip(passed, |last, passed| last.wrapping_add(u8::from(last >= passed)))
        }
    };
    if lane_plan.keeps_first {
        let alone = hands.first.equals(landed.hand).and(landed.hand.at_least(1));
        landed.distance = alone.choose(hands.emptied, landed.distance);
    }
    if APART {
        landed.distance = apart.landing(landed.distance);
    }
    keep_before_lap(lane_plan, block);
    let mut distances = Distances::new(lane_plan, block);
    let (mut seeds, mut crossed) = (Bytes::ZERO, Bytes::ZERO);
    let mut gains = Drops::NONE;
    for slot in &lane_plan.ring {
        let distance = distances.next();
        let stop = distance.zip(passed, |d, passed| d.wrapping_sub(u8::from(d > passed)));
        let drops = stop.zip3(hands.rest, hands.each, |stop, rest, each| {
            each.wrapping_add(u8::from(stop < rest))
        });
        let drops = drops.zip3(distance, passed, |n, d, passed| n & !yes(d == passed));
        let emptied = distance.equals(hands.emptied);
        let mut hit = distance.equals(landed.distance).and(landed.live);
        let mut drops = if APART { drops.plus(apart.drops(distance)) } else { drops };
        if CIRCLES {
            drops = drops.plus(circles.drops(*slot));
            hit = circles.some.choose(circles.hit(*slot, distance), hit);
        }
        let cells = &mut block.board.cells[*slot];
        let mut before = cells.but_not(emptied);
        let mut fell = drops;
        if lane_plan.keeps_first {
            let first = emptied.and(hands.first);
            (before, fell) = (before.plus(first), fell.plus(first));
        }
        *cells = before.plus(drops);
        if plan.unplayed {
            block.board.clear_mark(*slot, drops.at_least(1).or(emptied));
        }
        if lane_plan.asks_crossed && plan.across >> *slot & 1 == 1 {
            crossed = crossed.or(fell.at_least(1));
        }
        if lane_plan.asks_sown {
            block.sown[*slot] = block.sown[*slot].or(fell.at_least(1));
        }
        if plan.on_drop.is_some() && *slot != STORE && *slot != OTHER_STORE {
            let sown = Sown { before, fell: drops.at_least(1), hit };
            if hands.around {
                capture_by_drops::<true>(lane_plan, block, *slot, sown, &mut gains);
            } else {
                capture_by_drops::<false>(lane_plan, block, *slot, sown, &mut gains);
            }
        }
        seeds = hit.choose(block.board.cells[*slot], seeds);
    }
    if CIRCLES {
        landed.distance = circles.some.choose(circles.distance, landed.distance);
    }
    (landed.seeds, landed.fired, landed.crossed) = (seeds, gains.fired, crossed);
    if plan.on_drop.is_some() {
        let over = take_last_by_drops(lane_plan, block, &gains);
        landed.fired = landed.fired.or(over);
        // Such a lap ends in a pit, wherever it was going.
        landed.distance = over.choose(Bytes::all(lane_plan.length - 1), landed.distance);
        (gains.mine, gains.theirs) = (gains.mine.but_not(over), gains.theirs.but_not(over));
        pay_drops(lane_plan, block, &gains);
    }
}
