//! Captures at the end of a lap: an ordered list, the first rule that fits counts.

use serde::{Deserialize, Serialize};

use super::Clauses;
use super::values::rule_values;

rule_values! {
    /// The landing pit before the last seed fell.
    Landing {
        Empty = "empty": "It held nothing.",
        Occupied = "occupied": "It held seeds.",
        Any = "any": "Either.",
    }
}

rule_values! {
    /// Whose pit the landing pit must be.
    CaptureSide {
        Own = "own": "The mover's.",
        Other = "other": "The other player's.",
        Any = "any": "Either.",
    }
}

rule_values! {
    /// The row the landing pit must be in (four rows).
    CaptureRow {
        Any = "any": "Either.",
        Inner = "inner": "The inner one, which faces the other player.",
    }
}

rule_values! {
    /// What is taken.
    Take {
        Facing = "facing": "The pit opposite the landing pit.",
        FacingAndLanding = "facing_and_landing": "The pit opposite and the landing pit.",
        File = "file": "Both of the other player's pits in the file of the landing pit.",
        Landing = "landing": "The landing pit.",
    }
}

rule_values! {
    /// Where the captured seeds go.
    CaptureTo {
        Store = "store": "To the mover's store.",
        OtherStore = "other_store": "To the other player's store.",
        Landing = "landing": "Onto the landing pit.",
        Hand = "hand": "Into the hand, to be sown on.",
        Removed = "removed": "Off the board, and out of the game.",
        None = "none": "Nowhere: this capture is not made.",
    }
}

rule_values! {
    /// Where captured seeds that are sown on start from.
    Reentry {
        Lap = "lap": "From the pit where the capturing lap began.",
        Landing = "landing": "From the landing pit.",
        Turn = "turn": "From the pit the player chose.",
    }
}

rule_values! {
    /// What follows a capture.
    Then {
        End = "end": "The turn ends.",
        ChooseFile = "choose_another_file":
            "The same player also takes another file of his choice, occupied or empty.",
    }
}

rule_values! {
    /// Whether a capture goes on from the landing pit.
    Chain {
        None = "none": "It does not.",
        Backward = "backward":
            "Pit by pit against the direction of sowing, as long as the rule fits and before the pit where the lap began.",
    }
}

rule_values! {
    /// A capture that would take all seeds of the other player.
    GrandSlam {
        Capture = "capture": "It is made like any other.",
        NoCapture = "legal_no_capture": "The action is legal, but nothing is taken.",
        Forbidden = "forbidden": "The action is illegal.",
    }
}

/// One capture rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Capture {
    /// State of the landing pit.
    pub landing: Landing,
    /// Owner of the landing pit.
    pub side: CaptureSide,
    /// Row of the landing pit.
    pub row: CaptureRow,
    /// Numbers of seeds that the landing pit must hold, the last one included; empty for any.
    pub counts: Vec<i64>,
    /// Whether the pit opposite must hold seeds.
    pub needs_opposite: bool,
    /// What is taken.
    pub take: Take,
    /// Whether it goes on from there.
    pub chain: Chain,
    /// A capture of all that the other player has.
    pub grand_slam: GrandSlam,
    /// Where it goes.
    pub to: CaptureTo,
    /// Where a hand of captured seeds is sown from.
    pub reentry: Reentry,
    /// What follows.
    pub then: Then,
    /// Clauses of the rule book.
    pub clause: Clauses,
}
