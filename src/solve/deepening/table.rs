//! What a search has found out about positions, by the whole position: no two are mistaken for
//! one another.

use super::Leaf;
use crate::memory::{OutOfMemory, zeros};
use crate::solve::packed::{Packed, hash};

/// How a value is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    AtLeast,
    AtMost,
    Exact,
}

/// What was found about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Actions looked ahead; 0 if nothing was found.
    pub depth: u32,
    pub value: i16,
    pub bound: Bound,
    /// The best action.
    pub action: u8,
}

impl Found {
    /// The value, if it serves a search of this depth and window.
    pub fn decides(self, depth: u32, alpha: i16, beta: i16) -> Option<i16> {
        let serves = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
        };
        (self.depth == depth && serves).then_some(self.value)
    }
}

impl Found {
    /// As one word, which is 0 for nothing: so a large table costs nothing before it is used.
    fn packed(self) -> u64 {
        let low = u64::from(self.action) | (self.bound as u64) << 8;
        u64::from(self.depth) << 32 | u64::from(self.value as u16) << 16 | low
    }

    fn unpacked(word: u64) -> Self {
        let bound = match word >> 8 & 3 {
            0 => Bound::AtLeast,
            1 => Bound::AtMost,
            _ => Bound::Exact,
        };
        let (depth, value) = ((word >> 32) as u32, (word >> 16) as u16 as i16);
        Self { depth, value, bound, action: word as u8 }
    }
}

/// Bytes that are counted for what was found about a position.
const BYTES: u64 = 12;

/// Where something about a position is kept.
pub(super) struct Place {
    index: usize,
    /// The position and the kind of leaves.
    key: Vec<u64>,
}

/// A fixed number of places; what is found later takes the place of what was found before.
pub(super) struct Table {
    /// Words of a position and one for the kind of leaves; 0 for no table.
    words: usize,
    keys: Vec<u64>,
    /// What was found, packed.
    found: Vec<u64>,
}

impl Table {
    /// A table of at most `bytes` bytes for positions of `words` words; none for 0 words.
    pub fn new(words: usize, bytes: u64) -> Result<Self, OutOfMemory> {
        if words == 0 {
            return Ok(Self { words: 0, keys: Vec::new(), found: Vec::new() });
        }
        let words = words + 1;
        let places = bytes / (8 * words as u64 + BYTES);
        let places = 1_usize << places.max(1).ilog2();
        Ok(Self { words, keys: zeros(places * words)?, found: zeros(places)? })
    }

    /// The place of a position.
    pub fn place<P: Packed>(&self, game: &P, node: &P::Node, leaf: Leaf) -> Option<Place> {
        let (last, mut key) = (self.words.checked_sub(1)?, vec![0; self.words]);
        game.pack(node, &mut key[..last]);
        key[last] = leaf as u64;
        let index = hash(&key) as usize & (self.found.len() - 1);
        Some(Place { index, key })
    }

    /// What is known at a place.
    pub fn find(&self, place: &Place) -> Option<Found> {
        let key = &self.keys[place.index * self.words..][..self.words];
        let found = Found::unpacked(self.found[place.index]);
        (found.depth > 0 && key == place.key).then_some(found)
    }

    /// Keeps what was found.
    pub fn keep(&mut self, place: &Place, found: Found) {
        self.keys[place.index * self.words..][..self.words].copy_from_slice(&place.key);
        self.found[place.index] = found.packed();
    }
}
