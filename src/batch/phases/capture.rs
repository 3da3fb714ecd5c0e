//! What the landings capture, rule by rule: in each lane the first that fits.

use super::sow::{Distances, Landed};
use crate::batch::block::Block;
use crate::batch::lane_capture::{LaneCapture, Site};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES, yes};
use crate::plan::{HALF, NO_SLOT, OTHER_STORE, SLOTS, STORE};
use crate::rules::{CaptureTo, GrandSlam, Reentry, Then};

/// Tries the capture rules in these lanes; gives the lanes in which none fits. In the others the
/// hand is what is sown on, if anything.
#[inline(always)]
pub fn try_captures(
    lane_plan: &LanePlan,
    block: &mut Block,
    landed: &Landed,
    lanes: Bytes,
) -> Bytes {
    let mut open = lanes;
    for capture in &lane_plan.captures {
        let fits = if capture.simple {
            take_simple(lane_plan, block, capture, landed, open)
        } else {
            take_any(lane_plan, block, capture, landed, open)
        };
        open = open.but_not(fits);
    }
    open
}

/// One landing takes what the tables say, whatever the other player is left with.
#[inline(always)]
fn take_simple(
    lane_plan: &LanePlan,
    block: &mut Block,
    capture: &LaneCapture,
    landed: &Landed,
    open: Bytes,
) -> Bytes {
    let rule = &capture.rule;
    let fits = capture.fits_seeds(landed.seeds).and(open);
    let mut taken = if rule.takes_landing { landed.seeds } else { Bytes::ZERO };
    let (mut here, mut facing) = (Bytes::ZERO, Bytes::ZERO);
    let mut behind = Bytes::ZERO;
    for site in &capture.sites {
        let hit = landed.place.is(site.place);
        here = here.or(hit);
        let cells = &block.board.cells;
        if rule.needs_opposite || rule.takes_facing {
            facing = facing.or(cells[site.facing].and(hit));
        }
        if rule.takes_behind {
            behind = behind.or(cells[site.behind].and(hit));
        }
    }
    let mut fits = fits.and(here);
    if rule.needs_opposite {
        fits = fits.and(facing.at_least(1));
    }
    if !fits.any() {
        return fits;
    }
    if rule.takes_facing {
        taken = taken.plus(facing);
    }
    taken = taken.plus(behind);
    for site in &capture.sites {
        let hit = landed.place.is(site.place).and(fits);
        for (takes, slot) in [
            (rule.takes_landing, site.slot),
            (rule.takes_facing, site.facing),
            (rule.takes_behind, site.behind),
        ] {
            if takes && slot != NO_SLOT {
                block.board.clear(slot, hit);
                if lane_plan.plan.marks {
                    block.board.clear_mark(slot, hit);
                }
            }
        }
    }
    give(lane_plan, block, capture, landed, fits, taken.and(fits));
    fits
}

/// A chain, or a capture that may be called off for what it would take (OW-4, OW-6).
#[inline(always)]
fn take_any(
    lane_plan: &LanePlan,
    block: &mut Block,
    capture: &LaneCapture,
    landed: &Landed,
    open: Bytes,
) -> Bytes {
    let rule = &capture.rule;
    let mut fits = Bytes::ZERO;
    for site in &capture.sites {
        let hit = landed.place.is(site.place).and(open);
        fits = fits.or(hit.and(site_fits(block, capture, *site)));
    }
    if !fits.any() {
        return fits;
    }
    let first =
        if rule.chain { chain_start(lane_plan, block, capture, landed) } else { landed.distance };
    let taken = taken_pits(lane_plan, block, capture, landed, first, fits);
    let (mut all, mut left) = (Bytes::ZERO, Bytes::ZERO);
    for slot in lane_plan.pits() {
        let cells = block.board.cells[slot];
        all = all.plus(cells.and(taken[slot]));
        if slot >= HALF {
            left = left.or(cells.but_not(taken[slot]));
        }
    }
    let slam =
        if rule.grand_slam == GrandSlam::Capture { Bytes::ZERO } else { fits.and(left.is(0)) };
    if rule.grand_slam == GrandSlam::Forbidden {
        block.forbidden = block.forbidden.or(slam);
    }
    let made = fits.but_not(slam);
    for slot in lane_plan.pits() {
        block.board.clear(slot, taken[slot].and(made));
        if lane_plan.plan.marks {
            block.board.clear_mark(slot, taken[slot].and(made));
        }
    }
    give(lane_plan, block, capture, landed, made, all.and(made));
    fits
}

/// Truth: the rule fits this pit (KG-5, EL-6, PR-5, MW-5, CH-6, OW-4).
#[inline(always)]
fn site_fits(block: &Block, capture: &LaneCapture, site: Site) -> Bytes {
    let fits = capture.fits_seeds(block.board.cells[site.slot]);
    if capture.rule.needs_opposite {
        fits.and(block.board.cells[site.facing].at_least(1))
    } else {
        fits
    }
}

/// The smallest distance from where the lap began that a chain backward from the landing pit
/// reaches: it stops behind the last pit that does not fit, and never goes round.
#[inline(always)]
fn chain_start(
    lane_plan: &LanePlan,
    block: &Block,
    capture: &LaneCapture,
    landed: &Landed,
) -> Bytes {
    let mut distances = Distances::new(lane_plan, block);
    let mut start = Bytes::ZERO;
    for slot in &lane_plan.ring {
        let distance = distances.next();
        let fits = match capture.site_of[*slot] {
            Some(site) => site_fits(block, capture, site),
            None => Bytes::ZERO,
        };
        let before = distance.zip(landed.distance, |d, last| yes(d <= last));
        let breaks = before.but_not(fits);
        start =
            start.zip3(distance, breaks, |start, d, breaks| start.max(d.wrapping_add(1) & breaks));
    }
    start
}

/// Truth by slot: the pit is taken.
#[inline(always)]
fn taken_pits(
    lane_plan: &LanePlan,
    block: &Block,
    capture: &LaneCapture,
    landed: &Landed,
    first: Bytes,
    fits: Bytes,
) -> [Bytes; SLOTS] {
    let rule = &capture.rule;
    let mut taken = [Bytes::ZERO; SLOTS];
    let mut distances = Distances::new(lane_plan, block);
    for slot in &lane_plan.ring {
        let distance = distances.next();
        let Some(site) = capture.site_of[*slot] else { continue };
        let run = distance
            .zip3(first, landed.distance, |d, first, last| yes(d >= first && d <= last))
            .and(fits);
        for (takes, slot) in [
            (rule.takes_landing, site.slot),
            (rule.takes_facing, site.facing),
            (rule.takes_behind, site.behind),
        ] {
            if takes && slot != NO_SLOT {
                taken[slot] = taken[slot].or(run);
            }
        }
    }
    taken
}

/// The captured seeds go where the rule says.
#[inline(always)]
fn give(
    lane_plan: &LanePlan,
    block: &mut Block,
    capture: &LaneCapture,
    landed: &Landed,
    made: Bytes,
    taken: Bytes,
) {
    let rule = &capture.rule;
    match rule.to {
        CaptureTo::Store | CaptureTo::None => block.board.add(STORE, taken),
        CaptureTo::OtherStore => block.board.add(OTHER_STORE, taken),
        CaptureTo::Removed => {}
        CaptureTo::Landing => {
            for site in &capture.sites {
                block.board.add(site.slot, taken.and(landed.place.is(site.place)));
            }
        }
        CaptureTo::Hand => {
            let sown = made.and(taken.at_least(1));
            block.hand = sown.choose(taken, block.hand);
            block.lifts = block.lifts.but_not(sown);
            let origin = match rule.reentry {
                Reentry::Lap => block.origin,
                Reentry::Landing => landed.place,
                Reentry::Turn => block.turn_origin,
            };
            block.origin = sown.choose(origin, block.origin);
        }
    }
    if rule.then == Then::ChooseFile {
        choose_file(lane_plan, block, capture, landed, made);
    }
}

/// After a file the same player chooses another, if the enemy still has men (CH-7).
#[inline(always)]
fn choose_file(
    lane_plan: &LanePlan,
    block: &mut Block,
    capture: &LaneCapture,
    landed: &Landed,
    made: Bytes,
) {
    let men = block.board.is_empty(HALF, lane_plan.plan.side).map(|empty| empty ^ YES);
    let chooses = made.and(men);
    let mut chosen = Bytes::ZERO;
    for site in &capture.sites {
        let file = (site.slot - lane_plan.plan.columns + 1) as u8;
        let place = site.place;
        chosen = chosen.zip(landed.place, |chosen, at| chosen | yes(at == place) & file);
    }
    block.file = block.file.or(chosen.and(chooses));
}
