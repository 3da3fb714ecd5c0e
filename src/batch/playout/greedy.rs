//! The greedy player as a lane kernel: each action is tried in all lanes side by side.

use crate::batch::block::{ACTIONS, Block};
use crate::batch::engine::Engine;
use crate::batch::level::Level;
use crate::batch::phases::margins::Margins;
use crate::batch::values::Bytes;

/// The greedy player, with a block to try actions in.
#[derive(Debug)]
pub struct Greedy {
    trial: Box<Block>,
    margins: Box<[Margins; ACTIONS]>,
}

impl Greedy {
    /// A new player.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self { trial: Block::empty(level), margins: Box::new([Margins::NONE; ACTIONS]) }
    }

    /// Chooses in these lanes the action after which the mover's score is the furthest ahead of the
    /// other's, sweeps included; a void counts 0; ties are broken by the random number of the ply.
    pub fn choose(&mut self, engine: &mut Engine, block: &mut Block, lanes: Bytes) {
        let kernels = engine.kernels;
        let count = engine.lane_plan.plan.actions.count;
        for action in 0..count {
            self.margins[action] = Margins::NONE;
            if kernels.try_action(&engine.lane_plan, block, &mut self.trial, lanes, action as u8) {
                engine.act(&mut self.trial);
                kernels.finish(&engine.lane_plan, &mut self.trial, Bytes::ZERO);
                self.margins[action] = kernels.margins(&engine.lane_plan, block, &self.trial);
            }
        }
        kernels.choose_best(&engine.lane_plan, block, &self.margins[..count], lanes);
    }
}
