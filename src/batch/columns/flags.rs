//! What the columns say of the last step: whether a game ended, how, and what it paid.

use super::layout::Layout;
use super::memory::{LaneOfView, View};
use super::transfer::observed_in;
use crate::batch::block::Block;
use crate::batch::one_lane::LaneOfBlock;
use crate::batch::options::Rewards;
use crate::batch::values::Bytes;
use crate::outcome::GameResult;

/// Truth: the last step ended the game, and the lane has not been given another.
#[inline(always)]
pub fn finished(layout: &Layout, view: &View) -> Bytes {
    view.bytes(layout.terminated).or(view.bytes(layout.truncated)).at_least(1)
}

/// Writes whether the step has ended the games of the lanes. `kept`: lanes that keep their flags.
#[inline(always)]
pub fn publish(layout: &Layout, view: &mut View, block: &Block, kept: Bytes) {
    let cut = block.waits.over().and(block.result.is(GameResult::Truncated as u8));
    let ended = block.waits.over().but_not(cut).map(|truth| truth & 1);
    let cut = cut.map(|truth| truth & 1);
    let old = [view.bytes(layout.terminated), view.bytes(layout.truncated)];
    view.set_bytes(layout.terminated, kept.choose(old[0], ended));
    view.set_bytes(layout.truncated, kept.choose(old[1], cut));
}

/// Writes how the game of a lane ended. Only a few do in a step, so that lane by lane is less work
/// than all columns.
pub fn publish_end(
    layout: &Layout,
    to: LaneOfView,
    game: LaneOfBlock,
    scores: [Bytes; 2],
    kind: Rewards,
) {
    let LaneOfView { view, lane: to } = to;
    let LaneOfBlock { block, lane } = game;
    let mover = block.to_move.0[lane];
    let [mine, theirs] = scores.map(|column| column.0[lane]);
    let [south, north] = if mover == 0 { [mine, theirs] } else { [theirs, mine] };
    let result = block.result.0[lane];
    view.set_byte(layout.result, to, result);
    view.set_byte(layout.reason, to, block.reason.0[lane]);
    view.set_byte(layout.scores, to, south);
    view.set_byte(layout.scores + 1, to, north);
    for (column, number) in layout.observed.iter().enumerate() {
        view.set_byte(layout.last + column, to, observed_in(game, *number));
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

/// A step in which all lanes of a block rest. `waiting`: lanes that go on showing an end.
pub fn rest(layout: &Layout, view: &mut View, waiting: Bytes) {
    let paid = finished(layout, view);
    if paid.any() {
        for column in [layout.terminated, layout.truncated] {
            view.set_bytes(column, view.bytes(column).and(waiting));
        }
        unpay(view, paid);
    }
}

/// What the step before paid in these lanes is not paid again.
pub fn unpay(view: &mut View, lanes: Bytes) {
    for lane in lanes.lanes() {
        view.set_reward(0, lane, 0.0);
        view.set_reward(1, lane, 0.0);
    }
}

/// Nothing has happened yet in a lane.
pub fn forget(layout: &Layout, view: &mut View, lane: usize) {
    for column in [layout.terminated, layout.truncated, layout.acted] {
        view.set_byte(column, lane, 0);
    }
    view.set_reward(0, lane, 0.0);
    view.set_reward(1, lane, 0.0);
}
