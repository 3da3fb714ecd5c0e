//! What games are played out in: blocks and an engine, made once for many jobs.

use std::sync::Arc;

use super::games::Games;
use super::greedy::Greedy;
use super::parked::Parked;
use crate::batch::block::Block;
use crate::batch::engine::Engine;
use crate::batch::lane_plan::LanePlan;
use crate::batch::level::Level;
use crate::batch::options::Chooser;
use crate::batch::trials::Trials;

/// The blocks that games are played in, with an engine.
#[derive(Debug)]
pub struct Workspace {
    pub(super) engine: Engine,
    pub(super) games: Games,
    /// Games with sowings of very many laps, where there can be any.
    pub(super) parked: Option<Parked>,
    /// Trials of the alternatives of the block.
    pub(super) tried: Trials,
    pub(super) greedy: Option<Greedy>,
    /// A block with the first start position in all lanes, if it is the only one.
    pub(super) opening: Box<Block>,
}

impl Workspace {
    /// A workspace for games of these rules between these players.
    #[must_use]
    pub fn new(lane_plan: &Arc<LanePlan>, seats: [Chooser; 2], level: Level) -> Self {
        let actions = lane_plan.plan.actions.count;
        Self {
            engine: Engine::new(Arc::clone(lane_plan), level),
            games: Games::new(actions, level),
            parked: lane_plan.plan.may_be_endless.then(|| Parked::new(actions, level)),
            tried: Trials::new(level),
            greedy: seats.contains(&Chooser::Greedy).then(|| Greedy::new(level)),
            opening: Block::empty(level),
        }
    }

    /// Without games. What else a job leaves behind is overwritten when a game begins.
    pub(super) fn clear(&mut self) {
        self.engine.trials = 0;
        self.tried.clear();
        if let Some(parked) = &mut self.parked {
            parked.clear();
        }
        self.games.clear();
    }
}
