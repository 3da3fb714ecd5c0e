//! The first turns of each player, in which they may not do all that they may later.

use super::choose::MAX_CHOICES;
use super::fields::{Values, rule_fields};
use super::values::rule_values;
use super::{Board, Counts, MAX_SEEDS, PitNumbers, Row};

/// Most turns that an opening lasts.
pub const MAX_OPENING: i64 = 255;
/// Most pits that get a number of seeds of their own in a first lap.
pub const MAX_PORTIONS: usize = 8;

rule_values! {
    /// Whose first turns have a rule of their own.
    Who {
        Each = "each": "Those of both players.",
        First = "first": "That of the player who begins: a player who has had fewer turns than the other one plays \
                          as later on. Only with `turns = 1`.",
    }
}

rule_values! {
    /// Where the last seed of a first lap falls.
    LastSeed {
        Next = "next": "In the next place, like any other.",
        Across = "across":
            "If that is a pit of the player's own, in the first pit of the other player that the sowing comes to \
             instead.",
    }
}

rule_values! {
    /// The pits in which the seeds of a pit can be put.
    Onto {
        None = "none": "There are none: the seeds are sown.",
        Own = "own": "Those of the player.",
        Any = "any": "All pits of the board.",
        Next = "next": "The next one, in either row, in the direction of sowing.",
        AnyButFacing = "any_but_facing":
            "All pits of the board but the one opposite; from the pit in the middle of a row, that one too.",
    }
}

rule_values! {
    /// What is taken when seeds have been put in a pit.
    PutTake {
        None = "none": "Nothing.",
        File = "file": "All seeds of the other player in the column of the pit that the seeds came from: in the pit \
                        opposite and, on four rows, in the other pit of that file.",
    }
}

rule_values! {
    /// Where the seeds taken then go.
    PutTo {
        Store = "store": "To the mover's store.",
        Removed = "removed": "Off the board, and out of the game.",
    }
}

rule_fields! {
    /// The first turns of each player. Extra turns count, a turn that is passed over does not; in
    /// games of rounds the turns of each round are counted anew.
    #[derive(Default)]
    pub struct Opening {
        /// How many of each player's first turns have a rule of their own; 0: none. In these turns a
        /// player plays only pits that fit `at`, `row` and `counts`, as far as they may be played
        /// at all; if none of these can be, any pit that may be played otherwise.
        turns: i64 = Values::Number(0, MAX_OPENING),
        /// Whose first turns these are.
        who: Who,
        /// The numbers of the pits that may be played in these turns, each in its owner's sowing order
        /// from 0: `at = [6]`.
        at: PitNumbers,
        /// Whether the pits of `at` are played one after the other: in the first of these turns the pit that is named
        /// first, in the second one the second, and so on. There are as many of these turns as pits then.
        in_order: bool = Values::Plain(&[
            ("false", "The player chooses one of them in each turn."),
            ("true", "They are."),
        ]),
        /// The row of the pits that may be played in these turns (three and four rows).
        row: Row,
        /// Seeds of the pits that may be played in these turns.
        counts: Counts,
        /// For each pit of `at` another one of the same player: the seeds of the pit are laid out there, one
        /// in that pit, one in the pit after it and so on, in the direction of sowing. Nothing is asked
        /// of the last one: the turn ends. `at = [8, 9]` with `into = [21, 20]` lays those of pit 8 out
        /// from pit 21 on, those of pit 9 from pit 20 on. Not so unless it is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        into: Option<Vec<i64>>,
        /// Whether the player who has had fewer turns copies the other one: of the pits that may be
        /// played in these turns they play only one whose number is empty on the other side.
        copied: bool = Values::Plain(&[
            ("false", "Each player chooses for themselves."),
            ("true", "They do."),
        ]),
        /// The pits in which the seeds of a pit can be put, as an action of its own after that pit was
        /// chosen: all into the one pit that the player chooses, which is never the pit itself. Nothing
        /// is sown or asked of the last one: the turn ends. Pits whose seeds can be put nowhere do not
        /// fit. In these turns the table of plays, `[[play]]`, is not asked.
        onto: Onto,
        /// The row of the pit in which they are put (three and four rows). Only with `onto`.
        onto_row: Row,
        /// Seeds that this pit holds before. Only with `onto`.
        onto_counts: Counts,
        /// Whether the seeds may also be sown, as later on, where they could be put in another pit: the player then
        /// plays the same pit again. Only with `onto`.
        onto_or_sown: bool = Values::Plain(&[("false", "They are put in another pit."), ("true", "They may.")]),
        /// Whether it goes on so all round: after the pit that was chosen, every second pit of the player's own has its
        /// seeds put in the next one. Only with `onto = "next"` (four rows).
        onto_round: bool = Values::Plain(&[("false", "The seeds of one pit are put in another one."), ("true", "It does.")]),
        /// How many seeds of the pit are put there, or without `onto` sown, if it holds so many: the others stay in
        /// their pit. 0: all.
        lift: i64 = Values::Number(0, MAX_SEEDS),
        /// How many seeds the first lap drops in the pits that it comes to, one after the other: `portions = [3, 2]`
        /// drops three in the first, two in the second and one in each that follows. The last pit gets what is
        /// left of the hand. One in each unless it is written. Asked of no later lap.
        #[serde(skip_serializing_if = "Option::is_none")]
        portions: Option<Vec<i64>>,
        /// Where the last seed of the first lap falls (two rows).
        last: LastSeed,
        /// What the player takes then. Only with `onto`.
        take: PutTake,
        /// Where the seeds taken so go.
        to: PutTo,
        /// Pits of the other player that the player takes besides, one after the other and whichever they
        /// choose, as after an entry with `choose = "pits"`. Only with `onto`.
        choices: i64 = Values::Number(0, MAX_CHOICES),
        /// Whether the players sow at the same time to begin with, so that whoever is done sooner begins. It is
        /// played as two turns: the first sowing of the player who begins, then that of the other one, each with
        /// all that follows from it. An extra turn is not given in them. Whoever has then dropped fewer seeds, those
        /// of all laps counted up to 255, has the next turn; who sowed first, if both have dropped as many. It
        /// depends on no other key of the section, and in games of rounds every round begins so.
        race: bool = Values::Plain(&[
            ("false", "The players take turns from the beginning."),
            ("true", "They do."),
        ]),
    }
}

impl Opening {
    /// Whether some turns have a rule of their own.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.turns > 0
    }

    /// Whether only some pits are played in them.
    #[must_use]
    pub fn chooses_pits(&self) -> bool {
        let Self { at, row, counts, onto, .. } = self;
        at.is_asked() || *row != Row::Any || counts.is_asked() || *onto != Onto::None
    }

    /// Whether a part of the seeds of a pit is sown in them, and the rest stays there.
    #[must_use]
    pub fn sows_some(&self) -> bool {
        self.is_played() && self.onto == Onto::None && self.lift > 0
    }

    /// Whether their first laps drop seeds elsewhere than others do.
    #[must_use]
    pub fn sows_apart(&self) -> bool {
        self.is_played() && (self.portions.is_some() || self.last != LastSeed::Next)
    }

    /// Whether seeds are put in other pits in them, not sown.
    #[must_use]
    pub fn puts(&self) -> bool {
        self.is_played() && self.onto != Onto::None
    }

    /// Whether seeds go to a store in them.
    #[must_use]
    pub fn stores_seeds(&self) -> bool {
        let takes = self.take != PutTake::None || self.choices > 0;
        self.puts() && takes && self.to == PutTo::Store
    }

    /// The pits in which they are put: those of the player and then, where these are meant too, those of
    /// the other one (`true`).
    pub(crate) fn targets(&self, board: &Board) -> Vec<(bool, i64)> {
        let of = |other: bool| board.pits_in(self.onto_row).map(move |pit| (other, pit));
        match self.onto {
            _ if !self.is_played() => Vec::new(),
            Onto::None => Vec::new(),
            Onto::Own => of(false).collect(),
            Onto::Any | Onto::Next | Onto::AnyButFacing => of(false).chain(of(true)).collect(),
        }
    }
}
