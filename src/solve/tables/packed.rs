//! Layers as files keep them for long: chunks of values, each a frame of Zstandard with its checksum.
//!
//! A packed layer is, in little endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | the bytes of all frames |
//! | 8 | the step: 2 where all values have the parity of the greatest that there can be, else 1 |
//! | ... | the frames, one for each chunk ([`chunks`](super::chunks)): a byte for each value, which is how many steps it is above the least that there can be |
//! | 4 each | the bytes of each frame |
//! | 32 | the SHA-256 of the head's sum, the number of seeds (4 bytes), the frames, their sizes, and the first 16 bytes |

use std::ops::{Deref, Range};
use std::sync::Arc;

use rayon::prelude::*;

use super::cache::Cache;
use super::chunks::Chunks;
use super::codec;
use super::mapped::Mapped;
use super::rank::Order;
use crate::solve::framed::SUM;

/// Bytes before the first frame.
pub(super) const BEFORE: usize = 16;

/// A layer in a file, packed.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    map: Arc<Mapped>,
    chunks: Arc<Chunks>,
    /// Where each frame begins in the file, and where the last one ends.
    frames: Arc<[usize]>,
    seeds: u32,
    coding: Coding,
    cache: Arc<Cache>,
}

/// How values are written as bytes: how many steps they are above the least.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coding {
    pub least: i8,
    pub step: u8,
}

/// What was found where a packed layer was looked for.
pub(super) struct Found {
    pub packed: Packed,
    /// All of it, but for its checksum.
    pub content: Range<usize>,
}

impl Packed {
    /// The layer that begins at a byte of a file; `None` if what stands there is none that is whole.
    /// The checksum is not compared.
    pub fn find(
        map: &Arc<Mapped>,
        at: usize,
        order: &Order,
        seeds: u32,
        most: i16,
        cache: &Arc<Cache>,
    ) -> Option<Found> {
        let number = |at: usize| Some(u64::from_le_bytes(*map.get(at..)?.first_chunk()?));
        let bytes = usize::try_from(number(at)?).ok()?;
        let step = u8::try_from(number(at + 8)?).ok().filter(|step| (1..=2).contains(step))?;
        let chunks = Chunks::of(order);
        let first = at + BEFORE;
        let index = first.checked_add(bytes)?;
        let end = index.checked_add(4 * chunks.count())?;
        let sizes = map.get(index..end)?;
        map.get(end..end.checked_add(SUM)?)?;
        let mut frames = vec![first];
        let mut from = first;
        for size in sizes.as_chunks::<4>().0 {
            from = from.checked_add(u32::from_le_bytes(*size) as usize)?;
            frames.push(from);
        }
        let packed = Self {
            map: Arc::clone(map),
            chunks: Arc::new(chunks),
            frames: frames.into(),
            seeds,
            coding: Coding { least: -(most as i8), step },
            cache: Arc::clone(cache),
        };
        (from == index).then_some(Found { packed, content: at..end })
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.chunks.ranks(self.chunks.count() - 1).end
    }

    /// How its values are written.
    pub fn coding(&self) -> Coding {
        self.coding
    }

    /// The chunks of ranks.
    pub fn chunks(&self) -> &Chunks {
        &self.chunks
    }

    /// The values of a chunk.
    pub fn chunk(&self, number: usize) -> Arc<[i8]> {
        let len = self.chunks.ranks(number).len();
        self.cache.get((self.seeds, number as u32), len, || {
            // Of a copy, which does not change meanwhile, whoever writes to the file.
            let frame = self.map[self.frames[number]..self.frames[number + 1]].to_vec();
            codec::unpack(&frame, len, self.coding)
        })
    }

    /// All values.
    pub fn unpacked(&self) -> Vec<i8> {
        let numbers = (0..self.chunks.count()).into_par_iter();
        numbers.flat_map_iter(|number| self.chunk(number).to_vec()).collect()
    }

    /// The values of its chunk from a rank on.
    #[inline]
    pub fn rest_of_block(&self, rank: usize) -> Piece<'_> {
        let number = self.chunks.of_rank(rank);
        Piece::Unpacked(self.chunk(number), rank - self.chunks.ranks(number).start)
    }
}

/// Values that follow each other, from some rank on: those of its block at least.
pub(super) enum Piece<'a> {
    Plain(&'a [i8]),
    /// The values of a chunk, and where they begin in it.
    Unpacked(Arc<[i8]>, usize),
}

impl Deref for Piece<'_> {
    type Target = [i8];

    #[inline]
    fn deref(&self) -> &[i8] {
        match self {
            Self::Plain(values) => values,
            Self::Unpacked(values, from) => &values[*from..],
        }
    }
}
