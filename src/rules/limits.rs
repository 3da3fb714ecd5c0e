//! Sowings that never end, and games that go on for too long.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::fields::{Values, Written, rule_fields};
use super::values::rule_values;

/// The largest `max_actions`: as many plies as a game has random numbers.
pub const MAX_ACTIONS: i64 = (1 << 24) - 1;

rule_values! {
    /// What an endless sowing does. In both cases the position is put back as before the action.
    Endless {
        Void = "void": "The game is void: nobody wins.",
        Loss = "loss": "The sower loses.",
    }
}

rule_values! {
    /// What happens when a position comes again.
    Repetition {
        None = "none": "Nothing.",
        FirstSinceCapture = "first_since_capture":
            "The game ends at the first position (pits and player to move) seen before since the last capture.",
    }
}

/// The most actions a game may have; `None`: no limit. In a description a number, or `"none"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxActions(pub Option<i64>);

impl Default for MaxActions {
    fn default() -> Self {
        Self(Some(1000))
    }
}

impl Serialize for MaxActions {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(n) => to.serialize_i64(n),
            None => to.serialize_str("none"),
        }
    }
}

impl<'de> Deserialize<'de> for MaxActions {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(MaxActionsVisitor)
    }
}

struct MaxActionsVisitor;

impl de::Visitor<'_> for MaxActionsVisitor {
    type Value = MaxActions;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a number of actions, or \"none\"")
    }

    fn visit_i64<E: de::Error>(self, n: i64) -> Result<MaxActions, E> {
        Ok(MaxActions(Some(n)))
    }

    fn visit_u64<E: de::Error>(self, n: u64) -> Result<MaxActions, E> {
        i64::try_from(n).map(|n| MaxActions(Some(n))).map_err(E::custom)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<MaxActions, E> {
        if text == "none" {
            Ok(MaxActions(None))
        } else {
            Err(E::invalid_value(de::Unexpected::Str(text), &self))
        }
    }
}

impl Written for MaxActions {
    const VALUES: Values =
        Values::NumberOr(1, MAX_ACTIONS, &[("none", "No limit: such a game may never end.")]);
}

rule_fields! {
    /// Limits on a sowing and on a game.
    #[derive(Default)]
    pub struct Limits {
        /// What a sowing does that would never end. In both cases the position is put back as
        /// before the action.
        endless: Endless,
        /// What happens when a position comes again.
        repetition: Repetition,
        /// Most actions of a game; after them it is cut off, without a winner.
        max_actions: MaxActions,
    }
}
