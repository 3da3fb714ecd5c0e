//! Single lanes of the columns, and all of them as bytes.

use super::layout::Layout;
use super::memory::{Columns, room};
use crate::batch::values::LANES;
use crate::memory::OutOfMemory;

impl Columns {
    /// Copies one lane of others like these.
    pub fn copy_lane(&mut self, to: usize, others: &mut Self, from: usize) {
        let ((to, into), (from, out)) = ((to / LANES, to % LANES), (from / LANES, from % LANES));
        for column in 0..self.bytes.columns() {
            self.bytes.get_mut(column, to).0[into] = others.bytes.get_mut(column, from).0[out];
        }
        for column in 0..self.words.columns() {
            self.words.get_mut(column, to).0[into] = others.words.get_mut(column, from).0[out];
        }
        for column in 0..self.rewards.columns() {
            self.rewards.get_mut(column, to).0[into] = others.rewards.get_mut(column, from).0[out];
        }
        self.games.get_mut(0, to).0[into] = others.games.get_mut(0, from).0[out];
        for byte in 0..self.row {
            *self.end_byte(to * LANES + into, byte) = *others.end_byte(from * LANES + out, byte);
        }
    }

    /// A byte of the row that says how the last game of a lane ended.
    pub fn end_byte(&mut self, lane: usize, byte: usize) -> &mut u8 {
        let at = lane * self.row + byte;
        &mut self.ends.get_mut(0, at / LANES).0[at % LANES]
    }

    /// Bytes of a lane in [`Columns::to_bytes`].
    fn bytes_a_lane(layout: &Layout) -> usize {
        layout.count + layout.row + 3 * 4 + 2 * 4 + 8
    }

    /// The lanes as bytes, column by column, little-endian.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn to_bytes(&mut self, layout: &Layout, lanes: usize) -> Result<Vec<u8>, OutOfMemory> {
        let blocks = lanes.div_ceil(LANES);
        let mut out = room(Self::bytes_a_lane(layout) * LANES * blocks)?;
        for column in 0..self.bytes.columns() {
            (0..blocks).for_each(|block| out.extend(self.bytes.get_mut(column, block).0));
        }
        (0..blocks * self.row).for_each(|at| out.extend(self.ends.get_mut(0, at).0));
        for column in 0..self.words.columns() {
            for block in 0..blocks {
                let words = self.words.get_mut(column, block).0;
                out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            }
        }
        for column in 0..self.rewards.columns() {
            for block in 0..blocks {
                let rewards = self.rewards.get_mut(column, block).0;
                out.extend(rewards.iter().flat_map(|reward| reward.to_le_bytes()));
            }
        }
        for block in 0..blocks {
            let games = self.games.get_mut(0, block).0;
            out.extend(games.iter().flat_map(|game| game.to_le_bytes()));
        }
        Ok(out)
    }

    /// The columns that gave these bytes; `None` when there are too many or too few.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn from_bytes(
        layout: &Layout,
        lanes: usize,
        bytes: &[u8],
    ) -> Result<Option<Self>, OutOfMemory> {
        let blocks = lanes.div_ceil(LANES);
        let all = (Self::bytes_a_lane(layout) * LANES).checked_mul(blocks);
        if all != Some(bytes.len()) {
            return Ok(None);
        }
        let mut new = Self::new(layout, blocks)?;
        let mut rest = bytes;
        let mut take = |count: usize| {
            let (first, others) = rest.split_at(count);
            rest = others;
            first
        };
        for at in 0..layout.count * blocks {
            let block = new.bytes.get_mut(at / blocks, at % blocks);
            block.0.copy_from_slice(take(LANES));
        }
        for at in 0..layout.row * blocks {
            new.ends.get_mut(0, at).0.copy_from_slice(take(LANES));
        }
        for at in 0..3 * blocks {
            let block = new.words.get_mut(at / blocks, at % blocks);
            for (word, bytes) in block.0.iter_mut().zip(take(4 * LANES).as_chunks().0) {
                *word = u32::from_le_bytes(*bytes);
            }
        }
        for at in 0..2 * blocks {
            let block = new.rewards.get_mut(at / blocks, at % blocks);
            for (reward, bytes) in block.0.iter_mut().zip(take(4 * LANES).as_chunks().0) {
                *reward = f32::from_le_bytes(*bytes);
            }
        }
        for block in 0..blocks {
            let games = new.games.get_mut(0, block);
            for (game, bytes) in games.0.iter_mut().zip(take(8 * LANES).as_chunks().0) {
                *game = u64::from_le_bytes(*bytes);
            }
        }
        Ok(Some(new))
    }
}
