//! What a page calls. Texts are UTF-8 in the memory of this module: the page writes a request where
//! [`reserve`] says, calls [`ask`], and reads as many bytes as that says from where [`answered`]
//! says; the weights of a network go where [`attach`] says, before that. The page calls nothing while
//! a call runs.
#![cfg(target_arch = "wasm32")]
#![allow(unsafe_code)] // functions exported by name, and the clock imported from the page

use std::cell::RefCell;
use std::thread::LocalKey;
use std::time::Duration;

use mancalab::clock;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ATTACHED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some moment; it never goes back.
    safe fn now() -> f64;
}

fn time() -> Duration {
    Duration::from_secs_f64(now() / 1000.0)
}

/// Room for a request of so many bytes: where it begins.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> *mut u8 {
    room(&REQUEST, bytes)
}

/// The same for what goes with the next request and is no text.
#[unsafe(no_mangle)]
pub extern "C" fn attach(bytes: usize) -> *mut u8 {
    room(&ATTACHED, bytes)
}

fn room(place: &'static LocalKey<RefCell<Vec<u8>>>, bytes: usize) -> *mut u8 {
    place.with_borrow_mut(|room| {
        room.clear();
        room.resize(bytes, 0);
        room.as_mut_ptr()
    })
}

/// Answers the request: the bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    clock::set(time);
    let attached = ATTACHED.take();
    let text =
        REQUEST.with_borrow(|request| crate::answer(&String::from_utf8_lossy(request), &attached));
    ANSWER.with_borrow_mut(|answer| {
        *answer = text.into_bytes();
        answer.len()
    })
}

/// Where the answer begins.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}
