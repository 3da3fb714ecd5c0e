//! Which column of a batch holds what, and the way between columns and blocks.

use super::block::{Block, Start};
use super::course::Course;
use super::lanes::{Bytes, YES, yes};
use super::store::View;
use crate::outcome::GameResult;
use crate::plan::{HALF, Plan, RESERVE, STORE};
use crate::random::GameKey;

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
    pub fn new(course: &Course) -> Self {
        let features = features(&course.plan);
        let (width, actions) = (features.len(), course.plan.actions.count);
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
pub(super) fn features(plan: &Plan) -> Vec<Feature> {
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

/// Reads what a step needs of the games of a block.
#[inline(always)]
pub(super) fn load(course: &Course, layout: &Layout, view: &View, block: &mut Block) {
    for (column, feature) in layout.features.iter().enumerate() {
        let bytes = view.bytes(column);
        match *feature {
            Feature::Seeds(slot) => block.board.cells[slot] = bytes,
            Feature::Mark(half, pit) => block.board.marks[half][pit] = bytes.at_least(1),
            Feature::Phase => block.phase = bytes,
        }
    }
    if course.keeps_legal {
        // Otherwise all of it is written anew, from the board alone.
        load_mask(layout, view, block);
    }
    block.to_move = view.bytes(layout.to_move);
    block.seeds = view.bytes(layout.seeds);
    block.plies = view.words(PLIES);
    block.clear_waits();
}

/// Reads what is legal.
#[inline(always)]
fn load_mask(layout: &Layout, view: &View, block: &mut Block) {
    let mut choices = Bytes::ZERO;
    for action in 0..layout.actions {
        block.legal[action] = view.bytes(layout.mask + action);
        choices = choices.plus(block.legal[action]);
    }
    block.choices = choices;
}

/// Reads what a choice needs besides the board.
#[inline(always)]
pub(super) fn load_choice(layout: &Layout, view: &View, block: &mut Block) {
    load_mask(layout, view, block);
    block.plies = view.words(PLIES);
    block.key_low = view.words(KEY_LOW);
    block.key_high = view.words(KEY_HIGH);
}

/// Truth: the last step ended the game, and the lane has not been given another.
#[inline(always)]
pub(super) fn finished(layout: &Layout, view: &View) -> Bytes {
    view.bytes(layout.terminated).or(view.bytes(layout.truncated)).at_least(1)
}

/// Writes the games of a block. `finished`: lanes that wait for a reset; they have all actions.
#[inline(always)]
pub(super) fn save(layout: &Layout, view: &mut View, block: &Block, finished: Bytes) {
    for (column, feature) in layout.features.iter().enumerate() {
        view.set_bytes(column, observed(block, *feature));
    }
    let waiting = finished.map(|truth| truth & 1);
    for action in 0..layout.actions {
        view.set_bytes(layout.mask + action, block.legal[action].or(waiting));
    }
    view.set_bytes(layout.to_move, block.to_move);
    view.set_words(PLIES, block.plies);
}

/// Writes the game of one lane. `finished`: it waits for a reset.
pub(super) fn save_lane(
    layout: &Layout,
    (view, to): (&mut View, usize),
    (block, from): (&Block, usize),
    finished: bool,
) {
    for (column, feature) in layout.features.iter().enumerate() {
        view.set_byte(column, to, observed_in(block, *feature, from));
    }
    for action in 0..layout.actions {
        let legal = block.legal[action].0[from] | u8::from(finished);
        view.set_byte(layout.mask + action, to, legal);
    }
    view.set_byte(layout.to_move, to, block.to_move.0[from]);
    view.set_word(PLIES, to, block.plies.0[from]);
}

fn observed_in(block: &Block, feature: Feature, lane: usize) -> u8 {
    match feature {
        Feature::Seeds(slot) => block.board.cells[slot].0[lane],
        Feature::Mark(half, pit) => block.board.marks[half][pit].0[lane] & 1,
        Feature::Phase => block.phase.0[lane],
    }
}

#[inline(always)]
fn observed(block: &Block, feature: Feature) -> Bytes {
    match feature {
        Feature::Seeds(slot) => block.board.cells[slot],
        Feature::Mark(half, pit) => block.board.marks[half][pit].map(|truth| truth & 1),
        Feature::Phase => block.phase,
    }
}

/// What the end of a game pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewards {
    /// 1 for a win, -1 for a loss, 0 for all else.
    Result,
    /// The margin over all seeds.
    Margin,
}

/// Writes whether the step has ended the games of the lanes. `kept`: lanes that keep their flags.
#[inline(always)]
pub(super) fn publish(layout: &Layout, view: &mut View, block: &Block, kept: Bytes) {
    let cut = block.over.and(block.result.is(GameResult::Truncated as u8));
    let ended = block.over.but_not(cut).map(|truth| truth & 1);
    let cut = cut.map(|truth| truth & 1);
    let old = [view.bytes(layout.terminated), view.bytes(layout.truncated)];
    view.set_bytes(layout.terminated, kept.choose(old[0], ended));
    view.set_bytes(layout.truncated, kept.choose(old[1], cut));
}

/// Writes how the game of a lane ended. Only a few do in a step, so that lane by lane is less work
/// than all columns.
pub(super) fn publish_end(
    layout: &Layout,
    (view, to): (&mut View, usize),
    (block, lane): (&Block, usize),
    scores: [Bytes; 2],
    kind: Rewards,
) {
    let mover = block.to_move.0[lane];
    let [mine, theirs] = scores.map(|column| column.0[lane]);
    let [south, north] = if mover == 0 { [mine, theirs] } else { [theirs, mine] };
    let result = block.result.0[lane];
    view.set_byte(layout.result, to, result);
    view.set_byte(layout.reason, to, block.reason.0[lane]);
    view.set_byte(layout.scores, to, south);
    view.set_byte(layout.scores + 1, to, north);
    for (column, feature) in layout.features.iter().enumerate() {
        view.set_byte(layout.last + column, to, observed_in(block, *feature, lane));
    }
    let won = match result {
        result if result == GameResult::South as u8 => 1.0,
        result if result == GameResult::North as u8 => -1.0,
        _ => 0.0,
    };
    let paid = match kind {
        Rewards::Result => won,
        Rewards::Margin if result > GameResult::Draw as u8 => 0.0,
        Rewards::Margin => {
            (f32::from(south) - f32::from(north)) / f32::from(block.seeds.0[lane].max(1))
        }
    };
    view.set_reward(0, to, paid);
    view.set_reward(1, to, 0.0 - paid);
}

/// A start position as the columns hold it.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Observation and mask.
    bytes: Box<[u8]>,
    to_move: u8,
    seeds: u8,
    plies: u32,
}

impl Opening {
    /// The columns of a start position.
    #[must_use]
    pub fn new(layout: &Layout, start: &Start) -> Self {
        let position = &start.position;
        let observed = layout.features.iter().map(|feature| match *feature {
            Feature::Seeds(slot) => position.cells[slot],
            Feature::Mark(half, pit) => (position.marks[half] >> pit & 1) as u8,
            Feature::Phase => position.phase,
        });
        let mask = (0..layout.actions).map(|action| (start.legal >> action & 1) as u8);
        Self {
            bytes: observed.chain(mask).collect(),
            to_move: position.to_move,
            seeds: position.cells.iter().sum(),
            plies: start.plies,
        }
    }

    /// Actions played before.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// A lane begins here.
    pub(super) fn put(&self, layout: &Layout, view: &mut View, lane: usize) {
        for (column, byte) in self.bytes.iter().enumerate() {
            view.set_byte(column, lane, *byte);
        }
        view.set_byte(layout.to_move, lane, self.to_move);
        view.set_byte(layout.seeds, lane, self.seeds);
        view.set_word(PLIES, lane, self.plies);
    }
}

/// A lane plays the game of this key.
pub(super) fn set_key(view: &mut View, lane: usize, key: GameKey) {
    view.set_word(KEY_LOW, lane, key.0 as u32);
    view.set_word(KEY_HIGH, lane, (key.0 >> 32) as u32);
}

/// Copies actions as bytes; gives the lanes in which one is not legal. Lanes that are finished may
/// have any.
#[inline(always)]
pub(super) fn check(layout: &Layout, view: &View, actions: Bytes, finished: Bytes) -> Bytes {
    let mut legal = finished;
    for action in 0..layout.actions {
        let may = view.bytes(layout.mask + action);
        legal = legal.zip3(actions, may, |legal, chosen, may| {
            legal | yes(chosen == action as u8 && may != 0)
        });
    }
    legal.map(|legal| legal ^ YES)
}
