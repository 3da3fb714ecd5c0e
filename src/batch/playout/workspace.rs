//! What games are played out in: blocks and an engine, made once for many jobs.

use std::sync::Arc;

use super::greedy::Greedy;
use crate::batch::block::{Block, Board};
use crate::batch::engine::Engine;
use crate::batch::lane_plan::LanePlan;
use crate::batch::level::Level;
use crate::batch::options::Chooser;
use crate::batch::rounds::counters::Counters;
use crate::batch::trials::Trials;
use crate::batch::values::Bytes;

/// The blocks that games are played in, with an engine.
#[derive(Debug)]
pub struct Workspace {
    pub(super) engine: Engine,
    pub(super) block: Box<Block>,
    /// Where long sowings are finished.
    pub(super) long: Box<Block>,
    /// The boards before the actions, where they may have to be put back.
    pub(super) before: Box<Board>,
    /// Trials of the alternatives of the block.
    pub(super) tried: Trials,
    pub(super) greedy: Option<Greedy>,
    pub(super) counters: Box<Counters>,
    /// A block with the first start position in all lanes, if it is the only one.
    pub(super) opening: Box<Block>,
}

impl Workspace {
    /// A workspace for games of these rules between these players.
    #[must_use]
    pub fn new(lane_plan: &Arc<LanePlan>, seats: [Chooser; 2], level: Level) -> Self {
        Self {
            engine: Engine::new(Arc::clone(lane_plan), level),
            block: Block::empty(),
            long: Block::empty(),
            before: Box::new(Block::empty().board),
            tried: Trials::new(),
            greedy: seats.contains(&Chooser::Greedy).then(Greedy::new),
            counters: Counters::new(lane_plan.plan.actions.count),
            opening: Block::empty(),
        }
    }

    /// Without games. What else a job leaves behind is overwritten when a game begins.
    pub(super) fn clear(&mut self) {
        self.engine.trials = 0;
        self.tried.clear();
        self.block.waits.begin_anew();
        self.block.hand = Bytes::ZERO;
        self.counters.clear();
    }
}
