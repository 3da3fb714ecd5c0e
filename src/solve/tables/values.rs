//! The values of a layer, in memory or in a file that is mapped into it.

use std::ops::Range;
use std::sync::Arc;

use memmap2::Mmap;

use crate::solve::pages;

/// Layers from this size on are kept in large pages: they are read at random, which with small
/// ones costs a walk through the page tables each time.
const LARGE: usize = 1 << 22;

/// One value for each rank.
#[derive(Clone, Debug)]
pub(super) enum Values {
    Memory(Vec<i8>),
    /// Part of a file, or memory in large pages.
    Mapped {
        map: Arc<Mmap>,
        at: Range<usize>,
    },
}

impl From<Vec<i8>> for Values {
    fn from(values: Vec<i8>) -> Self {
        let large = values.len() >= LARGE;
        large.then(|| in_large_pages(&values)).flatten().unwrap_or(Self::Memory(values))
    }
}

/// A copy in large pages, if there is memory to be mapped.
fn in_large_pages(values: &[i8]) -> Option<Values> {
    let mut map = pages::zeroed(values.len()).ok()?;
    map.copy_from_slice(bytemuck::cast_slice(values));
    let map = Arc::new(map.make_read_only().ok()?);
    Some(Values::Mapped { map, at: 0..values.len() })
}

impl Values {
    #[inline]
    pub fn as_slice(&self) -> &[i8] {
        match self {
            Self::Memory(values) => values,
            Self::Mapped { map, at } => bytemuck::cast_slice(&map[at.clone()]),
        }
    }
}
