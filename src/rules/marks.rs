//! Pits that a player has marked for themselves.

use super::fields::rule_fields;
use super::pit_numbers::PitNumbers;
use super::values::rule_values;
use super::{Landing, Rest, Rules};

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
    /// Whether seeds of the landing pit were lifted to be sown, before the lap that has ended there and in
    /// this round.
    Lifted {
        Any = "any": "Not asked.",
        Never = "never": "They never were; those of a pit from which the lap itself was sown for the first time are not lifted before it.",
        Before = "before": "They were. Of further pits to which a chain comes it is not asked.",
        Each = "each": "They were, and so were those of every further pit that a chain takes from.",
    }
}

rule_values! {
    /// A mark that an entry of the landing table makes.
    Mark {
        None = "none": "None.",
        Own = "own": "The landing pit is the mover's from now on, after the capture if there is one.",
        OwnWithFacing = "own_with_facing": "The landing pit and the pit opposite are.",
        OwnWithBefore = "own_with_before": "The landing pit is, and the pit before it in the direction of sowing, unless somebody has marked that one before.",
    }
}

rule_values! {
    /// What becomes of seeds in a marked pit when the turn is over.
    MarkedSeeds {
        Stay = "stay": "They stay there.",
        Home = "home": "They go to the store of the player who marked the pit.",
    }
}

rule_values! {
    /// Whether seeds are lifted from a marked pit to be sown.
    MarkedPlay {
        Allowed = "allowed": "They are, as from any pit.",
        Never = "never": "They never are: the pit cannot be played, and a lap that would go on from there ends the turn.",
    }
}

rule_values! {
    /// Whose the seeds in a marked pit are when a round, or the game, ends.
    MarkedEnd {
        Owner = "owner": "Those of the player whose pit it is, as in any other pit.",
        Marker = "marker": "Those of the player who marked it: they go to their store before all other seeds are counted.",
    }
}

rule_values! {
    /// How the seeds of shared pits are divided.
    Sharing {
        ByPit = "by_pit":
            "Pit by pit. If one player has marked it, they take all seeds but one. If both have, one seed of an \
             odd number stays there, and two of an even one; each player takes half of the others.",
        Together = "together":
            "The two pits of one number, one on each side, together: who has marked either has marked both. If \
             one player has, they take all seeds but one of each. If both have, and the seeds of the two pits \
             make an odd number, one stays in the pit with an odd number; of an even number two stay, one in \
             each pit, or both in the one that holds seeds; each player takes half of the others.",
    }
}

rule_fields! {
    /// What it means that a player has marked a pit (two and three rows). An entry of the landing table makes the
    /// mark, by `mark`: in a pit of the other player, or, where the entry fits there or marks the pit
    /// opposite too, in one of their own. It stays to the end of the round. Pits that are shared are marked by
    /// captures instead.
    #[derive(Default)]
    pub struct Marks {
        /// Whether seeds are lifted from a marked pit to be sown.
        play: MarkedPlay,
        /// What becomes of seeds in a marked pit when the last lap of an action is over.
        seeds: MarkedSeeds,
        /// Whose the seeds in a marked pit are when a round, or the game, ends.
        end: MarkedEnd,
        /// The numbers of pits that are shared, each in its owner's sowing order from 0: a capture leaves the
        /// seeds of such a pit where they are, and marks it for the mover if it holds any, whoever has marked it
        /// before. When the round, or the game, ends, its seeds are divided before all others are counted; those
        /// that stay there are nobody's, and lie there in the next round. If nobody has marked it, all stay. `[]`:
        /// there are none.
        shared: PitNumbers,
        /// How the seeds of shared pits are divided.
        sharing: Sharing,
    }
}

impl Rules {
    /// Whether players can mark pits.
    #[must_use]
    pub fn marks_pits(&self) -> bool {
        self.landing.iter().any(Landing::marks)
    }

    /// Whether captures mark some pits, whose seeds are divided at the end.
    #[must_use]
    pub fn shares_pits(&self) -> bool {
        self.marks.shared.is_asked()
    }

    /// Whether every pit is open, and that of the player of its row, in all rounds.
    #[must_use]
    pub fn keeps_pits(&self) -> bool {
        !self.closes_pits() && !self.rounds.own_pits()
    }

    /// Whether an entry asks which seeds were lifted before.
    #[must_use]
    pub fn asks_lifted(&self) -> bool {
        self.landing.iter().any(|entry| entry.is_on() && entry.lifted != Lifted::Any)
    }

    /// Whether it is kept from which pits seeds were lifted.
    #[must_use]
    pub fn keeps_lifted(&self) -> bool {
        self.asks_lifted() || self.moves.rest != Rest::Never
    }

    /// Whether players can mark pits of their own, so that it is not said by its place whose a mark is.
    #[must_use]
    pub fn marks_own_pits(&self) -> bool {
        self.landing.iter().any(Landing::marks_own_pits)
    }
}
