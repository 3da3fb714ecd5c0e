//! What the landing table says, entry by entry: in each lane the first that fits.

use super::around::{Around, keeps_pits_out};
use super::chain::Reach;
use super::effects::{Capture, give, split, then};
use super::every_second::take_every_second;
use super::foresee::Lap;
use super::houses::landing_house_fits;
use super::lift::lift;
use super::marks::{close, landing_marks_fit, landing_was_lifted, mark, marks_made};
use super::owned::seen;
use super::shared::{held, spare_held, take};
use super::sow::Landed;
use super::spots::{by_way, open_place, other_inner_fits, slot_of};
use crate::batch::block::{Block, SoFar};
use crate::batch::lane_entry::LaneEntry;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::Bytes;
use crate::plan::{Chooses, HALF, NO_SLOT, Register, Spot};
use crate::rules::{CaptureTo, GrandSlam, LapTest, Occupancy};

/// Tries the entries in these lanes; gives the lanes in which none fits. In the others the hand is
/// what is sown on, if anything.
#[inline(always)]
pub fn try_entries<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    landed: &Landed,
    lanes: Bytes,
) -> Bytes {
    let mut open = lanes;
    let place = if !SLIM && lane_plan.plan.owns_pits {
        seen(lane_plan, block, landed.place)
    } else {
        landed.place
    };
    for entry in &lane_plan.entries {
        let mut asked = asked::<true>(lane_plan, block, &block.so_far, entry, landed, place, open);
        if entry.asks_marks {
            asked = asked.and(landing_marks_fit(lane_plan, block, entry, landed));
        }
        if entry.entry.other_inner != Occupancy::Any {
            asked = asked.and(other_inner_fits(lane_plan, block, entry));
        }
        let fits = if !SLIM && entry.otherwise {
            block.rare.take_otherwise(lane_plan, block, entry, landed, asked)
        } else if entry.simple {
            take_simple::<SLIM>(lane_plan, block, entry, landed, asked)
        } else {
            take_any::<SLIM>(lane_plan, block, entry, landed, asked)
        };
        open = open.but_not(fits);
    }
    open
}

/// Truth: in these lanes the landing pit, which lies at `place`, is as the entry asks, and so is what has happened
/// before.
#[inline(always)]
fn asked<const ALL: bool>(
    lane_plan: &LanePlan,
    block: &Block,
    so_far: &SoFar,
    entry: &LaneEntry,
    landed: &Landed,
    place: Bytes,
    lanes: Bytes,
) -> Bytes {
    let asked = lanes.and(entry.landing.has(landed.seeds)).and(entry.places.has(place));
    if entry.entry.asks_so_far {
        asked.and(so_far_fits::<ALL>(lane_plan, block, so_far, entry, landed))
    } else {
        asked
    }
}

/// Truth: an entry would take seeds after these laps, which have not been sown (see [`LanePlan::foresees`]).
#[inline(always)]
pub fn would_take(lane_plan: &LanePlan, block: &Block, lap: &Lap, landed: &Landed) -> Bytes {
    let (mut open, mut takes) = (landed.live, Bytes::ZERO);
    // A pit that the lap itself empties is no house any more.
    let left = landed.place.equals(lap.origin).and(lap.lifts);
    for entry in &lane_plan.entries[..lane_plan.takers] {
        let mut asked =
            asked::<false>(lane_plan, block, &lap.so_far, entry, landed, landed.place, open);
        if !asked.any() {
            continue;
        }
        if entry.asks_marks {
            asked = asked.and(landing_house_fits(lane_plan, block, entry, landed, left));
        }
        // Entries that are foreseen take as slim laps do.
        let around = Around::new::<true>(lane_plan, block, entry, landed, asked);
        let taken = around.taken::<true>(lane_plan, block, entry, landed);
        takes = takes.or(taken.at_least(1).and(around.fits));
        open = open.but_not(around.fits);
    }
    takes
}

/// Truth: what has happened in this action, and before it, is as the entry asks. `ALL`: anything may be asked, not
/// only what laps that are foreseen know.
#[inline(always)]
fn so_far_fits<const ALL: bool>(
    lane_plan: &LanePlan,
    block: &Block,
    so_far: &SoFar,
    entry: &LaneEntry,
    landed: &Landed,
) -> Bytes {
    let asked = &entry.entry.so_far;
    let is = |truth: Bytes, wanted: bool| if wanted { truth } else { truth.inverse() };
    let mut fits = entry.hand.has(landed.hand);
    if asked.lap != LapTest::Any {
        fits = fits.and(is(so_far.later, asked.lap == LapTest::Later));
    }
    if let Some(wanted) = asked.captured {
        fits = fits.and(is(so_far.captured, wanted));
    }
    if ALL && let Some(wanted) = asked.crossed {
        fits = fits.and(is(so_far.crossed, wanted));
    }
    if let Some(wanted) = asked.dropped {
        fits = fits.and(is(so_far.dropped, wanted));
    }
    if !asked.turns.is_any() {
        let turn = block.board.cells[Register::Turns.cell()].map(|turns| turns.saturating_add(1));
        fits = fits.and(entry.turns.has(turn));
    }
    if ALL && !asked.visits.is_any() {
        let visit = block.board.cells[Register::Visits.cell()].map(|n| n.saturating_add(1));
        fits = fits.and(entry.visits.has(visit));
    }
    if ALL && let Some(wanted) = asked.lifted {
        fits = fits.and(is(landing_was_lifted(lane_plan, block, landed), wanted));
    }
    if !asked.capture_number.is_any() {
        let number = block.board.cells[Register::Captures.cell()].map(|n| n.saturating_add(1));
        fits = fits.and(entry.capture_number.has(number));
    }
    if ALL && !asked.other_pits.is_any() {
        fits = fits.and(entry.other_pits.has(block.rare.other_pits(lane_plan, block)));
    }
    if ALL && !asked.marks.is_any() {
        fits = fits.and(entry.marks.has(marks_made(lane_plan, block)));
    }
    fits
}

/// See [`LaneEntry::otherwise`]: gives the lanes in which the entry fits. If there is no chain the player says whether
/// seeds are taken, or from which end of the row they are sown.
#[inline(always)]
pub fn take_otherwise(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    asked: Bytes,
) -> Bytes {
    if !entry.entry.waits && !entry.entry.chooses_end {
        return take_every_second(lane_plan, block, entry, landed, asked);
    }
    let mut at_once = Bytes::ZERO;
    let mut asked = asked;
    if lane_plan.plan.takes_on {
        // A lap that goes clockwise because it captures does so at once (IG-8).
        at_once = take_simple::<false>(lane_plan, block, entry, landed, asked.and(block.backward));
        asked = asked.but_not(block.backward);
    }
    let fits = Around::new::<false>(lane_plan, block, entry, landed, asked).fits;
    if fits.any() {
        if entry.entry.chooses_end {
            block.rare.let_choose_end(lane_plan, block, entry, landed, fits);
        } else {
            then::<false>(lane_plan, block, entry, landed, fits);
        }
    }
    fits.or(at_once)
}

/// One landing takes what the tables say, whatever the other player is left with.
#[inline(always)]
fn take_simple<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    asked: Bytes,
) -> Bytes {
    let rule = &entry.entry;
    let around = Around::new::<SLIM>(lane_plan, block, entry, landed, asked);
    let fits = around.fits;
    if !fits.any() {
        return fits;
    }
    if rule.takes.is_empty() {
        if !SLIM && rule.splits {
            split(block, entry, landed, fits);
        }
        if !SLIM && rule.chooses == Chooses::Beside {
            block.rare.offer_beside(lane_plan, block, entry, landed, fits);
        }
        mark(lane_plan, block, entry, landed, fits);
        if !SLIM && rule.holds {
            close(block, entry, landed, fits); // it holds seeds: it is held
        }
        then::<SLIM>(lane_plan, block, entry, landed, fits);
        return fits;
    }
    let behind_taken = around.behind_taken(entry);
    let mut taken = around.taken::<SLIM>(lane_plan, block, entry, landed);
    if entry.lifts_landing || rule.takes.has(Spot::Facing) || rule.takes.has(Spot::Behind) {
        let lanes = [fits, fits, fits.and(behind_taken)];
        if !SLIM && keeps_pits_out(lane_plan) {
            block.rare.lift_in_play(lane_plan, block, entry, landed, taken, lanes);
        } else {
            lift::<SLIM>(lane_plan, block, entry, landed, taken, lanes);
        }
    }
    for spot in &entry.takes_ahead {
        let lifted = take_ahead::<SLIM>(lane_plan, block, entry, *spot, landed, fits);
        taken = taken.plus(lifted);
    }
    give::<SLIM>(
        lane_plan,
        block,
        entry,
        landed,
        &Capture { fits, made: fits, taken: taken.and(fits) },
    );
    fits
}

/// Empties a spot before or after the landing pit; gives what it held. It may be a pit that was
/// emptied before.
#[inline(always)]
fn take_ahead<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    spot: Spot,
    landed: &Landed,
    lanes: Bytes,
) -> Bytes {
    if !SLIM && lane_plan.plan.closes_pits {
        return take_open(lane_plan, block, entry, spot, landed, lanes);
    }
    let mut taken = Bytes::ZERO;
    for site in &entry.sites {
        let hit = landed.place.is(site.place).and(lanes);
        for (slot, way) in by_way(lane_plan, block, site, spot) {
            if entry.entry.to == CaptureTo::Landing && slot == site.slot {
                continue; // what goes onto the landing pit leaves what lies there
            }
            let emptied = hit.and(way);
            taken = taken.plus(take::<SLIM>(lane_plan, block, slot, emptied));
        }
    }
    taken
}

/// The same where pits may be closed for the round.
#[inline(always)]
fn take_open(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    spot: Spot,
    landed: &Landed,
    lanes: Bytes,
) -> Bytes {
    let place = open_place(lane_plan, block, landed, spot);
    let mut taken = Bytes::ZERO;
    for site in &lane_plan.sites {
        let slot = slot_of(site, spot);
        let mut emptied = place.is(site.place).and(lanes);
        if entry.entry.to == CaptureTo::Landing {
            // What goes onto the landing pit leaves what lies there.
            emptied = emptied.but_not(landed.place.is(lane_plan.place[slot]));
        }
        if lane_plan.plan.holds_pits && slot != NO_SLOT {
            emptied = emptied.but_not(held(lane_plan, block, slot));
        }
        taken = taken.plus(take::<false>(lane_plan, block, slot, emptied));
    }
    taken
}

/// A chain, or a capture that may be called off for what it would take (OW-4, OW-6).
#[inline(always)]
fn take_any<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    asked: Bytes,
) -> Bytes {
    let rule = &entry.entry;
    if !asked.any() {
        return asked;
    }
    let reach = Reach::new::<SLIM>(lane_plan, block, entry, landed);
    let fits = asked.and(reach.fits);
    if !fits.any() {
        return fits;
    }
    find_taken::<SLIM>(lane_plan, block, entry, &reach, fits);
    let slam = grand_slam(lane_plan, block, rule.grand_slam, fits);
    if rule.grand_slam == GrandSlam::Forbidden {
        block.forbidden = block.forbidden.or(slam);
    }
    take_found::<SLIM>(lane_plan, block, entry, landed, fits, fits.but_not(slam));
    fits
}

/// Takes the pits that were found. `made`: truth where the capture is not called off.
#[inline(always)]
pub fn take_found<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    fits: Bytes,
    made: Bytes,
) {
    if entry.entry.to == CaptureTo::Landing {
        // What goes onto the landing pit leaves what lies there.
        for site in &entry.sites {
            let taken = &mut block.taken[site.slot];
            *taken = taken.but_not(landed.place.is(site.place));
        }
    }
    if !SLIM && lane_plan.plan.holds_pits {
        spare_held(lane_plan, block);
    }
    let mut taken = Bytes::ZERO;
    for slot in lane_plan.pits() {
        let lanes = block.taken[slot].and(made);
        taken = taken.plus(take::<SLIM>(lane_plan, block, slot, lanes));
    }
    give::<SLIM>(lane_plan, block, entry, landed, &Capture { fits, made, taken });
}

/// Writes which pits an entry takes.
#[inline(always)]
fn find_taken<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    reach: &Reach,
    fits: Bytes,
) {
    let rule = &entry.entry;
    for slot in lane_plan.pits() {
        block.taken[slot] = Bytes::ZERO;
    }
    let mut distances = reach.distances;
    for (_, site) in &entry.ring {
        let distance = distances.next();
        let Some(site) = site else { continue };
        let run = reach.covers::<SLIM>(lane_plan, block, entry, site, distance).and(fits);
        for spot in [Spot::Landing, Spot::Facing, Spot::Behind] {
            let slot = site.fixed(spot);
            if !rule.takes.has(spot) || slot == NO_SLOT {
                continue;
            }
            let spared = spot == Spot::Behind && rule.first_of_file;
            let facing = || block.board.cells[site.fixed(Spot::Facing)];
            let run = if spared { run.and(facing().is(0)) } else { run };
            block.taken[slot] = block.taken[slot].or(run);
        }
        for spot in &entry.takes_ahead {
            for (slot, way) in by_way(lane_plan, block, site, *spot) {
                block.taken[slot] = block.taken[slot].or(run.and(way));
            }
        }
    }
}

/// Truth: the pits that are taken hold all seeds of the other player, and that calls the capture
/// off (OW-6).
#[inline(always)]
fn grand_slam(lane_plan: &LanePlan, block: &Block, rule: GrandSlam, fits: Bytes) -> Bytes {
    if rule == GrandSlam::Capture {
        return Bytes::ZERO;
    }
    let mut left = Bytes::ZERO;
    for slot in HALF..HALF + lane_plan.plan.side {
        left = left.or(block.board.cells[slot].but_not(block.taken[slot]));
    }
    fits.and(left.is(0))
}
