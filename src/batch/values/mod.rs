//! Numbers of 64 games side by side, and truth as a byte of ones.

mod bytes;
mod words;

pub use bytes::{Bytes, LANES, YES, lanes_of, pick, yes};
pub use words::Words;

/// What belongs to the mover, and what to the other player. (The closure of an array's `map` may end as a function
/// of its own, compiled for the baseline.)
#[inline(always)]
pub fn both<T>(of: impl Fn(usize) -> T) -> [T; 2] {
    [of(0), of(1)]
}
