//! Houses: pits that are marked until all their seeds are lifted or captured.

use super::sow::{Landed, lifting};
use crate::batch::block::Block;
use crate::batch::lane_entry::{LaneEntry, Site};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES};
use crate::plan::{CLAIMS, halved};

/// The own pits that can be houses: those that begin as such.
#[inline(always)]
fn own_houses(lane_plan: &LanePlan) -> impl Iterator<Item = usize> + use<'_> {
    (0..lane_plan.plan.side).filter(|pit| lane_plan.plan.houses >> pit & 1 == 1)
}

/// Truth: this pit is a house.
#[inline(always)]
pub fn is_house(lane_plan: &LanePlan, block: &Block, slot: usize) -> Bytes {
    let (half, pit) = halved(slot);
    if lane_plan.plan.houses >> pit & 1 == 1 { block.board.marks[half][pit] } else { Bytes::ZERO }
}

/// Truth: this pit is blocked.
#[inline(always)]
pub fn is_blocked(lane_plan: &LanePlan, block: &Block, slot: usize) -> Bytes {
    let (half, pit) = halved(slot);
    if lane_plan.plan.blocks { block.board.marks[half][CLAIMS + pit] } else { Bytes::ZERO }
}

/// A truth that is asked for, or its opposite; where neither is, it will do.
#[inline(always)]
pub fn as_wanted(wanted: Option<bool>, truth: impl Fn() -> Bytes) -> Bytes {
    match wanted {
        None => Bytes::all(YES),
        Some(true) => truth(),
        Some(false) => truth().inverse(),
    }
}

/// Truth: a landing pit is a house, or blocked, or is not, as is asked.
#[inline(always)]
pub fn house_fits(
    lane_plan: &LanePlan,
    block: &Block,
    (house, blocked): (Option<bool>, Option<bool>),
    site: &Site,
) -> Bytes {
    let fits = as_wanted(house, || is_house(lane_plan, block, site.slot));
    fits.and(as_wanted(blocked, || is_blocked(lane_plan, block, site.slot)))
}

/// Truth: the landing pit is a house, or blocked, or is not, as an entry asks. `left`: it is no house then.
#[inline(always)]
pub fn landing_house_fits(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    landed: &Landed,
    left: Bytes,
) -> Bytes {
    let (mut house, mut blocked) = (Bytes::ZERO, Bytes::ZERO);
    for site in &entry.sites {
        let hit = landed.place.is(site.place);
        house = house.or(is_house(lane_plan, block, site.slot).and(hit));
        blocked = blocked.or(is_blocked(lane_plan, block, site.slot).and(hit));
    }
    let house = house.but_not(left);
    as_wanted(entry.entry.house, || house).and(as_wanted(entry.entry.blocked, || blocked))
}

/// Truth: one of the mover's houses holds seeds as asked.
#[inline(always)]
pub fn housed(lane_plan: &LanePlan, block: &Block, fits: impl Fn(Bytes) -> Bytes) -> Bytes {
    let mut some = Bytes::ZERO;
    for pit in own_houses(lane_plan) {
        some = some.or(is_house(lane_plan, block, pit).and(fits(block.board.cells[pit])));
    }
    some
}

/// The pits are houses no more that are emptied by the lap which begins there.
#[inline(always)]
pub fn leave_lifted(lane_plan: &LanePlan, block: &mut Block, live: Bytes) {
    if lane_plan.plan.houses == 0 {
        return;
    }
    let lifted = lifting(lane_plan, block, live);
    for pit in own_houses(lane_plan) {
        let here = block.origin.is(lane_plan.place[pit]).and(lifted);
        block.board.clear_mark(pit, here);
    }
}
