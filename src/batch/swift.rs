//! Whole actions of the games that need nothing but one lap: lifted, sown, captured and passed on
//! in one go, with the board of a lane in registers from the first seed to the last.
//!
//! Here the loop over the lanes is the outer one. Its body is the action of a single game, written
//! without a branch and with the size of the board known, so that the compiler keeps every pit in
//! a register and does 16, 32 or 64 lanes with each instruction. What the rules say is a byte of
//! ones or zeros. Other rules go from phase to phase, column by column.

use super::block::Block;
use super::course::{Course, LaneCapture};
use super::lanes::{Bytes, LANES, pick, yes};
use super::sow::divide;
use super::turn::{Look, settle_looked};
use crate::plan::{HALF, OTHER_STORE, Plan, STORE};
use crate::rules::{CaptureTo, Landing, Skip, Then};

/// Pits on which a landing captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sites {
    /// The mover's.
    Own,
    /// The other player's.
    Other,
    /// All.
    Any,
}

/// The rules of such a game; truth is a byte of ones.
#[derive(Clone, Copy, Debug)]
pub struct Swift {
    /// Whether the own store is on the ring (the other one never is).
    store: bool,
    sites: Sites,
    /// Truth: the pit where the lap began is passed over.
    skips: u8,
    /// Seeds of a landing pit that make a capture: the fewest, and how many more.
    low: u8,
    more: u8,
    /// Truth: there is a capture that needs no seeds opposite.
    unconditional: u8,
    /// Truth: there is a capture.
    captures: u8,
    takes_landing: u8,
    takes_facing: u8,
    /// Where the captured seeds go, truth for one of these or none.
    to_landing: u8,
    to_store: u8,
    to_other: u8,
    replay: u8,
}

impl Swift {
    /// The rules of a course, if one lap is all there is to an action.
    pub(super) fn of(course: &Course) -> Option<Self> {
        let plan = &*course.plan;
        let store = plan.replay || course.ring.contains(&STORE);
        let one_lap = !course.many_laps && course.plain && course.simple_moves;
        let plain = !(course.phases || plan.four_rows || plan.forfeit);
        if !(one_lap && plain && plan.side == 6 && course.ring == ring(plan.side, store)) {
            return None;
        }
        let swift = Self {
            store,
            sites: Sites::Own,
            skips: yes(plan.skip == Skip::Lap),
            low: 0,
            more: 0,
            unconditional: 0,
            captures: 0,
            takes_landing: 0,
            takes_facing: 0,
            to_landing: 0,
            to_store: 0,
            to_other: 0,
            replay: yes(plan.replay),
        };
        match &course.captures[..] {
            [] => Some(swift),
            [capture] => swift.with(plan, capture),
            _ => None,
        }
    }

    fn with(self, plan: &Plan, capture: &LaneCapture) -> Option<Self> {
        let rule = &capture.rule;
        let (low, more) = one_range(capture)?;
        let swift = Self {
            sites: sites(plan, capture)?,
            low,
            more,
            unconditional: yes(!rule.needs_opposite),
            captures: yes(true),
            takes_landing: yes(rule.takes_landing),
            takes_facing: yes(rule.takes_facing),
            to_landing: yes(rule.to == CaptureTo::Landing),
            to_store: yes(rule.to == CaptureTo::Store),
            to_other: yes(rule.to == CaptureTo::OtherStore),
            ..self
        };
        (capture.simple && !rule.takes_behind && rule.then == Then::End).then_some(swift)
    }
}

fn ring(side: usize, store: bool) -> Vec<usize> {
    (0..side).chain(store.then_some(STORE)).chain(HALF..HALF + side).collect()
}

/// The numbers of seeds that capture, if they are one range.
fn one_range(capture: &LaneCapture) -> Option<(u8, u8)> {
    let (low, high) = match capture.rule.landing {
        Landing::Empty => (1, 1),
        Landing::Occupied => (2, 255),
        Landing::Any => (1, 255),
    };
    match capture.counts[..] {
        [] => Some((low, high - low)),
        [(first, more)] => {
            let (low, high) = (low.max(first), high.min(first + more));
            high.checked_sub(low).map(|more| (low, more))
        }
        _ => None,
    }
}

fn sites(plan: &Plan, capture: &LaneCapture) -> Option<Sites> {
    let slots: Vec<usize> = capture.sites.iter().map(|site| site.slot).collect();
    let faces = |pit: usize| usize::from(plan.facing[pit]) == HALF + plan.side - 1 - pit;
    let own = 0..plan.side;
    let other = HALF..HALF + plan.side;
    if !own.clone().all(faces) {
        None
    } else if slots.iter().copied().eq(own.clone()) {
        Some(Sites::Own)
    } else if slots.iter().copied().eq(other.clone()) {
        Some(Sites::Other)
    } else {
        slots.into_iter().eq(own.chain(other)).then_some(Sites::Any)
    }
}

/// The chosen actions of the lanes that are ready, to the next decision.
#[inline(always)]
pub(super) fn act(course: &Course, swift: &Swift, block: &mut Block) {
    let lanes = block.ready;
    block.ready = Bytes::ZERO;
    block.skipped = block.skipped.but_not(lanes);
    block.plies.count_up(lanes);
    let hand = lift::<6>(block, lanes);
    let (each, rest) = rounds(course, hand);
    let hands = Hands { lanes, each, rest };
    let look = match (swift.store, swift.sites) {
        (true, Sites::Own) => turn::<6, true, true, false>(course, swift, block, &hands),
        (true, Sites::Other) => turn::<6, true, false, true>(course, swift, block, &hands),
        (true, Sites::Any) => turn::<6, true, true, true>(course, swift, block, &hands),
        (false, Sites::Own) => turn::<6, false, true, false>(course, swift, block, &hands),
        (false, Sites::Other) => turn::<6, false, false, true>(course, swift, block, &hands),
        (false, Sites::Any) => turn::<6, false, true, true>(course, swift, block, &hands),
    };
    settle_looked(course, block, lanes, look);
}

/// [`act`], where the rules are such.
#[inline(always)]
pub(super) fn act_if_swift(course: &Course, block: &mut Block) {
    if let Some(swift) = &course.swift {
        act(course, swift, block);
    }
}

/// The seeds of the chosen pits.
#[inline(always)]
fn lift<const SIDE: usize>(block: &Block, lanes: Bytes) -> Bytes {
    let mut hand = Bytes::ZERO;
    for i in 0..LANES {
        let (action, mut seeds) = (block.action.0[i], 0_u8);
        for pit in 0..SIDE {
            seeds |= block.board.cells[pit].0[i] & yes(action == pit as u8);
        }
        hand.0[i] = seeds & lanes.0[i];
    }
    hand
}

/// The action that is as high as there are legal ones before it, in each lane.
#[inline(always)]
pub(super) fn nth_legal<const SIDE: usize>(block: &Block, which: Bytes) -> Bytes {
    let mut action = Bytes::ZERO;
    for i in 0..LANES {
        let (mut upto, mut below) = (0_u8, 0_u8);
        for pit in 0..SIDE {
            upto = upto.wrapping_add(block.legal[pit].0[i]);
            below = below.wrapping_add(u8::from(upto <= which.0[i]));
        }
        action.0[i] = below;
    }
    action
}

/// Rounds and what is left of these hands; few of them go round more than once.
#[inline(always)]
fn rounds(course: &Course, hand: Bytes) -> (Bytes, Bytes) {
    let stops = course.stops;
    if hand.at_least(stops.saturating_mul(2)).any() {
        return divide(course, hand);
    }
    let rest = hand.map(|hand| hand.min(hand.wrapping_sub(stops)));
    (hand.map(|hand| u8::from(hand >= stops)), rest)
}

/// The hands of an action.
struct Hands {
    /// Truth: the lane acts.
    lanes: Bytes,
    each: Bytes,
    rest: Bytes,
}

/// The sowing of one lane.
#[derive(Clone, Copy)]
struct Sowing {
    /// The place of the first seed.
    first: u8,
    each: u8,
    rest: u8,
    /// Places on the ring.
    length: u8,
}

impl Sowing {
    /// What a pit with these seeds holds afterwards.
    #[inline(always)]
    fn upon(self, place: u8, seeds: u8) -> u8 {
        let distance = place.wrapping_sub(self.first);
        let distance = distance.min(distance.wrapping_add(self.length));
        seeds.wrapping_add(self.each).wrapping_add(u8::from(distance < self.rest))
    }
}

/// A place that is none.
const NOWHERE: u8 = 255;

/// One action in each lane. `STORED`: the own store is sown; `OWN`, `OTHER`: whose pits capture.
#[inline(always)]
fn turn<const SIDE: usize, const STORED: bool, const OWN: bool, const OTHER: bool>(
    course: &Course,
    swift: &Swift,
    block: &mut Block,
    hands: &Hands,
) -> Look {
    let (swift, least, stops) = (*swift, course.plan.least, course.stops);
    let length = 2 * SIDE as u8 + u8::from(STORED);
    let base = SIDE as u8 + u8::from(STORED); // the place of the other player's first pit
    let mut look = Look { mine_empty: Bytes::ZERO, theirs_empty: Bytes::ZERO };
    for i in 0..LANES {
        let (lane, action) = (hands.lanes.0[i], block.action.0[i]);
        let (each, rest) = (hands.each.0[i], hands.rest.0[i]);
        let first = action.wrapping_add(1);
        let sowing = Sowing { first, each, rest, length };
        // The hand is lifted and sown (KG-3, EL-4, PR-3). A pit that is passed over is given less
        // than nothing to begin with.
        let begins = pick(lane, action, NOWHERE);
        let emptied = 0_u8.wrapping_sub(each & swift.skips);
        let (mut mine, mut theirs) = ([0_u8; SIDE], [0_u8; SIDE]);
        for pit in 0..SIDE {
            let seeds = block.board.cells[pit].0[i];
            let seeds = if begins == pit as u8 { emptied } else { seeds };
            mine[pit] = sowing.upon(pit as u8, seeds);
            theirs[pit] = sowing.upon(base + pit as u8, block.board.cells[HALF + pit].0[i]);
        }
        let mut store = block.board.cells[STORE].0[i];
        if STORED {
            store = sowing.upon(SIDE as u8, store);
        }
        let mut other_store = block.board.cells[OTHER_STORE].0[i];
        // The place of the last seed; a full round ends where it began.
        let last = rest.wrapping_sub(1).min(stops - 1);
        let place = first.wrapping_add(last);
        let place = place.min(place.wrapping_sub(length));
        let place = pick(lane, place, NOWHERE);
        // What the landing captures (KG-5, EL-6, PR-5).
        let (mut seeds, mut facing) = (0, 0);
        for pit in 0..SIDE {
            let across = SIDE - 1 - pit;
            if OWN {
                let hit = yes(place == pit as u8);
                seeds |= mine[pit] & hit;
                facing |= theirs[across] & hit;
            }
            if OTHER {
                let hit = yes(place == base + pit as u8);
                seeds |= theirs[pit] & hit;
                facing |= mine[across] & hit;
            }
        }
        let fits = yes(seeds.wrapping_sub(swift.low) <= swift.more)
            & (swift.unconditional | yes(facing > 0))
            & swift.captures;
        let taken = (seeds & swift.takes_landing).wrapping_add(facing & swift.takes_facing) & fits;
        let left = (seeds & !swift.takes_landing).wrapping_add(taken & swift.to_landing);
        let landing = pick(fits, place, NOWHERE);
        let emptied = pick(fits & swift.takes_facing, place, NOWHERE);
        for pit in 0..SIDE {
            let across = SIDE - 1 - pit;
            if OWN {
                mine[pit] = if landing == pit as u8 { left } else { mine[pit] };
                theirs[across] = if emptied == pit as u8 { 0 } else { theirs[across] };
            }
            if OTHER {
                theirs[pit] = if landing == base + pit as u8 { left } else { theirs[pit] };
                mine[across] = if emptied == base + pit as u8 { 0 } else { mine[across] };
            }
        }
        store = store.wrapping_add(taken & swift.to_store);
        other_store = other_store.wrapping_add(taken & swift.to_other);
        // The turn passes (KG-4), and the board is looked at.
        let again = if STORED { yes(place == SIDE as u8) & swift.replay } else { 0 };
        let passes = lane & !again != 0;
        let (mut own, mut others, mut choices) = (0, 0, 0_u8);
        for pit in 0..SIDE {
            let (a, b) = (mine[pit], theirs[pit]);
            let (a, b) = if passes { (b, a) } else { (a, b) };
            block.board.cells[pit].0[i] = a;
            block.board.cells[HALF + pit].0[i] = b;
            own |= a;
            others |= b;
            let legal = u8::from(a >= least);
            block.legal[pit].0[i] = legal;
            choices = choices.wrapping_add(legal);
        }
        let (a, b) = if passes { (other_store, store) } else { (store, other_store) };
        block.board.cells[STORE].0[i] = a;
        block.board.cells[OTHER_STORE].0[i] = b;
        block.choices.0[i] = choices;
        block.to_move.0[i] ^= u8::from(passes);
        look.mine_empty.0[i] = yes(own == 0);
        look.theirs_empty.0[i] = yes(others == 0);
    }
    look
}
