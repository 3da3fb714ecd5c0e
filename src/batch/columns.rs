//! Which column of a batch holds what, and the way between columns and blocks.

use super::block::Block;
use super::course::Course;
use super::lanes::{Bytes, LANES, YES, yes};
use super::store::{Floats, View};
use crate::plan::{HALF, Plan, RESERVE, STORE};
use crate::tally::GameResult;

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
    /// The side to move in it.
    pub last_to_move: usize,
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
            last_to_move: first + 9,
            action: first + 10,
            last: first + 11,
            count: first + 11 + width,
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
fn features(plan: &Plan) -> Vec<Feature> {
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
    if course.phases || course.trials {
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
    load_keys(view, block);
}

/// Reads the keys of the games.
#[inline(always)]
pub(super) fn load_keys(view: &View, block: &mut Block) {
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

/// Writes what is constant throughout a game.
#[inline(always)]
pub(super) fn save_games(layout: &Layout, view: &mut View, block: &Block) {
    view.set_bytes(layout.seeds, block.seeds);
    view.set_words(KEY_LOW, block.key_low);
    view.set_words(KEY_HIGH, block.key_high);
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

/// Writes what the step of the `stepped` lanes has brought: flags, rewards, and how the games that
/// are over ended. Lanes that only wait keep their flags where `keeps`.
#[inline(always)]
pub(super) fn publish(
    course: &Course,
    layout: &Layout,
    view: &mut View,
    block: &Block,
    kind: Rewards,
    kept: Bytes,
) {
    let over = block.over;
    let cut = over.and(block.result.is(GameResult::Truncated as u8));
    let old = [view.bytes(layout.terminated), view.bytes(layout.truncated)];
    let ended = over.but_not(cut).map(|truth| truth & 1);
    view.set_bytes(layout.terminated, kept.choose(old[0], ended));
    view.set_bytes(layout.truncated, kept.choose(old[1], cut.map(|truth| truth & 1)));
    if over.any() {
        publish_ends(course, layout, view, block, kind);
    } else {
        view.set_rewards(0, Floats([0.0; LANES]));
        view.set_rewards(1, Floats([0.0; LANES]));
    }
}

#[inline(always)]
fn publish_ends(course: &Course, layout: &Layout, view: &mut View, block: &Block, kind: Rewards) {
    let over = block.over;
    let [mine, theirs] = block.scores(course);
    let north = block.to_move.map(|side| yes(side == 1));
    let scores = [north.choose(theirs, mine), north.choose(mine, theirs)];
    let mut set = |column: usize, value: Bytes| {
        let old = view.bytes(column);
        view.set_bytes(column, over.choose(value, old));
    };
    set(layout.result, block.result);
    set(layout.reason, block.reason);
    set(layout.scores, scores[0]);
    set(layout.scores + 1, scores[1]);
    set(layout.last_to_move, block.to_move);
    for (column, feature) in layout.features.iter().enumerate() {
        set(layout.last + column, observed(block, *feature));
    }
    let mut rewards = Floats([0.0; LANES]);
    for i in 0..LANES {
        let result = block.result.0[i];
        let won = f32::from(u8::from(result == GameResult::South as u8))
            - f32::from(u8::from(result == GameResult::North as u8));
        let paid = match kind {
            Rewards::Result => won,
            Rewards::Margin => {
                let margin = f32::from(scores[0].0[i]) - f32::from(scores[1].0[i]);
                let counts = f32::from(u8::from(result <= GameResult::Draw as u8));
                counts * margin / f32::from(block.seeds.0[i].max(1))
            }
        };
        rewards.0[i] = if over.0[i] == 0 { 0.0 } else { paid };
    }
    view.set_rewards(0, rewards);
    let mut other = rewards;
    for reward in &mut other.0 {
        *reward = 0.0 - *reward;
    }
    view.set_rewards(1, other);
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
