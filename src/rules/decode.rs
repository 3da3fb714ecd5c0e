//! From a TOML table to [`Rules`]: reads what can be read, and says plainly what cannot.

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::capture::Capture;
use super::fault::{hint, nearest};
use super::size::MAX_FAULTS;
use super::words::listed;
use super::{Fault, Landing, List, Rules, sections};

/// Reads a table. Also gives the fields that could not be read, those that a misspelt key was meant
/// for included.
pub(super) fn decode(mut table: Table) -> (Rules, Vec<Fault>, Vec<String>) {
    let older = table.remove("capture");
    let twice = older.is_some() && table.contains_key("landing");
    let (mut rules, mut faults, mut unread) = read::<Rules>(table);
    if faults.len() > MAX_FAULTS {
        return (rules, faults, unread);
    }
    if twice {
        let allowed = "says the same as [[landing]], in the older spelling: allowed is one of them";
        faults.push(Fault::new("capture", "", allowed));
    } else if let Some(list) = older {
        let list = Table::from_iter([("capture".to_owned(), list)]);
        let (older, further, not_read) = read::<Older>(list);
        rules.landing = older.capture.into_iter().map(Landing::from).collect();
        faults.extend(further);
        unread.extend(not_read);
    }
    (rules, faults, unread)
}

/// The landing table in the older spelling.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Older {
    capture: Vec<Capture>,
}

/// Reads one value. A part at fault is noted, taken out, and the rest is read again, until there are
/// more faults than are told at once.
fn read<T: DeserializeOwned + Default>(mut table: Table) -> (T, Vec<Fault>, Vec<String>) {
    let (mut faults, mut unread) = (Vec::new(), Vec::new());
    let mut taken: Vec<(String, usize)> = Vec::new();
    loop {
        let error = match serde_path_to_error::deserialize(table.clone()) {
            Ok(value) => return (value, faults, unread),
            Err(error) => error,
        };
        let path = error.path().to_string();
        let message = error.inner().message();
        let Some(value) = remove(&mut table, &path) else {
            faults.push(Fault::new(path, "", said_plainly(message)));
            return (T::default(), faults, unread);
        };
        let field = as_written(&path, &mut taken);
        unread.extend(meant(&field, message));
        let mut allowed = said_plainly(message);
        allowed += &elsewhere(&field, message).unwrap_or_default();
        if field == "capture" || List::named(&field).is_some() {
            allowed += &format!(": each entry stands under [[{field}]]");
        }
        let value = if is_large(&value) { String::new() } else { value.to_string() };
        faults.push(Fault::new(&field, value, allowed));
        unread.push(field);
        if faults.len() > MAX_FAULTS {
            return (T::default(), faults, unread);
        }
    }
}

/// A table, or a list of tables, is too long to be repeated in a message.
fn is_large(value: &Value) -> bool {
    match value {
        Value::Table(_) => true,
        Value::Array(list) => list.iter().any(is_large),
        _ => false,
    }
}

/// The path of a list item with its index as in the text: items before it may have been taken out.
fn as_written(path: &str, taken: &mut Vec<(String, usize)>) -> String {
    let Some((list, rest)) = path.strip_suffix(']').and_then(|path| path.rsplit_once('[')) else {
        return path.to_owned();
    };
    let Ok(mut index) = rest.parse::<usize>() else { return path.to_owned() };
    for (_, before) in taken.iter().filter(|(other, _)| other == list) {
        index += usize::from(*before <= index);
    }
    taken.push((list.to_owned(), index));
    taken.sort();
    format!("{list}[{index}]")
}

/// The field that a misspelt key was meant for.
fn meant(field: &str, message: &str) -> Option<String> {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let (wrong, allowed) = quoted.split_first()?;
    let near = nearest(wrong, allowed.iter().copied());
    let name = near.first().filter(|_| message.starts_with("unknown field"))?;
    Some(match field.rsplit_once('.') {
        Some((table, _)) => format!("{table}.{name}"),
        None => (*name).to_owned(),
    })
}

/// Which sections have a key that stands in one that does not, if no other key there can be meant.
fn elsewhere(field: &str, message: &str) -> Option<String> {
    let (_, key) = field.rsplit_once('.').filter(|_| message.starts_with("unknown field"))?;
    if meant(field, message).is_some() {
        return None;
    }
    let having = sections().into_iter().filter(|section| {
        !section.name.is_empty() && section.fields.iter().any(|field| field.name == key)
    });
    let names = having.map(|section| match List::named(section.name) {
        Some(list) => format!("[[{}]]", list.name()),
        None => format!("[{}]", section.name),
    });
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| format!("; `{key}` is a key of {}", listed(&names, "and")))
}

/// Turns serde's wording into "allowed are a, b, c", with the nearest spelling.
pub(super) fn said_plainly(message: &str) -> String {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match quoted.split_first() {
        Some((wrong, allowed)) if message.starts_with("unknown") && !allowed.is_empty() => {
            let kind = if message.starts_with("unknown field") { "no such field; " } else { "" };
            let near = hint(wrong, allowed.iter().copied());
            format!("{kind}allowed are {}{near}", allowed.join(", "))
        }
        _ => expected(message.lines().next().unwrap_or(message)),
    }
}

/// Turns "invalid type: string \"6\", expected i64" into "a whole number is needed".
fn expected(message: &str) -> String {
    let wanted = match message.split_once(", expected ").map(|(_, wanted)| wanted) {
        Some("i64" | "u64") => "a whole number",
        Some("a boolean") => "true or false",
        Some("a string") => "a text",
        Some("a sequence") => "a list",
        Some("a map") => "a table",
        Some(wanted) if wanted.starts_with("struct") => "a table",
        Some(wanted) if wanted.starts_with("allowed are") => return wanted.to_owned(),
        Some(wanted) => wanted,
        None => return message.to_owned(),
    };
    format!("{wanted} is needed")
}

/// Takes the value at a path such as `capture[0].to` out of the table.
fn remove(table: &mut Table, path: &str) -> Option<Value> {
    let (parents, last) = path.rsplit_once('.').map_or(("", path), |(a, b)| (a, b));
    let mut here = table;
    for step in parents.split('.').filter(|step| !step.is_empty()) {
        let (key, index) = split_index(step);
        here = match (here.get_mut(key)?, index) {
            (Value::Table(inner), None) => inner,
            (Value::Array(list), Some(i)) => list.get_mut(i)?.as_table_mut()?,
            _ => return None,
        };
    }
    match split_index(last) {
        (key, None) => here.remove(key),
        (key, Some(index)) => {
            let list = here.get_mut(key)?.as_array_mut()?;
            (index < list.len()).then(|| list.remove(index))
        }
    }
}

/// A step such as `capture[0]` of a path.
pub(super) fn split_index(step: &str) -> (&str, Option<usize>) {
    match step.split_once('[') {
        Some((key, rest)) => (key, rest.trim_end_matches(']').parse().ok()),
        None => (step, None),
    }
}
