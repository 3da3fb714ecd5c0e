//! What stands in the place of the checksum of a layer that is not finished: which of its slices are there, and the sum of
//! their values.

use std::sync::atomic::{AtomicI8, Ordering};

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::blocks::{Group, Steps};
use super::rank::Order;
use crate::solve::framed::SUM;

/// How a mark begins.
const MARK: &[u8; 10] = b"unfinished";

/// The first slices of a layer, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Summed {
    pub slices: u32,
    /// Of every group of positions the first 16 bytes of the SHA-256 of its first rank (8 bytes) and its values, a
    /// number in little endian; of these the sum in 128 bits, for which their order does not matter.
    pub sum: u128,
}

impl Summed {
    /// What stands in the place of the checksum of a layer: [`MARK`], the number of seeds and which slices they are (a byte
    /// each), how many (4 bytes), and their sum.
    pub fn mark(self, order: &Order, steps: &Steps) -> [u8; SUM] {
        let mut mark = [0; SUM];
        mark[..10].copy_from_slice(MARK);
        mark[10..12].copy_from_slice(&[order.seeds() as u8, steps.slicing() as u8]);
        mark[12..16].copy_from_slice(&self.slices.to_le_bytes());
        mark[16..].copy_from_slice(&self.sum.to_le_bytes());
        mark
    }

    /// What a mark tells of slices, which may be wrong; `None` where there is none, or one of others.
    pub fn told(mark: &[u8; SUM], order: &Order, steps: &Steps) -> Option<Self> {
        let slices = u32::from_le_bytes(*mark[12..].first_chunk()?);
        let told = Self { slices, sum: u128::from_le_bytes(*mark[16..].first_chunk()?) };
        (*mark == told.mark(order, steps)).then_some(told)
    }
}

/// The sum of some groups: see [`Summed`].
pub(super) fn sum_of(values: &[AtomicI8], order: &Order, groups: &[Group]) -> u128 {
    groups
        .par_iter()
        .map(|group| {
            let ranks = group.ranks(order);
            let mut sum = Sha256::new_with_prefix((ranks.start as u64).to_le_bytes());
            let mut bytes = [0; 1 << 12];
            for some in values[ranks].chunks(bytes.len()) {
                for (byte, value) in bytes.iter_mut().zip(some) {
                    *byte = value.load(Ordering::Relaxed) as u8;
                }
                sum.update(&bytes[..some.len()]);
            }
            let sum: [u8; SUM] = sum.finalize().into();
            sum.first_chunk().map_or(0, |first| u128::from_le_bytes(*first))
        })
        .reduce(|| 0, u128::wrapping_add)
}

/// Whether what stands in the place of a checksum is a mark, or nothing yet.
pub(super) fn is_marked(sum: &[u8]) -> bool {
    sum.starts_with(MARK) || sum.iter().all(|byte| *byte == 0)
}
