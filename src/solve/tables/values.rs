//! The values of a layer, in memory or in a file that is mapped into it.

use std::ops::Range;
use std::sync::Arc;

#[cfg(target_os = "linux")]
use memmap2::Advice;
use memmap2::{Mmap, MmapMut};

/// Layers from this size on are kept in large pages: they are read at random, which with small
/// ones costs a walk through the page tables each time.
const LARGE: usize = 1 << 22;

/// One value for each rank.
#[derive(Clone, Debug)]
pub(super) enum Values {
    Memory(Vec<i8>),
    File { map: Arc<Mmap>, at: Range<usize> },
}

impl From<Vec<i8>> for Values {
    fn from(values: Vec<i8>) -> Self {
        let large = values.len() >= LARGE;
        large.then(|| in_large_pages(&values)).flatten().unwrap_or(Self::Memory(values))
    }
}

/// A copy in large pages, if there is memory to be mapped.
fn in_large_pages(values: &[i8]) -> Option<Values> {
    let mut map = MmapMut::map_anon(values.len()).ok()?;
    // Where the advice is not taken, pages are small.
    #[cfg(target_os = "linux")]
    let _ = map.advise(Advice::HugePage);
    map.copy_from_slice(bytemuck::cast_slice(values));
    let map = Arc::new(map.make_read_only().ok()?);
    Some(Values::File { map, at: 0..values.len() })
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
