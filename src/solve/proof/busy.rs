//! Which positions somebody is looking into, so that others look elsewhere first.

use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::LINE;

/// A small table of places in the memory. A place that two positions share is forgotten early or
/// taken for busy: that costs time, never an answer.
#[derive(Debug)]
pub struct Busy {
    places: Vec<AtomicU64>,
}

/// Places that it can hold.
const PLACES: usize = 1 << 12;

impl Default for Busy {
    fn default() -> Self {
        Self { places: (0..PLACES).map(|_| AtomicU64::new(FREE)).collect() }
    }
}

const FREE: u64 = u64::MAX;

impl Busy {
    #[inline]
    fn slot(&self, place: usize) -> &AtomicU64 {
        &self.places[(place / LINE) % PLACES]
    }

    /// Whether somebody is looking into a position.
    #[inline]
    pub fn has(&self, place: usize) -> bool {
        self.slot(place).load(Ordering::Relaxed) == place as u64
    }

    /// Somebody begins to look into a position.
    #[inline]
    pub fn add(&self, place: usize) {
        self.slot(place).store(place as u64, Ordering::Relaxed);
    }

    /// Nobody looks into a position any more, as far as this one knows.
    #[inline]
    pub fn remove(&self, place: usize) {
        if self.has(place) {
            self.slot(place).store(FREE, Ordering::Relaxed);
        }
    }
}
