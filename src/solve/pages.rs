//! Memory in large pages that several threads share.
//!
//! A table of positions is read at random: with pages of 4 kB nearly every look costs a walk through
//! the page tables as well. Large pages make a proof search about twice as fast.
#![allow(unsafe_code)]

use std::io;
use std::marker::PhantomData;
use std::ops::Deref;
use std::slice;
use std::sync::atomic::{AtomicI8, AtomicU64};

#[cfg(target_os = "linux")]
use memmap2::Advice;
use memmap2::MmapMut;

/// Numbers of which all bits may be 0, and that threads may write at the same time.
pub(super) trait Shareable: private::Sealed {}

mod private {
    pub trait Sealed {}
}

impl private::Sealed for AtomicU64 {}
impl private::Sealed for AtomicI8 {}
impl Shareable for AtomicU64 {}
impl Shareable for AtomicI8 {}

/// Many numbers.
#[derive(Debug)]
pub(super) struct Shared<T> {
    map: MmapMut,
    len: usize,
    numbers: PhantomData<T>,
}

impl<T: Shareable> Shared<T> {
    /// So many numbers, all 0, in large pages if the system has any. They cost nothing before they
    /// are used.
    ///
    /// # Errors
    /// Where nothing can be mapped.
    pub fn zeroed(len: usize) -> io::Result<Self> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let map = MmapMut::map_anon(bytes)?;
        // Where the advice is not taken, pages are small.
        #[cfg(target_os = "linux")]
        let _ = map.advise(Advice::HugePage);
        Ok(Self { map, len, numbers: PhantomData })
    }

    /// The bytes of all numbers.
    pub fn into_bytes(self) -> MmapMut {
        self.map
    }
}

impl<T: Shareable> Deref for Shared<T> {
    type Target = [T];

    #[inline]
    #[allow(clippy::cast_ptr_alignment)] // a page is aligned for all numbers
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping is anonymous, private to this value and lives as long as it; it
        // begins at a page, so it is aligned, and holds `len` numbers. Its bytes were 0, which are
        // valid numbers of the two types that are shareable. All access is through these atomic
        // numbers: nothing here takes a slice of the mapping's bytes before it is given up.
        unsafe { slice::from_raw_parts(self.map.as_ptr().cast::<T>(), self.len) }
    }
}
