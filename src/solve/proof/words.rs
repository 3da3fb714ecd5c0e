//! Words that several threads share.
#![allow(unsafe_code)]

use std::ops::Deref;
use std::slice;
use std::sync::atomic::AtomicU64;

use memmap2::MmapRaw;

use crate::solve::pages;

/// Many words, in mapped memory.
#[derive(Debug)]
pub(super) struct Words {
    map: MmapRaw,
    len: usize,
}

impl Words {
    /// So many words, all 0; `None` if the system does not give so much. They cost nothing before
    /// they are used.
    pub fn zeroed(len: usize) -> Option<Self> {
        let map = pages::zeroed(len.checked_mul(size_of::<AtomicU64>())?).ok()?;
        Some(Self { map: MmapRaw::from(map), len })
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline]
    #[allow(clippy::cast_ptr_alignment)] // a page is aligned for words
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the mapping is anonymous, private to this value and lives as long as it; it
        // begins at a page, so it is aligned, and holds `len` words. Its bytes were 0, which are
        // valid words. Nobody else has its address: `MmapRaw` gives no references, and all access
        // is through these atomic words.
        unsafe { slice::from_raw_parts(self.map.as_ptr().cast::<AtomicU64>(), self.len) }
    }
}

/// Asks for the line of the cache in which a value stands.
#[inline]
pub(super) fn fetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: fetching never faults, and the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
