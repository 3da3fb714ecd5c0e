//! From the end of an action to the next decision, in all lanes at once.

use super::block::{Block, exchange};
use super::course::Course;
use super::end::{conclude, end_by_rule, skip};
use super::lanes::{Bytes, LANES};
use super::legal::{count, files, need_trials, permitted, pits_to_play};
use crate::outcome::{GameResult, Reason};
use crate::plan::{HALF, OTHER_STORE, STORE};
use crate::rules::{Endless, Feeding};

/// Settles the lanes whose action is done: what the turn still brings, who is next, what is legal,
/// whether the game is over. Some may first need a trial of their alternatives.
#[inline(always)]
pub(super) fn settle(course: &Course, block: &mut Block) {
    let plan = &course.plan;
    let mut lanes = block.done;
    block.done = Bytes::ZERO;
    block.skipped = block.skipped.but_not(lanes);
    if plan.may_be_endless {
        lanes = lanes.but_not(take_back(course, block, lanes));
    }
    if plan.feeding == Feeding::Penalty {
        lanes = lanes.but_not(penalty(course, block, lanes));
    }
    if plan.actions.files.is_some() {
        let chooses = lanes.but_not(block.file.is(0));
        block.phase = chooses.choose(block.file, block.phase);
        block.ready = block.ready.or(chooses);
        files(course, block, chooses);
        lanes = lanes.but_not(chooses);
    }
    if course.phases {
        block.phase = block.phase.but_not(lanes);
    }
    let passes = if plan.replay { lanes.but_not(block.again) } else { lanes };
    let mut look = if course.simple_moves {
        pass_and_look::<true>(course, block, passes)
    } else {
        pass_and_look::<false>(course, block, passes)
    };
    if plan.forfeit {
        forfeits(course, block, lanes);
        look = look_again(course, block);
    }
    settle_looked(course, block, lanes, look);
}

/// The rest of it: these lanes' turns have passed, and the board was looked at.
#[inline(always)]
pub(super) fn settle_looked(course: &Course, block: &mut Block, lanes: Bytes, look: Look) {
    let stuck = test(course, block, lanes, look);
    skip(course, block, stuck);
}

/// What the end tests ask of a board.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Truth: the mover's pits are empty.
    pub mine_empty: Bytes,
    /// Truth: the other player's pits are empty.
    pub theirs_empty: Bytes,
}

/// The other player is to move in these lanes. All lanes are looked at on the way; `SIMPLE`: what
/// is legal is written too (see [`Course::simple_moves`]).
#[inline(always)]
fn pass_and_look<const SIMPLE: bool>(course: &Course, block: &mut Block, passes: Bytes) -> Look {
    let plan = &course.plan;
    let (mine, theirs) = block.board.cells.split_at_mut(HALF);
    let (mut own, mut other, mut choices) = (Bytes::ZERO, Bytes::ZERO, Bytes::ZERO);
    for pit in 0..plan.side {
        exchange(&mut mine[pit], &mut theirs[pit], passes);
        own = own.or(mine[pit]);
        other = other.or(theirs[pit]);
        if SIMPLE {
            let legal = mine[pit].map(|n| u8::from(n >= plan.least));
            block.legal[pit] = legal;
            choices = choices.plus(legal);
        }
    }
    if SIMPLE {
        block.choices = choices;
    }
    block.board.swap_besides_pits(course, passes);
    block.to_move = block.to_move.zip(passes, |side, passes| side ^ passes & 1);
    Look { mine_empty: own.is(0), theirs_empty: other.is(0) }
}

/// The same of boards as they stand.
#[inline(always)]
pub(super) fn look_again(course: &Course, block: &Block) -> Look {
    Look {
        mine_empty: block.board.is_empty(0, course.plan.side),
        theirs_empty: block.board.is_empty(HALF, course.plan.side),
    }
}

/// Settles the lanes whose alternatives were tried.
#[inline(always)]
pub(super) fn permit(course: &Course, block: &mut Block, verdicts: &[Bytes]) {
    let lanes = block.on_trial;
    permitted(course, block, verdicts);
    block.on_trial = Bytes::ZERO;
    count(course, block, lanes);
    let look = look_again(course, block);
    let stuck = conclude(course, block, lanes, look);
    skip(course, block, stuck);
}

/// The other player is to move.
#[inline(always)]
pub(super) fn pass_turn(course: &Course, block: &mut Block, lanes: Bytes) {
    block.board.swap(course, lanes);
    block.to_move = block.to_move.zip(lanes, |side, lanes| side ^ lanes & 1);
}

/// The legal actions of the player to move and the end tests, for lanes that need no trial; gives
/// the lanes that go on, but whose player has no action.
#[inline(always)]
pub(super) fn test(course: &Course, block: &mut Block, lanes: Bytes, look: Look) -> Bytes {
    if !course.simple_moves {
        pits_to_play(course, block, lanes);
    }
    if !course.trials {
        return conclude(course, block, lanes, look);
    }
    let trials = need_trials(course, block, lanes, look);
    block.feeds = block.feeds.but_not(lanes);
    block.on_trial = block.on_trial.or(trials);
    conclude(course, block, lanes.but_not(trials), look)
}

/// Nothing happened but that the game is over (GE-9). The board is put back by who kept it.
#[inline(always)]
fn take_back(course: &Course, block: &mut Block, lanes: Bytes) -> Bytes {
    let endless = lanes.and(block.endless);
    if !endless.any() {
        return endless;
    }
    let result = match course.plan.endless {
        Endless::Void => Bytes::all(GameResult::Void as u8),
        Endless::Loss => block.to_move.map(|side| side ^ 1), // South 0, North 1
    };
    block.result = endless.choose(result, block.result);
    end_by_rule(block, endless, Reason::EndlessSowing);
    endless
}

/// Who could feed and did not loses all his seeds on the board (PR-8).
#[inline(always)]
fn penalty(course: &Course, block: &mut Block, lanes: Bytes) -> Bytes {
    let side = course.plan.side;
    let again = if course.plan.replay { block.again } else { Bytes::ZERO };
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
fn forfeits(course: &Course, block: &mut Block, lanes: Bytes) {
    let plan = &course.plan;
    for (half, store) in [(0, OTHER_STORE), (1, STORE)] {
        let base = half * HALF;
        let mut most = Bytes::ZERO;
        for cells in &block.board.cells[base..base + plan.side] {
            most = most.zip(*cells, u8::max);
        }
        let mut unplayed = Bytes::ZERO;
        for mark in &block.board.marks[half][..plan.columns] {
            unplayed = unplayed.or(*mark);
        }
        let due = lanes.and(unplayed).but_not(most.at_least(2));
        if !due.any() {
            continue;
        }
        let mut lost = Bytes::ZERO;
        for pit in 0..plan.columns {
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
pub(super) fn truncate(course: &Course, block: &mut Block) -> u32 {
    let most = course.plan.max_actions;
    if most == u32::MAX {
        return u32::MAX;
    }
    let running = block.running();
    let (mut cut, mut left) = (Bytes::ZERO, u32::MAX);
    for i in 0..LANES {
        let plies = block.plies.0[i];
        cut.0[i] = super::yes(plies >= most) & block.ready.0[i];
        let rest = if running.0[i] == 0 { u32::MAX } else { most.saturating_sub(plies) };
        left = left.min(rest.max(1));
    }
    block.ready = block.ready.but_not(cut);
    let truncated = Bytes::all(GameResult::Truncated as u8);
    block.result = cut.choose(truncated, block.result);
    end_by_rule(block, cut, Reason::MaxActions);
    left
}
