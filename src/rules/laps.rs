//! What happens when a lap ends in a pit that held seeds.

use serde::{Deserialize, Serialize};

use super::Clauses;
use super::values::rule_values;

rule_values! {
    /// What is picked up and sown on when no entry of the landing table fits.
    Relay {
        None = "none": "Nothing: the turn ends with the first lap.",
        Landing = "landing": "The seeds of the landing pit, if it held some before the last one fell.",
        Next = "next": "The seeds of the pit after the landing pit (stores left out), if it holds some.",
    }
}

/// Single laps or relays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Laps {
    /// Relays.
    pub relay: Relay,
    /// Each later lap of an action goes the other way than the one before it.
    pub turn_round: bool,
    /// Clauses of the rule book.
    pub clause: Clauses,
}

impl Laps {
    /// The fields that a clause can stand beside.
    pub const FIELDS: &'static [&'static str] = &["relay", "turn_round"];
}
