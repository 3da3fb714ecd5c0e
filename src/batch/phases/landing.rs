//! What the landing table says, entry by entry: in each lane the first that fits.

use super::chain::{run_of_chain, site_fits};
use super::sow::Landed;
use crate::batch::block::Block;
use crate::batch::lane_entry::{LaneEntry, Site};
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, YES, yes};
use crate::plan::{HALF, NO_SLOT, OTHER_STORE, Register, SLOTS, STORE, Spot};
use crate::rules::{CaptureTo, GrandSlam, LapTest, Occupancy, Reentry, Then};

/// Tries the entries in these lanes; gives the lanes in which none fits. In the others the hand is
/// what is sown on, if anything.
#[inline(always)]
pub fn try_entries(
    lane_plan: &LanePlan,
    block: &mut Block,
    landed: &Landed,
    lanes: Bytes,
) -> Bytes {
    let mut open = lanes;
    for entry in &lane_plan.entries {
        let mut asked = open.and(entry.fits_seeds(landed.seeds));
        if entry.entry.asks_so_far {
            asked = asked.and(so_far_fits(block, entry, landed));
        }
        if entry.entry.other_inner != Occupancy::Any {
            asked = asked.and(other_inner_fits(lane_plan, block, entry));
        }
        let fits = if entry.simple {
            take_simple(lane_plan, block, entry, landed, asked)
        } else {
            take_any(lane_plan, block, entry, landed, asked)
        };
        open = open.but_not(fits);
    }
    open
}

/// Truth: what has happened in this action, and before it, is as the entry asks.
#[inline(always)]
fn so_far_fits(block: &Block, entry: &LaneEntry, landed: &Landed) -> Bytes {
    let asked = &entry.entry.so_far;
    let is = |truth: Bytes, wanted: bool| if wanted { truth } else { truth.inverse() };
    let mut fits = entry.hand.has(landed.hand);
    if asked.lap != LapTest::Any {
        fits = fits.and(is(block.so_far.later, asked.lap == LapTest::Later));
    }
    if let Some(wanted) = asked.captured {
        fits = fits.and(is(block.so_far.captured, wanted));
    }
    if let Some(wanted) = asked.crossed {
        fits = fits.and(is(block.so_far.crossed, wanted));
    }
    if !asked.turns.is_any() {
        let turn = block.board.cells[Register::Turns.cell()].map(|turns| turns.saturating_add(1));
        fits = fits.and(entry.turns.has(turn));
    }
    fits
}

/// Truth: the other player's inner row is as the entry asks.
#[inline(always)]
pub fn other_inner_fits(lane_plan: &LanePlan, block: &Block, entry: &LaneEntry) -> Bytes {
    let row = lane_plan.plan.tables.other_inner;
    let mut any = Bytes::ZERO;
    for slot in (HALF..HALF + lane_plan.plan.side).filter(|slot| row >> slot & 1 == 1) {
        any = any.or(block.board.cells[slot]);
    }
    match entry.entry.other_inner {
        Occupancy::Any => Bytes::all(YES),
        Occupancy::Empty => any.is(0),
        Occupancy::Occupied => any.at_least(1),
    }
}

/// The seeds at a spot of a site, in the direction of each lane.
#[inline(always)]
pub fn seeds_ahead(lane_plan: &LanePlan, block: &Block, site: &Site, spot: Spot) -> Bytes {
    let [forward, backward] = site.both(spot);
    let cells = &block.board.cells;
    if lane_plan.two_ways {
        block.backward.choose(cells[backward], cells[forward])
    } else {
        cells[forward]
    }
}

/// Truth, in each direction, for lanes in which a spot lies in one slot or in another.
#[inline(always)]
fn by_way(lane_plan: &LanePlan, block: &Block, site: &Site, spot: Spot) -> [(usize, Bytes); 2] {
    let [forward, backward] = site.both(spot);
    let back = if lane_plan.two_ways { block.backward } else { Bytes::ZERO };
    [(forward, back.inverse()), (backward, back)]
}

/// One landing takes what the tables say, whatever the other player is left with.
#[inline(always)]
fn take_simple(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    asked: Bytes,
) -> Bytes {
    let rule = &entry.entry;
    let (mut here, mut facing, mut behind) = (Bytes::ZERO, Bytes::ZERO, Bytes::ZERO);
    let mut ahead = [Bytes::ZERO; Spot::COUNT];
    for site in &entry.sites {
        let hit = landed.place.is(site.place);
        here = here.or(hit);
        let cells = &block.board.cells;
        if entry.reads_facing {
            facing = facing.or(cells[site.fixed(Spot::Facing)].and(hit));
        }
        if entry.reads_behind {
            behind = behind.or(cells[site.fixed(Spot::Behind)].and(hit));
        }
        for spot in &entry.asks_ahead {
            let seeds = seeds_ahead(lane_plan, block, site, *spot).and(hit);
            ahead[*spot as usize] = ahead[*spot as usize].or(seeds);
        }
    }
    let mut fits = asked.and(here);
    if rule.asks.has(Spot::Facing) {
        fits = fits.and(entry.counts[Spot::Facing as usize].has(facing));
    }
    if rule.asks.has(Spot::Behind) {
        fits = fits.and(entry.counts[Spot::Behind as usize].has(behind));
    }
    for spot in &entry.asks_ahead {
        fits = fits.and(entry.counts[*spot as usize].has(ahead[*spot as usize]));
    }
    if !fits.any() {
        return fits;
    }
    if rule.takes.is_empty() {
        then(lane_plan, block, entry, landed, fits);
        return fits;
    }
    let behind_taken = if rule.first_of_file { fits.and(facing.is(0)) } else { fits };
    let mut taken = Bytes::ZERO;
    for (spot, seeds, lanes) in [
        (Spot::Landing, landed.seeds, fits),
        (Spot::Facing, facing, fits),
        (Spot::Behind, behind, behind_taken),
    ] {
        if rule.takes.has(spot) {
            taken = taken.plus(seeds.and(lanes));
            for site in &entry.sites {
                empty(lane_plan, block, site.fixed(spot), landed.place.is(site.place).and(lanes));
            }
        }
    }
    // These may be the same pits once more, which are empty now.
    for spot in &entry.takes_ahead {
        for site in &entry.sites {
            let hit = landed.place.is(site.place).and(fits);
            for (slot, way) in by_way(lane_plan, block, site, *spot) {
                if rule.to == CaptureTo::Landing && slot == site.slot {
                    continue; // what goes onto the landing pit leaves what lies there
                }
                let lanes = hit.and(way);
                taken = taken.plus(block.board.cells[slot].and(lanes));
                empty(lane_plan, block, slot, lanes);
            }
        }
    }
    give(lane_plan, block, entry, landed, &Capture { fits, made: fits, taken });
    fits
}

/// A pit is emptied in these lanes.
#[inline(always)]
fn empty(lane_plan: &LanePlan, block: &mut Block, slot: usize, lanes: Bytes) {
    if slot != NO_SLOT {
        block.board.clear(slot, lanes);
        if lane_plan.plan.marks {
            block.board.clear_mark(slot, lanes);
        }
    }
}

/// A chain, or a capture that may be called off for what it would take (OW-4, OW-6).
#[inline(always)]
fn take_any(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    asked: Bytes,
) -> Bytes {
    let rule = &entry.entry;
    let mut fits = Bytes::ZERO;
    for site in &entry.sites {
        let hit = landed.place.is(site.place).and(asked);
        fits = fits.or(hit.and(site_fits(lane_plan, block, entry, site)));
    }
    if !fits.any() {
        return fits;
    }
    let taken = taken_pits(lane_plan, block, entry, landed, fits);
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
        empty(lane_plan, block, slot, taken[slot].and(made));
    }
    give(lane_plan, block, entry, landed, &Capture { fits, made, taken: all.and(made) });
    fits
}

/// Truth by slot: the pit is taken.
#[inline(always)]
fn taken_pits(
    lane_plan: &LanePlan,
    block: &Block,
    entry: &LaneEntry,
    landed: &Landed,
    fits: Bytes,
) -> [Bytes; SLOTS] {
    let rule = &entry.entry;
    let mut taken = [Bytes::ZERO; SLOTS];
    run_of_chain(lane_plan, block, entry, landed, |site, run| {
        let run = run.and(fits);
        for spot in [Spot::Landing, Spot::Facing, Spot::Behind] {
            let slot = site.fixed(spot);
            if !rule.takes.has(spot) || slot == NO_SLOT {
                continue;
            }
            let spared = spot == Spot::Behind && rule.first_of_file;
            let facing = block.board.cells[site.fixed(Spot::Facing)];
            let run = if spared { run.and(facing.is(0)) } else { run };
            taken[slot] = taken[slot].or(run);
        }
        for spot in &entry.takes_ahead {
            for (slot, way) in by_way(lane_plan, block, site, *spot) {
                taken[slot] = taken[slot].or(run.and(way));
            }
        }
    });
    if rule.to == CaptureTo::Landing {
        // What goes onto the landing pit leaves what lies there.
        for site in &entry.sites {
            taken[site.slot] = taken[site.slot].but_not(landed.place.is(site.place));
        }
    }
    taken
}

/// What an entry captures.
struct Capture {
    /// Truth: the entry fits.
    fits: Bytes,
    /// Truth: it is not called off.
    made: Bytes,
    /// Seeds taken.
    taken: Bytes,
}

/// The captured seeds go where the entry says, and what it says follows.
#[inline(always)]
fn give(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    capture: &Capture,
) {
    let rule = &entry.entry;
    let Capture { fits, made, taken } = *capture;
    // A forbidden action is played only where nobody asks (after a reserve): nothing follows it.
    let forbids = rule.grand_slam == GrandSlam::Forbidden;
    let mut follows = if forbids { made } else { fits };
    match rule.to {
        CaptureTo::Store | CaptureTo::None => block.board.add(STORE, taken),
        CaptureTo::OtherStore => block.board.add(OTHER_STORE, taken),
        CaptureTo::Removed => {}
        CaptureTo::Landing => {
            for site in &entry.sites {
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
            follows = follows.but_not(sown);
        }
    }
    if lane_plan.asks_captured {
        block.so_far.captured = block.so_far.captured.or(made.and(taken.at_least(1)));
    }
    if rule.chooses_file {
        choose_file(lane_plan, block, entry, landed, made);
    }
    then(lane_plan, block, entry, landed, follows);
}

/// What follows an entry in these lanes.
#[inline(always)]
fn then(lane_plan: &LanePlan, block: &mut Block, entry: &LaneEntry, landed: &Landed, lanes: Bytes) {
    match entry.entry.then {
        Then::End => {}
        Then::Again => block.again = block.again.or(lanes),
        Then::Relay => {
            let mut seeds = Bytes::ZERO;
            for site in &entry.sites {
                let hit = landed.place.is(site.place);
                seeds = seeds.or(block.board.cells[site.slot].and(hit));
            }
            sow_on(lane_plan, block, lanes, seeds, landed.place);
        }
        Then::RelayNext => {
            let next = next_pits(lane_plan, block, &entry.sites, landed);
            sow_on(lane_plan, block, lanes, next.seeds, next.place);
        }
    }
}

/// A pit in each lane.
pub struct PitOfLanes {
    /// Its place on the ring.
    pub place: Bytes,
    /// What it holds.
    pub seeds: Bytes,
}

/// The pit after the landing pit in each lane.
#[inline(always)]
pub fn next_pits(
    lane_plan: &LanePlan,
    block: &Block,
    sites: &[Site],
    landed: &Landed,
) -> PitOfLanes {
    let mut next = PitOfLanes { place: Bytes::ZERO, seeds: Bytes::ZERO };
    for site in sites {
        let hit = landed.place.is(site.place);
        for (slot, way) in by_way(lane_plan, block, site, Spot::Next) {
            let lanes = hit.and(way);
            next.seeds = next.seeds.or(block.board.cells[slot].and(lanes));
            next.place = next.place.or(Bytes::all(lane_plan.place[slot]).and(lanes));
        }
    }
    next
}

/// These seeds are lifted from this place and sown on, in lanes where there are any.
#[inline(always)]
pub fn sow_on(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, seeds: Bytes, place: Bytes) {
    let relays = lanes.and(seeds.at_least(1));
    block.hand = relays.choose(seeds, block.hand);
    block.origin = relays.choose(place, block.origin);
    if lane_plan.resows {
        block.lifts = block.lifts.or(relays);
    }
}

/// After a file the same player chooses another, if the other player still has men (CH-7).
#[inline(always)]
fn choose_file(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    made: Bytes,
) {
    let columns = lane_plan.plan.columns;
    let men = block.board.is_empty(HALF, lane_plan.plan.side).map(|empty| empty ^ YES);
    let chooses = made.and(men);
    let mut chosen = Bytes::ZERO;
    for site in &entry.sites {
        let slot = site.slot;
        let file = if slot < columns { columns - 1 - slot } else { slot - columns } as u8 + 1;
        let place = site.place;
        chosen = chosen.zip(landed.place, |chosen, at| chosen | yes(at == place) & file);
    }
    block.file = block.file.or(chosen.and(chooses));
}
