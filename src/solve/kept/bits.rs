//! Numbers of few bits, one after the other; each byte is filled from its lowest bit on.

/// Bits being written.
#[derive(Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
    /// The bits that fill no bytes yet, fewer than 32.
    rest: u64,
    count: u32,
}

impl Writer {
    /// Adds a number of so many bits, at most 32.
    #[inline]
    pub fn put(&mut self, number: u64, bits: u32) {
        self.rest |= number << self.count;
        self.count += bits;
        if self.count >= 32 {
            self.bytes.extend((self.rest as u32).to_le_bytes());
            self.rest >>= 32;
            self.count -= 32;
        }
    }

    /// Adds as many zeros as the number says, and a one.
    #[inline]
    pub fn put_unary(&mut self, number: u32) {
        for _ in 0..number / 32 {
            self.put(0, 32);
        }
        let left = number % 32;
        self.put(1 << left, left + 1);
    }

    /// All bytes; the bits that are left over in the last one are 0.
    pub fn finish(mut self) -> Vec<u8> {
        let left = self.count.div_ceil(8) as usize;
        self.bytes.extend(&self.rest.to_le_bytes()[..left]);
        self.bytes
    }
}

/// Bits being read.
#[derive(Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    /// The bits that were taken from the bytes already.
    rest: u64,
    count: u32,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, rest: 0, count: 0 }
    }

    /// Takes from the bytes, so that there are 32 bits or all.
    #[inline]
    fn fill(&mut self) {
        if self.count >= 32 {
            return;
        }
        if let Some((four, bytes)) = self.bytes.split_first_chunk() {
            self.rest |= u64::from(u32::from_le_bytes(*four)) << self.count;
            self.count += 32;
            self.bytes = bytes;
            return;
        }
        while let Some((byte, bytes)) = self.bytes.split_first() {
            self.rest |= u64::from(*byte) << self.count;
            self.count += 8;
            self.bytes = bytes;
        }
    }

    #[inline]
    fn skip(&mut self, bits: u32) {
        self.rest >>= bits;
        self.count -= bits;
    }

    /// The next number of so many bits, at most 32; `None` at the end.
    #[inline]
    pub fn take(&mut self, bits: u32) -> Option<u64> {
        self.fill();
        if self.count < bits {
            return None;
        }
        let number = self.rest & ((1 << bits) - 1);
        self.skip(bits);
        Some(number)
    }

    /// The number of zeros before the next one; `None` at the end.
    #[inline]
    pub fn take_unary(&mut self) -> Option<u32> {
        let mut zeros = 0;
        loop {
            self.fill();
            if self.rest != 0 {
                let here = self.rest.trailing_zeros();
                self.skip(here + 1);
                return Some(zeros + here);
            }
            if self.count == 0 {
                return None;
            }
            zeros += self.count;
            self.skip(self.count);
        }
    }

    /// Whether nothing is left but the zeros that fill the last byte.
    pub fn is_at_end(&self) -> bool {
        self.bytes.is_empty() && self.count < 8 && self.rest == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let numbers: Vec<(u64, u32)> =
            (0..200_u64).map(|n| (n * 77 % (1 << (n % 33)).max(1), (n % 33) as u32)).collect();
        let mut writer = Writer::default();
        for (number, bits) in &numbers {
            writer.put(*number, *bits);
            writer.put_unary(*number as u32 % 150);
        }
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes);
        for (number, bits) in numbers {
            assert_eq!(reader.take(bits), Some(number));
            assert!(!reader.is_at_end());
            assert_eq!(reader.take_unary(), Some(number as u32 % 150));
        }
        assert!(reader.is_at_end());
        assert_eq!((reader.take(8), reader.take_unary()), (None, None));
    }

    #[test]
    fn bits_have_their_places() {
        let mut writer = Writer::default();
        writer.put(0b101, 3);
        writer.put_unary(2);
        writer.put(0x7f, 7);
        assert_eq!(writer.finish(), [0b1110_0101, 0b0001_1111]);
    }
}
