//! Memory in large pages.
//!
//! A table of positions is read at random: with pages of 4 kB nearly every look costs a walk through
//! the page tables as well. Large pages make a proof search about twice as fast.

use std::io;

#[cfg(target_os = "linux")]
use memmap2::Advice;
use memmap2::MmapMut;

/// So many bytes, all 0, in large pages if the system has any. They cost nothing before they are
/// used.
///
/// # Errors
/// Where nothing can be mapped.
pub(super) fn zeroed(bytes: usize) -> io::Result<MmapMut> {
    let map = MmapMut::map_anon(bytes)?;
    // Where the advice is not taken, pages are small.
    #[cfg(target_os = "linux")]
    let _ = map.advise(Advice::HugePage);
    Ok(map)
}
