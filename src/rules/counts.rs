//! Numbers of seeds that a test asks for, written the same at every test.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::MAX_SEEDS;

/// A set of numbers of seeds.
///
/// In a description: `"empty"`, `"occupied"`, `"even"` (2, 4, ...), `"odd"`, `"4.."` (4 or more), `"..4"`
/// (4 or fewer), or a list of numbers; an empty list asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Counts {
    /// Not asked.
    #[default]
    Any,
    /// None.
    Empty,
    /// One or more.
    Occupied,
    /// 2, 4, 6 and so on.
    Even,
    /// 1, 3, 5 and so on.
    Odd,
    /// This number or more.
    From(i64),
    /// This number or fewer.
    UpTo(i64),
    /// One of these.
    List(Vec<i64>),
}

impl Counts {
    /// What may be written, with examples of numbers, and what it means.
    pub const MEANINGS: &'static [(&'static str, &'static str)] = &[
        ("[]", "Not asked."),
        ("empty", "None."),
        ("occupied", "One or more."),
        ("even", "2, 4, 6 and so on."),
        ("odd", "1, 3, 5 and so on."),
        ("4..", "This number or more."),
        ("..4", "This number or fewer."),
        ("[2, 3]", "One of these numbers."),
    ];

    /// Whether a number of seeds will do.
    #[must_use]
    pub fn has(&self, seeds: i64) -> bool {
        match self {
            Self::Any => true,
            Self::Empty => seeds == 0,
            Self::Occupied => seeds > 0,
            Self::Even => seeds > 0 && seeds % 2 == 0,
            Self::Odd => seeds % 2 == 1,
            Self::From(least) => seeds >= *least,
            Self::UpTo(most) => seeds <= *most,
            Self::List(numbers) => numbers.contains(&seeds),
        }
    }

    /// Whether anything is asked.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        *self != Self::Any
    }

    /// Whether it lets through nothing but none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::List(numbers) => numbers.iter().all(|n| *n == 0),
            Self::UpTo(most) => *most == 0,
            _ => false,
        }
    }

    /// Whether it is a list of 2, 4, 6 and so on, up to `most` or further.
    pub(super) fn is_each_even(&self, most: i64) -> bool {
        let Self::List(numbers) = self else { return false };
        let even = |n: &i64| Self::Even.has(*n);
        numbers.len() > 1
            && numbers.iter().all(even)
            && (1..=most).filter(even).all(|n| self.has(n))
    }

    /// Every number that will do, up to the most seeds of a game; a list as it is written.
    #[must_use]
    pub fn numbers(&self) -> Vec<i64> {
        match self {
            Self::List(numbers) => numbers.clone(),
            _ => (0..=MAX_SEEDS).filter(|n| self.has(*n)).collect(),
        }
    }

    fn of_text(text: &str) -> Option<Self> {
        Some(match text {
            "empty" => Self::Empty,
            "occupied" => Self::Occupied,
            "even" => Self::Even,
            "odd" => Self::Odd,
            _ if text.starts_with("..") => Self::UpTo(text.strip_prefix("..")?.parse().ok()?),
            _ => Self::From(text.strip_suffix("..")?.parse().ok()?),
        })
    }
}

/// What may be written.
const ALLOWED: &str = "allowed are \"empty\", \"occupied\", \"even\", \"odd\", \"4..\" (4 or more), \"..4\" (4 or fewer), a list of numbers such as [4]";

impl fmt::Display for Counts {
    /// As in a description.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Any => f.write_str("[]"),
            Self::Empty => f.write_str("\"empty\""),
            Self::Occupied => f.write_str("\"occupied\""),
            Self::Even => f.write_str("\"even\""),
            Self::Odd => f.write_str("\"odd\""),
            Self::From(least) => write!(f, "\"{least}..\""),
            Self::UpTo(most) => write!(f, "\"..{most}\""),
            Self::List(numbers) => write!(f, "{numbers:?}"),
        }
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Any => to.collect_seq(std::iter::empty::<i64>()),
            Self::List(numbers) => to.collect_seq(numbers),
            _ => to.serialize_str(self.to_string().trim_matches('"')),
        }
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(CountsVisitor)
    }
}

struct CountsVisitor;

impl<'de> de::Visitor<'de> for CountsVisitor {
    type Value = Counts;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(ALLOWED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Counts, E> {
        Counts::of_text(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Counts, A::Error> {
        let mut numbers = Vec::new();
        while let Some(n) = seq.next_element()? {
            numbers.push(n);
        }
        Ok(if numbers.is_empty() { Counts::Any } else { Counts::List(numbers) })
    }
}
