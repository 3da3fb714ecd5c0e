//! What tells the positions of a game's tables apart: the seeds in the pits and, where the end asks what a store
//! holds, the stores.
//!
//! All seeds together are as many as at the start then, so the mover's store tells the other's. The positions of a layer
//! with the same stores are a sheet. An action that keeps all seeds of the pits leads to the same sheet, or, if the other
//! player is to move, to the one with the stores exchanged: the two are a book, and what happens in it
//! depends on lower layers and on nothing else.

use std::sync::Arc;

use super::rank::distributions;
use crate::game::State;
use crate::plan::Plan;
use crate::tree::Board;

/// The positions of the tables of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    columns: usize,
    /// All seeds, in the stores too, where the stores matter.
    all_seeds: Option<u32>,
}

/// The sheets of a layer: what the mover's store holds, from the least to the most. The other's holds the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sheets {
    least: u32,
    most: u32,
}

impl Shape {
    /// Two rows, of which the pits tell all.
    #[must_use]
    pub fn pits(columns: usize) -> Self {
        Self { columns, all_seeds: None }
    }

    /// That of a game.
    #[must_use]
    pub fn of(plan: &Arc<Plan>) -> Self {
        let all_seeds = plan.stores_tell().then(|| seeds_of(plan));
        Self { columns: plan.columns, all_seeds }
    }

    /// Pits of a row.
    #[must_use]
    pub fn columns(self) -> usize {
        self.columns
    }

    /// All seeds of the game, where the stores matter.
    #[must_use]
    pub fn all_seeds(self) -> Option<u32> {
        self.all_seeds
    }

    /// Positions with so many seeds in the pits; `None` beyond 64 bits, or where there are not so many.
    #[must_use]
    pub fn positions(self, seeds: u32) -> Option<u64> {
        let sheets =
            self.all_seeds.map_or(Some(1), |all| Some(Sheets::of(all, seeds)?.count() as u64));
        distributions(self.columns, seeds)?.checked_mul(sheets?)
    }

    /// Positions of which the values are worked out together: those of the largest book.
    #[must_use]
    pub fn largest_book(self, seeds: u32) -> Option<u64> {
        let sheets =
            self.all_seeds.map_or(Some(1), |all| Some(Sheets::of(all, seeds)?.count().min(2)));
        distributions(self.columns, seeds)?.checked_mul(sheets? as u64)
    }

    /// The sheets of a layer; `None` where the pits tell all.
    pub(super) fn sheets(self, seeds: u32) -> Option<Sheets> {
        Sheets::of(self.all_seeds?, seeds)
    }
}

/// The seeds of a game.
fn seeds_of(plan: &Arc<Plan>) -> u32 {
    let start = State::start(Arc::clone(plan));
    start.position().seeds()
}

impl Sheets {
    /// Of a layer of a game with so many seeds in all. Where a store holds more than half the game is over; only when all of
    /// an odd number are stored some store does.
    fn of(all: u32, seeds: u32) -> Option<Self> {
        let stored = all.checked_sub(seeds)?;
        let most = stored.min((all / 2).max(stored.div_ceil(2)));
        Some(Self { least: stored - most, most })
    }

    /// How many there are: at least one.
    pub fn count(self) -> usize {
        (self.most - self.least + 1) as usize
    }

    /// The sheet of a board, if there is one: the two of a book follow each other.
    #[inline]
    pub fn of_board(self, board: Board) -> Option<usize> {
        let [own, other] = board.stores();
        if own + other != self.least + self.most || own.min(other) < self.least {
            return None;
        }
        let book = 2 * (own - self.least).min(self.most - own);
        Some((book + u32::from(own > other)) as usize)
    }

    /// The stores of a sheet, in their places of a board.
    pub fn stores(self, sheet: usize) -> Board {
        let book = sheet as u32 / 2;
        let [own, other] = [self.least + book, self.most - book];
        Board::of_stores(if sheet.is_multiple_of(2) { [own, other] } else { [other, own] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_numbered_by_books() {
        for (all, seeds) in
            [(48, 0), (48, 1), (48, 7), (48, 24), (48, 30), (48, 48), (9, 0), (9, 4)]
        {
            let sheets = Sheets::of(all, seeds).expect("not so many seeds");
            for sheet in 0..sheets.count() {
                let stores = sheets.stores(sheet);
                assert_eq!(sheets.of_board(stores), Some(sheet), "{all} {seeds}");
                let exchanged = sheets.of_board(stores.turned()).expect("a sheet");
                assert_eq!(exchanged / 2, sheet / 2, "{all} {seeds}");
                assert_eq!(stores.stores().iter().sum::<u32>() + seeds, all);
            }
        }
        assert_eq!(Sheets::of(48, 49), None);
        assert_eq!(Sheets::of(48, 7).map(Sheets::count), Some(8));
    }

    #[test]
    fn a_board_with_other_stores_has_no_sheet() {
        let sheets = Sheets::of(48, 7).expect("few seeds"); // 17 to 24
        assert!(sheets.of_board(Board::of_stores([17, 24])).is_some());
        for stores in [[16, 25], [25, 16], [20, 20], [0, 0], [41, 0]] {
            assert_eq!(sheets.of_board(Board::of_stores(stores)), None);
        }
    }
}
