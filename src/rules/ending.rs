//! When the game ends, who gets the rest, who wins.

use std::fmt;

use serde::{Deserializer, de};

use super::MAX_SEEDS;
use super::fields::{Values, Written, rule_fields};
use super::landing::Row;
use super::values::{NameVisitor, rule_values};

rule_values! {
    /// A condition that ends the game, tested after every completed action.
    When {
        EitherEmpty = "either_empty": "All pits that one of the players may play are empty, whoever is to move.",
        MoverEmpty = "mover_empty": "All pits that the player to move may play are empty.",
        CannotMove = "cannot_move": "The player to move has no legal action.",
        NobodyCanMove = "nobody_can_move": "Neither player has a legal action; every game ends then. So also: play goes on until the board is bare, and a player without a legal action passes.",
        AboveHalf = "above_half": "A store holds more than half of all seeds, or both hold half.",
        Enough = "enough": "A store holds at least `enough` seeds.",
        AllSingle = "all_single": "No pit of either side holds two seeds or more.",
        Few = "few": "All pits together hold at most `few` seeds.",
        EachFew = "each_few": "Neither player has more than `few` seeds in their pits.",
        RowEmpty = "row_empty": "All pits of one player's row named by `row` are empty.",
        FieldsEmpty = "fields_empty": "Both fields are empty (`board.fields`).",
        EndsTaken = "ends_taken": "In one turn a player has captured, by entries of the landing table, the seeds of the pits at both ends of the other player's row, on four rows of their inner row: that player wins, whatever `winner` says, and as soon as the lap is over.",
    }
}

impl When {
    /// Whether it is seen on the board alone, whoever is to move: such a condition can be tested
    /// after every lap.
    #[must_use]
    pub fn is_on_board(self) -> bool {
        match self {
            Self::EitherEmpty
            | Self::AboveHalf
            | Self::Enough
            | Self::AllSingle
            | Self::Few
            | Self::EachFew
            | Self::RowEmpty
            | Self::FieldsEmpty => true,
            Self::MoverEmpty | Self::CannotMove | Self::NobodyCanMove | Self::EndsTaken => false,
        }
    }
}

rule_values! {
    /// What becomes of the seeds left in the pits.
    FinalCount {
        Home = "home": "They stay where they are and do not count.",
        Owner = "owner": "Each player puts those of their own pits into their store.",
        Emptied = "emptied": "The player whose pits are empty takes them.",
        LastMover = "last_mover": "The player who made the last action takes them all.",
        Other = "other": "Where the player to move has no legal action, the other player takes them all. With \
                          `feeding = \"forced\"` that is also one who still has seeds but cannot feed. If the \
                          rule book only says that a player without seeds loses the rest to the other, \
                          `owner` comes to the same, and is right in both cases. Needs `cannot_move`.",
    }
}

rule_values! {
    /// Who wins.
    Winner {
        MostSeeds = "most_seeds": "The higher score; equal scores are a draw.",
        Enough = "enough": "The player whose score is at least `enough`; a draw if nobody's is, or both are.",
        MostRounds = "most_rounds": "The player who has won more rounds, each by the higher score; a draw if both have won as many.",
        MostPoints = "most_points": "The player with more points (`rounds.points`); a draw if both have as many.",
        LastMover = "last_mover": "The player who made the last move.",
        Emptied = "emptied": "The player whose pits are empty; a draw if both are, or neither.",
        HasSeeds = "has_seeds": "The player who still has seeds on the board; a draw if both have.",
        HasRow = "has_row": "The player who still has seeds in their row named by `row`; a draw if both have.",
        HasRowOrLastMover = "has_row_or_last_mover": "The player who still has seeds in their row named by `row`; if both have, or neither has, the player who made the last move.",
        Stuck = "stuck": "The player who cannot move when they are to play.",
        LastMoverUnlessEnough = "last_mover_unless_enough": "The player who made the last move; but it is a draw if the score of the other one is at least `enough`.",
    }
}

impl Winner {
    /// Whether it is asked who still has seeds in a row.
    #[must_use]
    pub fn asks_row(self) -> bool {
        matches!(self, Self::HasRow | Self::HasRowOrLastMover)
    }

    /// Whether it is asked who cannot move, or who has made the last move.
    #[must_use]
    pub fn asks_who_is_stuck(self) -> bool {
        matches!(
            self,
            Self::LastMover | Self::Stuck | Self::HasRowOrLastMover | Self::LastMoverUnlessEnough
        )
    }

    /// Whether it is asked whose score is enough.
    #[must_use]
    pub fn asks_enough(self) -> bool {
        matches!(self, Self::Enough | Self::LastMoverUnlessEnough)
    }

    /// Whether the seeds decide.
    #[must_use]
    pub fn counts_seeds(self) -> bool {
        match self {
            Self::MostSeeds | Self::Enough | Self::MostRounds | Self::MostPoints => true,
            Self::LastMover
            | Self::Stuck
            | Self::Emptied
            | Self::HasSeeds
            | Self::HasRow
            | Self::HasRowOrLastMover
            | Self::LastMoverUnlessEnough => false,
        }
    }
}

rule_values! {
    /// What a player's score counts.
    Score {
        Store = "store": "The seeds in their store.",
        Owned = "owned": "The seeds in their pits and in their reserve (and store).",
    }
}

rule_values! {
    /// When the conditions are tested.
    EndTest {
        Turn = "turn": "After every completed action.",
        Lap = "lap": "After every lap and what it captures too: the sowing stops there. (What the player to move can do, or has, is tested at the end of an action only.)",
    }
}

impl Written for Vec<When> {
    const VALUES: Values = Values::NameOrList(When::MEANINGS);
}

/// Reads a list of conditions; one of them may stand alone.
fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<When>, D::Error> {
    from.deserialize_any(ConditionsVisitor)
}

struct ConditionsVisitor;

impl<'de> de::Visitor<'de> for ConditionsVisitor {
    type Value = Vec<When>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "allowed are {}, or a list of them", When::NAMES.join(", "))
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Vec<When>, E> {
        let index = de::Visitor::visit_str(NameVisitor(When::NAMES), name)?;
        Ok(When::from_name(When::NAMES[index]).into_iter().collect())
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<When>, A::Error> {
        let mut conditions = Vec::new();
        while let Some(condition) = seq.next_element()? {
            conditions.push(condition);
        }
        Ok(conditions)
    }
}

rule_fields! {
    /// The end of the game.
    #[derive(Default)]
    pub struct Ending {
        /// Conditions that end the game: any of them does. They are tested after every completed
        /// action. A player who has no legal action is passed over, unless `cannot_move` is among
        /// them: nothing is written for a rule such as "who cannot move passes", and its clause
        /// stands at `stuck`, `clause = { stuck = "CH-10" }`.
        #[serde(deserialize_with = "one_or_more")]
        when: Vec<When>,
        /// Most seeds in all pits at which the condition `few` is met; only with that condition.
        few: i64 = Values::Number(1, MAX_SEEDS),
        /// Seeds that are enough for the condition `enough` and for the winner `enough`; only with one of
        /// them.
        enough: i64 = Values::Number(1, MAX_SEEDS),
        /// The row that the condition `row_empty` and the winner `has_row` speak of (three and four rows).
        row: Row,
        /// As soon as at most this many seeds lie in the pits, the seeds of the hand included, the next
        /// capture takes all of them, and the game ends; 0: there is no such rule. A capture is one by
        /// a drop, by an entry of the landing table or by `[after]`, which is one capture with all that
        /// it takes: where it takes for both players, the mover gets the rest. Where a capture is called
        /// off, or takes nothing, there is none. Needs two or three rows, and captures that go to stores.
        last_seeds: i64 = Values::Number(0, MAX_SEEDS),
        /// When the conditions are tested.
        test: EndTest,
        /// What becomes of the seeds that are left in the pits. Only where seeds win. With
        /// `moves.feeding`, also what becomes of them where feeding is impossible.
        final_count: FinalCount,
        /// Who wins.
        winner: Winner,
        /// What a player's score counts. It decides where most seeds win; elsewhere it is only
        /// reported.
        score: Score,
    }
    cited "stuck" // a player without an action is passed over
}
