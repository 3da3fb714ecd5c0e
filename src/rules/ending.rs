//! When the game ends, who gets the rest, who wins.

use serde::{Deserialize, Serialize};

use super::Clauses;
use super::values::rule_values;

rule_values! {
    /// A condition that ends the game, tested after every completed action.
    When {
        EitherEmpty = "either_empty": "All pits that one of the players may play are empty, whoever is to move.",
        MoverEmpty = "mover_empty": "All pits that the player to move may play are empty.",
        CannotMove = "cannot_move": "The player to move has no legal action.",
        NobodyCanMove = "nobody_can_move": "Neither player has a legal action; every game ends then.",
        AboveHalf = "above_half": "A store holds more than half of all seeds, or both hold half.",
    }
}

rule_values! {
    /// What becomes of the seeds left in the pits.
    FinalCount {
        Home = "home": "They stay where they are and do not count.",
        Owner = "owner": "Each player puts those of their own pits into their store.",
        Emptied = "emptied": "The player whose pits are empty takes them.",
    }
}

rule_values! {
    /// Who wins.
    Winner {
        MostSeeds = "most_seeds": "The higher score; equal scores are a draw.",
        LastMover = "last_mover": "The player who made the last move.",
        Emptied = "emptied": "The player whose pits are empty; a draw if both are, or neither.",
        HasSeeds = "has_seeds": "The player who still has seeds on the board; a draw if both have.",
    }
}

rule_values! {
    /// What a player's score counts.
    Score {
        Store = "store": "The seeds in their store.",
        Owned = "owned": "The seeds in their pits and in their reserve (and store).",
    }
}

/// The end of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ending {
    /// Conditions that end the game.
    pub when: Vec<When>,
    /// The seeds left.
    pub final_count: FinalCount,
    /// Who wins.
    pub winner: Winner,
    /// What the score counts.
    pub score: Score,
    /// Clauses of the rule book.
    pub clause: Clauses,
}
