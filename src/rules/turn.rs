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
            "A pit is threatened if the player who has just moved would capture its seeds by the first lap of a turn, if they \
             moved again. After a turn that began with a sowing and captured nothing, the one pit of the other player \
             that is threatened is blocked for that player's next turn, if they can capture nothing by a first lap. \
             None is if more pits are threatened. A house is never blocked, nor is the only pit of its row that holds \
             seeds, nor the only one that holds two or more.",
    }
}

rule_values! {
    /// What is done about a player who is to move and whose row is empty.
    EmptyRow {
        None = "none": "They are passed over, if they have no legal action.",
        Restock = "restock": "They put one of their captured seeds in each pit of their row, if they have as many, and then move. \
                              Needs `board.fields`.",
        Given = "given": "If the other player's pits hold two seeds or more, they give one: an action of its own, by which they \
                          choose one of their pits. The seed falls in the first pit, in sowing order, of the player to \
                          move, who then moves. No seed is given in a position that ends the game, whoever is to move \
                          (two rows).",
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
        /// What is done about a player who is to move and whose row is empty.
        empty_row: EmptyRow,
    }
}
