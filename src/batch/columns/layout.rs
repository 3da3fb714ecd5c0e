//! Which column of a batch holds what.

use crate::batch::lane_plan::LanePlan;
use crate::plan::{HALF, Plan, RESERVE, STORE};

/// Where a number of the observation stands in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Seeds of a slot.
    Seeds(usize),
    /// A mark: half and pit.
    Mark(usize, usize),
    /// The phase.
    Phase,
}

/// The byte columns of a batch, in their order.
#[derive(Clone, Debug)]
pub struct Layout {
    /// What each number of the observation is; these are the first columns.
    pub features: Vec<Feature>,
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
    /// The result of the last game that ended.
    pub result: usize,
    /// Its reason.
    pub reason: usize,
    /// Its scores: South's, then North's.
    pub scores: usize,
    /// Seeds at the start of the game.
    pub seeds: usize,
    /// The first column of the last observation of a game that ended.
    pub last: usize,
    /// The action read for the next step.
    pub action: usize,
    /// All columns.
    pub count: usize,
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
        let features = features(&lane_plan.plan);
        let (width, actions) = (features.len(), lane_plan.plan.actions.count);
        let first = width + actions;
        Self {
            mask: width,
            actions,
            to_move: first,
            acted: first + 1,
            terminated: first + 2,
            truncated: first + 3,
            result: first + 4,
            reason: first + 5,
            scores: first + 6,
            seeds: first + 8,
            action: first + 9,
            last: first + 10,
            count: first + 10 + width,
            features,
        }
    }
}

impl Layout {
    /// Columns that hold 0 or 1.
    #[must_use]
    pub fn columns_of_flags(&self) -> Vec<usize> {
        let is_mark = |column: &usize| matches!(self.features[*column], Feature::Mark(..));
        let marks = (0..self.features.len()).filter(is_mark);
        let mask = self.mask..self.mask + self.actions;
        marks.chain(mask).chain([self.to_move, self.terminated, self.truncated]).collect()
    }
}

/// As [`crate::game::observation_names`] names them.
pub fn features(plan: &Plan) -> Vec<Feature> {
    let mut features = Vec::new();
    for base in [0, HALF] {
        features.extend((base..base + plan.side).map(Feature::Seeds));
        features.push(Feature::Seeds(base + STORE));
    }
    if plan.reserve > 0 {
        features.extend([RESERVE, HALF + RESERVE].map(Feature::Seeds));
    }
    for half in 0..2 {
        if plan.marks {
            features.extend((0..plan.columns).map(|pit| Feature::Mark(half, pit)));
        }
    }
    if plan.actions.reserve.is_some() || plan.actions.files.is_some() {
        features.push(Feature::Phase);
    }
    features
}
