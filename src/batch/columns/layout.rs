//! Which column of a batch holds what.

use super::ends::row;
use crate::batch::lane_plan::LanePlan;
use crate::plan::{HALF, Kept, Plan, Slot};
use crate::position::Position;

/// What a number of the observation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// What a slot of the mover (0) or of the other player (1) holds.
    Slot(usize, Slot),
    /// The phase.
    Phase,
}

impl Observed {
    /// Whether it is 0 or 1.
    #[must_use]
    pub fn is_mark(self) -> bool {
        matches!(self, Self::Slot(_, slot) if matches!(slot.kept(), Kept::Mark(_)))
    }

    /// Whether it is a number of seeds.
    #[must_use]
    pub fn is_seeds(self) -> bool {
        matches!(self, Self::Slot(_, slot) if slot.holds_seeds())
    }

    /// Its value in a position.
    #[must_use]
    pub fn of(self, position: &Position) -> u8 {
        match self {
            Self::Slot(half, slot) => position.get(half, slot),
            Self::Phase => position.phase,
        }
    }

    /// Sets its value in a position.
    pub fn set(self, position: &mut Position, value: u8) {
        match self {
            Self::Slot(half, slot) => position.set(half, slot, value),
            Self::Phase => position.phase = value,
        }
    }
}

/// Where a block holds a number of the observation, found once: this is asked for in every step.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// Among the cells of the board.
    Cell(usize),
    /// Among the marks of a half, as truth.
    Mark(usize, usize),
    /// In the phase.
    Phase,
}

impl Source {
    fn of(observed: Observed) -> Self {
        match observed {
            Observed::Slot(half, slot) => match slot.kept() {
                Kept::Mark(bit) => Self::Mark(half, bit),
                Kept::Cell(cell) => Self::Cell(half * HALF + cell),
            },
            Observed::Phase => Self::Phase,
        }
    }
}

/// Neighbouring columns that are neighbouring cells of a board.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The first column.
    pub column: usize,
    /// The first cell.
    pub cell: usize,
    /// How many there are.
    pub count: usize,
}

impl Run {
    fn all(sources: &[Source]) -> Vec<Self> {
        let mut runs: Vec<Self> = Vec::new();
        for (column, source) in sources.iter().enumerate() {
            let Source::Cell(cell) = *source else { continue };
            match runs.last_mut() {
                Some(run) if (run.column + run.count, run.cell + run.count) == (column, cell) => {
                    run.count += 1;
                }
                _ => runs.push(Self { column, cell, count: 1 }),
            }
        }
        runs
    }
}

/// The byte columns of a batch, in their order.
#[derive(Clone, Debug)]
pub struct Layout {
    /// What each number of the observation is; these are the first columns.
    pub observed: Vec<Observed>,
    /// Where a block holds them.
    pub sources: Vec<Source>,
    /// The same of those that are cells of the board, as far as neighbours are neighbours there.
    pub runs: Vec<Run>,
    /// Those that are marks: column, half, mark.
    pub marks: Vec<(usize, usize, usize)>,
    /// The one that is the phase.
    pub phase: Option<usize>,
    /// The first column of the mask.
    pub mask: usize,
    /// Actions.
    pub actions: usize,
    /// The side to move.
    pub to_move: usize,
    /// The side that made the last action.
    pub acted: usize,
    /// Whether the last step ended the game (0 or 1).
    pub terminated: usize,
    /// Whether it cut the game off (0 or 1).
    pub truncated: usize,
    /// Seeds at the start of the game.
    pub seeds: usize,
    /// The action read for the next step.
    pub action: usize,
    /// All columns.
    pub count: usize,
    /// Bytes of the row that says how the last game of a lane ended: see [`super::ends`].
    pub row: usize,
}

/// Word columns.
pub const PLIES: usize = 0;
/// Low halves of the keys.
pub const KEY_LOW: usize = 1;
/// High halves of the keys.
pub const KEY_HIGH: usize = 2;

impl Layout {
    /// The layout of a game.
    #[must_use]
    pub fn new(lane_plan: &LanePlan) -> Self {
        let observed = observed(&lane_plan.plan);
        let (width, actions) = (observed.len(), lane_plan.plan.actions.count);
        let first = width + actions;
        let sources: Vec<_> = observed.iter().map(|number| Source::of(*number)).collect();
        let marks = sources.iter().enumerate().filter_map(|(column, source)| match *source {
            Source::Mark(half, mark) => Some((column, half, mark)),
            Source::Cell(_) | Source::Phase => None,
        });
        Self {
            mask: width,
            actions,
            to_move: first,
            acted: first + 1,
            terminated: first + 2,
            truncated: first + 3,
            seeds: first + 4,
            action: first + 5,
            count: first + 6,
            row: row(width),
            runs: Run::all(&sources),
            marks: marks.collect(),
            phase: sources.iter().position(|source| matches!(source, Source::Phase)),
            sources,
            observed,
        }
    }
}

impl Layout {
    /// Columns that hold 0 or 1.
    #[must_use]
    pub fn columns_of_flags(&self) -> Vec<usize> {
        let is_mark = |column: &usize| self.observed[*column].is_mark();
        let marks = (0..self.observed.len()).filter(is_mark);
        let mask = self.mask..self.mask + self.actions;
        marks.chain(mask).chain([self.to_move, self.terminated, self.truncated]).collect()
    }
}

/// As [`crate::game::observation_names`] names them.
pub fn observed(plan: &Plan) -> Vec<Observed> {
    let slots = plan.observed.iter().map(|(half, slot)| Observed::Slot(*half, *slot));
    slots.chain(plan.has_phases().then_some(Observed::Phase)).collect()
}
