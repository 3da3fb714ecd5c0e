//! What happens between the last lap of an action and the next action.

use serde::{Deserialize, Serialize};

use super::Clauses;
use super::values::rule_values;

rule_values! {
    /// Men lost at the end of a turn.
    Forfeit {
        None = "none": "None.",
        UnplayedWhenAllSingle = "unplayed_when_all_single":
            "A player without a pit of two or more loses their unplayed men to the other.",
    }
}

/// The end of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Turn {
    /// A last seed in the own store gives an extra turn.
    pub replay: bool,
    /// Men lost.
    pub forfeit: Forfeit,
    /// Clauses of the rule book.
    pub clause: Clauses,
}

impl Turn {
    /// The fields that a clause can stand beside.
    pub const FIELDS: &'static [&'static str] = &["replay", "forfeit"];
}
