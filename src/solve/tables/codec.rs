//! Values as frames of Zstandard.

#[cfg(not(target_family = "wasm"))]
use std::cell::RefCell;

use super::packed::Coding;
use super::values::Values;

/// The quickest level: higher ones make these bytes no smaller (3.6 to 4.0 bits a value of Kalah with 20 to 40 seeds).
#[cfg(not(target_family = "wasm"))]
const LEVEL: i32 = 1;

impl Coding {
    /// How the values of a layer are written, of which `most` is the greatest that there can be.
    pub fn of(values: &Values, most: i16) -> Self {
        match values {
            Values::Packed(packed) => packed.coding(),
            plain => Self::of_plain(plain.plain().unwrap_or_default(), most),
        }
    }

    fn of_plain(values: &[i8], most: i16) -> Self {
        let least = -(most as i8);
        let even = values.iter().fold(0, |odd, value| odd | (value.wrapping_sub(least) & 1)) == 0;
        Self { least, step: if even { 2 } else { 1 } }
    }

    fn shift(self) -> u32 {
        u32::from(self.step) - 1
    }

    fn code(self, values: &[i8]) -> Vec<u8> {
        let shift = self.shift();
        values.iter().map(|value| (value.wrapping_sub(self.least) as u8) >> shift).collect()
    }

    fn decode(self, bytes: Vec<u8>) -> Vec<i8> {
        let shift = self.shift();
        bytes.into_iter().map(|byte| ((byte << shift) as i8).wrapping_add(self.least)).collect()
    }
}

/// Packs a chunk.
///
/// # Errors
/// Where there is no memory for it.
#[cfg(not(target_family = "wasm"))]
pub(super) fn pack(values: &[i8], coding: Coding) -> std::io::Result<Vec<u8>> {
    let mut packer = zstd::bulk::Compressor::new(LEVEL)?;
    packer.include_checksum(true)?;
    packer.compress(&coding.code(values))
}

#[cfg(not(target_family = "wasm"))]
thread_local! {
    /// To make one takes longer than to unpack a chunk.
    static UNPACKER: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Unpacks a chunk of so many values; `None` if it is not what was packed.
#[cfg(not(target_family = "wasm"))]
pub(super) fn unpack(frame: &[u8], len: usize, coding: Coding) -> Option<Vec<i8>> {
    let bytes = UNPACKER.with_borrow_mut(|unpacker| {
        if unpacker.is_none() {
            *unpacker = zstd::bulk::Decompressor::new().ok();
        }
        unpacker.as_mut()?.decompress(frame, len).ok()
    })?;
    Some(coding.decode(bytes))
}

/// A page in a browser has no files, so none that are packed.
#[cfg(target_family = "wasm")]
pub(super) fn pack(_: &[i8], _: Coding) -> std::io::Result<Vec<u8>> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// As above.
#[cfg(target_family = "wasm")]
pub(super) fn unpack(_: &[u8], _: usize, _: Coding) -> Option<Vec<i8>> {
    None
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_and_damage_noticed() {
        for (values, most, step) in [
            (vec![-3, -1, 1, 3, 3, 1], 3, 2),
            (vec![-1, 0, 1], 1, 1),
            ((-127..=127).collect::<Vec<i8>>(), 127, 1),
            ((-127..=127).step_by(2).collect(), 127, 2),
            (vec![0; 5000], 0, 2),
        ] {
            let coding = Coding::of_plain(&values, most);
            assert_eq!(coding.step, step);
            let mut frame = pack(&values, coding).expect("memory");
            assert_eq!(unpack(&frame, values.len(), coding).as_ref(), Some(&values));
            let last = frame.len() - 5; // before the checksum
            frame[last] ^= 1;
            assert_ne!(unpack(&frame, values.len(), coding), Some(values));
        }
    }
}
