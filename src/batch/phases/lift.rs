//! The pits that an entry takes where the lap ends, opposite, and behind: where its tables say them.

use super::around::in_play;
use super::shared::take;
use super::sow::Landed;
use crate::batch::block::Block;
use crate::batch::lane_entry::LaneEntry;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::Bytes;
use crate::plan::Spot;

/// Lifts the pits that an entry takes at the landing pit, opposite it and behind that one, in these lanes each.
/// `taken`: what is lifted from the landing pit where it is not all.
#[inline(always)]
pub fn lift<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    taken: Bytes,
    [here, facing, behind]: [Bytes; 3],
) {
    let rule = &entry.entry;
    for site in &entry.sites {
        let hit = landed.place.is(site.place);
        if !SLIM && entry.lifts_landing && rule.most < u8::MAX {
            let cells = &mut block.board.cells[site.slot];
            *cells = cells.zip(taken.and(hit).and(here), u8::wrapping_sub);
        } else if entry.lifts_landing {
            take::<SLIM>(lane_plan, block, site.slot, hit.and(here));
        }
        if rule.takes.has(Spot::Facing) {
            take::<SLIM>(lane_plan, block, site.fixed(Spot::Facing), hit.and(facing));
        }
        if rule.takes.has(Spot::Behind) {
            take::<SLIM>(lane_plan, block, site.fixed(Spot::Behind), hit.and(behind));
        }
    }
}

/// The same where pits may be out of play. (Where none is, the lanes of all three are the same, and stay in one
/// register.)
#[inline(always)]
pub fn lift_in_play(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    taken: Bytes,
    [here, facing, behind]: [Bytes; 3],
) {
    let mut lanes = [here, facing, behind];
    for (spot, lanes) in [Spot::Landing, Spot::Facing, Spot::Behind].into_iter().zip(&mut lanes) {
        *lanes = in_play::<false>(lane_plan, block, entry, landed, spot, *lanes);
    }
    lift::<false>(lane_plan, block, entry, landed, taken, lanes);
}
