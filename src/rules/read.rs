//! From TOML text to [`Rules`], with every fault and its line.

use toml::Table;
use toml::de::DeTable;

use super::capture::{OLDER_FIELDS, older_name};
use super::decode::decode;
use super::entry_names::{call_by_name, names_in};
use super::places::{Lines, Places};
use super::size::{MAX_FAULTS, check_lists, check_size};
use super::syntax::syntax_faults;
use super::{Fault, Rules, RulesError, hint};

impl Rules {
    /// Reads a description and checks it, in a time that grows with its length and no faster.
    ///
    /// # Errors
    /// The faults of the text, each with its line; of very many the first. A text is refused as a
    /// whole that is longer than [`super::MAX_TEXT`], or has far more entries or clauses than a game.
    pub fn from_toml(text: &str) -> Result<Self, RulesError> {
        check_size(text)?;
        let lines = Lines::of(text);
        let (document, errors) = DeTable::parse_recoverable(text);
        RulesError::unless_empty(told(syntax_faults(text, &lines, &errors)))?;
        let places = Places::of(text, lines, &document);
        let table: Table = match toml::from_str(text) {
            Ok(table) => table,
            Err(error) => return Err(places.fault_at(error.span(), error.message()).into()),
        };
        check_lists(&table).map_err(|mut fault| {
            places.complete(&mut fault);
            fault
        })?;
        let older = table.contains_key("capture");
        let (mut rules, mut faults, unread) = decode(table.clone());
        if faults.len() > MAX_FAULTS {
            // What is unread makes for more faults elsewhere: nothing else is looked at.
            for fault in &mut faults {
                places.complete(fault);
            }
            return Err(RulesError { faults: told(faults) });
        }
        let found = rules.faults_by_number().into_iter();
        let found = found.map(|fault| if older { as_capture(fault, &table) } else { fault });
        faults.extend(found.filter(|fault| !follows(fault, &unread)));
        for fault in &mut faults {
            places.complete(fault);
        }
        let mut faults = told(faults);
        for fault in &mut faults {
            call_by_name(fault, |list| names_in(&table, list));
        }
        RulesError::unless_empty(faults)?;
        rules.spread_clauses(&table);
        Ok(rules)
    }
}

/// Faults in the order of their lines; of more than are told at once the first ones, and that there
/// are more.
fn told(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| fault.line);
    if faults.len() > MAX_FAULTS {
        faults.truncate(MAX_FAULTS);
        let more = format!("there are more faults: these are the first {MAX_FAULTS}");
        faults.push(Fault::new("", "", more));
    }
    faults
}

/// What is said of the landing pit that `[[capture]]` asks for where the text does not name one.
const UNWRITTEN: &str =
    "as [[capture]] asks for an empty landing pit unless `landing` says \"occupied\" or \"any\", ";

/// Whether an entry of the text has a key.
fn has_key(table: &Table, index: &str, key: &str) -> bool {
    let entries = table.get("capture").and_then(toml::Value::as_array);
    let entry = index.parse().ok().and_then(|index: usize| entries?.get(index));
    entry.is_some_and(|entry| entry.get(key).is_some())
}

/// A fault of the landing table in the words of the older spelling.
fn as_capture(fault: Fault, table: &Table) -> Fault {
    let Some(rest) = fault.field.strip_prefix("landing[") else { return fault };
    let Some((index, field)) = rest.split_once("].") else {
        return Fault { field: format!("capture[{rest}"), ..fault };
    };
    let Fault { value, allowed, line, .. } = fault;
    let value = if field == "choose" { "\"choose_another_file\"".to_owned() } else { value };
    let allowed = match field.strip_prefix("clause.") {
        Some(name) if allowed.starts_with("no such field") => {
            let near = hint(name, OLDER_FIELDS.iter().copied());
            format!("no such field; allowed are {}{near}", OLDER_FIELDS.join(", "))
        }
        _ if !has_key(table, index, "landing") => {
            allowed.replace("with was = \"empty\" ", UNWRITTEN)
        }
        _ => allowed.replace("with was = ", "with landing = "),
    };
    Fault { field: format!("capture[{index}].{}", older_name(field)), value, allowed, line }
}

/// Whether a fault only comes of a field that could not be read: its own, one of its table, or one
/// that its message speaks of.
fn follows(fault: &Fault, unread: &[String]) -> bool {
    unread.iter().any(|field| {
        let inside = fault.field.strip_prefix(field.as_str());
        field.starts_with(&fault.field)
            || inside.is_some_and(|rest| rest.starts_with(['.', '[']))
            || fault.allowed.contains(field.as_str())
            || speaks_of_neighbour(fault, field)
    })
}

/// Whether a fault asks for a field of its own table, as "needs take" and `take = "file"` do.
fn speaks_of_neighbour(fault: &Fault, field: &str) -> bool {
    let Some((table, key)) = field.rsplit_once('.') else { return false };
    let key = key.split('[').next().unwrap_or(key);
    let inside = fault.field.rsplit_once('.').is_some_and(|(its_table, _)| its_table == table);
    let needs = fault.allowed.starts_with(&format!("needs {key}:"));
    inside && (needs || fault.allowed.contains(&format!(" {key} = ")))
}
