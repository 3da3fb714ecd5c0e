//! A file mapped into memory, which somebody may shorten while it is open.
//!
//! A read from a page that the file has no longer is a SIGBUS, which ends the process. So on Unix a
//! handler of ours puts zeros in the place of what was lost. (On Windows no mapped file can be
//! shortened.) The rest of the last page that is left reads as zeros without a signal. So every cut
//! takes the last bytes away, and whoever has read asks whether they are still there
//! ([`Mapped::is_cut`]).

// See the proofs below. A byte at random of a file in memory takes 17 ns so, and 680 ns by a call of
// the system (medians of two million, 200 MB).
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::{Mmap, MmapOptions};

/// The bytes of a file.
#[derive(Debug)]
pub(super) struct Mapped {
    _watched: Watched, // let go before the memory
    map: Mmap,
    /// Its last bytes, which are part of a checksum and not all 0.
    last: [u8; LAST],
}

const LAST: usize = 8;

impl Mapped {
    /// All of a file.
    pub fn of(file: &File) -> io::Result<Self> {
        Self::with(&MmapOptions::new(), file)
    }

    /// Some bytes of a file that do not change any more, the last of which are of a checksum.
    pub fn part_of(file: &File, at: u64, len: usize) -> io::Result<Self> {
        Self::with(MmapOptions::new().offset(at).len(len), file)
    }

    fn with(options: &MmapOptions, file: &File) -> io::Result<Self> {
        // SAFETY: mapped memory must not change while it is borrowed. Nothing in this crate writes to
        // a finished table: it is written beside its place and renamed, which leaves the old file as
        // it is to those who have it open; nor to a finished layer of one in the making. Should another program write to it all the same, no
        // reference is ever followed from what is read: any byte is a value, places come from ranks,
        // and the head is read as a file.
        let map = unsafe { options.map(file)? };
        Ok(Self {
            _watched: Watched::new(map.as_ptr(), map.len()),
            last: map.last_chunk().copied().unwrap_or_default(),
            map,
        })
    }

    /// Whether the file has become shorter: what it has lost is read as zeros.
    #[inline]
    pub fn is_cut(&self) -> bool {
        self.map.last_chunk().is_some_and(|last| *last != self.last)
    }
}

impl Deref for Mapped {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.map
    }
}

#[cfg(unix)]
pub(super) use watch::Watched;

/// Nothing has to be watched where no mapped file can be shortened.
#[cfg(not(unix))]
#[derive(Debug)]
pub(super) struct Watched;

#[cfg(not(unix))]
impl Watched {
    pub fn new(_: *const u8, _: usize) -> Self {
        Self
    }

    pub fn has_lost(&self) -> bool {
        false
    }
}

#[cfg(unix)]
mod watch {
    use std::ffi::{c_int, c_void};
    use std::mem::MaybeUninit;
    use std::ptr;
    use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};

    /// Where a file is mapped. Places are never freed, as a handler may be looking at them, but used
    /// again; all that the handler reads of them is atomic.
    #[derive(Debug)]
    struct Place {
        taken: AtomicBool,
        start: AtomicUsize,
        /// The end of its last page; 0 while there is nothing.
        end: AtomicUsize,
        /// Whether a page of it was lost.
        has_lost: AtomicBool,
        next: Option<&'static Self>,
    }

    static PLACES: AtomicPtr<Place> = AtomicPtr::new(ptr::null_mut());
    static OURS: AtomicPtr<Handler> = AtomicPtr::new(ptr::null_mut());

    /// What the handler needs to know.
    struct Handler {
        page: usize,
        /// What was done about a SIGBUS before.
        before: libc::sigaction,
    }

    /// A file is mapped, and its lost pages are replaced.
    #[derive(Debug)]
    pub struct Watched(&'static Place);

    impl Watched {
        /// Watches so many bytes from there on.
        pub fn new(start: *const u8, len: usize) -> Self {
            let page = install();
            let place = free_place();
            let start = start as usize;
            place.has_lost.store(false, Ordering::Release);
            place.start.store(start, Ordering::Release);
            place.end.store((start + len).next_multiple_of(page), Ordering::Release);
            Self(place)
        }

        /// Whether a page of it was lost, and replaced.
        pub fn has_lost(&self) -> bool {
            self.0.has_lost.load(Ordering::Acquire)
        }
    }

    impl Drop for Watched {
        fn drop(&mut self) {
            self.0.end.store(0, Ordering::Release);
            self.0.taken.store(false, Ordering::Release);
        }
    }

    /// All places.
    fn places() -> impl Iterator<Item = &'static Place> {
        // SAFETY: the pointer is null or comes from `Box::leak`.
        let first = unsafe { PLACES.load(Ordering::Acquire).as_ref() };
        std::iter::successors(first, |place| place.next)
    }

    fn free_place() -> &'static Place {
        let take = |place: &&Place| !place.taken.swap(true, Ordering::AcqRel);
        if let Some(place) = places().find(take) {
            return place;
        }
        let place = Box::into_raw(Box::new(Place {
            taken: AtomicBool::new(true),
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            has_lost: AtomicBool::new(false),
            next: None,
        }));
        let mut first = PLACES.load(Ordering::Acquire);
        loop {
            // SAFETY: nobody else knows the place yet; `first` as in `places`.
            unsafe { (*place).next = first.as_ref() };
            match PLACES.compare_exchange(first, place, Ordering::AcqRel, Ordering::Acquire) {
                // SAFETY: it is never freed, and from now on only atomics of it are written.
                Ok(_) => return unsafe { &*place },
                Err(newer) => first = newer,
            }
        }
    }

    /// Sees to it that the handler is ours, be it that somebody has put another in its place. Gives
    /// the size of a page.
    fn install() -> usize {
        // SAFETY: all calls get valid pointers; a `sigaction` of zeros is a valid one, and so `now` is
        // even if nothing is written there. `on_lost_page` keeps to what a handler may do (see there)
        // and has the signature that SA_SIGINFO asks for. What `OURS` points to is never freed.
        unsafe {
            let mut now = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
            libc::sigaction(libc::SIGBUS, ptr::null(), &raw mut now);
            if now.sa_sigaction != on_lost_page as *const () as usize {
                if OURS.load(Ordering::Acquire).is_null() {
                    let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).unwrap_or(4096);
                    let ours = Box::into_raw(Box::new(Handler { page, before: now }));
                    let none = ptr::null_mut();
                    if OURS
                        .compare_exchange(none, ours, Ordering::AcqRel, Ordering::Acquire)
                        .is_err()
                    {
                        drop(Box::from_raw(ours)); // another thread was first
                    }
                }
                let mut ours = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
                ours.sa_sigaction = on_lost_page as *const () as usize;
                ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigemptyset(&raw mut ours.sa_mask);
                libc::sigaction(libc::SIGBUS, &raw const ours, ptr::null_mut());
            }
            (*OURS.load(Ordering::Acquire)).page
        }
    }

    /// Puts zeros in the place of a page that was lost, and of all behind it; whatever else has
    /// happened is left to who asked for the signal before.
    extern "C" fn on_lost_page(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        // SAFETY: the handler is installed after `OURS` was set, and that is never freed. The system
        // hands a valid `info` to a handler with SA_SIGINFO.
        let (ours, at, by_system) = unsafe {
            let ours = &*OURS.load(Ordering::Acquire);
            (ours, (*info).si_addr() as usize, (*info).si_code > 0)
        };
        let of_place = |place| end_of(place, at).map(|end| (place, end));
        if by_system && let Some((place, end)) = places().find_map(of_place) {
            let first = at - at % ours.page;
            let page = ptr::with_exposed_provenance_mut(first);
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
            let access = libc::PROT_READ | libc::PROT_WRITE; // a layer in the making is written, too
            // SAFETY: these pages are of a map of ours, of bytes of which any is a value, and whoever looks at it waits
            // for this handler or sees zeros a little earlier. `mmap` is a bare call of the system.
            let zeros = unsafe { libc::mmap(page, end - first, access, flags, -1, 0) };
            if zeros != libc::MAP_FAILED {
                place.has_lost.store(true, Ordering::Release);
                return;
            }
        }
        pass_on(&ours.before, signal, info, context);
    }

    /// The end of a place that holds this address.
    fn end_of(place: &Place, at: usize) -> Option<usize> {
        let end = place.end.load(Ordering::Acquire);
        let start = place.start.load(Ordering::Acquire);
        // It may have been given up and taken anew between the two.
        let same = place.end.load(Ordering::Acquire) == end;
        (same && (start..end).contains(&at)).then_some(end)
    }

    /// Does what was done about the signal before.
    fn pass_on(
        before: &libc::sigaction,
        signal: c_int,
        info: *mut libc::siginfo_t,
        context: *mut c_void,
    ) {
        let action = before.sa_sigaction;
        // SAFETY: `before` came from the system, so it is one of the two constants or a function of
        // the kind that its flags say.
        unsafe {
            if action == libc::SIG_DFL || action == libc::SIG_IGN {
                // A fault cannot be ignored. It comes again; a signal that was sent is sent again.
                libc::sigaction(signal, before, ptr::null_mut());
                libc::raise(signal);
            } else if before.sa_flags & libc::SA_SIGINFO != 0 {
                let with_info = std::mem::transmute::<
                    usize,
                    extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void),
                >(action);
                with_info(signal, info, context);
            } else {
                std::mem::transmute::<usize, extern "C" fn(c_int)>(action)(signal);
            }
        }
    }
}
