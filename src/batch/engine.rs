//! Whole actions, carried out in all lanes to the next decision, and the trial of all alternatives
//! where a rule asks what they would do.

use std::sync::Arc;

use super::block::{ACTIONS, Block, Board};
use super::course::Course;
use super::lanes::Bytes;
use super::late::FEW;
use super::relay::{Kept, sow_out};
use super::simd::{Kernels, Level};

/// The rules, the kernels, and blocks to work in.
#[derive(Debug)]
pub struct Engine {
    /// The rules.
    pub course: Arc<Course>,
    pub(super) kernels: &'static Kernels,
    trial: Box<Block>,
    kept: Box<Kept>,
    /// The boards before the last action.
    pub(super) before: Box<Board>,
    /// How often all alternatives of a block were tried.
    pub trials: u64,
}

impl Engine {
    /// An engine for these rules.
    #[must_use]
    pub fn new(course: Arc<Course>, level: Level) -> Self {
        Self {
            course,
            kernels: level.kernels(),
            trial: Block::empty(),
            kept: Kept::new(),
            before: Box::new(Block::empty().board),
            trials: 0,
        }
    }

    /// Chooses a random legal action in every lane that is ready for one.
    pub fn choose(&self, block: &mut Block) {
        self.kernels.choose(&self.course, block);
    }

    /// Carries out the chosen actions of all lanes that are ready, to the next decision or to the
    /// end of the game.
    pub fn step(&mut self, block: &mut Block) {
        self.act(block);
        self.kernels.truncate(&self.course, block);
        self.kernels.finish(&self.course, block);
    }

    /// The same without looking for the end: games that are over wait for their final count, and
    /// none is cut off.
    pub(super) fn act(&mut self, block: &mut Block) {
        if self.course.swift.is_some() {
            self.kernels.act(&self.course, block);
            return;
        }
        if self.course.plan.may_be_endless {
            self.before.copy(&self.course, &block.board);
        }
        self.kernels.begin(&self.course, block);
        self.sow_out(block, 0);
        if self.course.plan.may_be_endless {
            let endless = block.endless.and(block.done);
            if endless.any() {
                block.board.copy_lanes(&self.course, &self.before, endless);
            }
        }
        self.settle(block);
    }

    /// The same, but the lanes whose sowings outlast the others of the block are left between two
    /// laps: `sowing`, or `long` after very many laps.
    pub(super) fn act_most(&mut self, block: &mut Block) {
        if self.course.plan.may_be_endless {
            self.before.copy(&self.course, &block.board);
        }
        self.kernels.begin(&self.course, block);
        // With marks a lane is so large that moving it takes longer than its sowing.
        let few = if self.course.plan.marks { 0 } else { FEW };
        self.kernels.sow_most(&self.course, block, few);
        self.settle(block);
    }

    /// Sows until no lane is sowing any more, `laps` laps having been sown before.
    pub(super) fn sow_out(&mut self, block: &mut Block, laps: u32) {
        sow_out(self.kernels, &self.course, block, &mut self.kept, laps);
    }

    /// Settles all lanes whose action is done.
    pub(super) fn settle(&mut self, block: &mut Block) {
        self.kernels.settle(&self.course, block);
        if self.course.trials {
            self.try_all(block);
        }
    }

    /// Tries the alternatives of the lanes that wait for it, until none does. (A player who is
    /// passed over may leave the other one with a duty of his own.)
    pub(super) fn try_all(&mut self, block: &mut Block) {
        let (kernels, course) = (self.kernels, &*self.course);
        let sowers = course.sowers.len();
        while block.on_trial.any() {
            self.trials += 1;
            let mut verdicts = [Bytes::ZERO; ACTIONS];
            for (sower, verdict) in verdicts[..sowers].iter_mut().enumerate() {
                if kernels.begin_trial(course, block, &mut self.trial, sower) {
                    sow_out(kernels, course, &mut self.trial, &mut self.kept, 0);
                    *verdict = kernels.judge(course, &self.trial);
                }
            }
            kernels.permit(course, block, &verdicts[..sowers]);
        }
    }
}
