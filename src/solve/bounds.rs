//! What is proven of a value that is not known yet.

use serde::{Deserialize, Serialize};

/// Values between which the truth lies; equal when it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// At least this.
    pub lower: i16,
    /// At most this.
    pub upper: i16,
}

impl Bounds {
    /// A value that is known.
    #[must_use]
    pub fn exact(value: i16) -> Self {
        Self { lower: value, upper: value }
    }

    /// Whether the value is not yet known.
    #[must_use]
    pub fn is_open(self) -> bool {
        self.lower < self.upper
    }

    /// The value, if it is known.
    #[must_use]
    pub fn value(self) -> Option<i16> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether the value may be this one.
    #[must_use]
    pub fn contain(self, value: i16) -> bool {
        (self.lower..=self.upper).contains(&value)
    }

    /// Whether both may be bounds of one value.
    #[must_use]
    pub fn overlap(self, other: Self) -> bool {
        self.lower <= other.upper && other.lower <= self.upper
    }

    /// Whether the value is at least this one, as far as that is known.
    #[must_use]
    pub fn reach(self, value: i16) -> Option<bool> {
        if self.lower >= value {
            Some(true)
        } else if self.upper < value {
            Some(false)
        } else {
            None
        }
    }

    /// The bounds as somebody sees them for whom a value is another, rising or falling with it.
    #[must_use]
    pub fn seen_by(self, value: impl Fn(i16) -> i16) -> Self {
        let (one, other) = (value(self.lower), value(self.upper));
        Self { lower: one.min(other), upper: one.max(other) }
    }

    /// Bounds of the value that is greater by `by`.
    #[must_use]
    pub fn plus(self, by: i16) -> Self {
        Self { lower: self.lower + by, upper: self.upper + by }
    }

    /// What both say of one value.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Bounds of a position from those of its actions, if it has any.
    #[must_use]
    pub fn of_best(actions: &[(usize, Self)]) -> Option<Self> {
        let lower = actions.iter().map(|(_, bounds)| bounds.lower).max()?;
        let upper = actions.iter().map(|(_, bounds)| bounds.upper).max()?;
        Some(Self { lower, upper })
    }
}

impl From<(i16, i16)> for Bounds {
    fn from((lower, upper): (i16, i16)) -> Self {
        Self { lower, upper }
    }
}
