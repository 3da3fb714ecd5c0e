//! Where a rule value comes from: the clause numbers beside the values of an axis.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, de};
use toml::{Table, Value};

use super::Rules;
use super::capture::newer_name;
use super::decode::split_index;

/// What stands in place of a clause where neither the rule book nor a convention has one.
pub const NO_CLAUSE: &str = "no clause";

/// The clauses of one axis: one for all its values, or one for each field.
///
/// In a description: `clause = "KG-3"` or `clause = { stores = "KN-2", on_drop = "KN-3" }`. When a
/// description is read, the first form becomes the second: it goes to the fields written beside
/// it, and to all fields of the axis if it stands alone. So no clause is cited for a value that
/// nobody wrote.
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

impl Rules {
    /// Gives the clause of a whole section to the fields that the text writes in that section, or
    /// to all of them where it writes none.
    pub(super) fn spread_clauses(&mut self, text: &Table) {
        let mut spread = Vec::new();
        for (axis, clauses, fields) in self.axes() {
            let Clauses::All(clause) = clauses else { continue };
            let written = section(text, &axis).or_else(|| section(text, &older_path(&axis)));
            let mut written = written.map_or(Vec::new(), written_in);
            if written.is_empty() {
                written = fields.to_vec();
            }
            if !clause.is_empty() {
                let each = written.into_iter().map(|field| (field.to_owned(), clause.clone()));
                spread.push((axis, Clauses::Each(each.collect())));
            }
        }
        for (axis, each) in spread {
            if let Some(clauses) = self.clauses_mut(&axis) {
                *clauses = each;
            }
        }
    }

    fn clauses_mut(&mut self, axis: &str) -> Option<&mut Clauses> {
        Some(match axis {
            "board" => &mut self.board.clause,
            "setup" => &mut self.setup.clause,
            "moves" => &mut self.moves.clause,
            "sowing" => &mut self.sowing.clause,
            "sowing.on_drop" => &mut self.sowing.on_drop.as_mut()?.clause,
            "laps" => &mut self.laps.clause,
            "turn" => &mut self.turn.clause,
            "ending" => &mut self.ending.clause,
            "limits" => &mut self.limits.clause,
            _ => &mut self.landing.get_mut(split_index(axis).1?)?.clause,
        })
    }
}

/// The table of an entry in the older spelling of the landing table.
fn older_path(axis: &str) -> String {
    axis.replace("landing[", "capture[")
}

/// The table of an axis such as `sowing.on_drop` or `landing[0]`.
fn section<'a>(text: &'a Table, axis: &str) -> Option<&'a Table> {
    let mut here = text;
    for step in axis.split('.') {
        let (key, index) = split_index(step);
        here = match (here.get(key)?, index) {
            (Value::Array(list), Some(index)) => list.get(index)?.as_table()?,
            (value, _) => value.as_table()?,
        };
    }
    Some(here)
}

/// The fields of a section that have no clause of their own.
fn written_in(section: &Table) -> Vec<&str> {
    let own = |value: &Value| value.as_table().is_some_and(|table| table.contains_key("clause"));
    let is_rule = |key: &str| !matches!(key, "clause" | "name");
    let fields = section.iter().filter(|(key, value)| is_rule(key) && !own(value));
    fields.map(|(key, _)| newer_name(key)).collect()
}
