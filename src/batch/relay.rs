//! What follows a lap, and whole sowings: lap after lap until all lanes are done.

use super::block::{Block, Board};
use super::capture::try_captures;
use super::course::Course;
use super::lanes::{Bytes, yes};
use super::simd::Kernels;
use super::sow::{Landed, sow};
use crate::plan::{NO_SLOT, OTHER_STORE, STORE};

/// An action of more laps than this is endless by definition (GE-9).
pub const MOST_LAPS: u32 = 10_000;
/// After so many laps somebody finds out whether the sowing ever ends.
pub const MANY_LAPS: u8 = 96;

/// One lap in all lanes that are sowing.
#[inline(always)]
pub(super) fn lap(course: &Course, block: &mut Block) {
    let sowing = block.sowing;
    let landed = sow(course, block, sowing);
    if course.many_laps {
        block.hand = block.hand.but_not(sowing);
        follow(course, block, &landed);
        let done = sowing.and(block.hand.is(0));
        block.sowing = sowing.but_not(done);
        block.done = block.done.or(done);
    } else {
        follow(course, block, &landed);
        block.sowing = Bytes::ZERO;
        block.done = block.done.or(sowing);
    }
}

/// Laps until at most `few` lanes are sowing; those with very many laps are no longer among them.
#[inline(always)]
pub(super) fn sow_most(course: &Course, block: &mut Block, few: usize) {
    while block.sowing.count() > few {
        lap(course, block);
        if course.plan.may_be_endless {
            stall(block);
        }
    }
}

/// Sowings of very many laps wait for somebody to find out whether they ever end (GE-9).
#[inline(always)]
pub(super) fn stall(block: &mut Block) {
    block.laps = block.laps.zip(block.sowing, |laps, sowing| laps.wrapping_add(sowing & 1));
    let long = block.laps.map(|laps| yes(laps >= MANY_LAPS)).and(block.sowing);
    block.sowing = block.sowing.but_not(long);
    block.long = block.long.or(long);
}

/// The landing tests in order: store, capture by the drop, captures, relay (KN-4, EL-5, MW-5).
#[inline(always)]
fn follow(course: &Course, block: &mut Block, landed: &Landed) {
    let plan = &course.plan;
    let mut open = landed.live;
    for store in [STORE, OTHER_STORE] {
        let place = course.place[store];
        if usize::from(place) != NO_SLOT {
            let stored = landed.place.is(place).and(landed.live);
            open = open.but_not(stored);
            if store == STORE && plan.replay {
                block.again = block.again.or(stored);
            }
        }
    }
    if plan.on_drop.is_some() {
        open = open.but_not(landed.fired);
    }
    let open = try_captures(course, block, landed, open);
    if plan.relay {
        let relays = open.and(landed.seeds.at_least(2));
        block.hand = relays.choose(landed.seeds, block.hand);
        block.origin = relays.choose(landed.place, block.origin);
        if course.resows {
            block.lifts = block.lifts.or(relays);
        }
    }
}

/// A lap of each lane that may come again.
#[derive(Clone, Debug)]
pub struct Kept {
    board: Board,
    origin: Bytes,
    hand: Bytes,
    lifts: Bytes,
}

impl Kept {
    /// Nothing kept.
    #[must_use]
    pub fn new() -> Box<Self> {
        let board = Block::empty().board;
        Box::new(Self { board, origin: Bytes::ZERO, hand: Bytes::ZERO, lifts: Bytes::ZERO })
    }
}

/// Keeps the lap that comes next.
#[inline(always)]
pub(super) fn keep(course: &Course, block: &Block, kept: &mut Kept) {
    kept.board.copy(course, &block.board);
    (kept.origin, kept.hand, kept.lifts) = (block.origin, block.hand, block.lifts);
}

/// Lanes that come to the lap that was kept are endless.
#[inline(always)]
pub(super) fn compare(course: &Course, block: &mut Block, kept: &Kept) {
    let mut same = block.sowing;
    same = same.and(block.origin.equals(kept.origin));
    same = same.and(block.hand.equals(kept.hand)).and(block.lifts.equals(kept.lifts));
    for slot in course.pits() {
        same = same.and(block.board.cells[slot].equals(kept.board.cells[slot]));
    }
    stop(block, same);
}

/// These sowings never end.
#[inline(always)]
pub(super) fn stop(block: &mut Block, lanes: Bytes) {
    block.endless = block.endless.or(lanes);
    block.hand = block.hand.but_not(lanes);
    block.sowing = block.sowing.but_not(lanes);
    block.done = block.done.or(lanes);
}

/// Sows until no lane is sowing any more; `sown` laps have been sown before, the same number in
/// all lanes. Lanes in which the sowing never ends stop as endless, their boards as they are.
///
/// Brent's method in all lanes at once: one lap is kept and replaced at distances that double, so
/// any cycle, whatever led into it, is met within three times its length (GE-9).
pub(super) fn sow_out(
    kernels: &Kernels,
    course: &Course,
    block: &mut Block,
    kept: &mut Kept,
    mut sown: u32,
) {
    let (mut since, mut renew_at) = (0, 0);
    while block.sowing.any() {
        if course.plan.may_be_endless && sown >= u32::from(MANY_LAPS) {
            if since > 0 {
                kernels.compare(course, block, kept);
            }
            if sown >= MOST_LAPS {
                let lanes = block.sowing;
                stop(block, lanes);
                return;
            }
            if since == renew_at {
                kernels.keep(course, block, kept);
                renew_at = 2 * renew_at + 1;
                since = 0;
            }
            since += 1;
        }
        kernels.lap(course, block);
        sown += 1;
    }
}
