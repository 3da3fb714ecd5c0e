//! `landing.<name>.<key>`: any key of any entry of the landing table, as an option.

use serde_json::{Value as Json, json};

use super::decode::said_plainly;
use super::options::Value;
use super::{Fault, Landing, Rules, hint};

impl Rules {
    /// Sets one key of the entry that a path such as `capture.side` names; an entry without a name
    /// goes by its number.
    pub(super) fn set_entry(
        &mut self,
        option: &str,
        path: &str,
        value: &Value,
    ) -> Result<(), Fault> {
        let fault = |allowed: String| Fault::new(option, value, allowed);
        let (name, key) = path.split_once('.').unwrap_or((path, ""));
        let names: Vec<String> = (0..self.landing.len()).map(|i| self.entry_name(i)).collect();
        let Some(index) = names.iter().position(|known| known == name) else {
            let near = hint(name, names.iter().map(String::as_str));
            return Err(fault(format!(
                "{} has no such entry; it has {}{near}",
                self.name,
                if names.is_empty() { "none".to_owned() } else { names.join(", ") }
            )));
        };
        if !Landing::FIELDS.contains(&key) {
            let near = hint(key, Landing::FIELDS.iter().copied());
            let fields = Landing::FIELDS.join(", ");
            return Err(fault(format!("an entry has no such key; it has {fields}{near}")));
        }
        let mut entry = json!(self.landing[index]);
        entry[key] = as_json(value);
        self.landing[index] = serde_json::from_value(entry)
            .map_err(|error| fault(said_plainly(&error.to_string())))?;
        Ok(())
    }

    /// What options call an entry: its name, or its number.
    fn entry_name(&self, index: usize) -> String {
        let name = &self.landing[index].name;
        if name.is_empty() { index.to_string() } else { name.clone() }
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
