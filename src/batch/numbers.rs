//! Actions of the caller, integers of any type, as bytes.

use bytemuck::{Pod, cast_slice};

use super::level::Level;

/// Writes the byte of each number, 255 for one that is not below 256. (No action has a number above
/// [`super::block::ACTIONS`], so that what a negative byte comes to is none either.)
///
/// # Panics
/// For numbers of more than eight bytes.
pub fn write_bytes<T: Pod>(level: Level, numbers: &[T], out: &mut [u8]) {
    let kernels = level.kernels();
    match size_of::<T>() {
        1 => {
            let count = out.len().min(numbers.len());
            out[..count].copy_from_slice(&cast_slice(numbers)[..count]);
        }
        2 => kernels.narrow_16(cast_slice(numbers), out),
        4 => kernels.narrow_32(cast_slice(numbers), out),
        8 => kernels.narrow_64(cast_slice(numbers), out),
        size => unreachable!("integers of {size} bytes"),
    }
}

macro_rules! narrow {
    ($($name:ident: $type:ty;)*) => {
        $(
        /// The byte of each number, 255 for one that is not below 256.
        #[inline(always)]
        pub fn $name(numbers: &[$type], out: &mut [u8]) {
            let mut all = 0;
            for (byte, number) in out.iter_mut().zip(numbers) {
                all |= *number;
                *byte = *number as u8;
            }
            if all > <$type>::from(u8::MAX) {
                for (byte, number) in out.iter_mut().zip(numbers) {
                    *byte = u8::try_from(*number).unwrap_or(u8::MAX);
                }
            }
        }
        )*
    };
}

narrow! {
    narrow_16: u16;
    narrow_32: u32;
    narrow_64: u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes<T: Pod>(numbers: &[T]) -> Vec<Vec<u8>> {
        let written = |level| {
            let mut out = vec![7; numbers.len()];
            write_bytes(level, numbers, &mut out);
            out
        };
        Level::available().into_iter().map(written).collect()
    }

    #[test]
    fn numbers_that_fit_are_themselves_and_others_none() {
        for found in bytes(&(0..100_i64).collect::<Vec<_>>()) {
            assert_eq!(found, (0..100).collect::<Vec<u8>>());
        }
        for found in bytes(&[0_i64, -1, 255, 256, i64::MAX, i64::MIN, 1 << 32, 63]) {
            assert_eq!(found, [0, 255, 255, 255, 255, 255, 255, 63]);
        }
        for found in bytes(&[5_i32, -3, 1 << 16, 63]) {
            assert_eq!(found, [5, 255, 255, 63]);
        }
        for found in bytes(&[5_u16, 300, 63]) {
            assert_eq!(found, [5, 255, 63]);
        }
        for found in bytes(&[5_i8, -1, 63]) {
            assert_eq!(found, [5, 255, 63]);
        }
    }
}
