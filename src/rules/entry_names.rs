//! Names of games, and what the entries of lists are called in events, options, differences and faults.

use super::{Fault, List, Rules};

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
fn path(list: List, names: &[&str], index: usize) -> String {
    let list = list.name();
    match names.get(index) {
        Some(name) if is_name(name) && names.iter().filter(|same| *same == name).count() == 1 => {
            format!("{list}.{name}")
        }
        _ => format!("{list}[{index}]"),
    }
}

impl Rules {
    /// How an entry of the landing table is referred to: `landing.capture` by its name, or
    /// `landing[0]` by its number where it has none of its own.
    #[must_use]
    pub fn entry_path(&self, index: usize) -> String {
        self.path_in(List::Landing, index)
    }

    /// The same of an entry of any list.
    #[must_use]
    pub fn path_in(&self, list: List, index: usize) -> String {
        path(list, &self.names_in(list), index)
    }

    /// The names of the entries of a list, empty where they have none.
    pub(super) fn names_in(&self, list: List) -> Vec<&str> {
        match list {
            List::Landing => self.landing.iter().map(|entry| entry.name.as_str()).collect(),
            List::Play => self.play.iter().map(|entry| entry.name.as_str()).collect(),
        }
    }

    /// The list, the number and the key of a path such as `landing.capture.take` or `landing[0].take`.
    pub(super) fn entry_of<'a>(&self, path: &'a str) -> Option<(List, usize, &'a str)> {
        let (entry, key) = path.rsplit_once('.')?;
        let (list, _) = List::of(entry)?;
        let numbered = |index: usize| format!("{}[{index}]", list.name());
        let is_it =
            |index: &usize| entry == self.path_in(list, *index) || entry == numbered(*index);
        Some((list, (0..self.entries(list)).find(is_it)?, key))
    }
}

/// The names of the entries of a list of a description.
pub(super) fn names_in(text: &toml::Table, list: List) -> Vec<&str> {
    let entries = text.get(list.name()).and_then(toml::Value::as_array);
    entries.into_iter().flatten().map(|entry| name_of(entry).unwrap_or_default()).collect()
}

fn name_of(entry: &toml::Value) -> Option<&str> {
    entry.get("name")?.as_str()
}

/// Has a fault of an entry, found by its number, speak of it as events and options do.
pub(super) fn call_by_name<'a>(fault: &mut Fault, names: impl Fn(List) -> Vec<&'a str>) {
    let Some((list, rest)) = List::of(&fault.field) else { return };
    let inside = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    if let Some((number, key)) = inside
        && let Ok(index) = number.parse()
    {
        fault.field = path(list, &names(list), index) + key;
    }
}
