//! Words that several threads share.
#![allow(unsafe_code)]

use std::ops::Deref;
use std::slice;
use std::sync::atomic::AtomicU64;

use memmap2::MmapRaw;

use crate::solve::pages;

/// Many words.
#[derive(Debug)]
pub(super) enum Words {
    /// Mapped memory.
    Mapped { map: MmapRaw, words: usize },
    /// Where nothing can be mapped.
    Boxed(Box<[AtomicU64]>),
}

impl Words {
    /// So many words, all 0. They cost nothing before they are used.
    pub fn zeroed(words: usize) -> Self {
        match pages::zeroed(words * size_of::<AtomicU64>()) {
            Ok(map) => Self::Mapped { map: MmapRaw::from(map), words },
            Err(_) => Self::Boxed(bytemuck::zeroed_slice_box(words)),
        }
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        match self {
            #[allow(clippy::cast_ptr_alignment)] // a page is aligned for words
            // SAFETY: the mapping is anonymous, private to this value and lives as long as it; it
            // begins at a page, so it is aligned, and holds `words` words. Its bytes were 0, which
            // are valid words. Nobody else has its address: `MmapRaw` gives no references, and all
            // access is through these atomic words.
            Self::Mapped { map, words } => unsafe {
                slice::from_raw_parts(map.as_ptr().cast::<AtomicU64>(), *words)
            },
            Self::Boxed(words) => words,
        }
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
