//! How much of a description is read: texts may come from strangers, and reading takes memory and time.

use toml::{Table, Value};

use super::Fault;

/// The longest description, in bytes. Written in full, the games of the catalogue have under 5,000.
pub const MAX_TEXT: usize = 1 << 17;
/// The most faults that are told at once.
pub(super) const MAX_FAULTS: usize = 50;
/// The most entries of a landing table.
pub(super) const MAX_ENTRIES: usize = 32;
/// The most entries of a table of plays.
pub const MAX_PLAYS: usize = 24;
/// The most steps of a table of plays: the lanes keep which of them fit in a byte.
pub(super) const MAX_STEPS: usize = 8;
/// The most clauses of a rule book.
const MAX_CLAUSES: usize = 1000;

/// Whether a text is short enough to be looked at.
pub(super) fn check_size(text: &str) -> Result<(), Fault> {
    if text.len() <= MAX_TEXT {
        return Ok(());
    }
    let found = format!("the text has {} bytes: allowed are at most {MAX_TEXT}", text.len());
    Err(Fault::new("", "", found))
}

/// Whether the lists that a game has few of are short enough to be looked into.
pub(super) fn check_lists(table: &Table) -> Result<(), Fault> {
    let lists = [
        ("landing", "entries", MAX_ENTRIES),
        ("capture", "entries", MAX_ENTRIES),
        ("play", "entries", MAX_PLAYS),
        ("clauses", "clauses", MAX_CLAUSES),
    ];
    for (field, what, most) in lists {
        let found = match table.get(field) {
            Some(Value::Array(list)) => list.len(),
            Some(Value::Table(table)) => table.len(),
            _ => 0,
        };
        if found > most {
            let allowed = format!("at most {most} {what} are allowed");
            return Err(Fault::new(field, format!("{found} {what}"), allowed));
        }
    }
    Ok(())
}
