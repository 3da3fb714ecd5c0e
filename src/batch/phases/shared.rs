//! Pits that captures mark, and whose seeds are divided when a round, or the game, is over (see
//! `engine::shared`).

use super::effects::empty;
use super::sow::Landed;
use crate::batch::block::Block;
use crate::batch::lane_entry::LaneEntry;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, both};
use crate::plan::{CLAIMS, HALF, NO_SLOT, OTHER_STORE, STORE, Spot, halved};
use crate::rules::Sharing;

/// Truth: no capture takes the seeds of the pit at this spot of the landing pit, whatever the direction: it is
/// shared, or held. `SLIM`: see [`LanePlan::slim_ends`].
#[inline(always)]
pub fn kept_at<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    landed: &Landed,
    spot: Spot,
) -> Bytes {
    let plan = &lane_plan.plan;
    if SLIM || plan.shared == 0 && !plan.holds_pits {
        return Bytes::ZERO;
    }
    let mut found = Bytes::ZERO;
    for site in &entry.sites {
        let slot = site.fixed(spot);
        let hit = landed.place.is(site.place);
        if lane_plan.is_shared(slot) {
            found = found.or(hit);
        } else if plan.holds_pits && slot != NO_SLOT {
            found = found.or(hit.and(held(lane_plan, block, slot)));
        }
    }
    found
}

/// Truth: the pit is held for the round, in games with [`crate::plan::Plan::holds_pits`].
#[inline(always)]
pub fn held(lane_plan: &LanePlan, block: &Block, slot: usize) -> Bytes {
    if lane_plan.is_shared(slot) {
        return Bytes::ZERO;
    }
    let (half, pit) = halved(slot);
    block.board.marks[half][pit].but_not(block.board.cells[slot].is(0))
}

/// No capture takes the pits that are held.
#[cold]
#[inline(never)]
pub fn spare_held(lane_plan: &LanePlan, block: &mut Block) {
    for slot in lane_plan.pits() {
        block.taken[slot] = block.taken[slot].but_not(held(lane_plan, block, slot));
    }
}

/// A capture takes the seeds of this pit in these lanes, and gives them; or it marks the pit for the mover, if that
/// is shared and holds seeds, and gives none.
#[inline(always)]
pub fn take<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    slot: usize,
    lanes: Bytes,
) -> Bytes {
    let seeds = block.board.cells[slot].and(lanes);
    if !SLIM && lane_plan.plan.takes_ends {
        note_ends(lane_plan, block, slot, seeds.at_least(1));
    }
    if SLIM || !lane_plan.is_shared(slot) {
        empty(lane_plan, block, slot, lanes);
        return seeds;
    }
    let (half, pit) = halved(slot);
    let mark = &mut block.board.marks[half][if half == 0 { CLAIMS + pit } else { pit }];
    *mark = mark.or(seeds.at_least(1));
    Bytes::ZERO
}

/// A capture takes seeds of this pit in these lanes: perhaps of an end of the other player's row.
#[inline(always)]
fn note_ends(lane_plan: &LanePlan, block: &mut Block, slot: usize, lanes: Bytes) {
    for (bit, pit) in lane_plan.plan.end_pits.into_iter().enumerate() {
        if slot == HALF + pit {
            block.ends = block.ends.or(lanes.map(|taken| taken & 1 << bit));
        }
    }
}

/// A shared pit when its seeds are divided.
struct Divided {
    slot: usize,
    /// Seeds that leave it.
    left: Bytes,
    /// Truth: the mover, and the other player, get some of them.
    to: [Bytes; 2],
}

/// Seeds of shared pits go to those who have marked them, but for some that stay.
#[cold]
#[inline(never)]
pub fn divide_shared(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let pits = lane_plan.pits().filter(|slot| lane_plan.is_shared(*slot));
    let found: Vec<Divided> = pits.map(|slot| divided(lane_plan, block, slot)).collect();
    for Divided { slot, left, to: [mine, theirs] } in found {
        let left = left.and(lanes);
        let smaller = left.map(|left| left / 2);
        let larger = left.zip(smaller, u8::wrapping_sub);
        let (own, others) = if slot < HALF { (larger, smaller) } else { (smaller, larger) };
        let to_mover = theirs.choose(own, left).and(mine);
        let to_other = mine.choose(others, left).and(theirs);
        block.board.add(STORE, to_mover);
        block.board.add(OTHER_STORE, to_other);
        let cell = &mut block.board.cells[slot];
        *cell = cell.zip(to_mover.plus(to_other), u8::wrapping_sub);
    }
}

fn divided(lane_plan: &LanePlan, block: &Block, slot: usize) -> Divided {
    let together = lane_plan.plan.sharing == Sharing::Together;
    let across = (slot + HALF) % (2 * HALF);
    let (here, there) = (block.board.cells[slot], block.board.cells[across]);
    let (of_here, of_there) = (claims(block, slot), claims(block, across));
    let to = both(
        |player| {
            if together { of_here[player].or(of_there[player]) } else { of_here[player] }
        },
    );
    let by_two = if together {
        here.zip(there, |here, there| match (here & 1, there) {
            (0, 0) => here.min(2),
            (0, there) if there & 1 == 0 => here.min(1),
            (odd, _) => odd,
        })
    } else {
        here.map(|here| if here == 0 { 0 } else { 2 - (here & 1) })
    };
    let by_both = to[0].and(to[1]);
    let stays = by_both.choose(by_two, here.map(|here| here.min(1)));
    let stays = to[0].or(to[1]).choose(stays, here);
    Divided { slot, left: here.zip(stays, u8::wrapping_sub), to }
}

/// Truth: the mover, and the other player, has marked this pit.
fn claims(block: &Block, slot: usize) -> [Bytes; 2] {
    let marks = &block.board.marks[slot / HALF];
    let (by_owner, across) = (marks[CLAIMS + slot % HALF], marks[slot % HALF]);
    if slot < HALF { [by_owner, across] } else { [across, by_owner] }
}
