//! Memory that the system may not give. Whatever may become large is asked for here, so that it ends
//! in an error, not in the end of the process.

use std::fmt;

use bytemuck::Zeroable;

/// Memory that the system did not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Bytes that were asked for.
    pub bytes: u64,
    /// What asks for less.
    less: &'static str,
}

impl OutOfMemory {
    /// So many bytes were asked for.
    #[must_use]
    pub fn of(bytes: usize) -> Self {
        Self { bytes: bytes as u64, less: "something smaller" }
    }

    /// The same, where this asks for less.
    #[must_use]
    pub fn less_by(self, less: &'static str) -> Self {
        Self { less, ..self }
    }
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { bytes, less } = self;
        write!(f, "the system does not give {bytes} bytes of memory; {less} asks for less")
    }
}

impl std::error::Error for OutOfMemory {}

/// Bytes of the stack that the standard library gives a thread.
pub const STACK: usize = 2 << 20;
/// What is smaller is not asked for here, and ends the process where it cannot be had.
const LARGE: usize = 1 << 20;
/// Bytes that must be left for that when something large has been given.
const SPARE: usize = 16 << 20;

/// Makes room for `more` elements; a vector that grows again and again doubles.
///
/// # Errors
/// When there is none.
#[inline]
pub fn room_for<T>(elements: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    if elements.capacity() - elements.len() >= more { Ok(()) } else { grow(elements, more) }
}

#[cold]
fn grow<T>(elements: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    let wanted = elements.len().saturating_add(more).max(2 * elements.capacity());
    let bytes = wanted.saturating_mul(size_of::<T>());
    elements.try_reserve(more).map_err(|_| OutOfMemory::of(bytes))?;
    spare(bytes)
}

/// An empty vector with room for exactly `count` elements.
///
/// # Errors
/// When there is none.
pub fn room<T>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    let bytes = count.saturating_mul(size_of::<T>());
    let mut elements = Vec::new();
    elements.try_reserve_exact(count).map_err(|_| OutOfMemory::of(bytes))?;
    spare(bytes)?;
    Ok(elements)
}

/// `count` zeros. They cost nothing before they are used.
///
/// # Errors
/// When there is no room for them.
pub fn zeros<T: Zeroable>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    let bytes = count.saturating_mul(size_of::<T>());
    let zeros = bytemuck::allocation::try_zeroed_vec(count).map_err(|()| OutOfMemory::of(bytes))?;
    spare(bytes)?;
    Ok(zeros)
}

/// `count` times the same.
///
/// # Errors
/// When there is no room for them.
pub fn filled<T: Clone>(count: usize, value: T) -> Result<Vec<T>, OutOfMemory> {
    let mut elements = room(count)?;
    elements.resize(count, value);
    Ok(elements)
}

/// What an iterator of known length gives.
///
/// # Errors
/// When there is no room for them.
pub fn collected<T>(elements: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut all = room(elements.len())?;
    all.extend(elements);
    Ok(all)
}

/// Whether enough is left for small things after so many bytes.
///
/// # Errors
/// When it is not: then what was given is better given back.
pub fn spare(bytes: usize) -> Result<(), OutOfMemory> {
    if bytes < LARGE || is_there(SPARE) { Ok(()) } else { Err(OutOfMemory::of(bytes)) }
}

/// Whether enough is left for small things: to be asked now and then by who takes many of them.
///
/// # Errors
/// When it is not.
pub fn some_left() -> Result<(), OutOfMemory> {
    let lack = OutOfMemory::of(SPARE).less_by("a process that holds less");
    if is_there(SPARE) { Ok(()) } else { Err(lack) }
}

/// Whether so many bytes could be had.
#[must_use]
pub fn is_there(bytes: usize) -> bool {
    if cfg!(target_arch = "wasm32") {
        return true; // a page never gives back what was asked for: nothing is tried
    }
    let mut probe = Vec::<u8>::new();
    let given = probe.try_reserve_exact(bytes).is_ok();
    // Room that nobody looks at might never be asked for.
    std::hint::black_box(probe.as_mut_ptr());
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_an_error() {
        let wanted = OutOfMemory::of(8 << 50);
        assert_eq!(zeros::<u64>(1 << 50), Err(wanted));
        assert_eq!(filled(1 << 50, 7_u64), Err(wanted));
        assert_eq!(room::<u64>(1 << 50), Err(wanted));
        let mut full = vec![1_u64; 4];
        assert_eq!(
            room_for(&mut full, 1 << 60).map_err(|error| error.less_by("a smaller x")),
            Err(OutOfMemory::of(8 * ((1 << 60) + 4)).less_by("a smaller x"))
        );
        assert_eq!(full, [1; 4]);
    }

    #[test]
    fn says_what_was_wanted_and_what_asks_for_less() {
        let text = OutOfMemory::of(1 << 40).less_by("a smaller memory=").to_string();
        let wanted = "the system does not give 1099511627776 bytes of memory; \
                      a smaller memory= asks for less";
        assert_eq!(text, wanted);
    }

    #[test]
    fn gives_what_is_there() {
        assert_eq!(zeros::<u16>(3), Ok(vec![0; 3]));
        assert_eq!(filled(2, 'a'), Ok(vec!['a'; 2]));
        assert_eq!(collected([1, 2].iter()), Ok(vec![&1, &2]));
        let mut grows = Vec::new();
        for number in 0..5000 {
            room_for(&mut grows, 1).unwrap();
            grows.push(number);
        }
        assert_eq!(grows.len(), 5000);
    }
}
