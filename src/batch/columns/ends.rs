//! How the last game of each lane ended: a row of bytes a lane. Few games end in a step, and each of them touches one
//! line of the cache where columns would touch one for every number.

use super::layout::{Layout, Source};
use super::memory::{LaneOfView, View};
use crate::batch::block::{Block, NONE};
use crate::batch::one_lane::LaneOfBlock;
use crate::batch::options::Rewards;
use crate::batch::values::Bytes;
use crate::outcome::GameResult;

/// The result in a row; [`NONE`] before there is one.
pub const RESULT: usize = 0;
/// Its reason.
pub const REASON: usize = 1;
/// Its scores: South's, then North's.
pub const SCORES: usize = 2;
/// The side to move at the end.
pub const TO_MOVE: usize = 4;
/// The last observation, seen by the player to move there.
pub const LAST: usize = 5;

/// Bytes of a row: as many as divide a line of the cache, or are divided by it.
pub fn row(observed: usize) -> usize {
    const LINE: usize = 64;
    let needed = LAST + observed;
    if needed <= LINE { needed.next_power_of_two() } else { needed.next_multiple_of(LINE) }
}

/// Writes how the game of a lane ended, and what that pays.
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
    let row = view.end_of(to);
    row[RESULT] = result;
    row[REASON] = block.reason.0[lane];
    (row[SCORES], row[SCORES + 1]) = (south, north);
    row[TO_MOVE] = mover;
    for (byte, source) in row[LAST..].iter_mut().zip(&layout.sources) {
        *byte = observed_in(block, lane, *source);
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

/// No game has ended in a lane.
pub fn forget_end(view: &mut View, lane: usize) {
    let row = view.end_of(lane);
    (row[RESULT], row[REASON]) = (NONE, NONE);
}

/// A number of the observation of one game.
#[inline(always)]
pub fn observed_in(block: &Block, lane: usize, source: Source) -> u8 {
    match source {
        Source::Cell(cell) => block.board.cells[cell].0[lane],
        Source::Mark(half, pit) => block.board.marks[half][pit].0[lane] & 1,
        Source::Phase => block.phase.0[lane],
    }
}
