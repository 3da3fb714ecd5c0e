//! Chunks of packed layers that were unpacked, as many as memory is given for.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of a layer and of one of its chunks.
pub(super) type Key = (u32, u32);

/// Parts of the cache, each with a lock of its own.
const SHARDS: usize = 64;

/// The chunks, and whether one could not be unpacked.
#[derive(Debug)]
pub(super) struct Cache {
    shards: Vec<Mutex<Shard>>,
    /// Bytes of a part.
    most: usize,
    is_damaged: AtomicBool,
}

#[derive(Debug, Default)]
struct Shard {
    kept: HashMap<Key, Kept>,
    /// Who is looked at next when room is needed.
    turn: VecDeque<Key>,
    bytes: usize,
}

#[derive(Debug)]
struct Kept {
    values: Arc<[i8]>,
    /// Asked for since it was last looked at.
    used: bool,
}

impl Cache {
    /// A cache of so many bytes, and of a chunk in each part at least.
    pub fn new(bytes: u64) -> Self {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / SHARDS;
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Self { shards, most, is_damaged: AtomicBool::new(false) }
    }

    fn shard(&self, key: Key) -> &Mutex<Shard> {
        &self.shards[(key.0 as usize).wrapping_mul(31).wrapping_add(key.1 as usize) % SHARDS]
    }

    /// The values of a chunk, which are unpacked if they are not there: zeros where that fails.
    pub fn get(&self, key: Key, len: usize, unpack: impl FnOnce() -> Option<Vec<i8>>) -> Arc<[i8]> {
        let shard = self.shard(key);
        if let Some(kept) = lock(shard).kept.get_mut(&key) {
            kept.used = true;
            return Arc::clone(&kept.values);
        }
        let values: Arc<[i8]> = unpack().filter(|values| values.len() == len).map_or_else(
            || {
                self.is_damaged.store(true, Ordering::Release);
                vec![0; len].into()
            },
            Into::into,
        );
        lock(shard).put(key, &values, self.most);
        values
    }

    /// Whether a chunk was not what was written.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Acquire)
    }
}

fn lock(shard: &Mutex<Shard>) -> impl std::ops::DerefMut<Target = Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shard {
    /// Adds a chunk. Those go that nobody has asked for since their last turn.
    fn put(&mut self, key: Key, values: &Arc<[i8]>, most: usize) {
        let kept = Kept { values: Arc::clone(values), used: false };
        if self.kept.insert(key, kept).is_some() {
            return; // another thread has unpacked it meanwhile
        }
        self.turn.push_back(key);
        self.bytes += values.len();
        while self.bytes > most && self.turn.len() > 1 {
            let Some(next) = self.turn.pop_front() else { break };
            match self.kept.get_mut(&next) {
                Some(kept) if kept.used => {
                    kept.used = false;
                    self.turn.push_back(next);
                }
                _ => self.bytes -= self.kept.remove(&next).map_or(0, |kept| kept.values.len()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_the_rest_goes() {
        let cache = Cache::new(10 * SHARDS as u64);
        let ask = |layer| {
            let mut unpacked = false;
            let values = cache.get((layer * SHARDS as u32, 0), 4, || {
                unpacked = true;
                Some(vec![layer as i8; 4])
            });
            assert_eq!(*values, [layer as i8; 4]);
            unpacked
        };
        assert!(ask(0) && ask(1) && !ask(0) && !ask(1) && !ask(0));
        assert!(ask(2), "there is room for two");
        assert!([ask(0), ask(1), ask(2)].contains(&true));
        assert!(!cache.is_damaged());
        assert_eq!(*cache.get((1, 1), 3, || None), [0; 3]);
        assert!(cache.is_damaged());
    }
}
