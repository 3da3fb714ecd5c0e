//! Whose a pit is in each lane, where pits change hands for a round.

use super::pass::Look;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::Bytes;
use crate::plan::{HALF, SLOTS, halved};

/// Truth: the pit belongs to the mover.
#[inline(always)]
pub fn movers(block: &Block, slot: usize) -> Bytes {
    let changed = changed_hands(block, slot);
    if slot < HALF { changed.inverse() } else { changed }
}

/// Truth: the pit does not belong to the player in whose row it lies.
#[inline(always)]
fn changed_hands(block: &Block, slot: usize) -> Bytes {
    let (half, pit) = halved(slot);
    block.board.marks[half][pit]
}

/// What the end tests ask of the pits of each player.
#[inline(always)]
pub fn look_at_owned(lane_plan: &LanePlan, block: &Block) -> Look {
    let (mut own, mut other) = (Bytes::ZERO, Bytes::ZERO);
    for slot in lane_plan.pits() {
        let (seeds, mine) = (block.board.cells[slot], movers(block, slot));
        own = own.or(seeds.and(mine));
        other = other.or(seeds.but_not(mine));
    }
    Look { mine_empty: own.is(0), theirs_empty: other.is(0) }
}

/// The places as tests of sides see them: a pit that has changed hands is the one of the same number
/// in the row of its owner.
#[inline(always)]
pub fn seen(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    let mut seen = place;
    for site in &lane_plan.sites {
        let changed = changed_hands(block, site.slot);
        let there = Bytes::all(lane_plan.place[(site.slot + HALF) % SLOTS]);
        seen = place.is(site.place).and(changed).choose(there, seen);
    }
    seen
}
