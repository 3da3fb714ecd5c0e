//! Where a rule value comes from: the clause numbers beside the values of an axis.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, de};

/// The clauses of one axis: one for all its values, or one for each field.
///
/// In a description: `clause = "KG-3"` or `clause = { stores = "KN-2", on_drop = "KN-3" }`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum Clauses {
    /// One text for the whole axis (empty when none is given).
    All(String),
    /// A text for each field named.
    Each(BTreeMap<String, String>),
}

impl Default for Clauses {
    fn default() -> Self {
        Self::All(String::new())
    }
}

impl Clauses {
    /// The clause of one field; empty when none is given.
    #[must_use]
    pub fn of(&self, field: &str) -> &str {
        match self {
            Self::All(text) => text,
            Self::Each(map) => map.get(field).map_or("", String::as_str),
        }
    }

    /// The texts given, each with its field (empty when it serves the whole axis).
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        let (all, each) = match self {
            Self::All(text) => {
                (Some(("", text.as_str())).filter(|(_, text)| !text.is_empty()), None)
            }
            Self::Each(map) => (None, Some(map)),
        };
        let each = each.into_iter().flatten();
        all.into_iter().chain(each.map(|(field, text)| (field.as_str(), text.as_str())))
    }

    /// The fields named one by one (none when one clause serves the whole axis).
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        let map = match self {
            Self::All(_) => None,
            Self::Each(map) => Some(map),
        };
        map.into_iter().flatten().map(|(field, _)| field.as_str())
    }
}

impl<'de> Deserialize<'de> for Clauses {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ClausesVisitor)
    }
}

struct ClausesVisitor;

impl<'de> de::Visitor<'de> for ClausesVisitor {
    type Value = Clauses;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a clause such as \"KG-3\", or a table { field = \"KG-3\" }")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Clauses, E> {
        Ok(Clauses::All(text.to_owned()))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Clauses, A::Error> {
        let mut each = BTreeMap::new();
        while let Some((field, text)) = map.next_entry()? {
            each.insert(field, text);
        }
        Ok(Clauses::Each(each))
    }
}
