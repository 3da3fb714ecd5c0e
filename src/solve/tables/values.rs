//! The values of a layer, in memory or in a file that is mapped into it.

use std::ops::Range;
use std::sync::Arc;

use memmap2::Mmap;

/// One value for each rank.
#[derive(Clone, Debug)]
pub(super) enum Values {
    Memory(Vec<i8>),
    File { map: Arc<Mmap>, at: Range<usize> },
}

impl Values {
    #[inline]
    pub fn as_slice(&self) -> &[i8] {
        match self {
            Self::Memory(values) => values,
            Self::File { map, at } => bytemuck::cast_slice(&map[at.clone()]),
        }
    }
}
