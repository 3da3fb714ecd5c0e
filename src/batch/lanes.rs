//! A byte or a word of 64 games side by side, and what can be done with all of them at once.
//!
//! Every operation is a plain loop over the lanes without a branch, which the compiler turns into
//! a few vector instructions of whatever width it may use (see [`super::simd`]). Truth is a byte
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
#[inline(always)]
pub fn pick(truth: u8, a: u8, b: u8) -> u8 {
    a & truth | b & !truth
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

    /// `f` of each lane of four.
    #[inline(always)]
    pub fn zip4(self, b: Self, c: Self, d: Self, f: impl Fn(u8, u8, u8, u8) -> u8) -> Self {
        let mut out = Self::ZERO;
        for i in 0..LANES {
            out.0[i] = f(self.0[i], b.0[i], c.0[i], d.0[i]);
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
    pub fn not(self) -> Self {
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

    /// Whether any lane is not zero.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.0 != [0; LANES]
    }

    /// The number of lanes in which this is true.
    #[inline(always)]
    pub fn count(self) -> usize {
        let mut sum = 0_u8; // at most 64
        for truth in self.0 {
            sum = sum.wrapping_add(truth & 1);
        }
        usize::from(sum)
    }

    /// The sum of 0/1 or other small numbers in each lane.
    #[inline(always)]
    pub fn lanes(self) -> impl Iterator<Item = usize> {
        (0..LANES).filter(move |lane| self.0[*lane] != 0)
    }
}

/// A 32-bit word of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Words(pub [u32; LANES]);

impl Words {
    /// Zero in every lane.
    pub const ZERO: Self = Self([0; LANES]);

    /// Adds 1 where true.
    #[inline(always)]
    pub fn count_up(&mut self, truth: Bytes) {
        for i in 0..LANES {
            self.0[i] = self.0[i].wrapping_add(u32::from(truth.0[i] & 1));
        }
    }
}
