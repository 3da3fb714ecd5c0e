//! Memory in large pages that several threads share.
//!
//! A table of positions is read at random: with pages of 4 kB nearly every look costs a walk through
//! the page tables as well. Large pages make a proof search about twice as fast.
#![allow(unsafe_code)]

use std::fs::File;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicI8;
use std::{fmt, io, slice};

use bytemuck::Zeroable;
#[cfg(target_os = "linux")]
use memmap2::Advice;
#[cfg(not(target_arch = "wasm32"))]
use memmap2::MmapOptions;

use crate::memory;

#[cfg(target_arch = "wasm32")]
pub(super) use heap::{Map, PAGE};
#[cfg(not(target_arch = "wasm32"))]
pub(super) use memmap2::MmapMut as Map;

/// Pages are no smaller than this, and begin at multiples of it.
#[cfg(not(target_arch = "wasm32"))]
const PAGE: usize = 4096;

/// Many numbers, atomic ones where threads write them.
pub(super) struct Shared<T> {
    /// Where they stand. Nothing else looks at the mapping as long as this is here.
    first: NonNull<T>,
    len: usize,
    map: Map,
}

// SAFETY: the numbers stand in a mapping that is no thread's own and moves with this value: it is
// as good as a box of them, whose numbers may be sent.
unsafe impl<T: Send> Send for Shared<T> {}
// SAFETY: as above; whoever shares it gets shared references to numbers that allow them.
unsafe impl<T: Sync> Sync for Shared<T> {}

impl<T> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Shared").field("len", &self.len).finish_non_exhaustive()
    }
}

impl<T: Zeroable> Shared<T> {
    /// `len` numbers, all 0, in large pages if the system has any. They cost nothing before they
    /// are used.
    ///
    /// # Errors
    /// Where nothing can be mapped.
    pub fn zeroed(len: usize) -> io::Result<Self> {
        const { assert!(align_of::<T>() <= PAGE) };
        let bytes = len.checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let mut map = Map::map_anon(bytes)?;
        memory::spare(bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
        // Where the advice is not taken, pages are small.
        #[cfg(target_os = "linux")]
        let _ = map.advise(Advice::HugePage);
        let first = NonNull::new(map.as_mut_ptr()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { first: first.cast(), len, map })
    }
}

impl Shared<AtomicI8> {
    /// The bytes of all numbers.
    pub fn into_bytes(self) -> Map {
        self.map
    }
}

#[cfg(target_arch = "wasm32")]
impl Shared<AtomicI8> {
    /// A page in a browser maps no files.
    ///
    /// # Errors
    /// Always.
    pub fn of_file(_: &File, _: u64, _: usize) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// As above.
    ///
    /// # Errors
    /// Always.
    pub fn copy_of_file(_: &File, _: u64, _: usize) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// There is no disk.
    ///
    /// # Errors
    /// Never.
    pub fn flush(&self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Shared<AtomicI8> {
    /// `len` bytes of a file from `at` on, as numbers: what is written to them comes into the file.
    ///
    /// # Errors
    /// Where it cannot be mapped.
    pub fn of_file(file: &File, at: u64, len: usize) -> io::Result<Self> {
        // SAFETY: the bytes of a mapping must not change while they are borrowed: they are looked at as atomic
        // numbers only, and any byte is one. Should somebody shorten the file, see `tables::mapped`.
        let mut map = unsafe { MmapOptions::new().offset(at).len(len).map_mut(file)? };
        let first = NonNull::new(map.as_mut_ptr()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { first: first.cast(), len, map })
    }

    /// The same, but what is written to them stays here.
    ///
    /// # Errors
    /// Where it cannot be mapped.
    pub fn copy_of_file(file: &File, at: u64, len: usize) -> io::Result<Self> {
        let mut options = MmapOptions::new();
        // Few of its pages are written: room for all of them, which may be more than there is, is not asked for.
        options.offset(at).len(len).no_reserve_swap();
        // SAFETY: as above.
        let mut map = unsafe { options.map_copy(file)? };
        let first = NonNull::new(map.as_mut_ptr()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { first: first.cast(), len, map })
    }

    /// Waits until all that was written is on the disk.
    ///
    /// # Errors
    /// Where the disk does not take it.
    pub fn flush(&self) -> io::Result<()> {
        self.map.flush()
    }
}

impl<T: Zeroable> Deref for Shared<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping is private to this value and lives as long as it, and holds `len` numbers. It is
        // anonymous: it begins at a page, so it is aligned, and its bytes were 0, which is a valid number of any
        // `Zeroable` type. Or it is one of a file, for numbers of one byte, of which any is valid. The pointer was taken when the mapping was borrowed
        // for writing, and `map` is not looked into from then on until it is given away with
        // `self`: so all access is through these numbers, which change only if they are atomic.
        unsafe { slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

/// What stands in for a mapping where there are none, as in a web page: memory of the allocator.
#[cfg(target_arch = "wasm32")]
mod heap {
    use std::io;
    use std::ops::Deref;

    /// It begins at a multiple of this.
    pub const PAGE: usize = align_of::<u64>();

    /// Bytes in whole words.
    #[derive(Debug)]
    pub struct Map {
        words: Vec<u64>,
        len: usize,
    }

    impl Map {
        /// `len` bytes, all 0.
        ///
        /// # Errors
        /// Where there is no room for them.
        pub fn map_anon(len: usize) -> io::Result<Self> {
            let (count, mut words) = (len.div_ceil(size_of::<u64>()), Vec::new());
            words.try_reserve_exact(count).map_err(|_| io::ErrorKind::OutOfMemory)?;
            words.resize(count, 0);
            Ok(Self { words, len })
        }

        /// Where it begins.
        pub fn as_mut_ptr(&mut self) -> *mut u8 {
            self.words.as_mut_ptr().cast()
        }
    }

    impl Deref for Map {
        type Target = [u8];

        fn deref(&self) -> &[u8] {
            &bytemuck::cast_slice(&self.words)[..self.len]
        }
    }
}
