//! Where a rule value comes from: the clause numbers beside the values of an axis.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};

/// What stands in place of a clause where neither the rule book nor a convention has one.
pub const NO_CLAUSE: &str = "no clause";

/// The clauses of one axis: one for all its values, or one for each field.
///
/// In a description: `clause = "KG-3"` or `clause = { stores = "KN-2", on_drop = "KN-3" }`. Several
/// clauses of one value are a list, or one text with commas: `"KG-3, KG-5"`. When a description is read, the first form becomes the second: it goes to the fields written beside
/// it or, if it stands alone, to those that the game has a sentence about. So no clause is cited
/// for a value that nobody speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum Clauses {
    /// One text for the whole axis (empty when none is given).
    All(String),
    /// What each field named has.
    Each(BTreeMap<String, Cited>),
}

/// The clause of one field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum Cited {
    /// That of the value that the field has. An option that changes the value makes it the clause of
    /// the former value, in the other form.
    Text(String),
    /// Those of several values. In a description `{ own = "PR-10", none = "PR-3" }`: a number or a
    /// truth value as it is written, the items of a list with commas between (`[]` if there are
    /// none), `none` for a field left out, and `*` for any value. A value that is not among them
    /// has no clause.
    ByValue(BTreeMap<String, String>),
}

/// What stands for any value among those of [`Cited::ByValue`].
pub(super) const ANY_VALUE: &str = "*";

impl Cited {
    /// The clause of this value, if there is one that speaks of it.
    pub(super) fn of(&self, value: impl FnOnce() -> String) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::ByValue(values) => {
                values.get(&value()).or_else(|| values.get(ANY_VALUE)).map(String::as_str)
            }
        }
    }

    /// The clauses given.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let (text, values) = match self {
            Self::Text(text) => (Some(text), None),
            Self::ByValue(values) => (None, Some(values)),
        };
        text.into_iter().chain(values.into_iter().flat_map(BTreeMap::values)).map(String::as_str)
    }
}

impl Default for Clauses {
    fn default() -> Self {
        Self::All(String::new())
    }
}

impl Clauses {
    /// Whether none is given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::All(text) => text.is_empty(),
            Self::Each(map) => map.is_empty(),
        }
    }

    /// The clause of a field that has this value; `None` when none is given, or none that speaks of
    /// the value.
    pub(super) fn of(&self, field: &str, value: impl FnOnce() -> String) -> Option<&str> {
        let text = match self {
            Self::All(text) => Some(text.as_str()),
            Self::Each(map) => map.get(field).and_then(|cited| cited.of(value)),
        };
        text.filter(|text| !text.is_empty())
    }

    /// Whether the clauses of a field leave this value of it out.
    pub(super) fn leave_out(&self, field: &str, value: impl FnOnce() -> String) -> bool {
        match self {
            Self::All(_) => false,
            Self::Each(map) => map.get(field).is_some_and(|cited| cited.of(value).is_none()),
        }
    }

    /// The texts given, each with its field (empty when it serves the whole axis).
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        let (all, each) = match self {
            Self::All(text) => (Some(("", text.as_str())), None),
            Self::Each(map) => (None, Some(map)),
        };
        let each = each.into_iter().flatten();
        let each = each.flat_map(|(field, cited)| cited.texts().map(|text| (field.as_str(), text)));
        all.into_iter().chain(each).filter(|(_, text)| !text.is_empty())
    }

    /// The fields named one by one (none when one clause serves the whole axis).
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.cited().map(|(field, _)| field)
    }

    /// The same with what each has.
    pub(super) fn cited(&self) -> impl Iterator<Item = (&str, &Cited)> {
        let map = match self {
            Self::All(_) => None,
            Self::Each(map) => Some(map),
        };
        map.into_iter().flatten().map(|(field, cited)| (field.as_str(), cited))
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

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a clause such as \"KG-3\", a list of them, or a table { field = \"KG-3\" }")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Clauses, E> {
        Ok(Clauses::All(text.to_owned()))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, seq: A) -> Result<Clauses, A::Error> {
        listed(seq).map(Clauses::All)
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Clauses, A::Error> {
        let mut each = BTreeMap::new();
        while let Some((field, text)) = map.next_entry()? {
            each.insert(field, text);
        }
        Ok(Clauses::Each(each))
    }
}

impl<'de> Deserialize<'de> for Cited {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(CitedVisitor)
    }
}

struct CitedVisitor;

impl<'de> de::Visitor<'de> for CitedVisitor {
    type Value = Cited;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a clause such as \"KG-3\", a list of them, or a table { value = \"KG-3\" }")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Cited, E> {
        Ok(Cited::Text(text.to_owned()))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, seq: A) -> Result<Cited, A::Error> {
        listed(seq).map(Cited::Text)
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Cited, A::Error> {
        let mut values = BTreeMap::new();
        while let Some((value, Numbers(text))) = map.next_entry()? {
            values.insert(value, text);
        }
        Ok(Cited::ByValue(values))
    }
}

/// A clause, or a list of them with commas between.
struct Numbers(String);

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(NumbersVisitor)
    }
}

struct NumbersVisitor;

impl<'de> de::Visitor<'de> for NumbersVisitor {
    type Value = Numbers;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a clause such as \"KG-3\", or a list of them")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Numbers, E> {
        Ok(Numbers(text.to_owned()))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, seq: A) -> Result<Numbers, A::Error> {
        listed(seq).map(Numbers)
    }
}

/// Several clauses as one text: `KG-3, KG-5`.
fn listed<'de, A: de::SeqAccess<'de>>(mut seq: A) -> Result<String, A::Error> {
    let mut numbers: Vec<String> = Vec::new();
    while let Some(number) = seq.next_element()? {
        numbers.push(number);
    }
    Ok(numbers.join(", "))
}
