//! The first part of an action: the hand is lifted, a file is taken or the reserve is entered.

use super::count::{ask_for_counts, begin_counts};
use super::drop::{begin_drops, take_up};
use super::effects::{begin_taken, empty, take_instead};
use super::gift::give;
use super::leave::{leave_pits, leaves};
use super::legal::{pits_to_play, sows_on};
use super::marks::{forget_lone_seeds, reopen};
use super::next_round::draw;
use super::place::{place, say_board, says_board};
use super::put::{hold, in_first_turns, lift_parts, put, sows_apart};
use super::row_ends::begin_at_ends;
use super::turning::{begin_ends, hands_kept};
use crate::batch::block::{Block, SoFar};
use crate::batch::lane_entry::Ranges;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, LANES, YES};
use crate::plan::{FirstTurns, HALF, LIFTS, NO_SLOT, RESERVE, Register, STORE};
use crate::rules::{Feeding, FinalCount};

/// Begins the chosen actions of the lanes that are ready. `SLIM`: see [`LanePlan::slim_turns`].
#[inline(always)]
pub fn begin<const SLIM: bool>(lane_plan: &LanePlan, block: &mut Block) {
    let plan = &lane_plan.plan;
    let phases = !SLIM && lane_plan.phases;
    let lanes = block.waits.begin();
    block.plies.count_up(lanes);
    if plan.feeding == Feeding::Penalty {
        block.starved = lanes.choose(block.board.is_empty(HALF, plan.side), block.starved);
    }
    let (mut hand, mut origin) = (Bytes::ZERO, Bytes::ZERO);
    let (mut backward, mut sowing) = (Bytes::ZERO, Bytes::ZERO);
    if !SLIM {
        begin_before(lane_plan, block, lanes);
    }
    for sower in &lane_plan.sowers {
        let chosen = block.action.is(sower.action).and(lanes);
        hand = hand.or(block.board.cells[sower.slot].and(chosen));
        origin = origin.zip(chosen, |origin, chosen| origin | chosen & sower.place);
        if lane_plan.two_ways && sower.backward {
            backward = backward.or(chosen);
        }
        if phases {
            sowing = sowing.or(chosen);
        }
        if !SLIM && plan.unplayed {
            block.board.clear_mark(sower.slot, chosen);
        }
    }
    let mut some = Bytes::ZERO;
    if !SLIM && lane_plan.lifts_some {
        [hand, some] = lift_parts(lane_plan, block, lanes, hand);
    }
    if !SLIM && plan.takes_ends {
        begin_ends(lane_plan, block, lanes);
    }
    let mut kept = Bytes::ZERO;
    let mut turning = Bytes::ZERO;
    if !SLIM && plan.says_ways() {
        turning = sows_on(lane_plan, block.phase).and(lanes);
        kept = hands_kept(lane_plan, block, lanes);
        hand = kept.at_least(1).choose(kept, hand);
    }
    let mut ended = Bytes::ZERO;
    if !SLIM && plan.chooses_end {
        [hand, origin, ended] = begin_at_ends(lane_plan, block, [lanes, backward], [hand, origin]);
    }
    if !SLIM && plan.takes_on {
        [hand, origin, ended] = begin_taken(lane_plan, block, lanes, [hand, origin]);
        sowing = sowing.or(ended);
    }
    if !SLIM && plan.up_to > 0 {
        [hand, origin, some] = begin_counts(lane_plan, block, lanes, [hand, origin]);
        sowing = sowing.or(some);
    }
    if !SLIM && plan.store_up_to > 0 {
        let lanes = [lanes, backward];
        [hand, origin, some] = block.rare.begin_store(lane_plan, block, lanes, [hand, origin]);
        sowing = sowing.or(some);
    }
    let mut dropped = Bytes::ZERO;
    if !SLIM && plan.drops {
        dropped = begin_drops(lane_plan, block, lanes, [&mut hand, &mut origin]);
    }
    let placed = if SLIM { Bytes::ZERO } else { place_seeds(lane_plan, block, lanes) };
    sowing = sowing.but_not(placed);
    let laid = if SLIM {
        Bytes::ZERO
    } else {
        lay_out(lane_plan, block, lanes.but_not(placed)).or(placed)
    };
    block.hand = lanes.choose(hand, block.hand);
    block.origin = lanes.choose(origin, block.origin);
    if lane_plan.turn_origin {
        block.turn_origin = lanes.choose(origin, block.turn_origin);
    }
    if lane_plan.two_ways {
        block.backward = lanes.choose(backward, block.backward);
    }
    if !SLIM && plan.fixes_heading {
        fix_heading(lane_plan, block, if phases { sowing } else { lanes }, backward);
    }
    if lane_plan.resows {
        let hands = kept.at_least(1).or(dropped).or(some).or(ended);
        block.lifts = block.lifts.or(lanes).but_not(hands);
    }
    forget_laps(lane_plan, block, lanes, turning);
    if !SLIM && lane_plan.keeps_so_far {
        take_up(lane_plan, block, lanes, dropped);
        block.quiet = block.quiet.but_not(lanes);
    }
    if !SLIM {
        begin_afresh(lane_plan, block, lanes, if phases { sowing } else { lanes });
    }
    if plan.final_count == FinalCount::LastMover {
        block.actor = lanes.choose(block.to_move, block.actor);
    }
    if phases {
        begin_phases(lane_plan, block, lanes, [sowing, laid]);
    } else {
        block.waits.sow(lanes.but_not(laid));
    }
    block.waits.do_without_sowing(laid);
}

/// What is found out, and noted, while all seeds of these lanes still lie where they do.
#[inline(always)]
fn begin_before(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    if lane_plan.sows_apart {
        block.rare.begin_apart(lane_plan, block, lanes);
    }
    if lane_plan.plays_once {
        block.rare.spend_once(lane_plan, block, lanes);
    }
}

/// What is forgotten when an action begins in these lanes, and what a sowing brings about that begins a turn.
#[inline(always)]
fn begin_afresh(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, sowing: Bytes) {
    block.forget_sown(lane_plan, lanes);
    let fresh = sowing.and(block.phase.is(0));
    forget_lone_seeds(lane_plan, block, fresh);
    reopen(lane_plan, block, fresh);
}

/// Begins actions in games with several kinds of them: in these lanes those that sow, but for what is laid out, and
/// all others.
#[inline(always)]
fn begin_phases(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, [sowing, laid]: [Bytes; 2]) {
    block.choosing = block.choosing.but_not(lanes);
    let lanes = lanes.but_not(says_board(lane_plan, block));
    let held = if lane_plan.plan.up_to > 0 {
        ask_for_counts(lane_plan, block, sowing)
    } else if lane_plan.puts.is_empty() {
        Bytes::ZERO
    } else {
        put(lane_plan, block, lanes.but_not(sowing));
        hold(lane_plan, block, sowing)
    };
    block.hand = block.hand.but_not(held);
    block.waits.sow(sowing.but_not(laid).but_not(held));
    take_files(lane_plan, block, lanes);
    take_pits(lane_plan, block, lanes);
    if lane_plan.plan.beside.is_some() {
        block.rare.take_beside(lane_plan, block, lanes);
    }
    end_turns(lane_plan, block, lanes);
    enter_reserves(lane_plan, block, lanes);
    draw_lots(lane_plan, block, lanes);
    leave_pits(lane_plan, block, lanes);
}

/// Finds the lanes among these whose first laps drop seeds elsewhere than others do, before hands are lifted.
#[inline(always)]
pub fn begin_apart(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let mut apart = block.apart.but_not(lanes);
    for sower in &lane_plan.sowers {
        let chosen = block.action.is(sower.action).and(lanes);
        apart = apart.or(sows_apart(lane_plan, block, sower, chosen));
    }
    block.apart = apart;
}

/// Nothing is known yet of the laps of these actions, but of a lap before those that go on after it.
#[inline(always)]
fn forget_laps(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, turning: Bytes) {
    let plan = &lane_plan.plan;
    if plan.may_be_endless {
        block.laps = block.laps.but_not(lanes);
        block.endless = block.endless.but_not(lanes);
    }
    if lane_plan.extra_turns {
        block.again = block.again.but_not(lanes);
    }
    if plan.asks_so_far || plan.back_into != 0 || lane_plan.keeps_so_far {
        begin_so_far(block, lanes, turning);
    }
}

/// Nothing has happened yet in these actions, but a lap in those that go on after it.
#[inline(always)]
fn begin_so_far(block: &mut Block, lanes: Bytes, turning: Bytes) {
    let so_far = &mut block.so_far;
    let SoFar { later, captured, crossed, went_back, dropped: _ } = so_far;
    for truth in [later, captured, crossed, went_back] {
        *truth = truth.but_not(lanes);
    }
    block.so_far.later = block.so_far.later.or(turning);
}

/// Truth: in these lanes a seed was placed before the game, or given to a player who had none, or it was said
/// whether the board is turned round.
#[inline(always)]
fn place_seeds(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    if lane_plan.plan.places.is_none() && !lane_plan.plan.gives {
        return Bytes::ZERO;
    }
    let mut placed = place(lane_plan, block, lanes);
    if lane_plan.plan.actions.swap.is_some() {
        placed = placed.or(say_board(lane_plan, block, lanes));
    }
    if lane_plan.plan.gives {
        placed = placed.or(give(lane_plan, block, lanes));
    }
    block.placed = lanes.choose(placed, block.placed);
    block.placed.and(lanes)
}

/// These sowings fix the direction of later ones, from the turn on from which they do.
#[inline(always)]
fn fix_heading(lane_plan: &LanePlan, block: &mut Block, sows: Bytes, backward: Bytes) {
    let turns = block.board.cells[Register::Turns.cell()];
    let sows = sows.and(turns.at_least(lane_plan.plan.heading_from));
    let heading = backward.map(|backward| 1 + (backward & 1));
    let column = &mut block.board.cells[Register::Heading.cell()];
    *column = sows.choose(heading, *column);
}

/// Seeds of a pit that are laid out from another one on in the opening (HN-3); gives the lanes in which
/// they are. It happens once in a game: lane by lane.
#[inline(always)]
fn lay_out(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    match &lane_plan.first_turns {
        Some(opening) if lane_plan.lays_out => lay_out_in(lane_plan, opening, block, lanes),
        _ => Bytes::ZERO,
    }
}

#[cold]
#[inline(never)]
fn lay_out_in(
    lane_plan: &LanePlan,
    (opening, _): &(FirstTurns, Ranges),
    block: &mut Block,
    lanes: Bytes,
) -> Bytes {
    let mut laid = Bytes::ZERO;
    let lanes = lanes.and(in_first_turns(opening, block));
    for lane in (0..LANES).filter(|lane| lanes.0[*lane] != 0) {
        let cells = &mut block.board.cells;
        let sower = lane_plan.sowers.iter().find(|sower| sower.action == block.action.0[lane]);
        let Some(sower) = sower.filter(|sower| sower.slot < HALF) else { continue };
        let hand = cells[sower.slot].0[lane];
        let mut place = usize::from(opening.into[sower.slot]);
        if place == NO_SLOT || !opening.counts.has(hand) {
            continue;
        }
        cells[sower.slot].0[lane] = 0;
        if lane_plan.plan.lifts {
            block.board.marks[0][LIFTS + sower.slot].0[lane] = YES;
        }
        for _ in 0..hand {
            cells[place].0[lane] += 1;
            place = usize::from(lane_plan.plan.tables.next[0][place]);
        }
        laid.0[lane] = YES;
    }
    laid
}

/// Both pits of another file, occupied or empty (CH-7).
#[inline(always)]
fn take_files(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let Some(first) = plan.actions.files else { return };
    let mut taken = Bytes::ZERO;
    for file in 0..plan.columns {
        let chosen = block.action.is((first + file) as u8).and(lanes);
        for slot in [HALF + file, HALF + 2 * plan.columns - 1 - file] {
            taken = taken.plus(block.board.cells[slot].and(chosen));
            block.board.clear(slot, chosen);
            block.board.clear_mark(slot, chosen);
        }
    }
    block.board.add(STORE, taken);
    let files = block.action.at_least(first as u8).and(lanes);
    block.waits.do_without_sowing(files);
}

/// All seeds of a chosen pit of the other player; where more are to be chosen, `file` says how many.
#[inline(always)]
fn take_pits(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let (Some(first), Some(choices)) = (plan.actions.takes, plan.choices) else { return };
    let takes = block.action.at_least(first as u8).and(lanes);
    let takes = takes.but_not(stops(lane_plan, block)).but_not(between_rounds(lane_plan, block));
    if !takes.any() {
        return;
    }
    let mut taken = Bytes::ZERO;
    for pit in 0..plan.side {
        let chosen = block.action.is((first + pit) as u8).and(lanes);
        taken = taken.plus(block.board.cells[HALF + pit].and(chosen));
        empty(lane_plan, block, HALF + pit, chosen);
    }
    if choices.stored {
        block.board.add(STORE, taken);
    }
    let left = block.phase.zip(takes, |phase, takes| phase.saturating_sub(1) & takes);
    block.choosing = block.choosing.or(left);
    block.waits.do_without_sowing(takes);
}

/// Truth: the action is the end of a turn which could be sown on.
#[inline(always)]
pub fn stops(lane_plan: &LanePlan, block: &Block) -> Bytes {
    lane_plan.plan.actions.stop.map_or(Bytes::ZERO, |stop| block.action.is(stop as u8))
}

/// The turn ends; nothing else happens, but for a capture in place of sowing on.
#[inline(always)]
fn end_turns(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    if lane_plan.plan.actions.stop.is_some() {
        if lane_plan.plan.takes_on {
            return; // these sow on
        }
        let stops = stops(lane_plan, block).and(lanes);
        if let Some(entry) = lane_plan.plan.taken_instead() {
            take_instead(lane_plan, block, entry, stops);
        } else if lane_plan.plan.blocks {
            let quiet = stops.but_not(block.so_far.captured).but_not(block.so_far.dropped);
            block.quiet = block.quiet.or(quiet);
        }
        block.waits.do_without_sowing(stops);
    }
}

/// Truth: the action is a lot, or leaves a pit without seeds.
#[inline(always)]
fn between_rounds(lane_plan: &LanePlan, block: &Block) -> Bytes {
    let lots = lane_plan.plan.actions.lot.map(|lot| block.action.at_least(lot as u8));
    lots.unwrap_or_else(|| leaves(lane_plan, block))
}

/// A lot says who begins the next round.
#[inline(always)]
fn draw_lots(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let Some(lot) = lane_plan.plan.actions.lot else { return };
    let lots = between_rounds(lane_plan, block).and(lanes).but_not(leaves(lane_plan, block));
    if lots.any() {
        draw(lane_plan, block, lots, block.action.is(lot as u8));
    }
}

/// One seed from the reserve in each own pit; the same player then moves (MW-3).
#[inline(always)]
fn enter_reserves(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    let Some(action) = plan.actions.reserve else { return };
    let chosen = block.action.is(action as u8).and(lanes);
    if !chosen.any() {
        return;
    }
    block.board.clear(RESERVE, chosen);
    let one = chosen.map(|chosen| chosen & 1);
    for pit in 0..plan.side {
        block.board.add(pit, one);
    }
    if plan.unplayed {
        for mark in &mut block.board.marks[0] {
            *mark = mark.but_not(chosen); // a seed fell in every own pit (CH-2)
        }
    }
    block.phase = chosen.choose(Bytes::all(1), block.phase);
    pits_to_play::<false>(lane_plan, block, chosen);
    block.waits.decide(chosen);
}
