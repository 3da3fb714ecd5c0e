//! Where the fields of a description stand in its text.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Fault;

/// The line of every key, and the place of every value, by path (`capture[0].to`).
pub(super) struct Places<'a> {
    text: &'a str,
    numbered: Lines,
    lines: BTreeMap<String, usize>,
    values: Vec<(String, Range<usize>)>,
}

/// Where the lines of a text end, in bytes.
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub fn of(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(end, _)| end).collect())
    }

    /// The line of a place in the text, counted from 1.
    pub fn at(&self, place: usize) -> usize {
        self.0.partition_point(|end| *end < place) + 1
    }
}

impl<'a> Places<'a> {
    pub fn of(text: &'a str, numbered: Lines, document: &Spanned<DeTable>) -> Self {
        let mut places = Self { text, numbered, lines: BTreeMap::new(), values: Vec::new() };
        places.note_table("", document.get_ref());
        places
    }

    fn note_table(&mut self, path: &str, table: &DeTable) {
        for (key, value) in table {
            let name: &str = key.get_ref();
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            self.lines.insert(path.clone(), self.numbered.at(key.span().start));
            self.note_value(&path, value);
        }
    }

    fn note_value(&mut self, path: &str, value: &Spanned<DeValue>) {
        match value.get_ref() {
            DeValue::Table(inner) => self.note_table(path, inner),
            DeValue::Array(list) => {
                for (i, item) in list.iter().enumerate() {
                    let path = format!("{path}[{i}]");
                    self.lines.insert(path.clone(), self.numbered.at(item.span().start));
                    self.note_value(&path, item);
                }
            }
            _ => self.values.push((path.to_owned(), value.span())),
        }
    }

    /// The fault of the value that stands there, such as a number too large for any reader.
    pub fn fault_at(&self, place: Option<Range<usize>>, message: &str) -> Fault {
        let start = place.map_or(0, |place| place.start);
        let found = self.values.iter().find(|(_, value)| value.contains(&start));
        let line = Some(self.numbered.at(start));
        let Some((field, value)) = found else {
            let allowed = message.to_owned();
            return Fault { field: String::new(), value: String::new(), allowed, line };
        };
        let mut fault = Fault::new(field, &self.text[value.clone()], "it is out of range");
        fault.line = line;
        fault
    }

    /// Adds the line. A field that the text does not have is needed, whatever its default.
    pub fn complete(&self, fault: &mut Fault) {
        fault.line = self.line_for(&fault.field);
        if !self.lines.contains_key(&fault.field) && !fault.field.contains(".clause") {
            fault.value.clear();
            // Some messages say so themselves, or speak of two fields at once.
            if !fault.allowed.starts_with("needed") && !fault.allowed.starts_with('`') {
                fault.allowed = format!("needed; {}", fault.allowed);
            }
        }
    }

    /// The line of a field, or of the nearest table around it that the text has.
    fn line_for(&self, field: &str) -> Option<usize> {
        let mut path = field;
        loop {
            if let Some(line) = self.lines.get(path) {
                return Some(*line);
            }
            path = &path[..path.rfind(['.', '['])?];
        }
    }
}
