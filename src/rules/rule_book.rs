//! The texts of the clauses: a game's own, those of a game whose rule book it shares, and the common
//! conventions.

use std::collections::BTreeMap;
use std::iter;

use serde::Deserialize;

use super::{Rules, catalogue, conventions};

/// The part of a description that says what its clauses are.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct RuleBook {
    /// The game whose rule book it builds on, or nothing.
    book: String,
    /// From number to text.
    pub clauses: BTreeMap<String, String>,
}

impl RuleBook {
    /// Reads a text that comes with the crate.
    ///
    /// # Panics
    /// Never: a test reads them all.
    pub fn read(text: &str) -> Self {
        toml::from_str(text).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Rules {
    /// The text of a clause by its number, such as `"KA-5"`: the game's own, else that of the game
    /// whose rule book it shares, else that of the conventions.
    #[must_use]
    pub fn clause_text(&self, number: &str) -> Option<&str> {
        self.books().find_map(|clauses| clauses.get(number)).map(String::as_str)
    }

    /// All clauses that can be cited, each with its number, in the order of a rule book: the
    /// game's own, then those it shares, then the conventions. No number comes twice.
    #[must_use]
    pub fn rule_book(&self) -> Vec<(&str, &str)> {
        let mut all: Vec<(&str, &str)> = Vec::new();
        for book in self.books() {
            let mut clauses: Vec<(&str, &str)> =
                book.iter().map(|(number, text)| (number.as_str(), text.as_str())).collect();
            clauses.sort_by_key(|(number, _)| in_order(number));
            clauses.retain(|(number, _)| all.iter().all(|(known, _)| known != number));
            all.extend(clauses);
        }
        all
    }

    /// The text of what is cited as `"KA-5"`; of `"KT-3, KG-5"` both texts, each after its number.
    /// Empty where there is no text.
    #[must_use]
    pub fn quoted(&self, clause: &str) -> String {
        let found = |number| Some((number, self.clause_text(number)?));
        let texts: Vec<(&str, &str)> = clause.split(", ").filter_map(found).collect();
        match texts.as_slice() {
            [(_, text)] => (*text).to_owned(),
            all => all
                .iter()
                .map(|(number, text)| format!("{number}: {text}"))
                .collect::<Vec<_>>()
                .join(" "),
        }
    }

    /// The clauses that a reader of the game needs: all of its own, and of the others those that
    /// are cited.
    pub(super) fn clauses_to_print(&self) -> Vec<(&str, &str)> {
        let lines = self.lines();
        let cited = |number: &str| {
            let mut numbers = lines.iter().flat_map(|line| line.clause.split(", "));
            numbers.any(|cited| cited == number)
        };
        let mut book = self.rule_book();
        book.retain(|(number, _)| self.clauses.contains_key(*number) || cited(number));
        book
    }

    /// The rule books in which a number is looked up, in this order.
    fn books(&self) -> impl Iterator<Item = &BTreeMap<String, String>> {
        let first = catalogue::book(&self.book);
        let shared = iter::successors(first, |book| catalogue::book(&book.book));
        iter::once(&self.clauses)
            .chain(shared.map(|book| &book.clauses))
            .chain(iter::once(conventions()))
    }
}

/// `PR-9` comes before `PR-10`.
pub(super) fn in_order(number: &str) -> (String, u32) {
    let stem = number.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem.to_owned(), number[stem.len()..].parse().unwrap_or(0))
}
