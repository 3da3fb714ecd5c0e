//! The next games of the lanes whose games are over.

use super::games::{Games, NO_GAME};
use super::play::Playout;
use super::workspace::Workspace;
use crate::batch::values::{Bytes, YES};

impl Playout<'_> {
    /// Goes on with games that were parked, and begins the next ones, in the lanes whose games are over.
    pub(super) fn refill(&mut self) {
        let lanes = self.workspace.games.block.waits.over();
        self.workspace.games.block.waits.leave_over();
        let free = if self.workspace.parked.is_some() { self.bring_back(lanes) } else { lanes };
        let begun = self.begin_games(free);
        if let [start] = self.job.starts {
            let Workspace { engine, games, opening, .. } = &mut *self.workspace;
            engine.kernels.restart(self.job.lane_plan, &mut games.block, opening, begun);
            games.starters = Bytes::all(start.position.to_move);
        }
    }

    /// Games that were parked and whose sowings have ended go on in some of these lanes; gives the others.
    fn bring_back(&mut self, lanes: Bytes) -> Bytes {
        let Workspace { games, parked, .. } = &mut *self.workspace;
        let Some(parked) = parked else { return lanes };
        let mut back = Bytes::ZERO;
        for lane in lanes.lanes() {
            if !parked.any_done() {
                break;
            }
            games.numbers[lane] = NO_GAME;
            back.0[lane] = YES;
            parked.bring_back(self.job.lane_plan, games, lane);
        }
        self.take_up(back);
        lanes.but_not(back)
    }

    /// Gives these lanes the next games, as long as there are any; gives those that have one. Where all begin with the
    /// same position, it is still to be put up.
    fn begin_games(&mut self, lanes: Bytes) -> Bytes {
        let (mut begun, run, mut next) = (lanes, self.run, self.next.clone());
        let Workspace { games: Games { block, numbers, .. }, opening, .. } = &mut *self.workspace;
        for lane in lanes.lanes() {
            numbers[lane] = next.next().unwrap_or_else(|| {
                begun.0[lane] = 0;
                NO_GAME
            });
            block.set_key(lane, run.game(numbers[lane]));
            // Where games begin in several positions, `put_up` writes over these.
            block.plies.0[lane] = opening.plies.0[lane];
            (block.seeds.0[lane], block.phase.0[lane]) =
                (opening.seeds.0[lane], opening.phase.0[lane]);
        }
        self.next = next;
        if let [start] = self.job.starts {
            if begun.any() {
                self.expect_actions(start.plies);
            }
        } else {
            begun.lanes().for_each(|lane| self.put_up(lane));
        }
        if self.job.prints {
            let Games { counters, numbers, .. } = &mut self.workspace.games;
            let starts = self.job.starts.len() as u64;
            begun.lanes().for_each(|lane| counters.begin(lane, numbers[lane] % starts));
        }
        begun
    }

    /// Puts up the start position of the game of a lane, where there are several.
    fn put_up(&mut self, lane: usize) {
        let Games { block, numbers, starters, .. } = &mut self.workspace.games;
        let (game, starts) = (numbers[lane], self.job.starts);
        let start = &starts[(game % starts.len() as u64) as usize];
        block.put(self.job.lane_plan, lane, start, self.run.game(game));
        starters.0[lane] = start.position.to_move;
        self.expect_actions(start.plies);
    }

    /// There is a game with so many actions before it.
    fn expect_actions(&mut self, plies: u32) {
        let most = self.job.lane_plan.plan.max_actions;
        self.truncate_in = self.truncate_in.min(most.saturating_sub(plies).max(1));
    }
}
