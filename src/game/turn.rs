//! From an action to the next decision: the action itself, then the end of the turn.

use super::relay::Follow;
use super::trace::{By, Goal, Note, Watch};
use super::{Engine, Position};
use crate::outcome::{End, GameResult, Reason};
use crate::plan::{Action, HALF, RESERVE, STORE};
use crate::rules::{Endless, Feeding};

impl<W: Watch> Engine<'_, W> {
    /// Carries out a legal action and all that follows until somebody has to decide again. Gives
    /// the legal actions of that decision, or the end of the game.
    #[inline]
    pub fn act(&mut self, action: Action) -> Result<u64, End> {
        match action {
            Action::Sow { slot, direction } => self.act_sow(slot, direction),
            Action::Reserve => {
                self.enter_reserve();
                Ok(self.legal())
            }
            Action::File(file) => {
                self.take_file(file);
                self.finish_turn(true)
            }
        }
    }

    #[inline]
    fn act_sow(&mut self, slot: usize, direction: usize) -> Result<u64, End> {
        // Only an endless sowing is ever taken back (GE-9).
        let before = if self.plan.may_be_endless { Some(*self.at) } else { None };
        let starved = self.plan.feeding == Feeding::Penalty && self.other_is_empty();
        self.at.phase = 0;
        match self.sow_turn(slot, direction) {
            Follow::Endless => Err(self.take_back(before)),
            Follow::Choose { file } => {
                self.at.phase = 1 + file as u8;
                Ok(self.legal())
            }
            Follow::Again => self.finish_turn(false),
            _ if starved && self.other_is_empty() => Err(self.penalty()),
            _ => self.finish_turn(true),
        }
    }

    fn finish_turn(&mut self, pass: bool) -> Result<u64, End> {
        self.at.phase = 0;
        if pass {
            self.at.pass_turn();
        }
        self.settle(pass)
    }

    /// One seed from the reserve in each own pit; the same player then moves (MW-3).
    fn enter_reserve(&mut self) {
        let count = std::mem::take(&mut self.at.cells[RESERVE]);
        for pit in &mut self.at.cells[..self.plan.side] {
            *pit += 1;
        }
        self.at.marks[0] = 0; // a seed fell in every own pit (CH-2)
        self.at.phase = 1;
        self.watch.note(self.at.to_move, Note::Reserve { count });
    }

    /// Both pits of another file, occupied or empty (CH-7).
    fn take_file(&mut self, file: usize) {
        let (outer, inner) = (HALF + file, HALF + 2 * self.plan.columns - 1 - file);
        self.take_all(By::File, 1 << inner | 1 << outer, Goal::Slot(STORE));
    }

    /// Nothing happened but that the game is over (GE-9).
    fn take_back(&mut self, before: Option<Position>) -> End {
        if let Some(before) = before {
            *self.at = before;
        }
        let result = match self.plan.endless {
            Endless::Void => GameResult::Void,
            Endless::Loss => GameResult::won_by(usize::from(self.at.to_move ^ 1)),
        };
        self.finish(result, Reason::EndlessSowing)
    }

    /// Who could feed and did not loses all his seeds on the board (PR-8).
    fn penalty(&mut self) -> End {
        self.sweep(0, HALF + STORE, By::Penalty);
        self.end_by_rule(Reason::Penalty)
    }

    /// Unplayed men of a player with single men only go to the other: the player who made the turn
    /// first (CH-8).
    pub fn forfeits(&mut self, passed: bool) {
        for half in if passed { [1, 0] } else { [0, 1] } {
            let base = half * HALF;
            let single = self.at.cells[base..base + self.plan.side].iter().all(|n| *n < 2);
            if single && self.at.marks[half] != 0 {
                let taken = u128::from(self.at.marks[half]) << base;
                let store = (1 - half) * HALF + STORE;
                self.take_all(By::Forfeit, taken, Goal::Slot(store));
            }
        }
    }
}
