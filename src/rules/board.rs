//! The board: rows, columns, store pits.

use std::ops::Range;

use super::Row;
use super::fields::{Values, rule_fields};

/// Most columns a board may have.
pub const MAX_COLUMNS: i64 = 16;
/// Most seeds a position may hold in all, so that every count fits `u8` and never wraps.
pub const MAX_SEEDS: i64 = 255;

rule_fields! {
    /// The shape of the board.
    #[derive(Default)]
    pub struct Board {
        /// Rows of pits. Two sides face one another: South sits below the board, North above it.
        rows: i64 = Values::Plain(&[
            ("2", "One row for each side. A sowing goes round both rows."),
            ("4", "Two rows for each side, the outer one next to its owner and the inner one in \
                   the middle. A sowing goes round the two rows of its player and never leaves them."),
        ]),
        /// Pits in a row.
        columns: i64 = Values::Number(1, MAX_COLUMNS),
        /// Whether the board has store pits (two rows only).
        stores: bool = Values::Plain(&[
            ("false", "There are none. Captured seeds lie beside the board, and count all the same."),
            ("true", "A store for each side, at the right end of their row (clockwise: at the left end)."),
        ]),
    }
}

impl Board {
    /// Pits of one side.
    #[must_use]
    pub fn pits_per_side(&self) -> i64 {
        self.columns * self.rows / 2
    }

    /// The pits of a side in this row, by number.
    pub(crate) fn pits_in(&self, row: Row) -> Range<i64> {
        match row {
            Row::Any => 0..self.pits_per_side(),
            Row::Outer => 0..self.columns,
            Row::Inner => self.columns..self.pits_per_side(),
        }
    }
}
