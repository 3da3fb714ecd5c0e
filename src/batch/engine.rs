//! Whole actions, carried out in all lanes to the next decision: lap after lap until all lanes are
//! done, and the trial of all alternatives where a rule asks what they would do.

use std::sync::Arc;

use super::block::Block;
use super::board::Board;
use super::lane_plan::LanePlan;
use super::level::Level;
use super::simd::Kernels;
use super::thresholds::FEW;
use super::trials::Trials;
use super::values::Bytes;
use super::watch::Watch;

/// The rules, the kernels, and blocks to work in.
#[derive(Debug)]
pub struct Engine {
    /// The rules.
    pub lane_plan: Arc<LanePlan>,
    pub(super) kernels: &'static Kernels,
    tried: Trials,
    watch: Watch,
    /// The boards before the last action.
    pub(super) before: Box<Board>,
    /// How often all alternatives of a block were tried.
    pub trials: u64,
}

impl Engine {
    /// An engine for these rules.
    #[must_use]
    pub fn new(lane_plan: Arc<LanePlan>, level: Level) -> Self {
        Self {
            lane_plan,
            kernels: level.kernels(),
            tried: Trials::new(level),
            watch: Watch::new(),
            before: Box::new(Board::EMPTY),
            trials: 0,
        }
    }

    /// Chooses a random legal action in every lane that is ready for one.
    pub fn choose(&self, block: &mut Block) {
        self.kernels.choose(&self.lane_plan, block);
    }

    /// Carries out the chosen actions of all lanes that are ready, to the next decision or to the
    /// end of the game.
    pub fn step(&mut self, block: &mut Block) {
        self.act(block);
        self.kernels.truncate(&self.lane_plan, block);
        self.kernels.finish(&self.lane_plan, block, Bytes::ZERO);
    }

    /// The same without looking for the end: games that are over wait for their final count, and
    /// none is cut off.
    pub(super) fn act(&mut self, block: &mut Block) {
        if self.lane_plan.fused.is_some() {
            self.kernels.act(&self.lane_plan, block);
            if self.lane_plan.trials {
                self.try_all(block);
            }
            return;
        }
        if self.lane_plan.plan.may_be_endless {
            self.before.copy(&self.lane_plan, &block.board);
        }
        self.kernels.begin(&self.lane_plan, block);
        self.sow_out(block, 0);
        if self.lane_plan.plan.may_be_endless {
            let endless = block.endless.and(block.waits.done());
            if endless.any() {
                block.board.copy_lanes(&self.lane_plan, &self.before, endless);
            }
        }
        self.settle(block);
    }

    /// The same, but the lanes whose sowings outlast the others of the block are left between two
    /// laps: `sowing`, or `long` after very many laps.
    pub(super) fn act_most(&mut self, block: &mut Block) {
        if self.lane_plan.plan.may_be_endless {
            self.before.copy(&self.lane_plan, &block.board);
        }
        self.kernels.begin(&self.lane_plan, block);
        // With marks a lane is so large that moving it takes longer than its sowing.
        let few = if self.lane_plan.plan.marks { 0 } else { FEW };
        self.kernels.sow_most(&self.lane_plan, block, few);
        self.settle(block);
    }

    /// Sows until no lane is sowing any more, `laps` laps having been sown before.
    pub(super) fn sow_out(&mut self, block: &mut Block, laps: u8) {
        self.watch.sow_out(self.kernels, &self.lane_plan, block, laps);
    }

    /// Settles all lanes whose action is done.
    pub(super) fn settle(&mut self, block: &mut Block) {
        self.kernels.settle(&self.lane_plan, block);
        loop {
            if self.lane_plan.trials {
                self.try_all(block);
            }
            // The first player of a new round may have a duty that asks for trials.
            let rounds = self.lane_plan.plan.rounds.is_some();
            if !(rounds && self.kernels.begin_rounds(&self.lane_plan, block, 0).any) {
                break;
            }
        }
    }

    /// Tries the alternatives of the lanes that wait for it, until none does. (A player who is
    /// passed over may leave the other one with a duty of their own.)
    fn try_all(&mut self, block: &mut Block) {
        let Self { kernels, lane_plan, tried, watch, .. } = self;
        while block.waits.on_trial().any() {
            self.trials += 1;
            tried.try_some(kernels, lane_plan, block, watch, true);
        }
    }

    /// The same, in a workplace of the block's own and once: sowings of very many laps may wait
    /// longer, until `all` are to be ended.
    pub(super) fn try_some(&mut self, tried: &mut Trials, block: &mut Block, all: bool) {
        self.trials += 1;
        tried.try_some(self.kernels, &self.lane_plan, block, &mut self.watch, all);
    }
}
