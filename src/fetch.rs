//! Memory asked for before it is needed.
#![allow(unsafe_code)]

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// Asks for the lines of the cache in which a value stands, if it begins where a line does.
#[inline(always)]
#[allow(clippy::inline_always)] // a few instructions, in the midst of loops
pub fn fetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    for at in (0..size_of::<T>()).step_by(LINE) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let line = std::ptr::from_ref(value).cast::<i8>().wrapping_add(at);
        // SAFETY: fetching never faults, and the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (value, LINE);
}
