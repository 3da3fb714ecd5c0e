//! Pits that a player has marked for themselves, on the other player's side.

use super::fields::rule_fields;
use super::values::rule_values;
use super::{Landing, Rules};

rule_values! {
    /// Whether the landing pit is marked.
    Marked {
        Any = "any": "Not asked.",
        No = "no": "Nobody has marked it.",
        Own = "own": "The mover has.",
        Other = "other": "The other player has.",
    }
}

rule_values! {
    /// A mark that an entry of the landing table makes.
    Mark {
        None = "none": "None.",
        Own = "own": "The landing pit is the mover's from now on, after the capture if there is one.",
    }
}

rule_values! {
    /// What becomes of seeds in a marked pit when the turn is over.
    MarkedSeeds {
        Stay = "stay": "They stay there.",
        Home = "home": "They go to the store of the player who marked the pit.",
    }
}

rule_fields! {
    /// What it means that a player has marked a pit (two rows). An entry of the landing table makes the
    /// mark, by `mark = "own"`, in a pit of the other player's row. It stays to the end of the game.
    #[derive(Default)]
    pub struct Marks {
        /// What becomes of seeds in a marked pit when the last lap of an action is over.
        seeds: MarkedSeeds,
    }
}

impl Rules {
    /// Whether players can mark pits.
    #[must_use]
    pub fn marks_pits(&self) -> bool {
        self.landing.iter().any(Landing::marks)
    }
}
