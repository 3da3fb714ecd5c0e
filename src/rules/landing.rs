//! What follows when a lap ends: an ordered list of entries, the first that fits is carried out.
//!
//! An entry is tests, effects and a clause. All tests of an entry must hold (an "or" is two
//! entries). They are made on the board as the last seed left it; then the grand slam is looked
//! for; then seeds are taken and put where they go; then comes what `then` says.

use super::board::MAX_SEEDS;
use super::choose::MAX_CHOICES;
use super::counts::Counts;
use super::fields::{Values, rule_fields};
use super::marks::{Lifted, Mark, Marked};
use super::pit_numbers::PitNumbers;
use super::takes::Takes;
use super::values::rule_values;

rule_values! {
    /// Whether a pit, or a row, holds seeds.
    Occupancy {
        Any = "any": "Not asked.",
        Empty = "empty": "It holds nothing.",
        Occupied = "occupied": "It holds seeds.",
    }
}

rule_values! {
    /// Whose pit the landing pit must be.
    Whose {
        Any = "any": "Either player's.",
        Own = "own": "The mover's.",
        Other = "other": "The other player's.",
    }
}

rule_values! {
    /// A row of a side (three and four rows).
    Row {
        Any = "any": "Either.",
        Inner = "inner": "The inner one, which faces the other player.",
        Outer = "outer": "The outer one, next to its owner.",
    }
}

rule_values! {
    /// Which lap of the action this is.
    LapTest {
        Any = "any": "Not asked.",
        First = "first": "The first one.",
        Later = "later": "Any but the first.",
    }
}

rule_values! {
    /// Where the captured seeds go.
    CaptureTo {
        Store = "store": "To the mover's store.",
        OtherStore = "other_store": "To the other player's store.",
        Landing = "landing": "Onto the landing pit.",
        Hand = "hand": "Into the hand, to be sown on from where `reentry` says. The lap that follows is like any \
                       other: when its last seed falls, the whole landing table is asked again. Where every \
                       capture goes so, nobody keeps seeds: write `score = \"owned\"` in `[ending]`.",
        Removed = "removed": "Off the board, and out of the game.",
        None = "none": "Nowhere: the entry is left out.",
    }
}

rule_values! {
    /// Where captured seeds that are sown on start from.
    Reentry {
        Lap = "lap": "From the pit where the capturing lap began: the first one falls in the pit after it.",
        Landing = "landing": "From the landing pit: the first one falls in the pit after it.",
        Turn = "turn": "From the pit the player chose: the first one falls in the pit after it.",
        Outer = "outer": "From the mover's outer pit in the file of the landing pit: the first one falls in the pit after \
                         it. What lies there stays, unless `laps.single_hand` says otherwise (four rows).",
        AfterEmpty = "after_empty": "From the nearest empty pit before the landing pit, on the player's own ring: the \
                             first one falls in the pit after it, so that it goes to the first of the pits with seeds that \
                             lead there without a gap. From the landing pit, if no other is empty (four rows).",
        RowEnd = "row_end": "From an end of the mover's inner row, in which the first one falls: the end from which the \
                             direction of the lap leads along the row (four rows).",
        ChosenEnd = "chosen_end": "From an end of the mover's inner row, in which the first one falls, and along the row \
                             from there: the player says from which one, as an action of its own. Until then the seeds \
                             stay in their pit (four rows).",
    }
}

rule_values! {
    /// What follows an entry, unless captured seeds are sown on.
    Then {
        End = "end": "The turn ends.",
        Relay = "relay": "All that now lies in the landing pit is picked up and sown on; if nothing does, the turn ends.",
        RelayNext = "relay_next": "All that lies in the next pit is picked up and sown on; if nothing does, the turn ends.",
        Again = "again": "The same player has an extra turn.",
        RelayOrEnd = "relay_or_end": "The player chooses, as an action of its own: all that now lies in the landing pit is picked up and sown on, or the turn ends; if nothing lies there, the turn ends. Where pits are sown either way, turns begin with a seed of the reserve, or pits are blocked, the sowing goes on as the turn had gone: the same way, as a later lap, and with what it has captured. Elsewhere the action that goes on begins anew.",
        RelayOrTake = "relay_or_take": "The player chooses, as an action of its own: all that lies in the landing pit is picked up and sown on, as with `relay_or_end`, and nothing is captured; or the seeds of the entry are captured, and the turn ends, or goes on with a lap of these (`to = \"hand\"`). Until they choose, all seeds stay where they are. Laps that go clockwise capture at once there.",
    }
}

rule_values! {
    /// A further capture of the player's choice, as an action of its own.
    Choose {
        None = "none": "There is none.",
        AnotherFile = "another_file":
            "The same player also takes another file of their choice, occupied or empty.",
        Pits = "pits":
            "The same player also takes `choices` pits of the other player, one after the other and whichever they choose.",
        Beside = "beside":
            "The same player may take one of the pits directly beside the landing pit in its row, their own or the other \
             player's, that hold as many seeds as `chosen` says; or neither. Where neither holds as many, nothing is \
             chosen (two rows, and an entry that takes nothing).",
    }
}

rule_values! {
    /// Whether a capture goes on from the landing pit: see [`Landing::chain`].
    Chain {
        None = "none": "It does not.",
        Backward = "backward":
            "Pit by pit against the direction of sowing, as far as the pit where the lap began, which is left out.",
        Forward = "forward": "Pit by pit in the direction of sowing.",
        Neighbours = "neighbours": "The pits directly before and after the landing pit, closed pits left out, each for itself.",
        Beside = "beside":
            "The pits directly beside the landing pit in its row, each for itself: at the end of a row there is one (two \
             rows).",
        Alternate = "alternate": "Every second pit in the direction of sowing.",
        Empties = "empties":
            "Pit by pit in the direction of sowing, as long as they are empty, which is asked of them in place of \
             `counts`.",
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

rule_fields! {
    /// One entry of the landing table.
    #[derive(Default)]
    pub struct Landing {
        /// What the landing pit held before the last seed fell.
        was: Occupancy,
        /// Seeds of the landing pit, the last one included.
        counts: Counts,
        /// Whose pit the landing pit is.
        side: Whose,
        /// The row of the landing pit (three and four rows).
        row: Row,
        /// The numbers of the pits that the landing pit may be, each in its owner's sowing order from 0:
        /// `at = [0, 1, 2]`. Not asked unless it is written.
        at: PitNumbers,
        /// Whether the landing pit is marked, and by whom (two and three rows).
        marked: Marked,
        /// Whether seeds of the landing pit were lifted before, in this round, by either player: as the pit that
        /// they played, or to be sown on (two and three rows). What is captured, or put in another pit, is not lifted so.
        lifted: Lifted,
        /// Pits that the mover has marked so far.
        marks: Counts,
        /// Whether the pit opposite is marked, and by whom (two rows).
        facing_marked: Marked,
        /// Which last seed of the mover's this is, in this round, that falls in a pit that the other player has
        /// marked, counted from 1. Needs `marked = "other"`.
        visits: Counts,
        /// Whether the other player has marked the pit of the same number in the mover's row: the third
        /// pit of one row and the third pit of the other, each counted by its owner; not asked unless it
        /// is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        mirrored: Option<bool> = Values::Plain(&[("true", "They have."), ("false", "They have not.")]),
        /// Whether the landing pit is a house (`setup.houses`); not asked unless it is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        house: Option<bool> = Values::Plain(&[("true", "It is one."), ("false", "It is not, or no longer.")]),
        /// Whether the landing pit is blocked (`turn.block`); not asked unless it is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        blocked: Option<bool> = Values::Plain(&[("true", "It is."), ("false", "It is not.")]),
        /// Seeds of the pit after the landing pit, in the direction of sowing, stores and closed pits
        /// left out.
        next: Counts,
        /// Whether the pit after the landing pit, in the direction of sowing, is a field (`board.fields`); not asked
        /// unless it is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        next_field: Option<bool> = Values::Plain(&[("true", "It is one."), ("false", "It is none.")]),
        /// Seeds of the second pit after the landing pit, likewise.
        beyond: Counts,
        /// Seeds of the pit before the landing pit, likewise.
        before: Counts,
        /// Seeds of the pit opposite the landing pit: on four rows of the other player's inner pit
        /// in that file, on three of the nearest pit of the other player there.
        facing: Counts,
        /// Seeds of the other player's outer pit in the file of the landing pit (four rows; on three for the pits of
        /// the left half of the player's own row, which face the middle one).
        behind: Counts,
        /// The other player's whole inner row: on two rows, their row.
        other_inner: Occupancy,
        /// Pits of the other player that hold seeds and that nobody has marked, the landing pit included.
        other_pits: Counts,
        /// Which lap of the action this is.
        lap: LapTest,
        /// Whether the mover has captured seeds earlier in this action, by an entry or by a drop; not asked
        /// unless it is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        captured: Option<bool> = Values::Plain(&[("true", "They have."), ("false", "They have not.")]),
        /// Whether a seed of this action has fallen on the other player's side, or on four rows in the inner row of
        /// the mover; not asked unless it is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        crossed: Option<bool> = Values::Plain(&[("true", "One has."), ("false", "None has.")]),
        /// Whether the action began with a seed of the reserve (`moves.reserve = "one_a_turn"`); not asked unless
        /// it is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        dropped: Option<bool> = Values::Plain(&[("true", "It did."), ("false", "It began with a sowing.")]),
        /// Seeds that the lap was sown with; `"empty"` for a seed of the reserve that fell by itself.
        hand: Counts,
        /// Which turn of the player this is, counted from 1; extra turns count.
        turns: Counts,
        /// Which capture of the player's this would be in this round, counted from 1: those of all entries that
        /// have taken seeds, also earlier in this action.
        capture_number: Counts,
        /// The pits whose seeds are taken: a name or a list of names; none unless it is written,
        /// for an exception that takes nothing.
        take: Takes,
        /// How many seeds are taken from the landing pit at most: the last one first. 0 for all. Only with
        /// `take = "landing"`, or where the player chooses (`then = "relay_or_take"`).
        most: i64 = Values::Number(0, MAX_SEEDS),
        /// Whether the capture goes on from the landing pit to other pits. For a run of single seeds
        /// write `counts = [1]`, `take = "landing"` and `chain = "backward"`; `was` may be left out
        /// there. If the pits before the landing pit hold, going back, 1, 1, 2 and 1, then the seed of
        /// the landing pit and two more are taken: the 2 ends the run. Asked of every pit of the run, on
        /// the board as the last seed left it: `counts`, `side`, `row`, `at`,
        /// `marked`, `facing_marked`, `lifted = "each"`, `mirrored`, `next`, `next_field`, `beyond`, `before`, `facing` and `behind`, which speak of that pit in place of the landing pit, as `take` does.
        /// Asked once, of the landing pit or what lies behind the player: `was`, `lifted = "before"` or `"never"`, `lap`, `captured`,
        /// `crossed`, `hand`, `turns`, `marks`, `visits`, `other_pits`, `capture_number`, `other_inner`. A run never crosses a store and never comes to
        /// a pit twice.
        chain: Chain,
        /// A capture that would take all seeds of the other player.
        grand_slam: GrandSlam,
        /// Where the captured seeds go.
        to: CaptureTo,
        /// Where captured seeds that are sown on (`to = "hand"`) start from.
        reentry: Reentry,
        /// The numbers of landing pits for which that is the nearer end of the row, whichever way the lap went:
        /// the sowing then goes along the row from there. Only with `reentry = "row_end"`; `[]`: there are none.
        near_end: PitNumbers,
        /// Which pits are marked for the mover, after the capture (two and three rows). Needs
        /// `side = "other"` in rounds with pits that change hands. A mark of the other player there is gone.
        mark: Mark,
        /// Whether the landing pit and the pit opposite share their seeds equally before a mark is made; an
        /// odd seed stays in the landing pit. Two rows, and an entry that takes nothing.
        split: bool = Values::Plain(&[
            ("false", "They keep what they hold."),
            ("true", "They do."),
        ]),
        /// Whether the landing pit is closed, after the capture, for the rest of the round, or of the game where
        /// it has no rounds: no seed falls there any more, as `sowing.closed` says. Two rows, and an entry that
        /// empties the landing pit. Some pit must be in no `at` of such an entry, so that it stays open, and
        /// rounds close none themselves (`rounds.short`).
        close: bool = Values::Plain(&[("false", "It stays as it is."), ("true", "It is closed.")]),
        /// Whether the landing pit is held for the rest of the round, as pits are of which `rounds.held` speaks. Needs
        /// that, and an entry that takes nothing.
        hold: bool = Values::Plain(&[("false", "It stays as it is."), ("true", "It is held.")]),
        /// A further capture of the player's choice, as an action of its own. Another file needs four rows.
        choose: Choose,
        /// How many pits are chosen; only with `choose = "pits"`. It ends sooner if the other player has
        /// no seeds left.
        choices: i64 = Values::Number(1, MAX_CHOICES),
        /// The numbers of the pits that are never chosen so, each in its owner's sowing order from 0; the
        /// choice ends if the other player has seeds in no other pit. Only with `choose = "pits"`, and the
        /// same in all entries that choose pits; there are none unless it is written.
        exempt: PitNumbers,
        /// How many seeds a pit beside the landing pit holds that may be chosen. Only with `choose = "beside"`, which
        /// needs it, and the same in all entries that choose so.
        chosen: Counts,
        /// What follows, unless captured seeds are sown on.
        then: Then,
        /// How many seeds are picked up at most where the landing pit is sown on (`then = "relay"`); 0 for all.
        lift: i64 = Values::Number(0, MAX_SEEDS),
    }
    before {
        /// What options, differences and events call the entry: lower-case letters, digits and
        /// hyphens. Without one it goes by its number, from 0.
        name: String,
    }
}

impl Landing {
    /// Whether the game has this entry at all.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.to != CaptureTo::None
    }

    /// Whether it takes seeds.
    #[must_use]
    pub fn takes(&self) -> bool {
        self.is_on() && !self.take.is_empty()
    }

    /// Whether it marks the landing pit.
    #[must_use]
    pub fn marks(&self) -> bool {
        self.is_on() && self.mark != Mark::None
    }

    /// Whether it closes the landing pit.
    #[must_use]
    pub fn closes(&self) -> bool {
        self.is_on() && self.close
    }

    /// Whether it holds the landing pit.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.is_on() && self.hold
    }

    /// Whether it marks a pit of the mover's.
    pub(super) fn marks_own_pits(&self) -> bool {
        self.marks() && (self.side != Whose::Other || self.mark != Mark::Own)
    }

    /// Whether a lap follows it.
    pub(super) fn goes_on(&self) -> bool {
        let relays = matches!(self.then, Then::Relay | Then::RelayNext);
        relays || self.takes() && self.to == CaptureTo::Hand
    }
}
