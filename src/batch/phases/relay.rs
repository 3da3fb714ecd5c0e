//! What follows a lap, and the next one.

use super::capture::try_captures;
use super::sow::{Landed, sow};
use crate::batch::block::{Block, Board};
use crate::batch::lane_plan::LanePlan;
use crate::batch::thresholds::MANY_LAPS;
use crate::batch::values::{Bytes, yes};
use crate::plan::{NO_SLOT, OTHER_STORE, STORE};

/// One lap in all lanes that are sowing.
#[inline(always)]
pub fn lap(lane_plan: &LanePlan, block: &mut Block) {
    let sowing = block.waits.sowing();
    let landed = sow(lane_plan, block, sowing);
    if lane_plan.many_laps {
        block.hand = block.hand.but_not(sowing);
        follow(lane_plan, block, &landed);
        let done = sowing.and(block.hand.is(0));
        block.waits.finish_sowing(done);
    } else {
        follow(lane_plan, block, &landed);
        block.waits.finish_all_sowings();
    }
}

/// Laps until at most `few` lanes are sowing; those with very many laps are no longer among them.
#[inline(always)]
pub fn sow_most(lane_plan: &LanePlan, block: &mut Block, few: usize) {
    while block.waits.sowing().count() > few {
        lap(lane_plan, block);
        if lane_plan.plan.may_be_endless {
            stall(block);
        }
    }
}

/// Sowings of very many laps wait for somebody to find out whether they ever end (GE-9).
#[inline(always)]
pub fn stall(block: &mut Block) {
    let sowing = block.waits.sowing();
    block.laps = block.laps.zip(sowing, |laps, sowing| laps.wrapping_add(sowing & 1));
    let long = block.laps.map(|laps| yes(laps >= MANY_LAPS)).and(sowing);
    block.waits.put_aside(long);
}

/// The landing tests in order: store, capture by the drop, captures, relay (KN-4, EL-5, MW-5).
#[inline(always)]
fn follow(lane_plan: &LanePlan, block: &mut Block, landed: &Landed) {
    let plan = &lane_plan.plan;
    let mut open = landed.live;
    for store in [STORE, OTHER_STORE] {
        let place = lane_plan.place[store];
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
    let open = try_captures(lane_plan, block, landed, open);
    if plan.relay {
        let relays = open.and(landed.seeds.at_least(2));
        block.hand = relays.choose(landed.seeds, block.hand);
        block.origin = relays.choose(landed.place, block.origin);
        if lane_plan.resows {
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
pub fn keep(lane_plan: &LanePlan, block: &Block, kept: &mut Kept) {
    kept.board.copy(lane_plan, &block.board);
    (kept.origin, kept.hand, kept.lifts) = (block.origin, block.hand, block.lifts);
}

/// Lanes that come to the lap that was kept are endless.
#[inline(always)]
pub fn compare(lane_plan: &LanePlan, block: &mut Block, kept: &Kept) {
    let mut same = block.waits.sowing();
    same = same.and(block.origin.equals(kept.origin));
    same = same.and(block.hand.equals(kept.hand)).and(block.lifts.equals(kept.lifts));
    for slot in lane_plan.pits() {
        same = same.and(block.board.cells[slot].equals(kept.board.cells[slot]));
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
