//! The way between columns and blocks.

use super::ends::observed_in;
use super::layout::{KEY_HIGH, KEY_LOW, Layout, PLIES};
use super::memory::{LaneOfView, View};
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::masked::count_legal;
use crate::batch::one_lane::LaneOfBlock;
use crate::batch::phases::choose::pick_one;
use crate::batch::values::{Bytes, YES, yes};

/// Reads what a step needs of the games of a block.
#[inline(always)]
pub fn load(lane_plan: &LanePlan, layout: &Layout, view: &View, block: &mut Block) {
    for run in &layout.runs {
        view.read(run.column, &mut block.board.cells[run.cell..run.cell + run.count]);
    }
    for (column, half, mark) in &layout.marks {
        block.board.marks[*half][*mark] = view.bytes(*column).at_least(1);
    }
    if let Some(column) = layout.phase {
        block.phase = view.bytes(column);
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
    let legal = &mut block.legal[..layout.actions];
    view.read(layout.mask, legal);
    block.choices = count_legal(legal);
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
    for run in &layout.runs {
        view.write(run.column, &block.board.cells[run.cell..run.cell + run.count]);
    }
    for (column, half, mark) in &layout.marks {
        view.set_bytes(*column, block.board.marks[*half][*mark].map(|truth| truth & 1));
    }
    if let Some(column) = layout.phase {
        view.set_bytes(column, block.phase);
    }
    if finished.any() {
        let waiting = finished.map(|truth| truth & 1);
        for action in 0..layout.actions {
            view.set_bytes(layout.mask + action, block.legal[action].or(waiting));
        }
    } else {
        view.write(layout.mask, &block.legal[..layout.actions]);
    }
    view.set_bytes(layout.to_move, block.to_move);
    view.set_words(PLIES, block.plies);
}

/// Writes the game of one lane. `finished`: it waits for a reset.
pub fn save_lane(layout: &Layout, to: LaneOfView, from: LaneOfBlock, finished: bool) {
    let LaneOfView { view, lane: to } = to;
    let LaneOfBlock { block, lane } = from;
    for (column, source) in layout.sources.iter().enumerate() {
        view.set_byte(column, to, observed_in(block, lane, *source));
    }
    for action in 0..layout.actions {
        let legal = block.legal[action].0[lane] | u8::from(finished);
        view.set_byte(layout.mask + action, to, legal);
    }
    view.set_byte(layout.to_move, to, block.to_move.0[lane]);
    view.set_word(PLIES, to, block.plies.0[lane]);
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
