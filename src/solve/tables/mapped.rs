//! A file mapped into memory, which somebody may shorten while it is open.
//!
//! A read from a page that the file has no longer is a SIGBUS, which ends the process. So on Unix a
//! handler of ours puts a page of zeros in the place of the lost one and notes that the file was cut
//! ([`Mapped::is_cut`]), which is asked after a read. (On Windows no mapped file can be shortened.)

// See the proofs below. Reading by calls instead costs a system call for every position asked.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::Mmap;

/// The bytes of a file.
#[derive(Debug)]
pub(super) struct Mapped {
    #[cfg(unix)]
    watched: watch::Watched, // let go before the memory
    map: Mmap,
}

impl Mapped {
    pub fn of(file: &File) -> io::Result<Self> {
        // SAFETY: mapped memory must not change while it is borrowed. Nothing in this crate writes to
        // a finished table: it is written beside its place and renamed, which leaves the old file as
        // it is to those who have it open. Should another program write to it all the same, no
        // reference is ever followed from what is read: any byte is a value, places come from ranks,
        // and the head is read as a file.
        let map = unsafe { Mmap::map(file)? };
        Ok(Self {
            #[cfg(unix)]
            watched: watch::Watched::new(&map),
            map,
        })
    }

    /// Whether a part was asked that the file had lost: it was read as zeros.
    pub fn is_cut(&self) -> bool {
        #[cfg(unix)]
        return self.watched.is_cut();
        #[cfg(not(unix))]
        false
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
mod watch {
    use std::ffi::{c_int, c_void};
    use std::mem::MaybeUninit;
    use std::ptr;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};

    /// Where a file is mapped. Places are never freed, as a handler may be looking at them, but used
    /// again; all that the handler reads of them is atomic.
    #[derive(Debug)]
    struct Place {
        taken: AtomicBool,
        start: AtomicUsize,
        /// The end of its last page; 0 while there is nothing.
        end: AtomicUsize,
        cut: AtomicBool,
        next: Option<&'static Self>,
    }

    static PLACES: AtomicPtr<Place> = AtomicPtr::new(ptr::null_mut());
    static OURS: OnceLock<Handler> = OnceLock::new();

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
        pub fn new(bytes: &[u8]) -> Self {
            let page = OURS.get_or_init(install).page;
            let place = free_place();
            let start = bytes.as_ptr() as usize;
            place.cut.store(false, Ordering::Relaxed);
            place.start.store(start, Ordering::Relaxed);
            place.end.store((start + bytes.len()).next_multiple_of(page), Ordering::Release);
            Self(place)
        }

        pub fn is_cut(&self) -> bool {
            self.0.cut.load(Ordering::Acquire)
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
            cut: AtomicBool::new(false),
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

    fn install() -> Handler {
        let mut before = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: all calls get valid pointers; a `sigaction` of zeros is a valid one, and so
        // `before` is even if nothing is written there. `on_lost_page` keeps to what a handler may
        // do (see there) and has the signature that SA_SIGINFO asks for.
        unsafe {
            let mut ours = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
            ours.sa_sigaction = on_lost_page as *const () as usize;
            ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut ours.sa_mask);
            libc::sigaction(libc::SIGBUS, &raw const ours, before.as_mut_ptr());
            let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).unwrap_or(4096);
            Handler { page, before: before.assume_init() }
        }
    }

    /// Puts zeros in the place of a page that was lost; whatever else has happened is left to who
    /// asked for the signal before.
    extern "C" fn on_lost_page(signal: c_int, info: *mut libc::siginfo_t, _: *mut c_void) {
        // Before the first table is open there is no fault of ours.
        let Some(ours) = OURS.get() else { return };
        // SAFETY: the system hands a valid `info` to a handler with SA_SIGINFO.
        let (at, by_system) = unsafe { ((*info).si_addr() as usize, (*info).si_code > 0) };
        let holds = |place: &&Place| {
            let end = place.end.load(Ordering::Acquire);
            (place.start.load(Ordering::Relaxed)..end).contains(&at)
        };
        if by_system && let Some(place) = places().find(holds) {
            place.cut.store(true, Ordering::Release);
            let page = ptr::with_exposed_provenance_mut(at - at % ours.page);
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
            // SAFETY: the page is one of a map of ours, which is only read, and whoever reads it
            // waits for this handler. `mmap` is a bare call of the system.
            let zeros = unsafe { libc::mmap(page, ours.page, libc::PROT_READ, flags, -1, 0) };
            if zeros != libc::MAP_FAILED {
                return;
            }
        }
        // SAFETY: `before` came from the system. A fault comes again at once and finds that handler;
        // a signal that somebody sent has to be sent again.
        unsafe {
            libc::sigaction(signal, &raw const ours.before, ptr::null_mut());
            if !by_system {
                libc::raise(signal);
            }
        }
    }
}
