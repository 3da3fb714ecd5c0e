//! Where lanes begin: start positions as the columns hold them.

use super::layout::{KEY_HIGH, KEY_LOW, Layout, PLIES};
use super::memory::View;
use crate::batch::one_lane::Start;
use crate::random::GameKey;

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
        let observed = layout.observed.iter().map(|number| number.of(position));
        let mask = (0..layout.actions).map(|action| (start.legal >> action & 1) as u8);
        Self {
            bytes: observed.chain(mask).collect(),
            to_move: position.to_move,
            seeds: position.seeds() as u8,
            plies: start.plies,
        }
    }

    /// Actions played before.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// A lane begins here.
    pub fn put(&self, layout: &Layout, view: &mut View, lane: usize) {
        for (column, byte) in self.bytes.iter().enumerate() {
            view.set_byte(column, lane, *byte);
        }
        view.set_byte(layout.to_move, lane, self.to_move);
        view.set_byte(layout.seeds, lane, self.seeds);
        view.set_word(PLIES, lane, self.plies);
    }
}

/// A lane plays the game of this key.
pub fn set_key(view: &mut View, lane: usize, key: GameKey) {
    view.set_word(KEY_LOW, lane, key.0 as u32);
    view.set_word(KEY_HIGH, lane, (key.0 >> 32) as u32);
}
