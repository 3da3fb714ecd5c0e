//! What an entry of the landing table does: where captured seeds go, and what follows.

use super::after::take_rest;
use super::begin::stops;
use super::drop::{pauses_at, pausing};
use super::fields::on_field;
use super::legal::sows_on;
use super::marks::{barred, close, made, mark};
use super::past_empty::empty_before;
use super::sow::Landed;
use super::spots::next_pits;
use crate::batch::block::Block;
use crate::batch::lane_entry::LaneEntry;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, yes};
use crate::plan::{Chooses, Entry, NO_SLOT, OTHER_STORE, Register, STORE, Spot};
use crate::rules::{CaptureTo, GrandSlam, Reentry, Then};

/// A pit is emptied in these lanes.
#[inline(always)]
pub fn empty(lane_plan: &LanePlan, block: &mut Block, slot: usize, lanes: Bytes) {
    if slot != NO_SLOT {
        block.board.clear(slot, lanes);
        if lane_plan.plan.unmarks {
            block.board.clear_mark(slot, lanes);
        }
    }
}

/// What an entry captures.
pub struct Capture {
    /// Truth: the entry fits.
    pub fits: Bytes,
    /// Truth: it is not called off.
    pub made: Bytes,
    /// Seeds taken.
    pub taken: Bytes,
}

/// The captured seeds go where the entry says, and what it says follows.
#[inline(always)]
pub fn give<const SLIM: bool>(
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
                // From an end that is chosen seeds are sown by an action of its own.
                Reentry::Landing | Reentry::ChosenEnd => landed.place,
                Reentry::Turn => block.turn_origin,
                Reentry::Outer => block.rare.outer_pits(lane_plan, entry, landed.place),
                Reentry::AfterEmpty => empty_before(lane_plan, block, landed.place, sown),
                Reentry::RowEnd => from_row_end(lane_plan, block, entry, landed, sown),
            };
            if !SLIM && lane_plan.plan.again_at != 0 {
                block.again_from = sown.and(block.backward).choose(block.origin, block.again_from);
            }
            block.origin = sown.choose(origin, block.origin);
            follows = follows.but_not(sown);
        }
    }
    if lane_plan.asks_captured {
        block.so_far.captured = block.so_far.captured.or(made.and(taken.at_least(1)));
    }
    if !SLIM && lane_plan.plan.most_captures > 0 {
        count_captures(lane_plan, block, made.and(taken.at_least(1)));
    }
    mark(lane_plan, block, entry, landed, made);
    if !SLIM && rule.closes {
        close(block, entry, landed, made);
    }
    if !SLIM && lane_plan.plan.last_seeds > 0 {
        let store = if rule.to == CaptureTo::OtherStore { OTHER_STORE } else { STORE };
        follows = follows.but_not(take_rest(lane_plan, block, taken.and(made), store));
    }
    match rule.chooses {
        Chooses::Nothing | Chooses::Beside => {}
        Chooses::File => choose_file(lane_plan, block, entry, landed, made),
        Chooses::Pits(number) => {
            block.choosing = block.choosing.or(made.map(|chooses| chooses & number));
        }
    }
    then::<SLIM>(lane_plan, block, entry, landed, follows);
}

/// An entry has taken seeds in these lanes (AK-4).
#[cold]
#[inline(never)]
fn count_captures(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let most = lane_plan.plan.most_captures;
    let counted = &mut block.board.cells[Register::Captures.cell()];
    *counted = counted.zip(lanes, |counted, takes| counted.saturating_add(takes & 1).min(most));
}

/// The places of the own outer pits in the files of the landing pits (CP-6).
#[inline(always)]
pub fn outer_pits(lane_plan: &LanePlan, entry: &LaneEntry, landing: Bytes) -> Bytes {
    let (columns, side) = (lane_plan.plan.columns, lane_plan.plan.side);
    let mut outer = Bytes::ZERO;
    for site in &entry.sites {
        let slot = if site.slot < columns { site.slot } else { side - 1 - site.slot };
        let place = lane_plan.place[slot];
        outer = outer.or(landing.is(site.place).map(|here| here & place));
    }
    outer
}

/// Captured seeds of these lanes go along the inner row from one of its ends (BK-5): gives the place before it.
#[inline(always)]
fn from_row_end(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    lanes: Bytes,
) -> Bytes {
    let mut backward = block.backward;
    for site in &entry.sites {
        let hit = landed.place.is(site.place).and(lanes);
        let [first, last] = entry.entry.near_ends.map(|ends| ends >> site.slot & 1 == 1);
        if first {
            backward = backward.but_not(hit);
        } else if last {
            backward = backward.or(hit);
        }
    }
    block.backward = backward;
    let [forward, back] =
        lane_plan.plan.row_ends.map(|slot| Bytes::all(lane_plan.place[usize::from(slot)]));
    backward.choose(back, forward)
}

/// The landing pit and the pit opposite share their seeds equally; an odd one stays in the landing pit.
#[inline(always)]
pub fn split(block: &mut Block, entry: &LaneEntry, landed: &Landed, lanes: Bytes) {
    for site in &entry.sites {
        let hit = landed.place.is(site.place).and(lanes);
        let facing = site.fixed(Spot::Facing);
        let (here, there) = (block.board.cells[site.slot], block.board.cells[facing]);
        let half = here.zip(there, u8::midpoint);
        let more = here.plus(there).zip(half, u8::wrapping_sub);
        block.board.cells[facing] = hit.choose(half, there);
        block.board.cells[site.slot] = hit.choose(more, here);
    }
}

/// What follows an entry in these lanes.
#[inline(always)]
pub fn then<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    lanes: Bytes,
) {
    match entry.entry.then {
        Then::End => {}
        Then::Again => block.again = block.again.or(lanes),
        Then::Relay if !SLIM && entry.entry.lift < u8::MAX => {
            sow_some_on(lane_plan, block, entry, landed, lanes);
        }
        Then::Relay => {
            let mut seeds = landed.seeds;
            if !entry.spares_landing {
                seeds = Bytes::ZERO;
                for site in &entry.sites {
                    let hit = landed.place.is(site.place);
                    seeds = seeds.or(block.board.cells[site.slot].and(hit));
                }
            }
            sow_on::<SLIM>(lane_plan, block, lanes, seeds, landed.place);
        }
        Then::RelayOrEnd | Then::RelayOrTake => may_sow_on(lane_plan, block, entry, landed, lanes),
        Then::RelayNext => {
            let next = next_pits::<SLIM>(lane_plan, block, landed);
            sow_on::<SLIM>(lane_plan, block, lanes, next.seeds, next.place);
        }
    }
}

/// These seeds are lifted from this place and sown on, in lanes where there are any.
#[inline(always)]
pub fn sow_on<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    lanes: Bytes,
    seeds: Bytes,
    place: Bytes,
) {
    let mut relays = lanes.and(seeds.at_least(1));
    if !SLIM && lane_plan.plan.field.is_some() && !lane_plan.plan.lifts_fields {
        relays = relays.but_not(on_field(lane_plan, place));
    }
    if !SLIM && lane_plan.plan.bars_marked {
        relays = relays.but_not(barred(lane_plan, block, place));
    }
    block.hand = relays.choose(seeds, block.hand);
    block.origin = relays.choose(place, block.origin);
    if lane_plan.resows {
        block.lifts = block.lifts.or(relays);
    }
}

/// A part of the seeds of the landing pit is sown on; where that is all of them, the pit is a house no more.
#[inline(always)]
fn sow_some_on(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    lanes: Bytes,
) {
    let most = entry.entry.lift;
    for site in &entry.sites {
        let hit = landed.place.is(site.place).and(lanes);
        let hand = block.board.cells[site.slot].map(|held| held.min(most)).and(hit);
        let cells = &mut block.board.cells[site.slot];
        *cells = cells.zip(hand, u8::wrapping_sub);
        let emptied = cells.is(0).and(hit);
        if lane_plan.plan.unmarks {
            block.board.clear_mark(site.slot, emptied);
        }
        block.hand = hit.choose(hand, block.hand);
    }
    block.origin = lanes.choose(landed.place, block.origin);
    block.lifts = block.lifts.but_not(lanes);
}

/// The player chooses between sowing on from the landing pit and the end of the turn, in lanes where
/// that pit holds seeds.
#[inline(always)]
fn may_sow_on(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    lanes: Bytes,
) {
    let plan = &lane_plan.plan;
    if plan.takes_on {
        block.rare.keep_origin(lane_plan, block, entry, landed, lanes);
    }
    for site in &entry.sites {
        let here = landed.place.is(site.place).and(lanes);
        let goes_on = here.but_not(block.board.cells[site.slot].is(0));
        let goes_on = if plan.bars_marked {
            goes_on.but_not(made(lane_plan, block, site.slot))
        } else {
            goes_on
        };
        let phase = pausing(lane_plan, block, site.slot);
        block.choosing = block.choosing.or(goes_on.and(phase));
    }
}

/// Keeps from which pits captured seeds are sown, if they are captured (IG-6).
#[inline(always)]
pub fn keep_origin(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    lanes: Bytes,
) {
    let from = match entry.entry.reentry {
        Reentry::Landing => landed.place,
        _ => block.origin,
    };
    let cell = Register::Reentry.cell();
    for site in lane_plan.sites.iter().filter(|site| site.slot < lane_plan.plan.side) {
        let number = Bytes::all(site.slot as u8 + 1);
        let here = from.is(site.place).and(lanes);
        block.board.cells[cell] = here.choose(number, block.board.cells[cell]);
    }
}

/// Turns that go on in these lanes: in those whose player captures, gives the hands and the places where their laps
/// begin, and these lanes (IG-6).
#[cold]
#[inline(never)]
pub fn begin_taken(
    lane_plan: &LanePlan,
    block: &mut Block,
    lanes: Bytes,
    [hand, origin]: [Bytes; 2],
) -> [Bytes; 3] {
    let plan = &lane_plan.plan;
    let taking = stops(lane_plan, block).and(lanes);
    let cell = Register::Reentry.cell();
    let mut from = origin;
    for site in lane_plan.sites.iter().filter(|site| site.slot < plan.side) {
        let here = block.board.cells[cell].is(site.slot as u8 + 1).and(taking);
        from = here.choose(Bytes::all(site.place), from);
    }
    block.board.clear(cell, lanes);
    let turned = block.phase.at_least(plan.turn_phase(0, 0));
    let resumed = sows_on(lane_plan, block.phase).but_not(turned).and(lanes);
    block.unasked = resumed.inverse();
    let Some(entry) = plan.taken_instead() else { return [hand, origin, taking] };
    let taken = take_waiting(lane_plan, block, entry, taking);
    [taking.choose(taken, hand), from, taking]
}

/// The seeds of an entry are captured in these lanes, in place of sowing on (PD-5).
#[cold]
#[inline(never)]
pub fn take_instead(lane_plan: &LanePlan, block: &mut Block, entry: &Entry, lanes: Bytes) {
    if !lanes.any() {
        return;
    }
    let taken = take_waiting(lane_plan, block, entry, lanes);
    match entry.to {
        CaptureTo::OtherStore => block.board.add(OTHER_STORE, taken),
        CaptureTo::Removed => {}
        _ => block.board.add(STORE, taken),
    }
}

/// Takes the seeds of an entry in these lanes, in which turns have paused; gives how many.
fn take_waiting(lane_plan: &LanePlan, block: &mut Block, entry: &Entry, lanes: Bytes) -> Bytes {
    let mut taken = Bytes::ZERO;
    for site in lane_plan.sites.iter().filter(|site| site.slot < lane_plan.plan.side) {
        let here = pauses_at(lane_plan, block, site.slot).and(lanes);
        if entry.takes.has(Spot::Landing) {
            let held = block.board.cells[site.slot].and(here);
            let lifted = held.map(|held| held.min(entry.most));
            taken = taken.plus(lifted);
            if entry.most < u8::MAX {
                let cells = &mut block.board.cells[site.slot];
                *cells = cells.zip(lifted, u8::wrapping_sub);
            } else {
                empty(lane_plan, block, site.slot, here);
            }
        }
        for spot in [Spot::Facing, Spot::Behind] {
            let slot = site.fixed(spot);
            if entry.takes.has(spot) && slot != NO_SLOT {
                taken = taken.plus(block.board.cells[slot].and(here));
                empty(lane_plan, block, slot, here);
            }
        }
    }
    if lane_plan.plan.most_captures > 0 {
        count_captures(lane_plan, block, taken.at_least(1));
    }
    taken
}

/// After a file the same player chooses another (CH-7).
#[inline(always)]
fn choose_file(
    lane_plan: &LanePlan,
    block: &mut Block,
    entry: &LaneEntry,
    landed: &Landed,
    made: Bytes,
) {
    let columns = lane_plan.plan.columns;
    let mut chosen = Bytes::ZERO;
    for site in &entry.sites {
        let slot = site.slot;
        let file = if slot < columns { columns - 1 - slot } else { slot - columns } as u8 + 1;
        let place = site.place;
        chosen = chosen.zip(landed.place, |chosen, at| chosen | yes(at == place) & file);
    }
    block.choosing = block.choosing.or(chosen.and(made));
}
