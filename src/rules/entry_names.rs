//! Names of games, and what the entries of the landing table are called in events, options,
//! differences and faults.

use super::{Fault, Rules};

/// Whether a name may stand in a path: lower-case letters, digits and hyphens, a letter first.
pub(super) fn is_name(name: &str) -> bool {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(good)
}

/// A name as it is written in a description: "Vai lung thlan" is `vai-lung-thlan`.
pub(super) fn as_name(text: &str) -> String {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// The path of an entry: `landing.capture` by its name, or `landing[0]` by its number where it has
/// no name, or none that tells it apart.
fn path(names: &[&str], index: usize) -> String {
    match names.get(index) {
        Some(name) if is_name(name) && names.iter().filter(|same| *same == name).count() == 1 => {
            format!("landing.{name}")
        }
        _ => format!("landing[{index}]"),
    }
}

impl Rules {
    /// How an entry of the landing table is referred to: `landing.capture` by its name, or
    /// `landing[0]` by its number where it has none of its own.
    #[must_use]
    pub fn entry_path(&self, index: usize) -> String {
        path(&self.entry_names(), index)
    }

    /// The names of the entries, empty where they have none.
    pub(super) fn entry_names(&self) -> Vec<&str> {
        self.landing.iter().map(|entry| entry.name.as_str()).collect()
    }
}

/// The names of the entries of a description.
pub(super) fn names_in(text: &toml::Table) -> Vec<&str> {
    let entries = text.get("landing").and_then(toml::Value::as_array);
    entries.into_iter().flatten().map(|entry| name_of(entry).unwrap_or_default()).collect()
}

fn name_of(entry: &toml::Value) -> Option<&str> {
    entry.get("name")?.as_str()
}

/// Has a fault of an entry, found by its number, speak of it as events and options do.
pub(super) fn call_by_name(fault: &mut Fault, names: &[&str]) {
    let inside = fault.field.strip_prefix("landing[").and_then(|rest| rest.split_once(']'));
    if let Some((number, key)) = inside
        && let Ok(index) = number.parse()
    {
        fault.field = path(names, index) + key;
    }
}
