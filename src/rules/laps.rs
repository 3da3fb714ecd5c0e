//! What happens when a lap ends in a pit that held seeds.

use serde::{Deserialize, Serialize};

use super::Clauses;

/// Single laps or relays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Laps {
    /// The seeds of an occupied landing pit are picked up and sown on.
    pub relay: bool,
    /// Clauses of the rule book.
    pub clause: Clauses,
}
