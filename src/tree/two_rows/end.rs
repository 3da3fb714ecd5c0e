//! The settling step after an action: end tests with their sweeps, then skips (GE-12).

use std::cmp::Ordering;

use super::board::{Board, OTHER_STORE, STORE, sum};
use super::{Node, TwoRows};
use crate::outcome::{End, GameResult, Reason};
use crate::rules::{Endless, Feeding, FinalCount, When, Winner};
use crate::tree::{Final, Step};

impl TwoRows {
    /// Settles a board on which the mover has just been decided. `passed`: whether he is another
    /// than the player by whom the step is reckoned.
    #[inline]
    #[must_use]
    pub fn settle(&self, board: Board, passed: bool) -> Step<Node> {
        let legal = self.legal_actions(&board);
        if self.can_surely_move(&board) {
            return Step { node: Node { board, legal }, passed, end: None };
        }
        if let Some(reason) = self.end_test(&board, legal) {
            return self.end_by_rule(board, passed, reason);
        }
        if legal == 0 {
            return self.skip(board, passed);
        }
        Step { node: Node { board, legal }, passed, end: None }
    }

    /// Whether the game goes on with the mover, for a reason seen at a glance: both rows hold
    /// seeds, any pit with a seed may be played, and no end depends on the stores.
    #[inline]
    pub(super) fn can_surely_move(&self, board: &Board) -> bool {
        self.any_pit_moves && !self.is_empty(board.own) && !self.is_empty(board.other)
    }

    /// The turn of a player without an action is skipped; if neither has one, it is over (GE-8).
    fn skip(&self, board: Board, passed: bool) -> Step<Node> {
        let turned = board.turned();
        let legal = self.legal_actions(&turned);
        if legal == 0 {
            return self.end_by_rule(board, passed, Reason::NobodyCanMove);
        }
        match self.end_test(&turned, legal) {
            Some(reason) => self.end_by_rule(turned, !passed, reason),
            None => Step { node: Node { board: turned, legal }, passed: !passed, end: None },
        }
    }

    /// The end conditions.
    #[inline]
    fn end_test(&self, board: &Board, legal: u32) -> Option<Reason> {
        let met = self.plan.ends.iter().find_map(|when| self.meets(*when, board, legal));
        if met.is_some() || self.plan.feeding == Feeding::None {
            return met;
        }
        // PR-6, OW-5. Where the duty is always on, the next player will be found unable to move.
        let duty = self.plan.feeding != Feeding::Always && self.is_empty(board.other);
        (duty && !self.is_empty(board.own) && !self.can_feed(board)).then_some(Reason::CannotFeed)
    }

    #[inline]
    fn meets(&self, when: When, board: &Board, legal: u32) -> Option<Reason> {
        let (own, other) = (self.is_empty(board.own), self.is_empty(board.other));
        let (met, reason) = match when {
            // EL-7: a player who may play every pit has none left only when all are empty.
            When::EitherEmpty | When::MoverEmpty if self.plan.symmetric => {
                (own && other, Reason::SideEmpty)
            }
            When::EitherEmpty => (own || other, Reason::SideEmpty),
            When::MoverEmpty => (own, Reason::SideEmpty),
            When::CannotMove => (legal == 0, Reason::CannotMove),
            // GE-8 ends the game so in any case.
            When::NobodyCanMove => (false, Reason::NobodyCanMove),
            When::AboveHalf => (is_above_half(board), Reason::AboveHalf),
        };
        met.then_some(reason)
    }

    /// Sweeps what the rules sweep, and tells what the game is worth.
    pub(super) fn end_by_rule(&self, board: Board, passed: bool, reason: Reason) -> Step<Node> {
        let mut board = board;
        self.final_sweep(&mut board);
        self.ended(board, passed, reason)
    }

    /// A game that is over on this board.
    pub(super) fn ended(&self, board: Board, passed: bool, reason: Reason) -> Step<Node> {
        let won = match reason {
            Reason::EndlessSowing if self.plan.endless == Endless::Void => None,
            Reason::EndlessSowing => Some(false),
            _ => self.winner(&board),
        };
        // Which side a player is does not matter here: he counts as South.
        let result = match won {
            Some(true) => GameResult::South,
            Some(false) => GameResult::North,
            None if reason == Reason::EndlessSowing => GameResult::Void,
            None => GameResult::Draw,
        };
        let end = End { result, reason };
        let value = self.goal.value(&self.plan, end, won, board.margin());
        Step { node: Node { board, legal: 0 }, passed, end: Some(Final { value, reason }) }
    }

    /// Who gets the seeds left in the pits (KG-7, KE-2, KT-5, KN-6, EL-8, PR-6, PR-7).
    fn final_sweep(&self, board: &mut Board) {
        let (own, other) = (self.is_empty(board.own), self.is_empty(board.other));
        match self.plan.final_count {
            FinalCount::Home => {}
            FinalCount::Emptied if own => self.sweep_other(board, STORE),
            FinalCount::Emptied if other => self.sweep_own(board, OTHER_STORE),
            // Nobody's pits are empty when neither could move: each keeps his own (KT-5).
            FinalCount::Owner | FinalCount::Emptied => {
                self.sweep_own(board, STORE);
                self.sweep_other(board, OTHER_STORE);
            }
        }
    }

    /// All seeds in the mover's pits go to a store.
    pub(super) fn sweep_own(&self, board: &mut Board, store: usize) {
        let seeds = sum(board.own & self.row) as u8;
        board.own &= !self.row;
        board.add(store, seeds);
    }

    fn sweep_other(&self, board: &mut Board, store: usize) {
        let seeds = sum(board.other & self.row) as u8;
        board.other &= !self.row;
        board.add(store, seeds);
    }

    /// Whether the mover has won by rule; `None` for a draw (KG-1, CH-9, CH-10).
    fn winner(&self, board: &Board) -> Option<bool> {
        let (own, other) = (self.is_empty(board.own), self.is_empty(board.other));
        let alone = |mine: bool, theirs: bool| (mine != theirs).then_some(mine);
        match self.plan.winner {
            Winner::MostSeeds => match board.margin().cmp(&0) {
                Ordering::Greater => Some(true),
                Ordering::Less => Some(false),
                Ordering::Equal => None,
            },
            Winner::LastMover => Some(false),
            Winner::Emptied => alone(own, other),
            Winner::HasSeeds => alone(!own, !other),
        }
    }
}

/// Whether a store holds more than half of all seeds, or both hold half.
fn is_above_half(board: &Board) -> bool {
    let (mine, theirs) = (board.own >> 56, board.other >> 56);
    let total = u64::from(sum(board.own)) + u64::from(sum(board.other));
    2 * mine > total || 2 * theirs > total || mine == theirs && 2 * mine == total
}
