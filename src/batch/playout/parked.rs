//! Games in the midst of a sowing of very many laps (GE-9), away from their lanes.
//!
//! Such a sowing may take thousands of laps. Meanwhile its lane plays another game; sowings of this kind go on
//! together, so that hardly a lane rests.

use super::games::Games;
use crate::batch::engine::Engine;
use crate::batch::lane_plan::LanePlan;
use crate::batch::level::Level;
use crate::batch::thresholds::MANY_LAPS;
use crate::batch::values::{Bytes, LANES, YES};
use crate::batch::watch::Watch;

/// Lanes whose sowings have ended, once all lanes are taken, before the others wait.
const ENDED_AT_ONCE: usize = 16;

/// Games that are parked, each in a lane.
#[derive(Debug)]
pub struct Parked {
    games: Games,
    watch: Watch,
    /// Truth: there is a game in the lane.
    taken: Bytes,
}

impl Parked {
    /// No games, of rules with so many actions.
    #[must_use]
    pub fn new(actions: usize, level: Level) -> Self {
        Self { games: Games::new(actions, level), watch: Watch::new(), taken: Bytes::ZERO }
    }

    /// All games are given up.
    pub fn clear(&mut self) {
        self.games.clear();
        self.games.block.waits.clear();
        self.watch.forget();
        self.taken = Bytes::ZERO;
    }

    /// Whether there is a game.
    pub fn any(&self) -> bool {
        self.taken.any()
    }

    /// Whether there is a game whose sowing has ended, or never does.
    pub fn any_done(&self) -> bool {
        self.games.block.waits.done().any()
    }

    /// Makes room for so many games among those that go on: sowings are sown on until enough have ended.
    pub fn make_room(&mut self, engine: &Engine, games: usize) {
        if self.games.block.waits.sowing().count() + games > LANES {
            self.sow(engine, LANES - games.max(ENDED_AT_ONCE));
        }
    }

    /// Sows until at most half of the sowings go on.
    pub fn sow_half(&mut self, engine: &Engine) {
        self.sow(engine, self.games.block.waits.sowing().count() / 2);
    }

    fn sow(&mut self, engine: &Engine, few: usize) {
        self.watch.sow(engine.kernels, &engine.lane_plan, &mut self.games.block, few);
    }

    /// A game of a lane that has sown very many laps is parked; one whose sowing has ended takes its place, if
    /// there is one. Gives whether there was; there must be room.
    pub fn park(&mut self, lane_plan: &LanePlan, from: &mut Games, lane: usize) -> bool {
        let done = self.games.block.waits.done();
        let to = done.lanes().next().or_else(|| self.taken.inverse().lanes().next());
        let to = to.expect("room was made");
        self.exchange(lane_plan, from, lane, to);
        let mut parked = Bytes::ZERO;
        parked.0[to] = YES;
        self.taken = self.taken.or(parked);
        self.games.block.waits.sow(parked);
        self.watch.add(parked, MANY_LAPS);
        done.any()
    }

    /// A game whose sowing has ended, of which there must be one, takes a lane in which there is no game.
    pub fn bring_back(&mut self, lane_plan: &LanePlan, to: &mut Games, lane: usize) {
        let from = self.games.block.waits.done().lanes().next().expect("a sowing has ended");
        self.exchange(lane_plan, to, lane, from);
        self.taken.0[from] = 0;
    }

    /// What is in a lane here changes places with what is in a lane there.
    fn exchange(&mut self, lane_plan: &LanePlan, there: &mut Games, lane: usize, here: usize) {
        self.games.exchange(lane_plan, here, there, lane);
        self.games.block.waits.leave_done(here);
    }
}
