//! What the columns say of the last step: whether a game ended, and what it paid.

use super::layout::Layout;
use super::memory::View;
use crate::batch::block::Block;
use crate::batch::values::Bytes;
use crate::outcome::GameResult;

/// Truth: the last step ended the game, and the lane has not been given another.
#[inline(always)]
pub fn finished(layout: &Layout, view: &View) -> Bytes {
    any_end(flags(layout, view))
}

/// Whether the last step ended the game, and whether it cut it off, 0 or 1.
#[inline(always)]
fn flags(layout: &Layout, view: &View) -> [Bytes; 2] {
    [view.bytes(layout.terminated), view.bytes(layout.truncated)]
}

#[inline(always)]
fn any_end([terminated, truncated]: [Bytes; 2]) -> Bytes {
    terminated.or(truncated).at_least(1)
}

/// Writes whether the step has ended the games of the lanes; gives those that the step before had paid (truth).
/// `kept`: lanes that keep their flags.
#[inline(always)]
pub fn publish(layout: &Layout, view: &mut View, block: &Block, kept: Bytes) -> Bytes {
    let old = flags(layout, view);
    let (over, paid) = (block.waits.over(), any_end(old));
    if !over.or(paid).any() {
        return paid;
    }
    let cut = over.and(block.result.is(GameResult::Truncated as u8));
    let ended = over.but_not(cut).map(|truth| truth & 1);
    let cut = cut.map(|truth| truth & 1);
    view.set_bytes(layout.terminated, kept.choose(old[0], ended));
    view.set_bytes(layout.truncated, kept.choose(old[1], cut));
    paid
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
