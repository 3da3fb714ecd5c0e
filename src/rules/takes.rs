//! The pits that an entry of the landing table takes from.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::values::{NameVisitor, rule_values};

rule_values! {
    /// A pit, or a pair of pits, whose seeds are taken. A pit that is empty or missing gives nothing.
    Take {
        Facing = "facing": "The pit opposite the landing pit.",
        Landing = "landing": "The landing pit.",
        File = "file": "Both of the other player's pits in the file of the landing pit.",
        Behind = "behind": "The other player's outer pit of that file.",
        FirstOfFile = "first_of_file": "The first pit of that file that holds seeds, the inner one first.",
        Next = "next": "The pit after the landing pit.",
        Beyond = "beyond": "The second pit after the landing pit.",
        NextFacing = "next_facing": "The pit opposite the one after the landing pit.",
        BeyondFacing = "beyond_facing": "The pit opposite the second one after the landing pit.",
    }
}

/// What is taken: none, one, or several. In a description a name or a list of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Takes(pub Vec<Take>);

impl Takes {
    /// Whether nothing is taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this is among what is taken.
    #[must_use]
    pub fn has(&self, take: Take) -> bool {
        self.0.contains(&take)
    }
}

impl fmt::Display for Takes {
    /// As in a description.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0[..] {
            [one] => write!(f, "{one}"),
            _ => write!(f, "{:?}", self.0.iter().map(|take| take.name()).collect::<Vec<_>>()),
        }
    }
}

impl From<Take> for Takes {
    fn from(take: Take) -> Self {
        Self(vec![take])
    }
}

impl Serialize for Takes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0[..] {
            [one] => one.serialize(to),
            _ => to.collect_seq(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Takes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(TakesVisitor)
    }
}

struct TakesVisitor;

impl<'de> de::Visitor<'de> for TakesVisitor {
    type Value = Takes;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "allowed are {}, or a list of them", Take::NAMES.join(", "))
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Takes, E> {
        let index = de::Visitor::visit_str(NameVisitor(Take::NAMES), name)?;
        Ok(Take::from_name(Take::NAMES[index]).unwrap_or_default().into())
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Takes, A::Error> {
        let mut takes = Vec::new();
        while let Some(take) = seq.next_element()? {
            takes.push(take);
        }
        Ok(Takes(takes))
    }
}
