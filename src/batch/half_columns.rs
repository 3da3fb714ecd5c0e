//! Columns of a board that are alike for both players.

use crate::plan::{Kept, Slot};

/// Columns of each half of a board: what is swapped or copied where some slots are.
#[derive(Clone, Debug)]
pub struct HalfColumns {
    /// Among its cells.
    pub cells: Vec<usize>,
    /// Among its marks.
    pub marks: Vec<usize>,
}

impl HalfColumns {
    /// Those of these slots.
    pub fn of<'a>(slots: impl Iterator<Item = &'a Slot>) -> Self {
        let (mut cells, mut marks) = (Vec::new(), Vec::new());
        for slot in slots {
            match slot.kept() {
                Kept::Cell(cell) => cells.push(cell),
                Kept::Mark(bit) => marks.push(bit),
            }
        }
        Self { cells, marks }
    }
}
