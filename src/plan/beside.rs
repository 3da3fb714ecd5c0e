//! The pits beside a pit, in its row of the board.

use super::{Action, CountSet, HALF, Plan, SLOTS};
use crate::rules::{Choose, Rules};

/// A pit beside the landing pit that the player may take.
#[derive(Clone, Copy, Debug)]
pub struct BesidePlan {
    /// The seeds that it holds.
    pub counts: CountSet,
}

impl BesidePlan {
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let chooses =
            |entry: &&crate::rules::Landing| entry.is_on() && entry.choose == Choose::Beside;
        let entry = rules.landing.iter().find(chooses)?;
        Some(Self { counts: CountSet::new(&entry.chosen) })
    }
}

impl Plan {
    /// The pits directly beside one, in its row of two: at an end of the row there is one.
    pub fn beside(&self, slot: usize) -> impl Iterator<Item = usize> + '_ {
        let pits = (0..self.side).chain(HALF..HALF + self.side);
        let (row, column) = self.place_in_row(slot);
        pits.filter(move |other| {
            let (its_row, its_column) = self.place_in_row(*other);
            its_row == row && its_column.abs_diff(column) == 1
        })
    }

    /// The same of every slot; of none on boards where no rule asks for it, which have more than a row on a side.
    #[must_use]
    pub fn all_beside(&self) -> Vec<Vec<usize>> {
        let asked = |slot: &usize| self.side == self.columns && slot % HALF < self.side;
        let beside = |slot: usize| if asked(&slot) { self.beside(slot).collect() } else { vec![] };
        (0..SLOTS).map(beside).collect()
    }

    /// The row of a pit (0 that of the mover), and how many pits lie at its left there, seen by the mover.
    fn place_in_row(&self, slot: usize) -> (usize, usize) {
        let (half, pit) = (slot / HALF, slot % HALF);
        let (row, column) = if self.rules.board.has_halves() {
            // From the middle of the far row to its end, and back along the near one.
            let middle = self.columns / 2;
            if pit < middle { (1, middle - 1 - pit) } else { (0, pit - middle) }
        } else {
            (0, pit)
        };
        // The other player sees the board from the other side.
        if half == 0 { (row, column) } else { (1 - row, self.columns - 1 - column) }
    }

    /// The phase in which a pit beside this one may be taken.
    #[must_use]
    pub fn beside_phase(&self, slot: usize) -> u8 {
        (1 + slot / HALF * self.side + slot % HALF) as u8
    }

    /// The pit beside which one may be taken in a phase.
    #[inline]
    #[must_use]
    pub fn beside_pit(&self, phase: u8) -> Option<usize> {
        self.actions.beside?;
        let number = usize::from(phase).checked_sub(1).filter(|n| *n < 2 * self.side)?;
        Some(number / self.side * HALF + number % self.side)
    }

    /// The number of the action that takes the pit in this slot, beside the landing pit.
    #[must_use]
    pub fn take_beside(&self, slot: usize) -> Option<usize> {
        let first = self.actions.beside?;
        Some(first + slot / HALF * self.side + slot % HALF)
    }

    /// The number of the action that takes none of them.
    #[must_use]
    pub fn take_none(&self) -> Option<usize> {
        Some(self.actions.beside? + 2 * self.side)
    }

    /// Whether an action takes the pit in this slot, or none, beside the landing pit.
    #[must_use]
    pub fn is_beside(&self, action: Action) -> bool {
        self.actions.beside.is_some() && matches!(action, Action::Take(_) | Action::Stop)
    }
}
