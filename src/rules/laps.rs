//! What happens when a lap ends in a pit that held seeds.

use super::counts::Counts;
use super::fields::{Values, rule_fields};
use super::pit_numbers::PitNumbers;
use super::values::rule_values;

rule_values! {
    /// What is picked up and sown on when no entry of the landing table fits.
    Relay {
        None = "none": "Nothing: the turn ends with the first lap.",
        Landing = "landing": "The seeds of the landing pit, if it held some before the last one fell.",
        Next = "next": "The seeds of the pit after the landing pit (stores left out), if it holds some.",
    }
}

rule_fields! {
    /// Single laps or relays.
    #[derive(Default)]
    pub struct Laps {
        /// What is picked up and sown on at the end of a lap, if no entry of the landing table fits.
        relay: Relay,
        /// Whether the seeds of a field are picked up and sown on too, where those of a pit in its place would be
        /// (`board.fields`).
        fields: bool = Values::Plain(&[
            ("false", "They are not: the turn ends."),
            ("true", "They are, by whoever comes to it. No turn begins there."),
        ]),
        /// Which way the later laps of an action go.
        turn_round: bool = Values::Plain(&[
            ("false", "The same way as the first."),
            ("true", "Each goes the other way than the one before it."),
        ]),
        /// What follows a last seed in the mover's store.
        past_store: bool = Values::Plain(&[
            ("false", "The turn ends there, or the player has an extra turn (`turn.replay`)."),
            ("true", "The seeds of the pit after the store are picked up and sown on, if it holds any."),
        ]),
        /// The numbers of own pits, each in its owner's sowing order from 0, in which a sowing may turn: a
        /// later lap that begins there, with the seeds of the pit or with captured ones, goes
        /// clockwise, if the player chooses so as an action of its own, and if that lap takes seeds.
        /// All other later laps go counter-clockwise. `[]`: there are none.
        turn_at: PitNumbers,
        /// Which turns of a player these are, counted from 1; extra turns count. Only with `turn_at`.
        turns: Counts,
        /// The numbers of own pits, each in its owner's sowing order from 0, from which captured seeds may be sown
        /// clockwise again: where a lap went clockwise from one of them and captured seeds that are sown on,
        /// the next lap begins there once more and goes clockwise, if the player chooses so as an action of its
        /// own, and if that lap takes seeds. All other later laps go counter-clockwise. `[]`: there are none.
        again_at: PitNumbers,
        /// What a single captured seed is sown with (`to = "hand"`, four rows).
        single_hand: bool = Values::Plain(&[
            ("false", "Alone."),
            ("true", "What lies in the pit from which it is sown is picked up and sown with it."),
        ]),
    }
}
