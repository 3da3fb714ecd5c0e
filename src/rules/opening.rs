//! The first turns of each player, in which they may not do all that they may later.

use super::fields::{Values, rule_fields};
use super::{Counts, PitNumbers, Row};

/// Most turns that an opening lasts.
pub const MAX_OPENING: i64 = 255;

rule_fields! {
    /// The first turns of each player. Extra turns count, a turn that is passed over does not; in
    /// games of rounds the turns of each round are counted anew.
    #[derive(Default)]
    pub struct Opening {
        /// How many of each player's first turns have a rule of their own; 0: none. In these turns a
        /// player plays only pits that fit `at`, `row` and `counts`, as far as they may be played
        /// at all; if none of these can be, any pit that may be played otherwise.
        turns: i64 = Values::Number(0, MAX_OPENING),
        /// The numbers of the pits that may be played in these turns, each in its owner's sowing order
        /// from 0: `at = [6]`.
        at: PitNumbers,
        /// The row of the pits that may be played in these turns (four rows).
        row: Row,
        /// Seeds of the pits that may be played in these turns.
        counts: Counts,
        /// For each pit of `at` another one of the same player: the seeds of the pit are laid out there, one
        /// in that pit, one in the pit after it and so on, in the direction of sowing. Nothing is asked
        /// of the last one: the turn ends. `at = [8, 9]` with `into = [21, 20]` lays those of pit 8 out
        /// from pit 21 on, those of pit 9 from pit 20 on. Not so unless it is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        into: Option<Vec<i64>>,
        /// Whether the player who has had fewer turns copies the other one: of the pits that may be
        /// played in these turns they play only one whose number is empty on the other side.
        copied: bool = Values::Plain(&[
            ("false", "Each player chooses for themselves."),
            ("true", "They do."),
        ]),
    }
}

impl Opening {
    /// Whether some turns have a rule of their own.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.turns > 0
    }
}
