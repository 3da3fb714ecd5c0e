//! The board: rows, columns, store pits.

use serde::{Deserialize, Serialize};

use super::Clauses;

/// Most columns a board may have.
pub const MAX_COLUMNS: i64 = 16;
/// Most seeds a position may hold in all, so that every count fits `u8` and never wraps.
pub const MAX_SEEDS: i64 = 255;

/// The shape of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Board {
    /// 2 (one row a side, one common circuit) or 4 (two rows a side, a private ring each).
    pub rows: i64,
    /// Pits in a row, 1 to 16.
    pub columns: i64,
    /// Whether the board has a store pit for each side. Without, captured seeds lie beside it.
    pub stores: bool,
    /// Clauses of the rule book.
    pub clause: Clauses,
}

impl Board {
    /// Pits of one side.
    #[must_use]
    pub fn pits_per_side(&self) -> i64 {
        self.columns * self.rows / 2
    }
}

impl Board {
    /// The fields that a clause can stand beside.
    pub const FIELDS: &'static [&'static str] = &["rows", "columns", "stores"];
}
