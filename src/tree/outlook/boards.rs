//! Actions as the board of sixteen bytes plays them.

use std::sync::Arc;

use super::{NUMBERS, Told, gained_by_sowing};
use crate::game::actions_of;
use crate::plan::Plan;
use crate::rules::{Fault, MAX_SEEDS};
use crate::tree::two_rows::MOST_COLUMNS;
use crate::tree::{Board, Game, Goal, TwoRows};

/// A game of two rows.
#[derive(Debug)]
pub struct Boards {
    game: TwoRows,
    /// See [`gained_by_sowing`].
    sown: i16,
}

impl Boards {
    /// That of a game.
    ///
    /// # Errors
    /// What keeps the game from being played on the board of sixteen bytes.
    pub fn new(plan: &Arc<Plan>) -> Result<Self, Fault> {
        let game = TwoRows::new(plan, Goal::Margin)?;
        Ok(Self { game, sown: gained_by_sowing(plan) })
    }

    /// Tells what the player to move can do, and the other one as if it were their turn.
    pub fn tell(&self, observation: &[u8], out: [&mut [[f32; NUMBERS]]; 2]) {
        let Some(board) = self.board(observation) else { return };
        for (actions, board) in out.into_iter().zip([board, board.turned()]) {
            self.tell_one(board, actions);
        }
    }

    /// What the player to move on a board can do.
    fn tell_one(&self, board: Board, actions: &mut [[f32; NUMBERS]]) {
        let settled = self.game.settle(board, false);
        if settled.passed || settled.end.is_some() {
            return; // they have no turn
        }
        for action in actions_of(self.game.legal(&settled.node)) {
            let step = self.game.play_to_board(board, action);
            let gain = step.to_actor(step.node.margin()) - board.margin();
            let again = !step.passed && step.end.is_none();
            actions[action] = Told { again, gain }.numbers(self.sown);
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
