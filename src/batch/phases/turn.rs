//! From the end of an action to the next decision: what the turn still brings, and its end.

use super::beside::{offered, pits_beside};
use super::blocked::unblock;
use super::end::end_by_rule;
use super::fields::restock;
use super::gift::giving;
use super::legal::{can_choose, files, pit_to_sow_on, pits_to_take, sows_on};
use super::marks::{forget_first_turns, give_marked, open_full_pits};
use super::pass::{look_again, pass_and_look};
use super::place::{goes_on_placing, offer_board};
use super::race::{in_race, passes_in_race};
use super::relay::BOTH_ENDS;
use super::settle::settle_looked;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, LANES, yes};
use crate::outcome::{GameResult, Reason};
use crate::plan::{HALF, OTHER_STORE, Register, STORE};
use crate::rules::{Endless, Feeding, Rest};

/// Settles the lanes whose action is done: what the turn still brings, who is next, what is legal,
/// whether the game is over. Some may first need a trial of their alternatives. `SLIM`: see
/// [`LanePlan::slim_turns`].
#[inline(always)]
pub fn settle<const SLIM: bool>(lane_plan: &LanePlan, block: &mut Block) {
    let plan = &lane_plan.plan;
    let mut lanes = block.waits.settle();
    block.skipped = block.skipped.but_not(lanes);
    if plan.may_be_endless {
        lanes = lanes.but_not(take_back(lane_plan, block, lanes));
    }
    if !SLIM && plan.store_back {
        lanes = lanes.but_not(block.rare.let_say_way(lane_plan, block, lanes));
    }
    let places = !SLIM && (plan.places.is_some() || plan.gives);
    let mut placed = if places { block.placed.and(lanes) } else { Bytes::ZERO };
    if !SLIM && plan.sends_home {
        give_marked(lane_plan, block, lanes.but_not(placed));
    }
    if !SLIM && plan.full_pit > 0 {
        open_full_pits(lane_plan, block, lanes.but_not(placed));
    }
    if !SLIM && plan.takes_ends {
        lanes = lanes.but_not(win_by_ends(block, lanes));
    }
    if plan.feeding == Feeding::Penalty {
        lanes = lanes.but_not(penalty(lane_plan, block, lanes.but_not(placed)));
    }
    if !SLIM && plan.chooses() {
        lanes = lanes.but_not(let_choose(lane_plan, block, lanes));
    }
    if !SLIM && plan.blocks {
        unblock(lane_plan, block, lanes);
    }
    let given = if !SLIM && plan.gives { giving(lane_plan, block, placed) } else { Bytes::ZERO };
    if !SLIM && lane_plan.phases {
        block.phase = block.phase.but_not(lanes);
    }
    if !SLIM && plan.actions.swap.is_some() {
        let offered = offer_board(lane_plan, block, placed.but_not(given));
        (lanes, placed) = (lanes.but_not(offered), placed.but_not(offered));
    }
    let races = !SLIM && plan.race;
    let raced = if races { in_race(block, lanes.but_not(placed)) } else { Bytes::ZERO };
    if !SLIM && plan.most_turns > 0 {
        count_turns(lane_plan, block, lanes.but_not(placed));
    }
    let mut passes = if lane_plan.extra_turns { lanes.but_not(block.again) } else { lanes };
    if !SLIM && plan.places.is_some() {
        passes = passes.but_not(goes_on_placing(lane_plan, block, placed.but_not(given)));
    }
    if races {
        passes = passes_in_race(block, raced, passes);
    }
    let mut look = if lane_plan.simple_moves {
        pass_and_look::<true, SLIM>(lane_plan, block, passes)
    } else {
        pass_and_look::<false, SLIM>(lane_plan, block, passes)
    };
    if !SLIM && plan.forfeit {
        forfeits(lane_plan, block, lanes);
        look = look_again(lane_plan, block);
    }
    if !SLIM && plan.restocks {
        restock(lane_plan, block, lanes);
        look = look_again(lane_plan, block);
    }
    let known = lane_plan.simple_moves;
    settle_looked::<SLIM>(lane_plan, block, lanes, placed, look, known);
}

/// After all that the sowing has taken the player may have something to choose. Gives the lanes in which they
/// have.
#[inline(always)]
fn let_choose(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let asked = lanes.but_not(block.choosing.is(0));
    if !asked.any() {
        return asked;
    }
    let some =
        can_choose(lane_plan, block).or(sows_on(lane_plan, block.choosing)).or(offered(lane_plan));
    let chooses = asked.and(some);
    block.phase = chooses.choose(block.choosing, block.phase);
    block.waits.decide(chooses);
    files(lane_plan, block, chooses);
    pits_to_take(lane_plan, block, chooses);
    pit_to_sow_on(lane_plan, block, chooses);
    pits_beside(lane_plan, block, chooses);
    if lane_plan.plan.says_ways() {
        block.rare.ways_to_turn(lane_plan, block, chooses);
    }
    if lane_plan.plan.chooses_end {
        block.rare.ends_to_choose(lane_plan, block, chooses);
    }
    chooses
}

/// The player who acted has had one more turn.
#[inline(always)]
fn count_turns(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let most = lane_plan.plan.most_turns;
    let turns = &mut block.board.cells[Register::Turns.cell()];
    *turns = turns.zip(lanes, |turns, acted| (turns + (acted & 1)).min(most));
    if lane_plan.plan.rest == Rest::FirstTurns {
        forget_first_turns(lane_plan, block, lanes);
    }
}

/// Who has taken both ends of the other player's row has won.
#[inline(always)]
fn win_by_ends(block: &mut Block, lanes: Bytes) -> Bytes {
    let won = lanes.and(block.ends.is(BOTH_ENDS));
    block.result = won.choose(block.to_move, block.result); // South 0, North 1
    block.phase = block.phase.but_not(won);
    end_by_rule(block, won, Reason::EndsTaken);
    won
}

/// Nothing happened but that the game is over (GE-9). The board is put back by who kept it.
#[inline(always)]
fn take_back(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let endless = lanes.and(block.endless);
    if !endless.any() {
        return endless;
    }
    let result = match lane_plan.plan.endless {
        Endless::Void => Bytes::all(GameResult::Void as u8),
        Endless::Loss => block.to_move.map(|side| side ^ 1), // South 0, North 1
    };
    block.result = endless.choose(result, block.result);
    end_by_rule(block, endless, Reason::EndlessSowing);
    endless
}

/// A player who could feed and did not loses all seeds on the board (PR-8).
#[inline(always)]
fn penalty(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes {
    let side = lane_plan.plan.side;
    let again = if lane_plan.extra_turns { block.again } else { Bytes::ZERO };
    let starved = lanes.and(block.starved).but_not(again);
    if !starved.any() {
        return starved;
    }
    let due = starved.and(block.board.is_empty(HALF, side));
    let lost = block.board.sum(0, side).and(due);
    block.board.add(OTHER_STORE, lost);
    for pit in 0..side {
        block.board.clear(pit, due);
    }
    end_by_rule(block, due, Reason::Penalty);
    due
}

/// Unplayed men of a player with single men only go to the other (CH-8).
#[inline(always)]
fn forfeits(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
    let plan = &lane_plan.plan;
    for (half, store) in [(0, OTHER_STORE), (1, STORE)] {
        let base = half * HALF;
        let mut most = Bytes::ZERO;
        for cells in &block.board.cells[base..base + plan.side] {
            most = most.zip(*cells, u8::max);
        }
        let mut unplayed = Bytes::ZERO;
        for mark in &block.board.marks[half][..plan.markable] {
            unplayed = unplayed.or(*mark);
        }
        let due = lanes.and(unplayed).but_not(most.at_least(2));
        if !due.any() {
            continue;
        }
        let mut lost = Bytes::ZERO;
        for pit in 0..plan.markable {
            let taken = block.board.marks[half][pit].and(due);
            lost = lost.plus(block.board.cells[base + pit].and(taken));
            block.board.clear(base + pit, taken);
            block.board.clear_mark(base + pit, taken);
        }
        block.board.add(store, lost);
    }
}

/// A game that nothing else ended is cut off at its greatest number of actions (GE-10). Gives how
/// many more actions no lane can have played before this has to be looked at again.
#[inline(always)]
pub fn truncate(lane_plan: &LanePlan, block: &mut Block) -> u32 {
    let most = lane_plan.plan.max_actions;
    if most == u32::MAX {
        return u32::MAX;
    }
    let (running, ready) = (block.waits.running(), block.waits.ready());
    let (mut cut, mut left) = (Bytes::ZERO, u32::MAX);
    for i in 0..LANES {
        let plies = block.plies.0[i];
        cut.0[i] = yes(plies >= most) & ready.0[i];
        let rest = if running.0[i] == 0 { u32::MAX } else { most.saturating_sub(plies) };
        left = left.min(rest.max(1));
    }
    block.waits.leave_ready(cut);
    let truncated = Bytes::all(GameResult::Truncated as u8);
    block.result = cut.choose(truncated, block.result);
    end_by_rule(block, cut, Reason::MaxActions);
    left
}
