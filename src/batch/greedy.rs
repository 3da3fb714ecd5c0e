//! The greedy player as a lane kernel: each action is tried in all lanes side by side.

use super::block::{ACTIONS, Block, NONE};
use super::choose::pick_one;
use super::course::Course;
use super::engine::Engine;
use super::lanes::{Bytes, LANES};
use crate::outcome::GameResult;

/// A margin in each lane, plus [`EVEN`], so that it is never negative; 0 for none.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Margins([u16; LANES]);

/// A margin of 0.
const EVEN: u16 = 256;

/// The greedy player, with a block to try actions in.
#[derive(Debug)]
pub struct Greedy {
    trial: Box<Block>,
    margins: Box<[Margins; ACTIONS]>,
}

impl Greedy {
    /// A new player.
    #[must_use]
    pub fn new() -> Self {
        Self { trial: Block::empty(), margins: Box::new([Margins([0; LANES]); ACTIONS]) }
    }

    /// Chooses in these lanes the action after which the mover's score is the furthest ahead of the
    /// other's, sweeps included; a void counts 0; ties are broken by the random number of the ply.
    pub fn choose(&mut self, engine: &mut Engine, block: &mut Block, lanes: Bytes) {
        let kernels = engine.kernels;
        let count = engine.course.plan.actions.count;
        for action in 0..count {
            self.margins[action] = Margins([0; LANES]);
            if kernels.try_action(&engine.course, block, &mut self.trial, lanes, action as u8) {
                engine.act(&mut self.trial);
                kernels.finish(&engine.course, &mut self.trial);
                self.margins[action] = kernels.margins(&engine.course, block, &self.trial);
            }
        }
        kernels.choose_best(&engine.course, block, &self.margins[..count], lanes);
    }
}

impl Default for Greedy {
    fn default() -> Self {
        Self::new()
    }
}

/// Copies the block for a trial of one action in the lanes in which it is legal. Gives whether
/// there are any.
#[inline(always)]
pub(super) fn try_action(
    course: &Course,
    block: &Block,
    trial: &mut Block,
    lanes: Bytes,
    action: u8,
) -> bool {
    let lanes = lanes.and(block.legal[usize::from(action)].at_least(1));
    if !lanes.any() {
        return false;
    }
    trial.board.copy(course, &block.board);
    trial.phase = block.phase;
    trial.to_move = block.to_move;
    trial.seeds = block.seeds;
    trial.action = Bytes::all(action);
    trial.result = Bytes::all(NONE);
    trial.clear_waits();
    trial.ready = lanes;
    true
}

/// The margins that a trial led to, for the player who moved.
#[inline(always)]
pub(super) fn margins(course: &Course, block: &Block, trial: &Block) -> Margins {
    let [mine, theirs] = trial.scores(course);
    let passed = trial.to_move.zip(block.to_move, |now, before| super::yes(now != before));
    let void = trial.result.is(GameResult::Void as u8);
    let tried = trial.ready.or(trial.over);
    let (own, other) = (passed.choose(theirs, mine), passed.choose(mine, theirs));
    let mut margins = Margins([0; LANES]);
    for i in 0..LANES {
        let margin = (EVEN + u16::from(own.0[i])).wrapping_sub(u16::from(other.0[i]));
        let margin = if void.0[i] == 0 { margin } else { EVEN };
        margins.0[i] = if tried.0[i] == 0 { 0 } else { margin };
    }
    margins
}

/// Chooses among the actions of the greatest margin.
#[inline(always)]
pub(super) fn choose_best(course: &Course, block: &mut Block, margins: &[Margins], lanes: Bytes) {
    let mut best = Margins([1; LANES]);
    for margin in margins {
        for i in 0..LANES {
            best.0[i] = best.0[i].max(margin.0[i]);
        }
    }
    let mut candidates = [Bytes::ZERO; ACTIONS];
    let mut number = Bytes::ZERO;
    for (candidate, margin) in candidates.iter_mut().zip(margins) {
        for i in 0..LANES {
            candidate.0[i] = u8::from(margin.0[i] == best.0[i]);
        }
        number = number.plus(*candidate);
    }
    let action = pick_one(course, block, &candidates[..margins.len()], number);
    block.action = lanes.choose(action, block.action);
}
