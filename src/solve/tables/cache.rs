//! Chunks of packed layers that were unpacked, as many as memory is given for.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quick_cache::Weighter;
use quick_cache::sync::{Cache as Kept, GuardResult};

use super::chunks::LEAST;

/// The number of a layer and of one of its chunks.
pub(super) type Key = (u32, u32);

/// Less than this is of no use: each look at a position would unpack a chunk.
const FEWEST_BYTES: u64 = 1 << 24;

/// So long a thread waits for a chunk that another one unpacks, which takes far less. In a process that was forked
/// meanwhile there is no other one.
const PATIENCE: Duration = Duration::from_millis(50);

/// The chunks, and whether one could not be unpacked.
pub(super) struct Cache {
    kept: Kept<Key, Arc<[i8]>, Bytes>,
    is_damaged: AtomicBool,
}

#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Arc<[i8]>> for Bytes {
    fn weight(&self, _: &Key, values: &Arc<[i8]>) -> u64 {
        values.len() as u64
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Cache").field("bytes", &self.kept.weight()).finish_non_exhaustive()
    }
}

impl Cache {
    /// A cache of so many bytes.
    pub fn new(bytes: u64) -> Self {
        let bytes = bytes.max(FEWEST_BYTES);
        let chunks = usize::try_from(bytes / LEAST as u64).unwrap_or(usize::MAX);
        Self { kept: Kept::with_weighter(chunks, bytes, Bytes), is_damaged: AtomicBool::new(false) }
    }

    /// The values of a chunk, which are unpacked if they are not there: zeros where that fails.
    pub fn get(&self, key: Key, len: usize, unpack: impl FnOnce() -> Option<Vec<i8>>) -> Arc<[i8]> {
        let unpacked = || {
            let values = unpack().filter(|values| values.len() == len);
            let values = values.unwrap_or_else(|| {
                self.is_damaged.store(true, Ordering::Release);
                vec![0; len]
            });
            Arc::<[i8]>::from(values)
        };
        match self.kept.get_value_or_guard(&key, Some(PATIENCE)) {
            GuardResult::Value(values) => values,
            GuardResult::Guard(place) => {
                let values = unpacked();
                let _ = place.insert(Arc::clone(&values)); // where its place is gone, it is used all the same
                values
            }
            GuardResult::Timeout => {
                let values = unpacked();
                self.kept.insert(key, Arc::clone(&values));
                values
            }
        }
    }

    /// Whether a chunk was not what was written.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_unpacked_is_noticed() {
        let cache = Cache::new(0);
        assert_eq!(*cache.get((1, 0), 3, || Some(vec![7; 3])), [7; 3]);
        assert_eq!(*cache.get((1, 0), 3, || None), [7; 3], "it is kept");
        assert!(!cache.is_damaged());
        assert_eq!(*cache.get((1, 1), 3, || Some(vec![7; 2])), [0; 3]);
        assert!(cache.is_damaged());
    }
}
