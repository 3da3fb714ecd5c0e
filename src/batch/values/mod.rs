//! Numbers of 64 games side by side, and truth as a byte of ones.

mod bytes;
mod words;

pub use bytes::{Bytes, LANES, YES, lanes_of, pick, yes};
pub use words::Words;
