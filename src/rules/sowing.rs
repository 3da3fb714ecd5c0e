//! How a hand is sown, and what a single drop can trigger.

use super::fields::{Values, Written, rule_fields};
use super::values::rule_values;
use super::{Counts, MAX_SEEDS, Whose};

rule_values! {
    /// Stores that receive seeds in sowing.
    SownStores {
        None = "none": "None: the stores hold captures only.",
        Own = "own": "The mover's.",
        Both = "both": "Both.",
    }
}

rule_values! {
    /// The pit that a sowing passes over.
    Skip {
        None = "none": "None: a long sowing drops a seed where it began.",
        Lap = "lap": "The pit where the lap began.",
        Turn = "turn": "The pit the player chose, in every lap of the turn.",
    }
}

rule_values! {
    /// The pit that gets the first seed of a lap whose hand was lifted from a pit.
    FirstSeed {
        Next = "next": "The place after it.",
        Origin = "origin": "The pit itself: a lone seed stays where it is.",
        OriginUnlessSingle = "origin_unless_single": "The pit itself; a lone seed goes to the place after it.",
    }
}

rule_values! {
    /// Where a sowing goes on that has been all the way round.
    SecondRound {
        Board = "board": "On round the board.",
        OtherRow = "other_row": "Round and round in the other player's row, from the first pit that a sowing comes to there.",
    }
}

rule_values! {
    /// What a sowing does at closed pits.
    ClosedPits {
        Passed = "passed": "It passes over them.",
        OtherRemoved = "other_removed":
            "It passes over those in the mover's row. The seed that would fall in one of the other row leaves the \
             board, and if it was the last one, the turn ends. Not with rounds.",
    }
}

rule_values! {
    /// Where the last seed of a lap falls.
    LastSown {
        Next = "next": "In the next place, like any other.",
        PastEmpty = "past_empty":
            "If that is an empty pit, in the one after it instead, whatever that holds; and the turn ends.",
    }
}

rule_values! {
    /// Who gets the seeds that a drop captures.
    DropTaker {
        Owner = "owner": "The owner of the pit.",
        Mover = "mover": "The mover, wherever the pit is.",
    }
}

rule_values! {
    /// What the last seed of a lap does where it makes the count.
    DropLast {
        Takes = "takes": "It captures like any other seed, and the turn ends.",
        Stays = "stays": "It captures nothing so: what follows a lap follows as if the count did not matter.",
    }
}

rule_fields! {
    /// A capture made by any drop, in the middle of a sowing too.
    #[derive(Default)]
    pub struct OnDrop {
        /// A seed that makes a pit hold exactly this many captures them at once.
        count: i64 = Values::Number(2, MAX_SEEDS),
        /// Whose pits they are captured from.
        side: Whose,
        /// Who gets them.
        to: DropTaker,
        /// Who gets those that the last seed of a lap makes.
        last_to_mover: bool = Values::Plain(&[
            ("false", "Whoever gets those of any other seed."),
            ("true", "The mover, wherever the pit is."),
        ]),
        /// What the last seed of a lap does where it makes the count.
        last: DropLast,
    }
}

impl Written for Option<OnDrop> {
    const VALUES: Values = Values::Table(OnDrop::MEANINGS);
}

rule_fields! {
    /// The sowing of one lap.
    #[derive(Default)]
    pub struct Sowing {
        /// Stores that receive a seed when a sowing comes past them. Needs `board.stores = true`.
        stores: SownStores,
        /// The pit that a sowing passes over when it goes all the way round.
        skip: Skip,
        /// Where the first seed of a lap falls, where the hand was lifted from a pit. In that pit it
        /// counts as a drop, and `skip` does not keep it out. (A captured hand that is sown on was
        /// not lifted from where it begins: its first seed falls in the next place.)
        first: FirstSeed,
        /// Where a sowing goes on that has been all the way round: that has dropped one seed in every
        /// pit but those it passes over. `other_row` needs two rows, turns of one lap of which the
        /// player's own pits are sown, and none of the other rules for single drops.
        second_round: SecondRound,
        /// Seeds with which a pit is passed over when a sowing comes to it; the last seed of a lap falls there all the
        /// same, and so does a first seed that stays in its pit. Where every pit on the way is passed over, or
        /// closed, the seed falls in the next one that is not closed. `[]`: none is passed over.
        passes: Counts,
        /// Where the last seed of a lap falls. (`opening.last` speaks of the first lap of the first turns only.)
        last: LastSown,
        /// What a sowing does at closed pits: at those that an entry closes, and at those of `[rounds]`.
        closed: ClosedPits,
        /// A capture by any seed that is dropped, in the middle of a sowing too (two and three rows). Where it
        /// is left out there is none.
        #[serde(skip_serializing_if = "Option::is_none")]
        on_drop: Option<OnDrop>,
    }
}

impl Sowing {
    /// Whether seeds fall in stores.
    pub(super) fn stores_are_sown(&self) -> bool {
        self.stores != SownStores::None
    }
}

impl FirstSeed {
    /// Whether the first seed of a hand of this size falls in the pit from which it was lifted.
    #[inline]
    #[must_use]
    pub fn stays(self, hand: u8) -> bool {
        match self {
            Self::Next => false,
            Self::Origin => hand > 0,
            Self::OriginUnlessSingle => hand > 1,
        }
    }
}
