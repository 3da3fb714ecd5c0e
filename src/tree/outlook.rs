//! What each action would do at once, as numbers that a network learns from.

use std::sync::Arc;

use super::two_rows::MOST_COLUMNS;
use super::{Board, Game, Goal, TwoRows};
use crate::game::actions_of;
use crate::plan::{Feature, Plan};
use crate::rules::{Fault, MAX_SEEDS};

/// Numbers of an action.
const NUMBERS: usize = 3;

/// Gains are told up to so many seeds.
const MOST: i16 = 12;

/// Seeds that count 1: most captures have about as many, and numbers learn best that are about 1.
const UNIT: f32 = 6.0;

/// A look at the next action of either player, for a game of two rows.
#[derive(Debug)]
pub struct Outlook {
    game: TwoRows,
    actions: usize,
    /// Seeds that a player gains by sowing alone: none or, but for long laps, one.
    sown: i16,
}

impl Outlook {
    /// That of a game.
    ///
    /// # Errors
    /// What keeps the game from being played on the board of sixteen bytes.
    pub fn new(plan: &Arc<Plan>) -> Result<Self, Fault> {
        let game = TwoRows::new(plan, Goal::Margin)?;
        let stores = [Feature::SowsOwnStore, Feature::SowsBothStores];
        let sown = i16::from(stores.iter().any(|feature| plan.features.has(*feature)));
        Ok(Self { game, actions: plan.actions.count, sown })
    }

    /// Numbers of a position.
    #[must_use]
    pub fn numbers(&self) -> usize {
        2 * self.actions * NUMBERS
    }

    /// Writes them, given the numbers of an observation: for the player to move, then for the other
    /// one as if it were their turn, for each action 1 if they move again, 1 if they gain more than
    /// sowing alone brings them, and the gain in margin, cut to twelve, over six. All are 0 for what
    /// they may not do, and on a board that has more seeds than a game.
    pub fn write(&self, observation: &[u8], out: &mut [f32]) {
        out.fill(0.0);
        let Some(board) = self.board(observation) else { return };
        let players = out.chunks_exact_mut(self.actions * NUMBERS);
        for (out, board) in players.zip([board, board.turned()]) {
            let (actions, _) = out.as_chunks_mut();
            self.tell(board, actions);
        }
    }

    /// What the player to move on a board can do.
    fn tell(&self, board: Board, actions: &mut [[f32; NUMBERS]]) {
        let settled = self.game.settle(board, false);
        if settled.passed || settled.end.is_some() {
            return; // they have no turn
        }
        for action in actions_of(self.game.legal(&settled.node)) {
            let step = self.game.play_to_board(board, action);
            let gain = step.to_actor(step.node.margin()) - board.margin();
            let again = !step.passed && step.end.is_none();
            actions[action] = [
                f32::from(u8::from(again)),
                f32::from(u8::from(gain > self.sown)),
                f32::from(gain.clamp(-MOST, MOST)) / UNIT,
            ];
        }
    }

    /// The board of an observation.
    fn board(&self, observation: &[u8]) -> Option<Board> {
        let columns = self.game.columns();
        if observation.iter().copied().map(i64::from).sum::<i64>() > MAX_SEEDS {
            return None; // a pit could overflow
        }
        let half = |half: &[u8]| {
            let pits =
                half[..columns].iter().rev().fold(0, |row, seeds| row << 8 | u64::from(*seeds));
            pits | u64::from(half[columns]) << (8 * MOST_COLUMNS)
        };
        let (own, other) = observation.split_at(columns + 1);
        Some(Board { own: half(own), other: half(other) })
    }
}
