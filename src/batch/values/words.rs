//! A 32-bit word of 64 games side by side.

use super::bytes::{Bytes, LANES};

/// A 32-bit word of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Words(pub [u32; LANES]);

impl Words {
    /// Zero in every lane.
    pub const ZERO: Self = Self([0; LANES]);

    /// Adds 1 where true.
    #[inline(always)]
    pub fn count_up(&mut self, truth: Bytes) {
        for i in 0..LANES {
            self.0[i] = self.0[i].wrapping_add(u32::from(truth.0[i] & 1));
        }
    }
}
