//! What follows a lap, and the next one.

use super::after::take_after;
use super::effects::sow_on;
use super::end::board_met;
use super::landing::try_entries;
use super::legal::sows_on;
use super::marks::{count_visits, keep_lifted, rest_for_lone_seeds, visits};
use super::pass::look_again;
use super::race::count_race;
use super::row_ends::{heap_captured, settle_captured};
use super::sow::{Landed, lifting, sow_plain};
use super::spots::next_pits;
use crate::batch::block::Block;
use crate::batch::board::Board;
use crate::batch::lane_plan::LanePlan;
use crate::batch::thresholds::MANY_LAPS;
use crate::batch::values::{Bytes, yes};
use crate::plan::{NO_SLOT, OTHER_STORE, Register, STORE};
use crate::rules::{Relay, Rest};

/// Both ends of a row, as bits.
pub const BOTH_ENDS: u8 = 0b11;

/// One slim lap in all lanes that are sowing.
#[inline(always)]
pub fn slim_lap(lane_plan: &LanePlan, block: &mut Block) {
    let landed = sow_plain::<false>(lane_plan, block);
    end_lap::<true, false>(lane_plan, block, &landed);
}

/// What follows a lap that was sown. `SLIM`: see [`LanePlan::slim_ends`]; `DROPS`: drops may have captured.
#[inline(always)]
pub fn end_lap<const SLIM: bool, const DROPS: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    landed: &Landed,
) {
    // A vector that must lie in memory aligns the stack. Else the vectors that the registers do not hold are
    // laid across two lines of the cache, which costs a tenth of the speed.
    if !SLIM {
        let mut in_memory = Bytes::ZERO;
        std::hint::black_box(&mut in_memory);
    }
    let sowing = landed.live;
    if !SLIM && lane_plan.plan.race {
        count_race(block, landed);
    }
    if !SLIM && lane_plan.plan.rest == Rest::LoneSeed {
        rest_for_lone_seeds(lane_plan, block, landed);
    }
    if !SLIM && lane_plan.sows_apart {
        block.apart = block.apart.but_not(sowing);
    }
    if !SLIM && lane_plan.plan.again_at != 0 {
        block.again_from = Bytes::all(NO_SLOT as u8);
    }
    let began = lifting(lane_plan, block, sowing);
    let origin = block.origin;
    if lane_plan.many_laps {
        block.hand = block.hand.but_not(sowing);
        let mut goes_on = sowing;
        follow::<SLIM, DROPS>(lane_plan, block, landed);
        if !SLIM && lane_plan.plan.lifts {
            keep_lifted(lane_plan, block, origin, [sowing, began]);
        }
        if !SLIM && lane_plan.plan.takes_ends {
            stop_at_ends(lane_plan, block, landed);
        }
        if !SLIM && block.stops_at_capture {
            block.hand = block.hand.but_not(block.so_far.captured);
        }
        if !SLIM && lane_plan.plan.ends_at_laps {
            let stopped = stop_at_end(lane_plan, block, landed);
            goes_on = goes_on.but_not(stopped);
        }
        let done = sowing.and(block.hand.is(0));
        if !SLIM && lane_plan.plan.blocks {
            let quiet = done.and(goes_on).but_not(block.so_far.captured).and(block.choosing.is(0));
            let quiet = if lane_plan.extra_turns { quiet.but_not(block.again) } else { quiet };
            block.quiet = block.quiet.or(quiet.but_not(block.so_far.dropped));
        }
        if !SLIM && (lane_plan.plan.back_into != 0 || lane_plan.plan.says_ways()) {
            block.backward = block.backward.but_not(sowing.but_not(done));
        }
        if !SLIM && lane_plan.plan.turn_round {
            let later = sowing.but_not(done);
            block.backward = block.backward.zip(later, |backward, later| backward ^ later);
        }
        take_after::<SLIM>(lane_plan, block, landed, done);
        block.waits.finish_sowing(done);
    } else {
        follow::<SLIM, DROPS>(lane_plan, block, landed);
        if !SLIM && lane_plan.plan.lifts {
            keep_lifted(lane_plan, block, origin, [sowing, began]);
        }
        take_after::<SLIM>(lane_plan, block, landed, sowing);
        block.waits.finish_all_sowings();
    }
}

/// How laps are sown in a loop: by [`slim_lap`] itself, or by kernels. (A function that is passed as a value is
/// called through one compiled for the baseline; a method of a trait is inlined.)
pub trait Laps {
    /// One lap in all lanes that are sowing.
    fn lap(&self, lane_plan: &LanePlan, block: &mut Block);
}

/// Slim laps, in place.
pub struct SlimLaps;

impl Laps for SlimLaps {
    #[inline(always)]
    fn lap(&self, lane_plan: &LanePlan, block: &mut Block) {
        slim_lap(lane_plan, block);
    }
}

/// Laps until at most `few` lanes are sowing; those with very many laps are no longer among them.
#[inline(always)]
pub fn sow_most(lane_plan: &LanePlan, block: &mut Block, few: usize, laps: &impl Laps) {
    while block.waits.sowing().count() > few {
        laps.lap(lane_plan, block);
        if lane_plan.plan.may_be_endless {
            stall(block);
        }
    }
}

/// The same in games of slim laps.
#[inline(always)]
pub fn slim_sow_most(lane_plan: &LanePlan, block: &mut Block, few: usize) {
    sow_most(lane_plan, block, few, &SlimLaps);
}

/// Sowings of very many laps wait for somebody to find out whether they ever end (GE-9).
#[inline(always)]
pub fn stall(block: &mut Block) {
    let sowing = block.waits.sowing();
    block.laps = block.laps.zip(sowing, |laps, sowing| laps.wrapping_add(sowing & 1));
    let long = block.laps.map(|laps| yes(laps >= MANY_LAPS)).and(sowing);
    block.waits.put_aside(long);
}

/// The landing tests in order: store, capture by the drop, the landing table, relay (KN-4, EL-5,
/// MW-5).
#[inline(always)]
fn follow<const SLIM: bool, const DROPS: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    landed: &Landed,
) {
    let plan = &lane_plan.plan;
    if !SLIM && lane_plan.asks_crossed {
        block.so_far.crossed = block.so_far.crossed.or(landed.crossed);
    }
    let mut open = landed.live;
    if !SLIM && plan.back_into != 0 {
        open = open.but_not(go_back(lane_plan, block, landed));
    }
    for store in [STORE, OTHER_STORE] {
        let place = lane_plan.place[store];
        if usize::from(place) != NO_SLOT {
            let stored = landed.place.is(place).and(landed.live);
            open = open.but_not(stored);
            if !SLIM && store == STORE && plan.past_store {
                let next = next_pits::<SLIM>(lane_plan, block, landed);
                sow_on::<SLIM>(lane_plan, block, stored, next.seeds, next.place);
            }
            if store == STORE && plan.replay {
                block.again = block.again.or(stored);
            }
        }
    }
    if DROPS && plan.on_drop.is_some() || !SLIM && (plan.removes_passing || plan.past_empty) {
        open = open.but_not(landed.fired);
    }
    let counts_visits = !SLIM && plan.most_visits > 0;
    let visits = if counts_visits { visits(lane_plan, block, landed, open) } else { Bytes::ZERO };
    let open = try_entries::<SLIM>(lane_plan, block, landed, open);
    if counts_visits {
        count_visits(lane_plan, block, visits);
    }
    match plan.relay {
        Relay::None => {}
        Relay::Landing => {
            let relays = open.and(landed.seeds.at_least(2));
            sow_on::<SLIM>(lane_plan, block, relays, landed.seeds, landed.place);
        }
        Relay::Next => {
            let next = next_pits::<SLIM>(lane_plan, block, landed);
            sow_on::<SLIM>(lane_plan, block, open, next.seeds, next.place);
        }
    }
    if lane_plan.asks_lap {
        block.so_far.later = block.so_far.later.or(landed.live);
    }
}

/// A first lap the other way that does not end in one of some pits is forbidden, and the last one: gives these
/// lanes. One that does is known later, when it is asked whether seeds were captured (OT-3).
#[inline(always)]
fn go_back(lane_plan: &LanePlan, block: &mut Block, landed: &Landed) -> Bytes {
    let back = landed.live.but_not(block.so_far.later).and(block.backward);
    let mut into = Bytes::ZERO;
    for pit in 0..lane_plan.plan.side {
        if lane_plan.plan.back_into >> pit & 1 == 1 {
            into = into.or(landed.place.is(lane_plan.place[pit]));
        }
    }
    block.forbidden = block.forbidden.or(back.but_not(into));
    block.so_far.went_back = block.so_far.went_back.or(back.and(into));
    back.but_not(into)
}

/// Where the end is looked for after every lap: sowings that would go on stop where a condition is
/// met. A captured hand then stays in the landing pit. Gives these lanes.
#[inline(always)]
fn stop_at_end(lane_plan: &LanePlan, block: &mut Block, landed: &Landed) -> Bytes {
    let pauses = sows_on(lane_plan, block.choosing);
    let goes_on = landed.live.and(block.hand.at_least(1).or(pauses));
    let captured = if lane_plan.resows { goes_on.but_not(block.lifts) } else { Bytes::ZERO };
    put_hands(lane_plan, block, landed, captured, u8::wrapping_add);
    let chooses = lane_plan.plan.chooses_end;
    let mut heaped = Bytes::ZERO;
    if chooses {
        heaped = heap_captured(lane_plan, block, landed, goes_on.and(pauses));
    }
    let mut met = Bytes::ZERO;
    for when in &lane_plan.plan.ends {
        met = met.or(board_met(lane_plan, block, *when, look_again(lane_plan, block)));
    }
    let stops = goes_on.and(met);
    if chooses {
        settle_captured(lane_plan, block, landed, heaped, stops);
    }
    put_hands(lane_plan, block, landed, captured.but_not(stops), u8::wrapping_sub);
    block.hand = block.hand.but_not(stops);
    block.choosing = block.choosing.but_not(stops.and(pauses));
    stops
}

/// Who has taken both ends of the other player's row sows no more: a captured hand stays in the landing pit.
#[inline(always)]
fn stop_at_ends(lane_plan: &LanePlan, block: &mut Block, landed: &Landed) {
    let won = landed.live.and(block.ends.is(BOTH_ENDS));
    if lane_plan.resows {
        put_hands(lane_plan, block, landed, won.but_not(block.lifts), u8::wrapping_add);
    }
    block.hand = block.hand.but_not(won);
}

/// Puts the hands of these lanes on their landing pits, or takes them back.
#[inline(always)]
fn put_hands(
    lane_plan: &LanePlan,
    block: &mut Block,
    landed: &Landed,
    lanes: Bytes,
    change: fn(u8, u8) -> u8,
) {
    for site in &lane_plan.sites {
        let hand = block.hand.and(lanes).and(landed.place.is(site.place));
        let cells = &mut block.board.cells[site.slot];
        *cells = cells.zip(hand, change);
    }
}

/// A lap of some lanes that may come again.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Truth: one is kept.
    pub lanes: Bytes,
    board: Board,
    origin: Bytes,
    hand: Bytes,
    lifts: Bytes,
    backward: Bytes,
    captured: Bytes,
    crossed: Bytes,
}

impl Kept {
    /// Nothing kept.
    #[must_use]
    pub fn new() -> Box<Self> {
        Box::new(Self {
            lanes: Bytes::ZERO,
            board: Board::EMPTY,
            origin: Bytes::ZERO,
            hand: Bytes::ZERO,
            lifts: Bytes::ZERO,
            backward: Bytes::ZERO,
            captured: Bytes::ZERO,
            crossed: Bytes::ZERO,
        })
    }
}

/// Keeps the lap that comes next in these lanes.
#[inline(always)]
pub fn keep(lane_plan: &LanePlan, block: &Block, kept: &mut Kept, lanes: Bytes) {
    kept.lanes = kept.lanes.or(lanes);
    kept.board.copy_lanes(lane_plan, &block.board, lanes);
    kept.origin = lanes.choose(block.origin, kept.origin);
    kept.hand = lanes.choose(block.hand, kept.hand);
    kept.lifts = lanes.choose(block.lifts, kept.lifts);
    kept.backward = lanes.choose(block.backward, kept.backward);
    kept.captured = lanes.choose(block.so_far.captured, kept.captured);
    kept.crossed = lanes.choose(block.so_far.crossed, kept.crossed);
}

/// Lanes that come to the lap that was kept are endless.
#[inline(always)]
pub fn compare(lane_plan: &LanePlan, block: &mut Block, kept: &Kept) {
    let mut same = block.waits.sowing().and(kept.lanes);
    same = same.and(block.origin.equals(kept.origin));
    same = same.and(block.hand.equals(kept.hand)).and(block.lifts.equals(kept.lifts));
    if lane_plan.plan.turn_round || lane_plan.row_ends {
        same = same.and(block.backward.equals(kept.backward));
    }
    same = same.and(block.so_far.captured.equals(kept.captured));
    same = same.and(block.so_far.crossed.equals(kept.crossed));
    for slot in lane_plan.pits() {
        same = same.and(block.board.cells[slot].equals(kept.board.cells[slot]));
    }
    let plan = &lane_plan.plan;
    let counted = [(plan.most_visits, Register::Visits), (plan.most_captures, Register::Captures)];
    for (_, register) in counted.into_iter().filter(|(most, _)| *most > 0) {
        let cell = register.cell();
        same = same.and(block.board.cells[cell].equals(kept.board.cells[cell]));
    }
    if lane_plan.plan.marks || lane_plan.plan.lifts {
        for (marks, kept) in block.board.marks.iter().zip(&kept.board.marks) {
            for mark in &lane_plan.held.marks {
                same = same.and(marks[*mark].equals(kept[*mark]));
            }
        }
    }
    stop(block, same);
}

/// These sowings never end.
#[inline(always)]
pub fn stop(block: &mut Block, lanes: Bytes) {
    block.endless = block.endless.or(lanes);
    block.hand = block.hand.but_not(lanes);
    block.waits.finish_sowing(lanes);
}
