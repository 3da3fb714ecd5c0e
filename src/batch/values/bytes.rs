//! A byte of 64 games side by side, and what can be done with all of them at once.
//!
//! Every operation is a plain loop over the lanes without a branch, which the compiler turns into
//! a few vector instructions of whatever width it may use (see the kernels of `simd`). Truth is a byte
//! of ones, so that a choice between two values is three bitwise operations, or one.

/// Games in a block.
pub const LANES: usize = 64;

/// True in a lane.
pub const YES: u8 = 0xFF;

/// A truth value as a byte of ones or zeros.
#[inline(always)]
pub fn yes(truth: bool) -> u8 {
    0_u8.wrapping_sub(u8::from(truth))
}

/// `a` where `truth` is [`YES`], `b` where it is 0.
///
/// In this form a column that is changed in some lanes is stored as a whole. Written as a choice it
/// would become a masked store, and the next load of the column would have to wait for it.
#[inline(always)]
pub fn pick(truth: u8, a: u8, b: u8) -> u8 {
    b ^ (a ^ b) & truth
}

/// One byte of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Bytes(pub [u8; LANES]);

impl Bytes {
    /// Zero in every lane.
    pub const ZERO: Self = Self([0; LANES]);

    /// The same byte in every lane.
    #[inline(always)]
    pub fn all(byte: u8) -> Self {
        Self([byte; LANES])
    }

    /// `f` of each lane.
    #[inline(always)]
    pub fn map(self, f: impl Fn(u8) -> u8) -> Self {
        let mut out = Self::ZERO;
        for i in 0..LANES {
            out.0[i] = f(self.0[i]);
        }
        out
    }

    /// `f` of each lane of two.
    #[inline(always)]
    pub fn zip(self, b: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        let mut out = Self::ZERO;
        for i in 0..LANES {
            out.0[i] = f(self.0[i], b.0[i]);
        }
        out
    }

    /// `f` of each lane of three.
    #[inline(always)]
    pub fn zip3(self, b: Self, c: Self, f: impl Fn(u8, u8, u8) -> u8) -> Self {
        let mut out = Self::ZERO;
        for i in 0..LANES {
            out.0[i] = f(self.0[i], b.0[i], c.0[i]);
        }
        out
    }

    /// Bitwise and.
    #[inline(always)]
    pub fn and(self, b: Self) -> Self {
        self.zip(b, |a, b| a & b)
    }

    /// This, but not that.
    #[inline(always)]
    pub fn but_not(self, b: Self) -> Self {
        self.zip(b, |a, b| a & !b)
    }

    /// Bitwise or.
    #[inline(always)]
    pub fn or(self, b: Self) -> Self {
        self.zip(b, |a, b| a | b)
    }

    /// Bitwise not.
    #[inline(always)]
    pub fn inverse(self) -> Self {
        self.map(|a| !a)
    }

    /// The sum.
    #[inline(always)]
    pub fn plus(self, b: Self) -> Self {
        self.zip(b, u8::wrapping_add)
    }

    /// Truth: equal to this byte.
    #[inline(always)]
    pub fn is(self, byte: u8) -> Self {
        self.map(|a| yes(a == byte))
    }

    /// Truth: equal.
    #[inline(always)]
    pub fn equals(self, b: Self) -> Self {
        self.zip(b, |a, b| yes(a == b))
    }

    /// Truth: at least this byte.
    #[inline(always)]
    pub fn at_least(self, byte: u8) -> Self {
        self.map(|a| yes(a >= byte))
    }

    /// `a` where this is true, else `b`.
    #[inline(always)]
    pub fn choose(self, a: Self, b: Self) -> Self {
        self.zip3(a, b, pick)
    }

    /// Eight lanes in a word each. The array is taken as a whole: lane by lane the compiler would fetch every byte
    /// by itself.
    #[inline(always)]
    fn words(self) -> [u64; LANES / 8] {
        bytemuck::cast(self.0)
    }

    /// Whether any lane is not zero. Made for kernels: elsewhere, of a value that was returned, [`Bytes::count`] is
    /// quicker, as these bytes would be taken one by one.
    #[inline(always)]
    pub fn any(self) -> bool {
        let mut any = 0_u8;
        for byte in self.0 {
            any |= byte;
        }
        any != 0
    }

    /// The number of lanes in which this is true.
    #[inline(always)]
    pub fn count(self) -> usize {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let mut sums = 0;
        for word in self.words() {
            sums += word & ONES; // at most 8 in each byte
        }
        (sums.wrapping_mul(ONES) >> 56) as usize
    }

    /// The lanes in which this is true, one bit each.
    #[inline(always)]
    pub fn bits(self) -> u64 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        // Moves the lowest bit of byte `n` to bit `56 + n`.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let mut bits = 0;
        for (i, word) in self.words().into_iter().enumerate() {
            let byte = (u64::from_le(word) & ONES).wrapping_mul(GATHER) >> 56;
            bits |= byte << (8 * i);
        }
        bits
    }

    /// The lanes in which this is true.
    #[inline(always)]
    pub fn lanes(self) -> impl Iterator<Item = usize> {
        lanes_of(self.bits())
    }
}

/// The lanes of a set, one bit each.
#[inline(always)]
pub fn lanes_of(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (lane < 64).then_some(lane as usize)
    })
}
