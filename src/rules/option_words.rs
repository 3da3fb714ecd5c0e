//! Which fields an option writes: found by setting it, so that it is never said wrongly.

use serde_json::{Value as Json, json};

use super::catalogue::games;
use super::option_table::{SPECS, Spec};
use super::options::{Allowed, Value};
use super::{List, Rules};

impl Rules {
    /// The options of this game, each with the fields that say the same as its value, such as
    /// `landing.capture.to = "store"`.
    #[must_use]
    pub fn option_fields(&self) -> Vec<(&'static str, String)> {
        let said = |spec: &Spec| Some((spec.name, self.said_by(spec, &(spec.get)(self)?)));
        SPECS.iter().filter_map(said).collect()
    }

    /// The fields that say the same as a value of an option: those that change when the option comes
    /// to it from another value.
    fn said_by(&self, spec: &Spec, value: &Value) -> String {
        let fields = others(spec.allowed, value).into_iter().find_map(|other| {
            let mut before = self.clone();
            (spec.set)(&mut before, &other);
            let mut after = before.clone();
            (spec.set)(&mut after, value);
            let fields = after.fields_beyond(&before);
            (!fields.is_empty()).then_some(fields)
        });
        fields.unwrap_or_default().join(", ")
    }

    /// The fields that differ from those of others, with their values.
    fn fields_beyond(&self, before: &Self) -> Vec<String> {
        let keys = self.keys_from(before).into_iter();
        let keys = keys.map(|(key, _)| format!("{key} = {}", self.written(&key)));
        let (now, then) = (json!(self), json!(before));
        let sections = now.as_object().into_iter().flatten();
        let sections = sections.filter(|(name, _)| List::named(name).is_none());
        let fields = sections.flat_map(|(name, table)| differing(name, table, &then[name]));
        fields.chain(keys).collect()
    }
}

fn differing(path: &str, now: &Json, before: &Json) -> Vec<String> {
    match now {
        Json::Object(table) => {
            let inner = table.iter();
            inner
                .flat_map(|(key, now)| differing(&format!("{path}.{key}"), now, &before[key]))
                .collect()
        }
        _ if now == before => Vec::new(),
        _ => vec![format!("{path} = {}", now.to_string().replace(',', ", "))],
    }
}

/// Some values that an option may have besides this one.
fn others(allowed: Allowed, value: &Value) -> Vec<Value> {
    let mut values = named(allowed);
    if let Allowed::Range(low, _) | Allowed::RangeOrNone(low, _) = allowed {
        values.extend([Value::Int(low), Value::Int(low + 1)]);
    }
    values.retain(|other| other != value);
    values
}

/// The values that are no numbers.
fn named(allowed: Allowed) -> Vec<Value> {
    match allowed {
        Allowed::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Allowed::Names(names) => names.iter().map(|name| Value::Text((*name).to_owned())).collect(),
        Allowed::Range(..) => Vec::new(),
        Allowed::RangeOrNone(..) => vec![Value::None],
    }
}

/// Every option as JSON: what it says, what is allowed, a game that has it, and for each value of it
/// the fields that say the same in that game.
pub(super) fn option_words() -> Vec<Json> {
    let words = |spec: &Spec| {
        let rules = games().iter().find(|rules| (spec.get)(rules).is_some())?;
        let mut values = named(spec.allowed);
        if !matches!(spec.allowed, Allowed::Bool | Allowed::Names(_)) {
            values.insert(0, (spec.get)(rules)?);
            values.dedup();
        }
        let values: Vec<Json> = values
            .iter()
            .map(|value| json!([value.to_string(), rules.said_by(spec, value)]))
            .collect();
        Some(json!({
            "name": spec.name,
            "about": spec.about,
            "allowed": spec.allowed.to_string(),
            "game": rules.name,
            "values": values,
        }))
    };
    SPECS.iter().filter_map(words).collect()
}
