//! Captures by drops: of a pit that a falling seed makes hold a number of them.

use super::owned::movers;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES, yes};
use crate::plan::HALF;

/// What a lap did to a pit.
#[derive(Clone, Copy)]
pub struct Sown {
    /// Seeds before the lap.
    pub before: Bytes,
    /// Seeds dropped.
    pub drops: Bytes,
    /// Truth: the last seed fell here.
    pub hit: Bytes,
}

/// What the owners of the pits gain by drops, and where the last drop of a lap did so.
#[derive(Clone, Copy)]
pub struct Drops {
    /// Seeds for the mover.
    pub mine: Bytes,
    /// Seeds for the other player.
    pub theirs: Bytes,
    /// Truth: the last drop did so.
    pub fired: Bytes,
}

impl Drops {
    /// Nothing yet.
    pub const NONE: Self = Self { mine: Bytes::ZERO, theirs: Bytes::ZERO, fired: Bytes::ZERO };
}

/// Every drop that makes the pit hold the count captures them: for its owner, the last one of a lap
/// perhaps for the mover (KN-3), or for the mover in any case.
#[inline(always)]
pub fn capture_by_drops(
    lane_plan: &LanePlan,
    block: &mut Block,
    slot: usize,
    sown: Sown,
    around: bool,
    gains: &mut Drops,
) {
    let Some(rule) = lane_plan.plan.on_drop else { return };
    let owns = lane_plan.plan.owns_pits;
    if !owns && !rule.sides[slot / HALF] {
        return;
    }
    // Truth: the pit is the mover's.
    let own = if owns { movers(block, slot) } else { Bytes::all(yes(slot < HALF)) };
    let Sown { before, drops, hit } = sown;
    let count = rule.count;
    let now = block.board.cells[slot];
    // A pit that already holds the count or more never comes to hold it.
    let full = before
        .zip3(drops, now, |before, drops, now| yes(before < count && drops > 0 && now >= count))
        .and(if owns { looked_at(rule.sides, own) } else { Bytes::all(YES) });
    let taken = if around {
        let inverse = 65_536_u32.div_ceil(u32::from(count));
        let times = now.zip(full, |now, full| ((u32::from(now & full) * inverse) >> 16) as u8);
        times.map(|times| times.wrapping_mul(count))
    } else {
        full.map(|full| full & count) // one drop at most
    };
    let fired = hit.and(full).and(now.equals(taken));
    let (taken, fired) = if rule.last_stays {
        (taken.zip(fired, |taken, fired| taken.wrapping_sub(count & fired)), Bytes::ZERO)
    } else {
        (taken, fired)
    };
    block.board.cells[slot] = now.zip(taken, u8::wrapping_sub);
    gains.fired = gains.fired.or(fired);
    let last = if rule.last_to_mover { fired.map(|truth| truth & count) } else { Bytes::ZERO };
    let owners = taken.zip(last, u8::wrapping_sub);
    gains.mine = gains.mine.plus(last);
    let mine = if rule.to_mover { owners } else { owners.and(own) };
    gains.mine = gains.mine.plus(mine);
    gains.theirs = gains.theirs.plus(owners.zip(mine, u8::wrapping_sub));
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
