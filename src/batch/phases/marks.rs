//! Marks that players make, and what they do.

use super::owned::movers;
use super::sow::Landed;
use crate::batch::block::Block;
use crate::batch::lane_entry::{LaneEntry, Site};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES};
use crate::plan::{CLAIMS, HALF, OTHER_STORE, STORE};
use crate::rules::Marked;

/// Truth: a player has marked this pit.
#[inline(always)]
pub fn made(lane_plan: &LanePlan, block: &Block, slot: usize) -> Bytes {
    block.board.marks[slot / HALF][lane_plan.plan.made_marks + slot % HALF]
}

/// Truth: the pit belongs to the mover.
#[inline(always)]
pub fn is_movers(lane_plan: &LanePlan, block: &Block, slot: usize) -> Bytes {
    if lane_plan.plan.owns_pits {
        return movers(block, slot);
    }
    if slot < HALF { Bytes::all(YES) } else { Bytes::ZERO }
}

/// Truth: a pit is marked, or is not, as an entry asks. A player marks pits of the other player.
#[inline(always)]
pub fn marks_fit(lane_plan: &LanePlan, block: &Block, entry: &LaneEntry, site: &Site) -> Bytes {
    let marked = made(lane_plan, block, site.slot);
    let fits = match entry.entry.marked {
        Marked::Any => Bytes::all(YES),
        Marked::No => marked.inverse(),
        Marked::Own => marked.but_not(is_movers(lane_plan, block, site.slot)),
        Marked::Other => marked.and(is_movers(lane_plan, block, site.slot)),
    };
    let across = || made(lane_plan, block, site.slot % HALF);
    match entry.entry.mirrored {
        None => fits,
        Some(true) => fits.and(across()),
        Some(false) => fits.but_not(across()),
    }
}

/// Truth: the landing pit is marked, or is not, as an entry asks.
#[inline(always)]
pub fn landing_marks_fit(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    landed: &Landed,
) -> Bytes {
    let mut fits = Bytes::ZERO;
    for site in &entry.sites {
        let hit = landed.place.is(site.place);
        fits = fits.or(marks_fit(lane_plan, block, entry, site).and(hit));
    }
    fits
}

/// Truth: nobody sows from the pit at this place of each lane, because it is marked.
#[inline(always)]
pub fn barred(lane_plan: &LanePlan, block: &Block, place: Bytes) -> Bytes {
    lane_plan.sites.iter().fold(Bytes::ZERO, |barred, site| {
        barred.or(made(lane_plan, block, site.slot).and(place.is(site.place)))
    })
}

/// How many pits the mover has marked.
#[inline(always)]
pub fn marks_made(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let marks = (HALF..HALF + lane_plan.plan.columns).map(|slot| made(lane_plan, block, slot));
    marks.fold(Bytes::ZERO, |sum, mark| sum.plus(mark.map(|mark| mark & 1)))
}

/// The landing pits of these lanes are the mover's from now on, where the entry says so.
#[inline(always)]
pub fn mark(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    lanes: Bytes,
) {
    if !entry.entry.makes_mark {
        return;
    }
    let first = lane_plan.plan.made_marks;
    for site in &entry.sites {
        let mark = &mut block.board.marks[site.slot / HALF][first + site.slot % HALF];
        *mark = mark.or(landed.place.is(site.place).and(lanes));
    }
}

/// Seeds in marked pits go to the stores of the players who marked them.
#[inline(always)]
pub fn give_marked(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    for half in [0, HALF] {
        for slot in half..half + lane_plan.plan.columns {
            let marked = made(lane_plan, block, slot).and(lanes);
            let seeds = block.board.cells[slot].and(marked);
            let to_other = is_movers(lane_plan, block, slot);
            block.board.add(OTHER_STORE, seeds.and(to_other));
            block.board.add(STORE, seeds.but_not(to_other));
            block.board.clear(slot, marked);
        }
    }
}

/// No pit is claimed in these lanes.
#[inline(always)]
pub fn forget_claims(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    if lane_plan.plan.made_marks < CLAIMS {
        return;
    }
    for marks in &mut block.board.marks {
        for claim in &mut marks[CLAIMS..CLAIMS + lane_plan.plan.columns] {
            *claim = claim.but_not(lanes);
        }
    }
}
