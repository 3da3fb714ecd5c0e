//! `landing.<name>.<key>` and `play.<name>.<key>`: any key of any entry of a list, as an option.

use serde_json::{Value as Json, json};

use super::decode::said_plainly;
use super::options::Value;
use super::{Fault, List, Rules, hint};

/// What stands for the entry and for its key in an option such as `landing.capture.side` or
/// `landing[0].side`, after its list; `None` for an option of another form.
fn entry_and_key(option: &str) -> Option<(List, &str, &str)> {
    let (list, path) = List::of(option)?;
    let path = path.strip_prefix('.').or_else(|| path.starts_with('[').then_some(path))?;
    let (entry, key) = path.split_once('.').unwrap_or((path, ""));
    Some((list, entry, key))
}

/// Whether an option of this name is a key of an entry of a list.
#[must_use]
pub fn is_key_of_entry(option: &str) -> bool {
    entry_and_key(option).is_some()
}

impl Rules {
    /// Sets one key of the entry that an option names. An entry goes by its name, one without a
    /// name by its number; any may go by its number in brackets.
    pub(super) fn set_key(&mut self, option: &str, value: &Value) -> Result<(), Fault> {
        let fault = |allowed: String| fault(option, value, allowed);
        let (list, name, key) = entry_and_key(option).unwrap_or((List::Landing, "", ""));
        let names: Vec<String> = self.names_in(list).into_iter().enumerate().map(called).collect();
        let numbered = |index: &usize| name == format!("[{index}]");
        let found = names.iter().position(|known| known == name);
        let Some(index) = found.or_else(|| (0..names.len()).find(numbered)) else {
            let near = hint(name, names.iter().map(String::as_str));
            return Err(fault(format!(
                "{} has no such entry; it has {}{near}",
                self.name,
                if names.is_empty() { "none".to_owned() } else { names.join(", ") }
            )));
        };
        let fields = list.fields();
        if !fields.contains(&key) {
            let near = hint(key, fields.iter().copied());
            let fields = fields.join(", ");
            return Err(fault(format!("an entry has no such key; it has {fields}{near}")));
        }
        let entry = self.entry_written(list, index).unwrap_or_default();
        let mut with = |value: Json| {
            let mut entry = entry.clone();
            entry[key] = value;
            self.set_entry(list, index, entry)
        };
        with(as_json(value))
            // "none" leaves out a test that is asked by yes or no.
            .or_else(|error| with(Json::Null).ok().filter(|()| value.is_no_limit()).ok_or(error))
            .map_err(|error| fault(said_plainly(&error.to_string())))
    }

    /// The fault of a key that another change of the same set has undone.
    pub(super) fn overruled_key(&self, option: &str, value: &Value) -> Option<Fault> {
        let mut again = self.clone();
        again.set_key(option, value).ok()?;
        let (_, now) = self.keys_from(&again).pop()?;
        Some(fault(
            option,
            value,
            format!("contradicts another option, by which it is {}", said(&now)),
        ))
    }

    /// The keys of all entries that are not at their default; the name and the clause of an entry
    /// are none.
    #[must_use]
    pub fn entry_keys(&self) -> Vec<(String, Value)> {
        let mut plain = self.clone();
        plain.landing.fill_with(Default::default);
        plain.play.fill_with(Default::default);
        let mut keys = self.keys_from(&plain);
        keys.retain(|(path, _)| {
            let key = path.rsplit_once('.').map_or("", |(_, key)| key);
            key != "name" && key != "clause"
        });
        keys
    }

    /// The keys of entries in which these rules differ from others with the same entries.
    pub(super) fn keys_from(&self, origin: &Self) -> Vec<(String, Value)> {
        let mut changes = Vec::new();
        for list in List::ALL {
            let written = |rules: &Self, index| rules.entry_written(list, index);
            let pairs = (0..self.entries(list))
                .map_while(|index| Some((index, written(self, index)?, written(origin, index)?)));
            for (index, now, before) in pairs {
                let path = self.path_in(list, index);
                for key in list.fields().iter().filter(|key| now[**key] != before[**key]) {
                    changes.push((format!("{path}.{key}"), from_json(&now[*key])));
                }
            }
        }
        changes
    }
}

/// What options call an entry: its name, or its number.
fn called((index, name): (usize, &str)) -> String {
    if name.is_empty() { index.to_string() } else { name.to_owned() }
}

fn fault(option: &str, value: &Value, allowed: String) -> Fault {
    Fault::new(option, said(value), allowed)
}

/// A value as faults say it: a list without quotation marks round it.
fn said(value: &Value) -> String {
    match as_json(value) {
        list @ Json::Array(_) => list.to_string(),
        _ => value.to_string(),
    }
}

/// The value as it stands in a description; a text such as `[2, 3]` is the list it writes.
fn as_json(value: &Value) -> Json {
    match value {
        Value::Bool(flag) => json!(flag),
        Value::Int(n) => json!(n),
        Value::Text(text) if text.starts_with('[') => {
            serde_json::from_str(text).unwrap_or_else(|_| json!(text))
        }
        Value::Text(text) | Value::Large(text) => json!(text),
        Value::None => Json::Null,
    }
}

/// The value of an option that `as_json` makes this of.
fn from_json(value: &Json) -> Value {
    match value {
        Json::Null => Value::None,
        Json::Bool(flag) => Value::Bool(*flag),
        Json::String(text) => Value::Text(text.clone()),
        other => other.as_i64().map_or_else(|| Value::Text(other.to_string()), Value::Int),
    }
}
