//! Distinct positions, numbered in the order in which they were met.

use crate::memory::{OutOfMemory, filled, room_for};
use crate::solve::packed::hash;

/// No position has this number.
const FREE: u32 = u32::MAX;

/// A set of positions of a fixed number of words each. Positions are compared word by word: a hash
/// only says where to look.
pub(super) struct Interner {
    words: usize,
    keys: Vec<u64>,
    slots: Vec<u32>,
}

impl Interner {
    pub fn new(words: usize) -> Self {
        Self { words, keys: Vec::new(), slots: vec![FREE; 1 << 10] }
    }

    /// Positions met.
    pub fn len(&self) -> usize {
        self.keys.len() / self.words
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        8 * self.keys.capacity() + 4 * self.slots.capacity()
    }

    /// The words of a position.
    pub fn get(&self, number: usize) -> &[u64] {
        &self.keys[number * self.words..][..self.words]
    }

    /// Makes room for `more` positions that were never met.
    #[inline]
    pub fn make_room(&mut self, more: usize) -> Result<(), OutOfMemory> {
        room_for(&mut self.keys, more * self.words)?;
        // Half of the slots are free, so one is always found.
        if 2 * (self.len() + more) > self.slots.len() { self.grow() } else { Ok(()) }
    }

    /// The number of a position, which is a new one if it was never met: then there must be room.
    #[inline]
    pub fn number(&mut self, key: &[u64]) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = hash(key) as usize & mask;
        while self.slots[at] != FREE {
            if self.get(self.slots[at] as usize) == key {
                return self.slots[at];
            }
            at = (at + 1) & mask;
        }
        let number = self.len() as u32;
        self.slots[at] = number;
        self.keys.extend_from_slice(key);
        number
    }

    #[cold]
    fn grow(&mut self) -> Result<(), OutOfMemory> {
        let size = 2 * self.slots.len();
        self.slots = Vec::new(); // frees the old table before the new one is made
        self.slots = filled(size, FREE)?;
        for number in 0..self.len() {
            let mut at = hash(self.get(number)) as usize & (size - 1);
            while self.slots[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = number as u32;
        }
        Ok(())
    }
}
