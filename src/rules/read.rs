//! From TOML text to [`Rules`], with every fault and its line.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table, Value};

use super::fault::hint;
use super::{Fault, Rules, RulesError};

impl Rules {
    /// Reads a description and checks it.
    ///
    /// # Errors
    /// Every fault of the text, each with its line.
    pub fn from_toml(text: &str) -> Result<Self, RulesError> {
        let (document, errors) = DeTable::parse_recoverable(text);
        RulesError::unless_empty(errors.iter().map(|error| syntax_fault(text, error)).collect())?;
        let lines = lines_of(text, &document);
        let table: Table = toml::from_str(text).map_err(|error| syntax_fault(text, &error))?;
        let (rules, mut faults) = decode(table);
        // A value that could not be read would only cause a second fault of the same field.
        let seen: Vec<String> = faults.iter().map(|fault| fault.field.clone()).collect();
        let new = |fault: &Fault| !seen.iter().any(|field| field.starts_with(&fault.field));
        faults.extend(rules.check().into_iter().filter(new));
        for fault in &mut faults {
            fault.line = line_for(&lines, &fault.field);
        }
        faults.sort_by_key(|fault| fault.line);
        RulesError::unless_empty(faults)?;
        Ok(rules)
    }
}

fn syntax_fault(text: &str, error: &toml::de::Error) -> Fault {
    let line = error.span().map(|span| line_at(text, &span));
    let mut allowed = error.message().to_owned();
    if text.lines().count() == 1 && std::path::Path::new(text.trim()).extension().is_some() {
        allowed += "; if this is the name of a file, pass a Path: a str is the description itself";
    }
    Fault { field: String::new(), value: String::new(), allowed, line }
}

/// Reads what can be read: a value at fault is noted, taken out, and the rest is read again.
fn decode(mut table: Table) -> (Rules, Vec<Fault>) {
    let mut faults = Vec::new();
    loop {
        match serde_path_to_error::deserialize(table.clone()) {
            Ok(rules) => return (rules, faults),
            Err(error) => {
                let path = error.path().to_string();
                let Some(value) = remove(&mut table, &path) else {
                    faults.push(Fault::new(path, "", error.inner().message()));
                    return (Rules::default(), faults);
                };
                faults.push(Fault::new(path, value, said_plainly(error.inner().message())));
            }
        }
    }
}

/// Turns serde's wording into "allowed are a, b, c", with the nearest spelling.
fn said_plainly(message: &str) -> String {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match quoted.split_first() {
        Some((wrong, allowed)) if message.starts_with("unknown") && !allowed.is_empty() => {
            let kind = if message.contains("field") { "no such field; " } else { "" };
            format!(
                "{kind}allowed are {}{}",
                allowed.join(", "),
                hint(wrong, allowed.iter().copied())
            )
        }
        _ => expected(message.lines().next().unwrap_or(message)),
    }
}

/// Turns "invalid type: string \"6\", expected i64" into "a whole number is needed".
fn expected(message: &str) -> String {
    let wanted = match message.rsplit_once(", expected ").map(|(_, wanted)| wanted) {
        Some("i64" | "u64") => "a whole number",
        Some("a boolean") => "true or false",
        Some("a string") => "a text",
        Some("a sequence") => "a list",
        Some(wanted) if wanted.starts_with("struct") => "a table",
        Some(wanted) if wanted.starts_with("variant") || wanted.starts_with("string or map") => {
            "one of the names that this field has"
        }
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

fn split_index(step: &str) -> (&str, Option<usize>) {
    match step.split_once('[') {
        Some((key, rest)) => (key, rest.trim_end_matches(']').parse().ok()),
        None => (step, None),
    }
}

fn line_at(text: &str, span: &Range<usize>) -> usize {
    text[..span.start.min(text.len())].matches('\n').count() + 1
}

/// The line of every key of the document, by path.
fn lines_of(text: &str, document: &Spanned<DeTable>) -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    note_table(text, "", document.get_ref(), &mut lines);
    lines
}

fn note_table(text: &str, path: &str, table: &DeTable, lines: &mut BTreeMap<String, usize>) {
    for (key, value) in table {
        let name: &str = key.get_ref();
        let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        lines.insert(path.clone(), line_at(text, &key.span()));
        note_value(text, &path, value, lines);
    }
}

fn note_value(
    text: &str,
    path: &str,
    value: &Spanned<DeValue>,
    lines: &mut BTreeMap<String, usize>,
) {
    match value.get_ref() {
        DeValue::Table(inner) => note_table(text, path, inner, lines),
        DeValue::Array(list) => {
            for (i, item) in list.iter().enumerate() {
                let path = format!("{path}[{i}]");
                lines.insert(path.clone(), line_at(text, &item.span()));
                note_value(text, &path, item, lines);
            }
        }
        _ => {}
    }
}

/// The line of a field, or of the nearest table around it that the text has.
fn line_for(lines: &BTreeMap<String, usize>, field: &str) -> Option<usize> {
    let mut path = field;
    loop {
        if let Some(line) = lines.get(path) {
            return Some(*line);
        }
        path = &path[..path.rfind(['.', '['])?];
    }
}
