//! What is captured when the last lap of an action is over, and captures of the last seeds.

use super::effects::empty;
use super::marks::is_movers;
use super::sow::Landed;
use crate::batch::block::Block;
use crate::batch::lane_entry::LaneAfter;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, yes};
use crate::plan::{HALF, OTHER_STORE, STORE};

/// Every pit that fits is taken in these lanes, whose last laps are over.
#[inline(always)]
pub fn take_after<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    landed: &Landed,
    lanes: Bytes,
) {
    if SLIM {
        return;
    }
    if let Some(rule) = &lane_plan.after {
        take_fitting(lane_plan, rule, block, landed, lanes);
    }
}

#[inline(always)]
fn take_fitting(
    lane_plan: &LanePlan,
    rule: &LaneAfter,
    block: &mut Block,
    landed: &Landed,
    lanes: Bytes,
) {
    let mut due = lanes;
    if let Some(places) = &rule.ended {
        let mut ended = Bytes::ZERO;
        for place in places {
            ended = ended.or(landed.place.is(*place));
        }
        due = due.and(ended);
    }
    if !due.any() {
        return;
    }
    let (few, mut mine, mut theirs) = (few_left(lane_plan, block), Bytes::ZERO, Bytes::ZERO);
    for slot in &rule.slots {
        let cells = block.board.cells[*slot];
        let mut fits = due.and(rule.counts.has(cells)).and(cells.at_least(1));
        if rule.sown {
            fits = fits.and(block.sown[*slot]);
        }
        empty(lane_plan, block, *slot, fits);
        let taken = cells.and(fits);
        let own = if rule.to_mover { taken } else { taken.and(is_movers(lane_plan, block, *slot)) };
        mine = mine.plus(own);
        theirs = theirs.plus(taken.zip(own, u8::wrapping_sub));
    }
    if lane_plan.plan.last_seeds > 0 {
        let last = due.and(few).and(mine.plus(theirs).at_least(1));
        let rest = lift_all(lane_plan, block, last);
        // Where both capture, the mover comes first.
        let first = last.and(mine.at_least(1));
        mine = mine.plus(theirs.plus(rest).and(first));
        theirs = theirs.plus(rest).but_not(first);
    }
    block.board.add(STORE, mine);
    block.board.add(OTHER_STORE, theirs);
}

/// Truth: so few seeds lie in the pits that the next capture takes all of them.
#[inline(always)]
fn few_left(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let most = lane_plan.plan.last_seeds;
    if most == 0 {
        return Bytes::ZERO;
    }
    seeds_in_pits(lane_plan, block).map(|seeds| yes(seeds <= most))
}

/// The seeds in all pits.
#[inline(always)]
pub fn seeds_in_pits(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let side = lane_plan.plan.side;
    block.board.sum(0, side).plus(block.board.sum(HALF, side))
}

/// Empties all pits in these lanes; gives what they held.
#[inline(always)]
fn lift_all(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let rest = seeds_in_pits(lane_plan, block).and(lanes);
    for slot in lane_plan.pits() {
        block.board.clear(slot, lanes);
    }
    rest
}

/// In lanes where an entry has taken so many seeds for this store, and so few were in the pits, it takes
/// the rest as well. Gives these lanes.
#[inline(always)]
pub fn take_rest(lane_plan: &LanePlan, block: &mut Block, taken: Bytes, store: usize) -> Bytes {
    let most = lane_plan.plan.last_seeds;
    let left = seeds_in_pits(lane_plan, block);
    let last = taken.zip(left, |taken, left| yes(taken > 0 && left.wrapping_add(taken) <= most));
    let rest = lift_all(lane_plan, block, last);
    block.board.add(store, rest);
    last
}
