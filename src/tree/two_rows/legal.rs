//! Which actions are legal.

use super::board::{Board, occupied};
use super::turn::Trial;
use super::{Sower, TwoRows};
use crate::rules::Feeding;

/// Actions by what they would do, one bit each.
#[derive(Default)]
struct Trials {
    feeding: u32,
    starving: u32,
    endless: u32,
}

impl TwoRows {
    /// The legal actions, one bit each.
    #[inline]
    pub(super) fn legal_actions(&self, board: &Board) -> u32 {
        let pits = self.pits_to_play(board);
        if self.plan.must_try { self.permitted(board, pits) } else { pits }
    }

    /// Pits with enough seeds (KG-2, EL-3, PR-2), in each direction (KT-2).
    #[inline]
    fn pits_to_play(&self, board: &Board) -> u32 {
        let plan = &*self.plan;
        let mut pits = self.holding(board.own);
        if plan.symmetric {
            pits |= self.holding(board.other) << self.columns;
        }
        if pits == 0 && plan.singles {
            pits = self.singles(board);
        }
        pits & plan.forward as u32 | (pits & plan.backward as u32) << plan.actions.pits
    }

    /// The pits of a row that hold enough.
    #[inline]
    fn holding(&self, half: u64) -> u32 {
        let row = half & self.row;
        if self.plan.least <= 1 {
            return occupied(row);
        }
        let enough = |pit: &usize| (row >> (8 * pit)) as u8 >= self.plan.least;
        (0..self.columns).filter(enough).fold(0, |set, pit| set | 1 << pit)
    }

    /// Lone seeds with an empty pit before them (CH-4).
    fn singles(&self, board: &Board) -> u32 {
        let next = |pit: usize| board.get(usize::from(self.next[0][pit]));
        let movable = |pit: &usize| board.get(*pit) == 1 && next(*pit) == 0;
        (0..self.columns).filter(movable).fold(0, |set, pit| set | 1 << pit)
    }

    /// What is left when forbidden captures (OW-6) and actions that break the duty to feed are
    /// taken out (PR-8, OW-9).
    fn permitted(&self, board: &Board, pits: u32) -> u32 {
        let plan = &*self.plan;
        let starving = plan.feeding == Feeding::Forced && self.is_empty(board.other);
        if !(starving || plan.forbids_slams || plan.feeding == Feeding::Always) {
            return pits;
        }
        let trials = self.try_all(board, pits);
        match plan.feeding {
            Feeding::Forced if starving => trials.feeding | trials.endless,
            Feeding::Always if trials.feeding != 0 => trials.feeding | trials.endless,
            _ => trials.feeding | trials.endless | trials.starving,
        }
    }

    /// Whether any action leaves the other player seeds (PR-6).
    pub(super) fn can_feed(&self, board: &Board) -> bool {
        self.try_all(board, self.pits_to_play(board)).feeding != 0
    }

    fn try_all(&self, board: &Board, pits: u32) -> Trials {
        let mut trials = Trials::default();
        let mut left = pits;
        while left != 0 {
            let action = left.trailing_zeros();
            left &= left - 1;
            let sower: Sower = self.sowers[action as usize];
            match self.try_out(board, sower) {
                Trial::Feeds => trials.feeding |= 1 << action,
                Trial::Endless => trials.endless |= 1 << action,
                Trial::Starves => trials.starving |= 1 << action,
                Trial::Forbidden => {}
            }
        }
        trials
    }

    /// Whether all pits of a half are empty.
    #[inline]
    pub(super) fn is_empty(&self, half: u64) -> bool {
        half & self.row == 0
    }
}
