//! The games that come with the crate, one TOML file each in the folder of this name.

use std::sync::{LazyLock, OnceLock};

use super::rule_book::RuleBook;
use super::{Rules, hint};

// `ENTRIES`, which the build script lists from the files of the folder.
include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// A game of the catalogue, read when it is first asked for: to read them all takes as long as a
/// script needs to start.
struct Entry {
    name: &'static str,
    text: &'static str,
    rules: OnceLock<Rules>,
    /// Read apart from the game, because a game cannot be read without the rule book that it
    /// shares.
    book: OnceLock<RuleBook>,
}

impl Entry {
    const fn new(name: &'static str, text: &'static str) -> Self {
        Self { name, text, rules: OnceLock::new(), book: OnceLock::new() }
    }

    fn rules(&self) -> &Rules {
        let read = || Rules::from_toml(self.text).unwrap_or_else(|error| panic!("{error}"));
        self.rules.get_or_init(read)
    }
}

fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

static GAMES: LazyLock<Vec<Rules>> =
    LazyLock::new(|| ENTRIES.iter().map(|entry| entry.rules().clone()).collect());

/// The rule book of the game of that name.
pub(super) fn book(name: &str) -> Option<&'static RuleBook> {
    entry(name).map(|entry| entry.book.get_or_init(|| RuleBook::read(entry.text)))
}

/// The names of the games, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|entry| entry.name)
}

/// All games of the catalogue, in order.
///
/// # Panics
/// Never: a test reads every file.
#[must_use]
pub fn games() -> &'static [Rules] {
    &GAMES
}

/// The game of that name or alias.
#[must_use]
pub fn find(name: &str) -> Option<&'static Rules> {
    let called = |rules: &&Rules| rules.aliases.iter().any(|alias| alias == name);
    entry(name).map(Entry::rules).or_else(|| games().iter().find(called))
}

/// What is said of a name of no game that looks like the name of a file.
pub(crate) fn of_a_file(name: &str) -> Option<&'static str> {
    if std::path::Path::new(name).extension().is_some_and(|end| end == "toml") {
        return Some("; a file is named by a path, not by a text: write pathlib.Path(...)");
    }
    let is_file = name.contains(['.', '/', '\\']);
    is_file.then_some("; the name of a file with a description ends in .toml")
}

/// The names spelt most like that of no game, aliases included, as a question.
pub(crate) fn near(name: &str) -> String {
    let aliases = games().iter().flat_map(|rules| rules.aliases.iter().map(String::as_str));
    hint(name, names().chain(aliases))
}

#[cfg(test)]
mod tests {
    use super::ENTRIES;

    #[test]
    fn files_are_named_as_their_games() {
        for entry in &ENTRIES {
            assert_eq!(entry.rules().name, entry.name);
        }
    }
}
