//! Actions on sixteen bytes: by the fused lap where the game has one, else by the engine.

use super::board::Board;
use super::packed::Packed;
use super::{Node, TwoRows};
use crate::engine::{Engine, Silent, Turned};
use crate::outcome::End;
use crate::plan::Action;
use crate::tree::{Final, Goal, Step};

impl TwoRows {
    /// Lets the engine work on a board.
    #[inline(always)]
    fn with_engine<T>(
        &self,
        packed: &mut Packed<'_>,
        work: impl FnOnce(&mut Engine<'_, Packed<'_>, Silent>) -> T,
    ) -> T {
        let mut silent = Silent;
        let at = packed;
        work(&mut Engine { plan: &self.plan, tables: &self.tables, at, watch: &mut silent })
    }

    #[inline]
    fn packed(&self, board: Board, mover: u8) -> Packed<'_> {
        Packed { board, mover, laps: &self.laps }
    }

    /// Carries out a legal action and all that follows until somebody has to decide again.
    #[inline]
    pub(super) fn act(&self, before: Board, action: usize) -> Step<Node> {
        self.play_as(before, action, false)
    }

    /// Plays a legal action, and leaves out which actions are legal after it where that is not
    /// needed to see whether the game goes on: it can cost more than the action.
    #[inline]
    #[must_use]
    pub fn play_to_board(&self, before: Board, action: usize) -> Step<Board> {
        let step = self.play_as(before, action, true);
        Step { node: step.node.board, passed: step.passed, end: step.end }
    }

    /// Plays a legal action. `board_only`: legal actions are not wanted.
    #[inline(always)]
    fn play_as(&self, before: Board, action: usize, board_only: bool) -> Step<Node> {
        if let Some(fused) = &self.fused {
            // The legal actions of such a game are numbered as the mover's pits.
            let (board, passed) = fused.play(before, action);
            let turned = if passed { Turned::Passed } else { Turned::Again };
            return self.settle_as(board, turned, board_only);
        }
        let Some(Action::Sow { slot: pit, direction }) = self.tables.action(action) else {
            unreachable!("a game on sixteen bytes only has actions that sow")
        };
        let mut packed = self.packed(before, 0);
        let legal = self.with_engine(&mut packed, |engine| {
            let turned = engine.act_sow(pit, direction)?.unwrap_or(Turned::Again);
            if board_only && engine.surely_goes_on() { Ok(0) } else { engine.settle(turned) }
        });
        self.step(packed, legal)
    }

    /// Settles a board on which the mover has just been decided. `passed`: whether they are another
    /// than the player by whom the step is reckoned.
    #[inline]
    #[must_use]
    pub fn settle(&self, board: Board, passed: bool) -> Step<Node> {
        self.settle_as(board, if passed { Turned::Passed } else { Turned::Again }, false)
    }

    #[inline(always)]
    fn settle_as(&self, board: Board, turned: Turned, board_only: bool) -> Step<Node> {
        let mut packed = self.packed(board, u8::from(turned == Turned::Passed));
        let legal = self.with_engine(&mut packed, |engine| {
            if board_only && engine.surely_goes_on() { Ok(0) } else { engine.settle(turned) }
        });
        self.step(packed, legal)
    }

    /// What an action has led to: a board with its legal actions, or the end.
    #[inline(always)]
    fn step(&self, packed: Packed<'_>, legal: Result<u64, End>) -> Step<Node> {
        let Packed { board, mover, .. } = packed;
        let (legal, end) = match legal {
            Ok(legal) => (legal as u32, None),
            Err(end) => (0, Some(self.ended(end, mover, board.margin()))),
        };
        Step { node: Node { board, legal }, passed: mover == 1, end }
    }

    /// What a game is worth that is over with this margin of the mover.
    #[inline(never)]
    fn ended(&self, end: End, mover: u8, margin: i16) -> Final {
        let won = end.result.winner().map(|winner| winner == usize::from(mover));
        Final { value: self.goal.value(&self.plan, end, won, margin), reason: end.reason }
    }

    /// What a board is worth by its stores alone.
    #[inline]
    #[must_use]
    pub fn stored(&self, board: Board) -> i16 {
        if self.goal == Goal::Result { 0 } else { board.margin() }
    }
}
