//! The board: rows, columns, store pits.

use std::ops::Range;

use super::Row;
use super::fields::{Values, rule_fields};
use super::values::rule_values;

/// Most columns a board may have.
pub const MAX_COLUMNS: i64 = 16;
/// Most seeds a position may hold in all, so that every count fits `u8` and never wraps.
pub const MAX_SEEDS: i64 = 255;

rule_values! {
    /// Round which pits a sowing goes.
    Track {
        Usual = "usual": "On two and three rows round the pits of both sides, on four rows round the two rows of its player.",
        OwnRow = "own_row": "Round the row of its player, and never out of it (two rows only).",
        Through = "through": "Along the row of its player, back along the whole middle row, along the row of the other player, and from its end to the beginning again (three rows only).",
    }
}

rule_values! {
    /// Which pits are those of a player.
    Sides {
        Rows = "rows": "Those of the row, or of the rows, before them.",
        Halves = "halves": "Those of both rows in the half of the board at their left (clockwise: right), as many as \
                            there are columns. They are counted as they are sown: from the middle of the far row to \
                            its end, then from there along the near row. Opposite a pit lies another one of the \
                            same player. (Two rows without stores, and an even number of columns.)",
    }
}

rule_fields! {
    /// The shape of the board.
    #[derive(Default)]
    pub struct Board {
        /// Rows of pits. Two sides face one another: South sits below the board, North above it.
        rows: i64 = Values::Plain(&[
            ("2", "One row for each side. A sowing goes round both rows."),
            ("3", "One row for each side, and half of the row in the middle, at its owner's right. A sowing \
                   goes along the row of its player, back along their half of the middle row, and then \
                   round the other side in the same way. Opposite a pit is the nearest one of the other \
                   player in its column; behind that one lies another where it is a middle pit."),
            ("4", "Two rows for each side, the outer one next to its owner and the inner one in \
                   the middle. A sowing goes round the two rows of its player and never leaves them."),
        ]),
        /// Round which pits a sowing goes.
        track: Track,
        /// Which pits are those of a player.
        sides: Sides,
        /// Pits in a row. Three rows need an even number, 10 at most.
        columns: i64 = Values::Number(1, MAX_COLUMNS),
        /// Whether there is a field at either end of the board (two rows without stores). A field lies after the
        /// last pit of the row of one player, at their right end (clockwise: left), and has the number that
        /// follows. It is sown like a pit and can be captured from, but it is no pit of that player: nobody sows
        /// from it (but see `laps.fields`), and it has no pit opposite. What is left in it at the end counts as left
        /// in that row.
        /// Where players own halves of the board, the fields lie in the middle between them, one in each row, and
        /// are opposite one another.
        fields: bool = Values::Plain(&[("false", "There are none."), ("true", "There are two.")]),
        /// Whether the board has store pits (two rows only).
        stores: bool = Values::Plain(&[
            ("false", "There are none. Captured seeds lie beside the board, and count all the same."),
            ("true", "A store for each side, at the right end of their row (clockwise: at the left end)."),
        ]),
    }
}

impl Board {
    /// Pits of one side, with the field at the end of their row.
    #[must_use]
    pub fn pits_per_side(&self) -> i64 {
        self.columns * self.rows / 2 + i64::from(self.fields)
    }

    /// The same without it.
    pub(crate) fn owned_per_side(&self) -> i64 {
        self.pits_per_side() - i64::from(self.fields)
    }

    /// The number of a field.
    pub(crate) fn field(&self) -> Option<i64> {
        self.fields.then_some(self.columns)
    }

    /// Whether no sowing leaves the pits of its player.
    pub(crate) fn has_own_circuits(&self) -> bool {
        self.rows == 4 || self.track == Track::OwnRow
    }

    /// Whether a side has an outer and an inner row; on three rows half of the inner one.
    pub(crate) fn has_inner_rows(&self) -> bool {
        matches!(self.rows, 3 | 4)
    }

    /// Pits of one side, from the first on, that can be marked.
    pub(crate) fn markable(&self) -> i64 {
        if self.rows == 4 { self.columns } else { self.pits_per_side() }
    }

    /// Whether each pit has one opposite, whose opposite it is itself. On three rows the pits of the rows'
    /// right halves face one another, and there is a pit of the other player on either side of a middle one.
    pub(crate) fn faces_in_pairs(&self) -> bool {
        self.rows != 3
    }

    /// Whether players own halves of both rows, so that the pit opposite one of theirs is theirs too.
    #[must_use]
    pub fn has_halves(&self) -> bool {
        self.sides == Sides::Halves
    }

    /// Pits that a sowing comes to in one round.
    pub(super) fn ring(&self) -> i64 {
        self.pits_per_side() * if self.has_own_circuits() { 1 } else { 2 }
    }

    /// Whether a sowing goes round two rows, one of each side.
    pub(crate) fn sows_round_two_rows(&self) -> bool {
        !self.has_inner_rows() && !self.has_own_circuits()
    }

    /// Whether a side has two whole rows. A number of rows that there is not has a fault of its own, and is let
    /// through.
    pub(crate) fn has_two_rows_a_side(&self) -> bool {
        !matches!(self.rows, 2 | 3)
    }

    /// The pits of a side that face the other one: those of its inner row, or of its only one.
    pub(crate) fn inner_row(&self) -> Range<i64> {
        if self.has_inner_rows() { self.pits_in(Row::Inner) } else { self.pits_in(Row::Outer) }
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
