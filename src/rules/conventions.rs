//! The conventions that all games share where their rule books are silent: GE-1 to GE-12.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::NO_CLAUSE;
use super::rule_book::RuleBook;

static CONVENTIONS: LazyLock<RuleBook> =
    LazyLock::new(|| RuleBook::read(include_str!("conventions.toml")));

/// The clauses of the common conventions, from number to text.
#[must_use]
pub fn conventions() -> &'static BTreeMap<String, String> {
    &CONVENTIONS.clauses
}

/// The convention behind a field that a description need not mention, or [`NO_CLAUSE`].
pub(super) fn behind(path: &str) -> &'static str {
    match path {
        "setup.start" => "GE-1",
        "moves.numbered" => "GE-4",
        "sowing.skip" => "GE-6",
        "ending.stuck" => "GE-8",
        "limits.endless" => "GE-9",
        "limits.repetition" | "limits.max_actions" => "GE-10",
        "ending.final_count" | "ending.winner" | "ending.score" => "GE-11",
        _ => NO_CLAUSE,
    }
}
