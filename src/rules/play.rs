//! Which pits may be played: an ordered list of entries, and the actions of the first that fits any.

use super::counts::Counts;
use super::fields::{Values, rule_fields};
use super::pit_numbers::PitNumbers;
use super::values::rule_values;
use super::{Board, Occupancy, Row, Rules, Whose};

rule_values! {
    /// The direction of a sowing that an entry speaks of.
    Way {
        Any = "any": "Not asked.",
        Counterclockwise = "counterclockwise": "Counter-clockwise.",
        Clockwise = "clockwise": "Clockwise.",
    }
}

rule_values! {
    /// Which of the pits that fit are played.
    Pick {
        All = "all": "Any of them.",
        First = "first": "The one that comes first in its owner's sowing order.",
        Last = "last": "The one that comes last in its owner's sowing order.",
        Largest = "largest": "One of those that hold the most seeds.",
    }
}

rule_fields! {
    /// One entry of the table of plays.
    #[derive(Default)]
    pub struct Play {
        /// Seeds of the pit.
        counts: Counts,
        /// The numbers of the pits that it may be, each in its owner's sowing order from 0. Not asked
        /// unless it is written.
        at: PitNumbers,
        /// Whose pit it is. Asked only where the pits of either side may be played (`moves.symmetric`).
        side: Whose,
        /// The row of the pit (three and four rows).
        row: Row,
        /// Whether it is a house (`setup.houses`); not asked unless it is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        house: Option<bool> = Values::Plain(&[("true", "It is one."), ("false", "It is not, or no longer.")]),
        /// Whether it is blocked (`turn.block`); not asked unless it is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        blocked: Option<bool> = Values::Plain(&[("true", "It is."), ("false", "It is not.")]),
        /// Seeds that the player has in reserve.
        reserve: Counts,
        /// Seeds of one of the player's houses, wherever that is: where they have none, it does not fit.
        housed: Counts,
        /// Seeds that the player has lost: as many as they have fewer than at the start, in their pits and in reserve
        /// (where each player sows round their own pits).
        lost: Counts,
        /// Seeds of the player's largest pit.
        largest: Counts,
        /// The direction in which it is sown. Asked only where there are two.
        direction: Way,
        /// Seeds of the pit after it, in the direction in which it is sown, stores left out.
        next: Counts,
        /// Seeds of the pit before it, likewise.
        before: Counts,
        /// Which turn of the player this is, counted from 1; extra turns count.
        turns: Counts,
        /// What the pit where the first lap would end held before the last seed fell. A lap that ends in a
        /// store ends in no pit: where anything is asked of that pit, it does not fit.
        lands_was: Occupancy,
        /// Seeds that this pit would hold then, the last one included.
        lands_counts: Counts,
        /// Whose pit it is.
        lands_side: Whose,
        /// The row of that pit (three and four rows).
        lands_row: Row,
        /// The numbers of the pits that it may be, each in its owner's sowing order from 0. Not asked
        /// unless it is written.
        lands_at: PitNumbers,
        /// Whether the first lap would take seeds for the player, by a drop or by an entry of the landing
        /// table; not asked unless it is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        captures: Option<bool> = Values::Plain(&[("true", "It would."), ("false", "It would not.")]),
        /// Whether it fits in one turn of each player only: the first in which what it asks of the player and not of
        /// a pit is so (`turns`, `reserve`, `housed`, `lost`, `largest`). One entry of a table may say so. In games of rounds
        /// this is asked of each round anew.
        once: bool = Values::Plain(&[("false", "It fits whenever it can."), ("true", "It does.")]),
        /// Which of the pits that fit are played.
        pick: Pick,
        /// Whether the pits of this entry are played beside those of the entry before.
        also: bool = Values::Plain(&[
            ("false", "They are played only where no entry before fits any pit."),
            ("true", "They are."),
        ]),
        /// Whether the pits of this entry are played whichever entries fit.
        anyway: bool = Values::Plain(&[
            ("false", "They are not: see `also`."),
            ("true", "They are played beside those of the others, of which the first that fits is looked for as if this entry were not there."),
        ]),
    }
    before {
        /// What options, differences and errors call the entry: lower-case letters, digits and
        /// hyphens. Without one it goes by its number, from 0.
        name: String,
    }
}

impl Rules {
    /// The step of each entry of the table of plays. Entries are one step if the actions of all of them are
    /// added to one another, whichever pits fit: no other entry asks which of them it is.
    #[must_use]
    pub fn steps_of_plays(&self) -> Vec<u8> {
        let mut step = 0;
        let mut steps = Vec::new();
        for (index, entry) in self.play.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| &self.play[before]);
            let joins = |before: &Play| entry.also && [before.pick, entry.pick] == [Pick::All; 2];
            step += u8::from(before.is_some_and(|before| !joins(before)));
            steps.push(step);
        }
        steps
    }
}

impl Play {
    /// Whether it asks where the first lap would end.
    pub(crate) fn asks_lands(&self) -> bool {
        self.lands_was != Occupancy::Any
            || self.lands_counts.is_asked()
            || self.lands_side != Whose::Any
            || self.lands_row != Row::Any
            || self.lands_at.is_asked()
    }

    /// Whether it asks what the first lap would do.
    pub(crate) fn looks_ahead(&self) -> bool {
        self.asks_lands() || self.captures.is_some()
    }

    /// Whether it speaks of sowings in a direction: forward 0, backward 1.
    pub(crate) fn is_sown(&self, direction: usize) -> bool {
        match self.direction {
            Way::Any => true,
            Way::Counterclockwise => direction == 0,
            Way::Clockwise => direction == 1,
        }
    }

    /// Whether it speaks of a pit, by its number; `own`: one of the player's own.
    pub(crate) fn has_pit(&self, board: &Board, own: bool, pit: i64) -> bool {
        let side = match self.side {
            Whose::Any => true,
            Whose::Own => own,
            Whose::Other => !own,
        };
        side && self.at.has(pit) && board.pits_in(self.row).contains(&pit)
    }

    /// The field that speaks for it in errors: the first that is asked, or what it does.
    #[must_use]
    pub fn first_field(&self) -> &'static str {
        let written = serde_json::json!(self);
        let plain = serde_json::json!(Self::default());
        let asked = |field: &&&str| {
            written[**field] != plain[**field] && !["also", "anyway"].contains(field)
        };
        Self::FIELDS.iter().find(asked).copied().unwrap_or("pick")
    }
}
