//! Everything that is wrong with a description, said all at once.

use std::fmt;

use super::printable::write_safely;

/// One fault: the field, its value, and what is allowed there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path of the field, such as `sowing.stores`, `landing.capture.to` or `landing[0].to`.
    pub field: String,
    /// The value found, as written; empty when there is none.
    pub value: String,
    /// What is allowed, or what is wrong.
    pub allowed: String,
    /// Line of the description, counted from 1.
    pub line: Option<usize>,
}

impl Fault {
    /// A fault of a field whose line is not known.
    pub fn new(
        field: impl Into<String>,
        value: impl fmt::Display,
        allowed: impl Into<String>,
    ) -> Self {
        Self { field: field.into(), value: value.to_string(), allowed: allowed.into(), line: None }
    }
}

impl fmt::Display for Fault {
    /// One line. What stands in a description may be a stranger's, so that signs which would steer
    /// a terminal are written as their numbers.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        let said = match (self.field.as_str(), self.value.as_str()) {
            ("", _) => self.allowed.clone(),
            (field, "") => format!("{field}: {}", self.allowed),
            (field, value) => format!("{field} = {value}: {}", self.allowed),
        };
        write_safely(&said, f)
    }
}

/// A description that cannot be played, with every fault found in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", join(faults))]
pub struct RulesError {
    /// The faults, in the order of the description. Never empty.
    pub faults: Vec<Fault>,
}

impl RulesError {
    /// `Ok` when there is no fault.
    ///
    /// # Errors
    /// All the faults, when there are any.
    pub fn unless_empty(faults: Vec<Fault>) -> Result<(), Self> {
        if faults.is_empty() { Ok(()) } else { Err(Self { faults }) }
    }
}

impl From<Fault> for RulesError {
    fn from(fault: Fault) -> Self {
        Self { faults: vec![fault] }
    }
}

fn join(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n")
}

/// Words that people write, and how a description calls it.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("across", "facing"),
    ("anticlockwise", "counterclockwise"),
    ("capture", "take"),
    ("captures", "take"),
    ("full", "occupied"),
    ("opposite", "facing"),
    ("sow", "hand"),
    ("sown", "hand"),
];

/// The candidates that mean `word` or are spelt most like it, at most three, the nearest first.
///
/// A word of more than 64 bytes has none: how alike words are takes the product of their lengths.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    if word.len() > 64 {
        return Vec::new();
    }
    let word = word.to_lowercase();
    let means = |candidate: &str| OTHER_WORDS.contains(&(word.as_str(), candidate));
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&word, &candidate.to_lowercase());
            (if means(candidate) { 0 } else { distance }, candidate)
        })
        .filter(|(distance, candidate)| {
            *distance <= (candidate.len() + 1).max(3) / 3
                || word.len() > 2 && candidate.contains(&word)
        })
        .collect();
    near.sort_unstable();
    // With one slip only, what takes two is hardly meant.
    let one_slip = near.first().is_some_and(|(distance, _)| *distance == 1);
    near.retain(|(distance, candidate)| {
        !one_slip || *distance == 1 || word.len() > 2 && candidate.contains(&word)
    });
    near.into_iter().map(|(_, candidate)| candidate).take(3).collect()
}

/// `; did you mean "a", "b" or "c"?`, or nothing.
#[must_use]
pub fn hint<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let near: Vec<String> =
        nearest(word, candidates).into_iter().map(|name| format!("{name:?}")).collect();
    match near.split_last() {
        None => String::new(),
        Some((last, [])) => format!("; did you mean {last}?"),
        Some((last, rest)) => format!("; did you mean {} or {last}?", rest.join(", ")),
    }
}
