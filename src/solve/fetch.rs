//! Memory asked for before it is needed.
#![allow(unsafe_code)]

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
