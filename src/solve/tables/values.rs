//! The values of a layer, in memory or in a file that is mapped into it.

use std::ops::{Deref, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicI8, Ordering};

use rayon::prelude::*;

use super::mapped::Mapped;
use super::memory::LESS;
use super::packed::{Packed, Piece};
use crate::memory::{OutOfMemory, zeros};
use crate::solve::pages::{Map, Shared};

/// Layers from this size on are kept in large pages: they are read at random, which with small
/// ones costs a walk through the page tables each time.
const LARGE: usize = 1 << 22;
/// Values that one task looks at.
const PART: usize = 1 << 16;

/// One value for each rank.
#[derive(Clone, Debug)]
pub(super) enum Values {
    Memory(Vec<i8>),
    /// Memory in large pages.
    Large(Arc<Map>),
    /// Part of a file.
    Mapped {
        map: Arc<Mapped>,
        at: Range<usize>,
    },
    /// Part of a file, packed.
    Packed(Packed),
}

impl Values {
    /// All of them; `None` where they are packed.
    #[inline]
    pub fn plain(&self) -> Option<&[i8]> {
        match self {
            Self::Memory(values) => Some(values),
            Self::Large(map) => Some(bytemuck::cast_slice(map)),
            Self::Mapped { map, at } => Some(bytemuck::cast_slice(&map[at.clone()])),
            Self::Packed(_) => None,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Packed(packed) => packed.len(),
            plain => plain.plain().map_or(0, <[i8]>::len),
        }
    }

    /// Those from a rank on, as far as the end of its block at least.
    #[inline]
    pub fn rest_of_block(&self, rank: usize) -> Piece<'_> {
        match self {
            Self::Packed(packed) => packed.rest_of_block(rank),
            plain => Piece::Plain(plain.plain().map_or(&[], |values| &values[rank..])),
        }
    }

    /// Those of one of its [parts](Self::parts).
    pub fn piece(&self, part: &Range<usize>) -> Piece<'_> {
        match self.rest_of_block(part.start) {
            Piece::Plain(values) => Piece::Plain(&values[..part.len()]),
            chunk @ Piece::Unpacked(..) => chunk, // of packed values a part is a chunk
        }
    }

    /// The ranks of some hundred thousand that follow each other, for all of them in turn.
    pub fn parts(&self) -> Vec<Range<usize>> {
        match self {
            Self::Packed(packed) => packed.chunks().all().collect(),
            plain => {
                let part = |first: usize| first..(first + PART).min(plain.len());
                (0..plain.len()).step_by(PART).map(part).collect()
            }
        }
    }
}

/// Values that are being worked out: all threads may write them.
#[derive(Debug)]
pub(super) enum Unsettled {
    Small(Vec<AtomicI8>),
    Large(Shared<AtomicI8>),
}

impl Unsettled {
    /// `len` values, all 0.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn zeroed(len: usize) -> Result<Self, OutOfMemory> {
        // Where nothing can be mapped the allocator may still have room.
        let large = if len >= LARGE { Shared::zeroed(len).ok() } else { None };
        let small = || zeros(len).map_err(|lack| lack.less_by(LESS));
        large.map_or_else(|| Ok(Self::Small(small()?)), |large| Ok(Self::Large(large)))
    }

    /// The values when all threads are done.
    pub fn settled(self) -> Values {
        match self {
            Self::Small(values) => {
                Values::Memory(values.into_iter().map(AtomicI8::into_inner).collect())
            }
            Self::Large(values) => Values::Large(Arc::new(values.into_bytes())),
        }
    }
}

/// Sets all values to one.
pub(super) fn fill(values: &[AtomicI8], value: i8) {
    values.par_iter().with_min_len(LARGE).for_each(|each| each.store(value, Ordering::Relaxed));
}

impl Deref for Unsettled {
    type Target = [AtomicI8];

    #[inline]
    fn deref(&self) -> &[AtomicI8] {
        match self {
            Self::Small(values) => values,
            Self::Large(values) => values,
        }
    }
}
