//! How a hand is sown, and what a single drop can trigger.

use serde::{Deserialize, Serialize};

use super::Clauses;
use super::values::rule_values;

rule_values! {
    /// Stores that receive seeds in sowing.
    SownStores {
        None = "none": "None: the stores hold captures only.",
        Own = "own": "The mover's.",
        Both = "both": "Both.",
    }
}

rule_values! {
    /// The pit that a sowing passes over.
    Skip {
        None = "none": "None: a long sowing drops a seed where it began.",
        Lap = "lap": "The pit where the lap began.",
        Turn = "turn": "The pit the player chose, in every lap of the turn.",
    }
}

/// A capture made by any drop, in the middle of a sowing too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OnDrop {
    /// A drop that makes a pit hold exactly this many gives them to the pit's owner.
    pub count: i64,
    /// The last seed of a lap gives them to the mover instead.
    pub last_to_mover: bool,
    /// Clauses of the rule book.
    pub clause: Clauses,
}

/// The sowing of one lap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sowing {
    /// Stores that are sown.
    pub stores: SownStores,
    /// The pit passed over.
    pub skip: Skip,
    /// A capture by any drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_drop: Option<OnDrop>,
    /// Clauses of the rule book.
    pub clause: Clauses,
}

impl Sowing {
    /// The fields that a clause can stand beside.
    pub const FIELDS: &'static [&'static str] = &["stores", "skip", "on_drop"];
}

impl OnDrop {
    /// The fields that a clause can stand beside.
    pub const FIELDS: &'static [&'static str] = &["count", "last_to_mover"];
}
