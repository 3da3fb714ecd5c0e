//! Marks that players make on the other player's side, and what they do.

use super::sow::Landed;
use crate::batch::block::{Block, Board};
use crate::batch::lane_entry::{LaneEntry, Site};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES};
use crate::plan::{HALF, OTHER_STORE, STORE};
use crate::rules::Marked;

/// Truth: a pit is marked, or is not, as an entry asks.
#[inline(always)]
pub fn marks_fit(board: &Board, entry: &LaneEntry, site: &Site) -> Bytes {
    let (half, pit) = (site.slot / HALF, site.slot % HALF);
    let marked = board.marks[half][pit];
    let fits = match (entry.entry.marked, half) {
        (Marked::Any, _) => Bytes::all(YES),
        (Marked::No, _) => marked.inverse(),
        (Marked::Own, 1) | (Marked::Other, 0) => marked,
        (Marked::Own | Marked::Other, _) => Bytes::ZERO,
    };
    match entry.entry.mirrored {
        None => fits,
        Some(true) => fits.and(board.marks[0][pit]),
        Some(false) => fits.but_not(board.marks[0][pit]),
    }
}

/// Truth: the landing pit is marked, or is not, as an entry asks.
#[inline(always)]
pub fn landing_marks_fit(block: &Block, entry: &LaneEntry, landed: &Landed) -> Bytes {
    let mut fits = Bytes::ZERO;
    for site in &entry.sites {
        let hit = landed.place.is(site.place);
        fits = fits.or(marks_fit(&block.board, entry, site).and(hit));
    }
    fits
}

/// How many pits the mover has marked.
#[inline(always)]
pub fn marks_made(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let marks = &block.board.marks[1][..lane_plan.plan.columns];
    marks.iter().fold(Bytes::ZERO, |sum, mark| sum.plus(mark.map(|mark| mark & 1)))
}

/// The landing pits of these lanes are the mover's from now on, where the entry says so.
#[inline(always)]
pub fn mark(block: &mut Block, entry: &LaneEntry, landed: &Landed, lanes: Bytes) {
    if !entry.entry.makes_mark {
        return;
    }
    for site in &entry.sites {
        let mark = &mut block.board.marks[1][site.slot % HALF];
        *mark = mark.or(landed.place.is(site.place).and(lanes));
    }
}

/// Seeds in marked pits go to those who marked them.
#[inline(always)]
pub fn send_home(lane_plan: &LanePlan, board: &mut Board, lanes: Bytes) {
    for (half, store) in [(0, OTHER_STORE), (1, STORE)] {
        let mut seeds = Bytes::ZERO;
        for pit in 0..lane_plan.plan.columns {
            let marked = board.marks[half][pit].and(lanes);
            let slot = half * HALF + pit;
            seeds = seeds.plus(board.cells[slot].and(marked));
            board.clear(slot, marked);
        }
        board.add(store, seeds);
    }
}
