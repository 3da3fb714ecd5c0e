//! From an action to the next decision: the whole sowing, then the end of the turn.

use super::board::{Board, OTHER_STORE, STORE};
use super::capture::Captured;
use super::{Node, Sower, TwoRows};
use crate::outcome::Reason;
use crate::rules::Feeding;
use crate::tree::Step;

/// What follows a lap or an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follow {
    /// The turn ends.
    Pass,
    /// The same player has an extra turn.
    Again,
    /// The landing pit is picked up and sown on.
    Relay(usize),
    /// The sowing never ends.
    Endless,
    /// The sowing would make a capture that is forbidden.
    Forbidden,
}

/// What one sowing would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trial {
    Endless,
    Forbidden,
    /// The other player has seeds.
    Feeds,
    /// The other player has none.
    Starves,
}

/// An action of more laps than this is endless by definition (GE-9).
const MOST_LAPS: u32 = 10_000;

/// Notices a sowing that comes back to the same board, pit and hand, by Brent's method (GE-9).
struct Detector {
    laps: u32,
    renew_at: u32,
    kept: (Board, usize, u8),
}

impl Detector {
    fn notices(&mut self, at: (Board, usize, u8)) -> bool {
        self.laps += 1;
        if self.laps > MOST_LAPS || self.kept == at {
            return true;
        }
        if self.laps == self.renew_at {
            self.kept = at;
            self.renew_at *= 2;
        }
        false
    }
}

impl TwoRows {
    /// Carries out a legal action and all that follows until somebody has to decide again.
    #[inline]
    pub(super) fn act(&self, before: Board, sower: Sower) -> Step<Node> {
        match self.sow_and_pass(before, sower) {
            Ok((board, passed)) => self.settle(board, passed),
            Err(over) => over,
        }
    }

    /// Plays a legal action, and leaves out which actions are legal after it: that can cost more
    /// than the action.
    #[inline]
    #[must_use]
    pub fn play_to_board(&self, before: Board, action: usize) -> Step<Board> {
        let step = match self.sow_and_pass(before, self.sowers[action]) {
            Ok((board, passed)) if self.can_surely_move(&board) => {
                return Step { node: board, passed, end: None };
            }
            Ok((board, passed)) => self.settle(board, passed),
            Err(over) => over,
        };
        Step { node: step.node.board, passed: step.passed, end: step.end }
    }

    /// A legal action up to the settling step: the board as the player sees it whose turn it
    /// should be, and whether he is the other one; or the end of the game.
    #[inline]
    fn sow_and_pass(&self, before: Board, sower: Sower) -> Result<(Board, bool), Step<Node>> {
        if let Some(fused) = &self.fused {
            return Ok(fused.play(before, sower.pit));
        }
        let mut board = before;
        let starved = self.plan.feeding == Feeding::Penalty && self.is_empty(board.other);
        match self.sow_turn(&mut board, sower) {
            Follow::Endless => Err(self.endless(before)),
            Follow::Again => Ok((board, false)),
            _ if starved && self.is_empty(board.other) => Err(self.penalty(board)),
            _ => Ok((board.turned(), true)),
        }
    }

    /// Sows a pit and everything that follows from it, short of changing turns.
    #[inline]
    fn sow_turn(&self, board: &mut Board, sower: Sower) -> Follow {
        let mut lap = sower;
        let mut detector = Detector { laps: 0, renew_at: 8, kept: (Board::default(), 255, 0) };
        loop {
            let hand = board.lift(lap.pit);
            if self.plan.may_be_endless && detector.notices((*board, lap.pit, hand)) {
                return Follow::Endless;
            }
            let landed = self.sow(board, lap, hand, sower.pit);
            let place = landed.place;
            if place == STORE || place == OTHER_STORE {
                let again = place == STORE && self.plan.replay;
                return if again { Follow::Again } else { Follow::Pass };
            }
            if landed.fired {
                return Follow::Pass;
            }
            match self.after_lap(board, place, lap) {
                Follow::Relay(pit) => lap.pit = pit,
                done => return done,
            }
        }
    }

    #[inline]
    fn after_lap(&self, board: &mut Board, place: usize, lap: Sower) -> Follow {
        match self.try_captures(board, place, lap) {
            Captured::Forbidden => Follow::Forbidden,
            Captured::Nothing if self.plan.relay && board.get(place) > 1 => Follow::Relay(place),
            Captured::Done | Captured::Nothing => Follow::Pass,
        }
    }

    /// What sowing this pit would do (PR-6, OW-5, OW-6).
    pub(super) fn try_out(&self, board: &Board, sower: Sower) -> Trial {
        let mut board = *board;
        match self.sow_turn(&mut board, sower) {
            Follow::Endless => Trial::Endless,
            Follow::Forbidden => Trial::Forbidden,
            _ if self.is_empty(board.other) => Trial::Starves,
            _ => Trial::Feeds,
        }
    }

    /// The board is put back as it was before the action (GE-9).
    fn endless(&self, before: Board) -> Step<Node> {
        self.ended(before, false, Reason::EndlessSowing)
    }

    /// Who could feed and did not loses all his seeds on the board (PR-8).
    fn penalty(&self, mut board: Board) -> Step<Node> {
        self.sweep_own(&mut board, OTHER_STORE);
        self.end_by_rule(board, false, Reason::Penalty)
    }
}
