//! After the turn has passed: who has an action, and whether the game is over. A player without an
//! action is passed over, and then the same is asked of the other one.

use super::blocked::unblock;
use super::end::{end_by_rule, end_tests};
use super::fields::restock;
use super::legal::{count, pits_to_play, reserve, spare};
use super::pass::{Look, look_again, pass_turn};
use super::place::{pits_to_place_in, placing};
use super::trial::{need_trials, permitted};
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::Bytes;
use crate::outcome::Reason;

/// Brings these lanes to their next decisions: their turns have passed, and the board was looked at. `placed`: those in
/// which a seed was placed before the game; `SLIM`: see [`LanePlan::slim_turns`]; `known`: the pits that may be played
/// are written already, but for what a trial may show.
#[inline(always)]
pub fn settle_looked<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    lanes: Bytes,
    placed: Bytes,
    look: Look,
    known: bool,
) {
    let stuck = test::<SLIM>(lane_plan, block, lanes, placed, look, known);
    skip::<SLIM>(lane_plan, block, stuck);
}

/// The legal actions of the player to move and the end tests, for lanes that need no trial; gives
/// the lanes that go on, but whose player has no action.
#[inline(always)]
fn test<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    lanes: Bytes,
    placed: Bytes,
    look: Look,
    known: bool,
) -> Bytes {
    let mut lanes = lanes;
    if !SLIM && lane_plan.plan.places.is_some() {
        let placing = placing(lane_plan, block, lanes);
        pits_to_place_in(lane_plan, block, placing, placed);
        lanes = lanes.but_not(placing);
    }
    if !SLIM && lane_plan.plan.gives {
        lanes = lanes.but_not(block.rare.ask_for_gifts(lane_plan, block, lanes, look));
    }
    if !known {
        pits_to_play::<SLIM>(lane_plan, block, lanes);
    }
    if !lane_plan.trials {
        return conclude::<SLIM>(lane_plan, block, lanes, look);
    }
    let trials = need_trials(lane_plan, block, lanes, look);
    block.feeds = block.feeds.but_not(lanes);
    block.waits.put_on_trial(trials);
    if lane_plan.plan.blocks {
        block.quiet = block.quiet.but_not(lanes.but_not(trials));
    }
    conclude::<SLIM>(lane_plan, block, lanes.but_not(trials), look)
}

/// End tests for lanes whose legal pits are known; gives the lanes that go on, but whose player has
/// no action.
#[inline(always)]
fn conclude<const SLIM: bool>(
    lane_plan: &LanePlan,
    block: &mut Block,
    lanes: Bytes,
    look: Look,
) -> Bytes {
    if !SLIM {
        reserve(lane_plan, block, lanes);
        if lane_plan.plan.store_up_to > 0 {
            block.rare.let_sow_store(lane_plan, block, lanes);
        }
    }
    // A player without an action has met an end.
    if SLIM && lane_plan.never_passes {
        let open = end_tests(lane_plan, block, lanes, look);
        block.waits.decide(open);
        return Bytes::ZERO;
    }
    let none = block.choices.is(0);
    // Neither player has an action: the turn goes back, and the game is over (GE-8).
    let over = lanes.and(block.skipped).and(none);
    if over.any() {
        pass_turn(lane_plan, block, over);
        end_by_rule(block, over, Reason::NobodyCanMove);
    }
    let open = end_tests(lane_plan, block, lanes.but_not(over), look);
    let stuck = open.and(none);
    if !SLIM {
        spare(lane_plan, block, open.but_not(stuck));
    }
    block.waits.decide(open.but_not(stuck));
    stuck
}

/// The turn of a player without an action is skipped (GE-8).
#[inline(always)]
fn skip<const SLIM: bool>(lane_plan: &LanePlan, block: &mut Block, stuck: Bytes) {
    if stuck.any() {
        if !SLIM && lane_plan.plan.blocks {
            unblock(lane_plan, block, stuck);
        }
        pass_turn(lane_plan, block, stuck);
        block.skipped = block.skipped.or(stuck);
        if !SLIM && lane_plan.plan.restocks {
            restock(lane_plan, block, stuck);
        }
        // The other player has an action now, or the game is over: nobody is stuck again.
        let look = look_again(lane_plan, block);
        test::<SLIM>(lane_plan, block, stuck, Bytes::ZERO, look, false);
    }
}

/// Settles these lanes, whose alternatives were tried.
#[inline(always)]
pub fn permit(lane_plan: &LanePlan, block: &mut Block, verdicts: &[Bytes], lanes: Bytes) {
    permitted(lane_plan, block, verdicts, lanes);
    block.waits.finish_trials(lanes);
    count(lane_plan, block, lanes);
    let look = look_again(lane_plan, block);
    let stuck = conclude::<false>(lane_plan, block, lanes, look);
    skip::<false>(lane_plan, block, stuck);
}
