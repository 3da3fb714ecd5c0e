//! The conventions that all games share where their rule books are silent: GE-1 to GE-12.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::rule_book::RuleBook;
use super::{FinalCount, NO_CLAUSE, Repetition, Rules, Side, Skip, Winner};

static CONVENTIONS: LazyLock<RuleBook> =
    LazyLock::new(|| RuleBook::read(include_str!("conventions.toml")));

/// The clauses of the common conventions, from number to text.
#[must_use]
pub fn conventions() -> &'static BTreeMap<String, String> {
    &CONVENTIONS.clauses
}

/// The convention behind a field that a description need not mention, or [`NO_CLAUSE`] where none
/// speaks of the value that it has.
pub(super) fn behind(rules: &Rules, path: &str) -> &'static str {
    let ending = &rules.ending;
    match path {
        "setup.start" if rules.setup.start == Side::South => "GE-1",
        "moves.numbered" => "GE-4",
        "sowing.skip" if rules.sowing.skip == Skip::None => "GE-6",
        "ending.stuck" | "play" => "GE-8",
        "limits.endless" => "GE-9",
        "limits.repetition" if rules.limits.repetition == Repetition::None => "GE-10",
        "limits.max_actions" => "GE-10",
        "ending.final_count" if ending.final_count == FinalCount::Home => "GE-11",
        "ending.winner" if ending.winner == Winner::MostSeeds => "GE-11",
        "ending.score" => "GE-11",
        _ => NO_CLAUSE,
    }
}
