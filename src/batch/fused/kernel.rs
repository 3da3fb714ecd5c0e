//! Whole actions of the games that need nothing but one lap: lifted, sown, captured and passed on
//! in one go, with the board of a lane in registers from the first seed to the last.
//!
//! Here the loop over the lanes is the outer one. Its body is the action of a single game, written
//! without a branch and with the size of the board known, so that the compiler keeps every pit in
//! a register and does 16, 32 or 64 lanes with each instruction. What the rules say is a byte of
//! ones or zeros. Other rules go from phase to phase, column by column.

use super::chain::take_chain;
use super::shape::{Fused, KALAH, SIDE, Sites};
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::phases::pass::Look;
use crate::batch::phases::settle::settle_looked;
use crate::batch::phases::sow::divide;
use crate::batch::values::{Bytes, LANES, pick, yes};
use crate::plan::{HALF, OTHER_STORE, STORE};

/// The chosen actions of the lanes that are ready, to the next decision, where the rules are such.
#[inline(always)]
pub fn act_and_count(lane_plan: &LanePlan, block: &mut Block) {
    if let Some(fused) = &lane_plan.fused {
        block.plies.count_up(block.waits.ready());
        act(lane_plan, fused, block);
    }
}

/// The same, but for the count of plies.
#[inline(always)]
pub fn act(lane_plan: &LanePlan, fused: &Fused, block: &mut Block) {
    let lanes = block.waits.begin();
    if !lane_plan.never_passes {
        block.skipped = block.skipped.but_not(lanes);
    }
    let hand = lift::<SIDE>(block, lanes);
    let look = if fused.is_kalah() {
        let known = Fused { unconditional: fused.unconditional, ..KALAH };
        let (each, rest) = rounds(lane_plan, &known, hand);
        turn::<SIDE, true, true, false, false>(&known, block, &Hands { lanes, each, rest })
    } else {
        let (each, rest) = rounds(lane_plan, fused, hand);
        turn_of(fused, block, &Hands { lanes, each, rest })
    };
    settle_looked::<true>(lane_plan, block, lanes, Bytes::ZERO, look, true);
}

/// One action in each lane, of rules that are known only now.
#[inline(always)]
fn turn_of(fused: &Fused, block: &mut Block, hands: &Hands) -> Look {
    match (fused.store, fused.sites) {
        (true, Sites::Own) => turn::<SIDE, true, true, false, false>(fused, block, hands),
        (true, Sites::Other) => turn::<SIDE, true, false, true, false>(fused, block, hands),
        (true, Sites::Any) => turn::<SIDE, true, true, true, false>(fused, block, hands),
        (true, Sites::Chain) => turn::<SIDE, true, false, false, true>(fused, block, hands),
        (false, Sites::Own) => turn::<SIDE, false, true, false, false>(fused, block, hands),
        (false, Sites::Other) => turn::<SIDE, false, false, true, false>(fused, block, hands),
        (false, Sites::Any) => turn::<SIDE, false, true, true, false>(fused, block, hands),
        (false, Sites::Chain) => turn::<SIDE, false, false, false, true>(fused, block, hands),
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

/// Rounds and what is left of these hands; few of them go round more than once.
#[inline(always)]
fn rounds(lane_plan: &LanePlan, fused: &Fused, hand: Bytes) -> (Bytes, Bytes) {
    let stops = fused.stops;
    if hand.at_least(stops.saturating_mul(2)).any() {
        return divide(lane_plan, hand);
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

/// The sowing of one lane. All places are below 128, so that they can be compared as signed numbers: that is one
/// instruction on every processor.
#[derive(Clone, Copy)]
struct Sowing {
    /// The place of the first seed, at most the first one that is not a pit of the mover.
    first: u8,
    each: u8,
    /// The place after the last seed, had the ring no end.
    end: u8,
    /// The same of the seeds that fall beyond the end of the ring; all of them in pits of the mover.
    beyond: u8,
}

impl Sowing {
    /// `rest`: what is left after full rounds of a ring of so many places.
    #[inline(always)]
    fn new(first: u8, each: u8, rest: u8, length: u8) -> Self {
        let end = first.wrapping_add(rest);
        Self { first, each, end, beyond: end.saturating_sub(length) }
    }

    /// What a pit of the mover with these seeds holds afterwards.
    #[inline(always)]
    fn upon_own(self, place: u8, seeds: u8) -> u8 {
        let falls = above(self.end, place) & !above(self.first, place) | above(self.beyond, place);
        seeds.wrapping_add(self.each).wrapping_sub(falls)
    }

    /// The same of a place that comes after all of these: the store, or a pit of the other player.
    #[inline(always)]
    fn upon_later(self, place: u8, seeds: u8) -> u8 {
        seeds.wrapping_add(self.each).wrapping_sub(above(self.end, place))
    }
}

/// Truth: a place is above another.
#[inline(always)]
fn above(a: u8, b: u8) -> u8 {
    yes(a as i8 > b as i8)
}

/// The one and the other, or where true the other way round: in four instructions at every level. Two choices would be
/// more where the processor has no instruction for a choice.
#[inline(always)]
fn exchanged(truth: u8, one: u8, other: u8) -> (u8, u8) {
    let change = (one ^ other) & truth;
    (one ^ change, other ^ change)
}

/// A place that is none.
const NOWHERE: u8 = 255;

/// One action in each lane. `STORED`: the own store is sown; `OWN`, `OTHER`: in whose pits a landing captures; `CHAIN`:
/// it does so in those of the other player, and in the pits before.
#[inline(always)]
fn turn<
    const SIDE: usize,
    const STORED: bool,
    const OWN: bool,
    const OTHER: bool,
    const CHAIN: bool,
>(
    fused: &Fused,
    block: &mut Block,
    hands: &Hands,
) -> Look {
    let fused = *fused;
    let length = 2 * SIDE as u8 + u8::from(STORED);
    let base = SIDE as u8 + u8::from(STORED); // the place of the other player's first pit
    let mut look = Look { mine_empty: Bytes::ZERO, theirs_empty: Bytes::ZERO };
    for i in 0..LANES {
        let (lane, action) = (hands.lanes.0[i], block.action.0[i]);
        let (each, rest) = (hands.each.0[i], hands.rest.0[i]);
        let first = action.wrapping_add(1) & lane; // an action that is not played may be any number
        let sowing = Sowing::new(first, each, rest, length);
        // The hand is lifted and sown (KG-3, EL-4, PR-3). A pit that is passed over is given less
        // than nothing to begin with.
        let begins = pick(lane, action, NOWHERE);
        let emptied = 0_u8.wrapping_sub(each & fused.skips);
        let (mut mine, mut theirs) = ([0_u8; SIDE], [0_u8; SIDE]);
        for pit in 0..SIDE {
            let seeds = block.board.cells[pit].0[i];
            let seeds = if begins == pit as u8 { emptied } else { seeds };
            mine[pit] = sowing.upon_own(pit as u8, seeds);
            theirs[pit] = sowing.upon_later(base + pit as u8, block.board.cells[HALF + pit].0[i]);
        }
        let mut store = block.board.cells[STORE].0[i];
        if STORED {
            store = sowing.upon_later(SIDE as u8, store);
        }
        let mut other_store = block.board.cells[OTHER_STORE].0[i];
        // The place of the last seed; a full round ends where it began.
        let last = rest.wrapping_sub(1).min(fused.stops - 1);
        let place = first.wrapping_add(last);
        let place = place.min(place.wrapping_sub(length));
        let place = pick(lane, place, NOWHERE);
        if OWN || OTHER {
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
            let fits = yes(seeds.wrapping_sub(fused.low) <= fused.more)
                & (fused.unconditional | yes(facing > 0))
                & fused.captures;
            let taken =
                (seeds & fused.takes_landing).wrapping_add(facing & fused.takes_facing) & fits;
            let left = (seeds & !fused.takes_landing).wrapping_add(taken & fused.to_landing);
            let landing = pick(fits, place, NOWHERE);
            let emptied = pick(fits & fused.takes_facing, place, NOWHERE);
            for pit in 0..SIDE {
                let across = SIDE - 1 - pit;
                // Not a choice by `if`: of six in a row the compiler makes ranges of pits, twice the instructions.
                if OWN {
                    mine[pit] = pick(yes(landing == pit as u8), left, mine[pit]);
                    theirs[across] &= !yes(emptied == pit as u8);
                }
                if OTHER {
                    theirs[pit] = pick(yes(landing == base + pit as u8), left, theirs[pit]);
                    mine[across] &= !yes(emptied == base + pit as u8);
                }
            }
            store = store.wrapping_add(taken & fused.to_store);
            other_store = other_store.wrapping_add(taken & fused.to_other);
        }
        if CHAIN {
            store = store.wrapping_add(take_chain(&fused, &mut theirs, place.wrapping_sub(base)));
        }
        // The turn passes (KG-4), and the board is looked at.
        let again = if STORED { yes(place == SIDE as u8) & fused.replay } else { 0 };
        let passes = lane & !again;
        // What trials have shown stays where nobody acts; else what is legal is written anew in every lane.
        let written = lane | fused.by_seeds;
        let (mut own, mut others, mut choices) = (0, 0, 0_u8);
        for pit in 0..SIDE {
            let (a, b) = exchanged(passes, mine[pit], theirs[pit]);
            block.board.cells[pit].0[i] = a;
            block.board.cells[HALF + pit].0[i] = b;
            own |= a;
            others |= b;
            let legal = u8::from(a >= fused.least);
            block.legal[pit].0[i] =
                if CHAIN { pick(written, legal, block.legal[pit].0[i]) } else { legal };
            choices = choices.wrapping_add(legal);
        }
        if CHAIN {
            choices = pick(written, choices, block.choices.0[i]);
        }
        let (a, b) = exchanged(passes, store, other_store);
        block.board.cells[STORE].0[i] = a;
        block.board.cells[OTHER_STORE].0[i] = b;
        block.choices.0[i] = choices;
        block.to_move.0[i] ^= passes & 1;
        look.mine_empty.0[i] = yes(own == 0);
        look.theirs_empty.0[i] = yes(others == 0);
    }
    look
}
