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

rule_values! {
    /// A pit that is blocked for one turn.
    Block {
        None = "none": "None is.",
        OnlyThreatened = "only_threatened":
            "After a turn that began with a sowing and captured nothing it is looked which pits of the other player would \
             lose their seeds by the first laps of the same player's next turn, if nothing changed. If that is one pit, and \
             the other player can capture nothing by a first lap, it is blocked while the other player has their next turn; but not a house, nor the only pit of its row that \
             holds seeds, nor the only one that holds two or more.",
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
        /// A pit that is blocked for one turn. What that means is said where plays and entries of the landing
        /// table ask for it (four rows).
        block: Block,
    }
}
