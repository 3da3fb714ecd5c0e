//! The way between columns and blocks.

use super::layout::{KEY_HIGH, KEY_LOW, Layout, Observed, PLIES, Source};
use super::memory::{LaneOfView, View};
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::one_lane::LaneOfBlock;
use crate::batch::phases::choose::pick_one;
use crate::batch::values::{Bytes, YES, yes};

/// Reads what a step needs of the games of a block.
#[inline(always)]
pub fn load(lane_plan: &LanePlan, layout: &Layout, view: &View, block: &mut Block) {
    for (column, source) in layout.sources.iter().enumerate() {
        let bytes = view.bytes(column);
        match *source {
            Source::Cell(cell) => block.board.cells[cell] = bytes,
            Source::Mark(half, pit) => block.board.marks[half][pit] = bytes.at_least(1),
            Source::Phase => block.phase = bytes,
        }
    }
    if lane_plan.keeps_legal {
        // Otherwise all of it is written anew, from the board alone.
        load_mask(layout, view, block);
    }
    block.to_move = view.bytes(layout.to_move);
    block.seeds = view.bytes(layout.seeds);
    block.plies = view.words(PLIES);
    block.waits.clear();
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
pub fn load_choice(layout: &Layout, view: &View, block: &mut Block) {
    load_mask(layout, view, block);
    block.plies = view.words(PLIES);
    block.key_low = view.words(KEY_LOW);
    block.key_high = view.words(KEY_HIGH);
}

/// Writes the games of a block. `finished`: lanes that wait for a reset; they have all actions.
#[inline(always)]
pub fn save(layout: &Layout, view: &mut View, block: &Block, finished: Bytes) {
    for (column, source) in layout.sources.iter().enumerate() {
        let bytes = match *source {
            Source::Cell(cell) => block.board.cells[cell],
            Source::Mark(half, pit) => block.board.marks[half][pit].map(|truth| truth & 1),
            Source::Phase => block.phase,
        };
        view.set_bytes(column, bytes);
    }
    let waiting = finished.map(|truth| truth & 1);
    for action in 0..layout.actions {
        view.set_bytes(layout.mask + action, block.legal[action].or(waiting));
    }
    view.set_bytes(layout.to_move, block.to_move);
    view.set_words(PLIES, block.plies);
}

/// Writes the game of one lane. `finished`: it waits for a reset.
pub fn save_lane(layout: &Layout, to: LaneOfView, from: LaneOfBlock, finished: bool) {
    let LaneOfView { view, lane: to } = to;
    let block = from.block;
    for (column, number) in layout.observed.iter().enumerate() {
        view.set_byte(column, to, observed_in(from, *number));
    }
    for action in 0..layout.actions {
        let legal = block.legal[action].0[from.lane] | u8::from(finished);
        view.set_byte(layout.mask + action, to, legal);
    }
    view.set_byte(layout.to_move, to, block.to_move.0[from.lane]);
    view.set_word(PLIES, to, block.plies.0[from.lane]);
}

/// A number of the observation of one game.
pub fn observed_in(game: LaneOfBlock, number: Observed) -> u8 {
    let LaneOfBlock { block, lane } = game;
    match number {
        Observed::Slot(half, slot) => {
            let byte = block.board.column(half, slot).0[lane];
            if number.is_mark() { byte & 1 } else { byte }
        }
        Observed::Phase => block.phase.0[lane],
    }
}

/// Copies actions as bytes; gives the lanes in which one is not legal. Lanes that are finished may
/// have any.
#[inline(always)]
pub fn check(layout: &Layout, view: &View, actions: Bytes, finished: Bytes) -> Bytes {
    let mut legal = finished;
    for action in 0..layout.actions {
        let may = view.bytes(layout.mask + action);
        legal = legal.zip3(actions, may, |legal, chosen, may| {
            legal | yes(chosen == action as u8 && may != 0)
        });
    }
    legal.map(|legal| legal ^ YES)
}

/// What a random choice needs of a block.
#[inline(always)]
pub fn sample(
    lane_plan: &LanePlan,
    layout: &Layout,
    view: &View,
    block: &mut Block,
    lanes: Bytes,
) -> Bytes {
    load_choice(layout, view, block);
    let action = pick_one(lane_plan, block, &block.legal, block.choices);
    action.and(lanes)
}
