//! Captures by drops: of a pit that a falling seed makes hold a number of them.

use super::owned::movers;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES, yes};
use crate::plan::{DropPlan, HALF, OTHER_STORE, STORE};

/// What a lap did to a pit.
#[derive(Clone, Copy)]
pub struct Sown {
    /// Seeds before the lap.
    pub before: Bytes,
    /// Truth: seeds fell here.
    pub fell: Bytes,
    /// Truth: the last seed fell here.
    pub hit: Bytes,
}

/// How many captures by drops the owners of the pits gain, and where the last drop of a lap made one.
#[derive(Clone, Copy)]
pub struct Drops {
    /// Captures for the mover.
    pub mine: Bytes,
    /// Captures for the other player.
    pub theirs: Bytes,
    /// Truth: the last drop made one.
    pub fired: Bytes,
}

impl Drops {
    /// Nothing yet.
    pub const NONE: Self = Self { mine: Bytes::ZERO, theirs: Bytes::ZERO, fired: Bytes::ZERO };
}

/// Every drop that makes the pit hold the count captures them: for its owner, the last one of a lap
/// perhaps for the mover (KN-3), or for the mover in any case. `MORE`: in some lane more than one seed may have
/// fallen here.
#[inline(always)]
pub fn capture_by_drops<const MORE: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    slot: usize,
    sown: Sown,
    gains: &mut Drops,
) {
    let Some(rule) = lane_plan.plan.on_drop else { return };
    let owns = lane_plan.plan.owns_pits;
    if !owns && !rule.sides[slot / HALF] {
        return;
    }
    // Truth: the pit is the mover's.
    let own = if owns { movers(block, slot) } else { Bytes::all(yes(slot < HALF)) };
    let Sown { before, fell, hit } = sown;
    let count = rule.count;
    let now = block.board.cells[slot];
    let full = if MORE {
        // A pit that already holds the count or more never comes to hold it.
        fell.zip3(before, now, |fell, before, now| fell & yes(before < count && now >= count))
    } else {
        fell.and(now.is(count))
    };
    let full = if owns { full.and(looked_at(rule.sides, own)) } else { full };
    let (times, left) = if MORE {
        let inverse = 65_536_u32.div_ceil(u32::from(count));
        let times = now.zip(full, |now, full| ((u32::from(now & full) * inverse) >> 16) as u8);
        (times, now.zip(times, |now, times| now.wrapping_sub(times.wrapping_mul(count))))
    } else {
        (full.map(|full| full & 1), now.but_not(full))
    };
    // Where one seed fell, it completed the count, and nothing is left.
    let fired = if MORE { hit.and(full).and(left.is(0)) } else { hit.and(full) };
    let last = fired.map(|truth| truth & 1);
    if rule.last_stays {
        block.board.cells[slot] = left.zip(fired, |left, fired| left.wrapping_add(count & fired));
        count_captures(rule, own, times.zip(last, u8::wrapping_sub), Bytes::ZERO, gains);
    } else {
        block.board.cells[slot] = left;
        gains.fired = gains.fired.or(fired);
        count_captures(rule, own, times, last, gains);
    }
}

/// So many captures of a pit, the last one of them (0 or 1) by the last seed of a lap.
#[inline(always)]
fn count_captures(rule: DropPlan, own: Bytes, times: Bytes, last: Bytes, gains: &mut Drops) {
    let last = if rule.last_to_mover { last } else { Bytes::ZERO };
    let owners = times.zip(last, u8::wrapping_sub);
    let mine = if rule.to_mover { owners } else { owners.and(own) };
    gains.mine = gains.mine.plus(mine).plus(last);
    gains.theirs = gains.theirs.plus(owners.zip(mine, u8::wrapping_sub));
}

/// Puts the captured seeds in the stores.
#[inline(always)]
pub fn pay_drops(lane_plan: &LanePlan, block: &mut Block, gains: &Drops) {
    let Some(rule) = lane_plan.plan.on_drop else { return };
    let seeds = |captures: Bytes| captures.map(|captures| captures.wrapping_mul(rule.count));
    block.board.add(STORE, seeds(gains.mine));
    if lane_plan.asks_captured {
        block.so_far.captured = block.so_far.captured.or(gains.mine.at_least(1));
    }
    block.board.add(OTHER_STORE, seeds(gains.theirs));
}

/// Truth: pits of this owner are captured by drops.
#[inline(always)]
fn looked_at(sides: [bool; 2], own: Bytes) -> Bytes {
    match sides {
        [true, true] => Bytes::all(YES),
        [true, false] => own,
        [false, _] => own.inverse(),
    }
}
