//! One lap over a ring on which pits may be closed: the stops are counted place by place.

use super::last_drops::{keep_before_lap, take_last_by_drops};
use super::on_drop::{Drops, Sown, capture_by_drops, pay_drops};
use super::sow::{Landed, first_seeds, lifting};
use super::spots::open_after;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, pick, yes};
use crate::plan::{HALF, OTHER_STORE, STORE, halved};
use crate::rules::Skip;

/// Most places on a ring: two rows of pits and two stores.
const PLACES: usize = 34;
/// A place that no ring has.
const NOWHERE: u8 = 255;

/// The stops of a lap.
struct Stops {
    /// Truth by place: a seed can fall there.
    open: [Bytes; PLACES],
    /// By place: how many stops there are from place 0 on, this one included.
    counted: [Bytes; PLACES],
    /// All stops; at least 1.
    number: Bytes,
    /// What comes before the first stop of the lap, as `counted` counts.
    before: Bytes,
}

impl Stops {
    #[inline(always)]
    fn new(lane_plan: &LanePlan, block: &Block) -> Self {
        let passed = match lane_plan.plan.skip {
            Skip::None => Bytes::all(NOWHERE),
            Skip::Lap => block.origin,
            Skip::Turn => block.turn_origin,
        };
        let (mut open, mut counted) = ([Bytes::ZERO; PLACES], [Bytes::ZERO; PLACES]);
        let (mut number, mut before) = (Bytes::ZERO, Bytes::ZERO);
        for (place, slot) in lane_plan.ring.iter().enumerate() {
            let shut = if removes(lane_plan, *slot) {
                Bytes::ZERO
            } else {
                closed(lane_plan, block, *slot)
            };
            open[place] = shut.or(passed.is(place as u8)).inverse();
            number = number.plus(open[place].map(|open| open & 1));
            counted[place] = number;
            let origin = block.origin.is(place as u8);
            let own = open[place].and(block.backward).map(|own| own & 1);
            before = before.or(number.zip(own, u8::wrapping_sub).and(origin));
        }
        Self { open, counted, number: number.map(|number| number.max(1)), before }
    }

    /// The stops before this place on the way of the lap, where it is one itself.
    #[inline(always)]
    fn distance(&self, lane_plan: &LanePlan, block: &Block, place: usize) -> Bytes {
        let counted = self.counted[place];
        let forward =
            counted.zip(self.before, |at, before| at.wrapping_sub(before).wrapping_sub(1));
        let distance = if lane_plan.two_ways {
            let back = self.before.zip(counted, u8::wrapping_sub);
            block.backward.choose(back, forward)
        } else {
            forward
        };
        distance.zip(self.number, |d, number| d.min(d.wrapping_add(number)))
    }
}

/// Whether a seed that comes to this slot leaves the board where it is closed (DK-6).
#[inline(always)]
fn removes(lane_plan: &LanePlan, slot: usize) -> bool {
    lane_plan.plan.removes_passing && slot >= HALF
}

/// Truth: the pit is closed.
#[inline(always)]
pub fn closed(lane_plan: &LanePlan, block: &Block, slot: usize) -> Bytes {
    if slot == STORE || slot == OTHER_STORE || lane_plan.is_shared(slot) {
        return Bytes::ZERO;
    }
    let (half, pit) = halved(slot);
    let marked = block.board.marks[half][pit];
    if lane_plan.plan.holds_pits { marked.and(block.board.cells[slot].is(0)) } else { marked }
}

/// Sows the hands of all lanes that are sowing, in games in which pits may be closed.
#[inline(always)]
pub fn sow_open(lane_plan: &LanePlan, block: &mut Block) -> Landed {
    let plan = &lane_plan.plan;
    let live = block.waits.sowing();
    let whole = block.hand.and(live);
    let lifts = lifting(lane_plan, block, live);
    let stops = Stops::new(lane_plan, block);
    let first =
        if lane_plan.keeps_first { first_seeds(plan.first, whole, lifts) } else { Bytes::ZERO };
    let (each, rest) = divide(whole.zip(first, u8::wrapping_sub), stops.number);
    let around = each.any();
    // A full round ends at its last stop.
    let last = rest.zip(stops.number, |rest, number| rest.wrapping_sub(1).min(number - 1));
    let alone = first.equals(whole).and(whole.at_least(1));
    // The distance is of use for chains only, which count closed pits too.
    let mut landed = Landed::new(live, whole);
    let mut gains = Drops::NONE;
    keep_before_lap(lane_plan, block);
    for (place, slot) in lane_plan.ring.iter().enumerate() {
        let open = stops.open[place];
        let distance = stops.distance(lane_plan, block, place);
        let drops =
            distance.zip3(rest, each, |d, rest, each| each.wrapping_add(u8::from(d < rest)));
        let mut drops = drops.and(open);
        let origin = block.origin.is(place as u8);
        let ends = alone.choose(origin, distance.equals(last).and(open));
        let hit = ends.and(live);
        if removes(lane_plan, *slot) {
            let gone = closed(lane_plan, block, *slot);
            drops = drops.but_not(gone);
            gains.fired = gains.fired.or(hit.and(gone));
        }
        let stays = origin.and(first);
        let before = block.board.cells[*slot].but_not(origin.and(lifts)).plus(stays);
        block.board.cells[*slot] = before.plus(drops);
        if lane_plan.asks_crossed && plan.across >> *slot & 1 == 1 {
            landed.crossed = landed.crossed.or(drops.plus(stays).at_least(1));
        }
        if lane_plan.asks_sown {
            block.sown[*slot] = block.sown[*slot].or(drops.plus(stays).at_least(1));
        }
        if plan.on_drop.is_some() && *slot != STORE && *slot != OTHER_STORE {
            let sown = Sown { before, fell: drops.at_least(1), hit };
            if around {
                capture_by_drops::<true>(lane_plan, block, *slot, sown, &mut gains);
            } else {
                capture_by_drops::<false>(lane_plan, block, *slot, sown, &mut gains);
            }
        }
        landed.seeds = hit.choose(block.board.cells[*slot], landed.seeds);
        landed.place = landed.place.zip(hit, |at, hit| pick(hit, place as u8, at));
    }
    let over = take_last_by_drops(lane_plan, block, &gains);
    landed.fired = gains.fired.or(over);
    // Such a lap ends in a pit, wherever it was going.
    landed.place = over.choose(block.origin, landed.place);
    (gains.mine, gains.theirs) = (gains.mine.but_not(over), gains.theirs.but_not(over));
    pay_drops(lane_plan, block, &gains);
    look_ahead(lane_plan, block, &mut landed);
    landed
}

/// Finds the next two pits that are not closed, where somebody asks. They stay the same until the next lap: an
/// entry closes no other pit than the one where the lap has ended. Where that is the only one left, it is its
/// own next pit, and it is empty when it is closed.
#[inline(always)]
pub fn look_ahead(lane_plan: &LanePlan, block: &Block, landed: &mut Landed) {
    if lane_plan.looks_ahead >= 1 {
        landed.ahead[0] = open_after(lane_plan, block, landed.place);
    }
    if lane_plan.looks_ahead >= 2 {
        landed.ahead[1] = open_after(lane_plan, block, landed.ahead[0]);
    }
}

/// How often a hand goes round so many stops, and what is left of it.
#[inline(always)]
fn divide(hand: Bytes, stops: Bytes) -> (Bytes, Bytes) {
    let (mut each, mut rest) = (Bytes::ZERO, hand);
    loop {
        let round = rest.zip(stops, |rest, stops| yes(rest >= stops));
        if !round.any() {
            return (each, rest);
        }
        each = each.plus(round.map(|round| round & 1));
        rest = rest.zip(stops.and(round), u8::wrapping_sub);
    }
}
