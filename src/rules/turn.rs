//! What happens between the last lap of an action and the next action.

use super::fields::{Values, rule_fields};
use super::values::rule_values;

rule_values! {
    /// Men lost at the end of a turn.
    Forfeit {
        None = "none": "None.",
        UnplayedWhenAllSingle = "unplayed_when_all_single":
            "A player without a pit of two or more loses their unplayed seeds to the other.",
    }
}

rule_fields! {
    /// The end of a turn.
    #[derive(Default)]
    pub struct Turn {
        /// What follows when the last seed of a lap falls in the mover's own store. Needs
        /// `sowing.stores`.
        replay: bool = Values::Plain(&[
            ("false", "The turn ends."),
            ("true", "The same player has an extra turn."),
        ]),
        /// Seeds lost at the end of a turn. Needs `setup.unplayed`.
        forfeit: Forfeit,
    }
}
