//! Fields at the ends of a board, which belong to nobody, and rows that are filled again.

use super::distances::place_after;
use crate::batch::block::Block;
use crate::batch::lane_entry::Site;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, yes};
use crate::plan::{HALF, STORE, Spot};

/// Truth: a place is a field.
#[inline(always)]
pub fn on_field(lane_plan: &LanePlan, place: Bytes) -> Bytes {
    let Some(field) = lane_plan.plan.field else { return Bytes::ZERO };
    place.is(lane_plan.place[field]).or(place.is(lane_plan.place[HALF + field]))
}

/// Truth: the pit after this place is a field, or none where `wanted` is false.
#[inline(always)]
pub fn next_field_fits(lane_plan: &LanePlan, block: &Block, place: Bytes, wanted: bool) -> Bytes {
    let next = on_field(lane_plan, place_after(lane_plan, block, place));
    if wanted { next } else { next.inverse() }
}

/// The same of a pit of a run of captures.
#[inline(always)]
pub fn next_field_fits_at(lane_plan: &LanePlan, block: &Block, site: &Site, wanted: bool) -> Bytes {
    let field = lane_plan.plan.field;
    let fits = site.both(Spot::Next).map(|slot| (Some(slot % HALF) == field) == wanted);
    let [forward, backward] = fits.map(|fits| Bytes::all(yes(fits)));
    if lane_plan.two_ways { block.backward.choose(backward, forward) } else { forward }
}

/// Truth: both fields are empty.
#[inline(always)]
pub fn fields_are_empty(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let cells = &block.board.cells;
    lane_plan.plan.field.map_or(Bytes::ZERO, |field| cells[field].or(cells[HALF + field]).is(0))
}

/// Players to move whose rows are empty put a captured seed in each of their pits (OQ-6), in these lanes.
#[cold]
#[inline(never)]
pub fn restock(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let columns = lane_plan.plan.columns;
    let mut held = Bytes::ZERO;
    for cell in &block.board.cells[..columns] {
        held = held.or(*cell);
    }
    let enough = block.board.cells[STORE].at_least(columns as u8);
    let fills = lanes.and(held.is(0)).and(enough);
    for cell in &mut block.board.cells[..columns] {
        *cell = cell.plus(fills.and(Bytes::all(1)));
    }
    let store = &mut block.board.cells[STORE];
    *store = store.zip(fills, |seeds, fills| seeds.wrapping_sub(columns as u8 & fills));
}
