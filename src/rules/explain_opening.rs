//! The rule of the first turns in words.

use super::explain::{say, seeds_in_words};
use super::explain_pits::{row_word, the_pits};
use super::words::{amount, listed, ordinal};
use super::{LastSeed, Onto, Opening, PutTake, PutTo, Rules, Who};

impl Rules {
    pub(super) fn say_opening(&self, said: &mut Vec<(String, String)>) {
        let opening = &self.opening;
        self.say_race(said);
        if !opening.is_played() {
            return;
        }
        let (turns, who) = opening.in_words();
        let row = match row_word(opening.row) {
            "" => String::new(),
            word => format!(" of the {word}row"),
        };
        let pits = if opening.at.is_asked() { the_pits(&opening.at) } else { "a pit".to_owned() };
        let order = if opening.in_order { ", one in each turn in this order" } else { "" };
        let holding = if opening.counts.is_asked() {
            format!(" that holds {}", amount(&opening.counts))
        } else {
            String::new()
        };
        let (plays, others) = if opening.puts() {
            ("chooses", "they sow as later on")
        } else {
            ("plays", "any other that may be played")
        };
        if opening.chooses_pits() {
            let only = if opening.onto_or_sown {
                String::new()
            } else {
                format!("; only if that is impossible, {others}")
            };
            let text = format!("{turns} {who} {plays} {pits}{order}{row}{holding}{only}.");
            say(said, "opening.turns", text);
        }
        if let Some(into) = &opening.into {
            let pairs = opening.at.0.iter().zip(into);
            let laid: Vec<String> =
                pairs.map(|(pit, into)| format!("those of pit {pit} from pit {into} on")).collect();
            let text = format!(
                "Their seeds are laid out one by one: {}; then the turn ends.",
                listed(&laid, "and")
            );
            say(said, "opening.into", text);
        }
        if opening.sows_some() {
            let seeds = seeds_in_words(opening.lift);
            let text = format!(
                "{turns} {who} sows only {seeds} of the pit, if it holds as many; the others stay there."
            );
            say(said, "opening.lift", text);
        }
        self.say_apart(said);
        self.say_put(said);
        if opening.copied {
            let text = "The player who begins second copies the other: they play a pit whose number is empty on the other side.";
            say(said, "opening.copied", text.to_owned());
        }
    }

    /// First laps that drop seeds elsewhere than others do.
    fn say_apart(&self, said: &mut Vec<(String, String)>) {
        let opening = &self.opening;
        let (turns, who) = opening.in_words();
        if let Some(portions) = &opening.portions {
            let seeds = |(place, n): (i64, &i64)| {
                format!("{} in the {} pit", seeds_in_words(*n), ordinal(place))
            };
            let dropped: Vec<String> = (1..).zip(portions).map(seeds).collect();
            let text = format!(
                "{turns} {who} drops {} that the first lap comes to, and one in each that follows, as far as the seeds go.",
                listed(&dropped, "and")
            );
            say(said, "opening.portions", text);
        }
        if opening.last == LastSeed::Across {
            let text = format!(
                "{turns} the last seed of the first lap of {who} does not fall in a pit of their own: it falls in the first pit of the other player that the sowing comes to instead."
            );
            say(said, "opening.last", text);
        }
    }

    /// Sowings at the same time.
    fn say_race(&self, said: &mut Vec<(String, String)>) {
        if !self.opening.race {
            return;
        }
        let when = if self.rounds.are_played() { "each round" } else { "the game" };
        let text = format!(
            "To begin {when} both players sow at the same time: the player who begins has a turn, then the other one, without extra turns. Whoever has dropped fewer seeds in it, all laps counted, is to move then; if both have dropped as many, the player who began."
        );
        say(said, "opening.race", text);
    }

    /// What becomes of seeds that are put in another pit, and what is taken then.
    fn say_put(&self, said: &mut Vec<(String, String)>) {
        let opening = &self.opening;
        let row = row_word(opening.onto_row);
        let whose = match opening.onto {
            Onto::None => return,
            Onto::Own => format!("another pit of the player's own{}", of_row(row)),
            Onto::Any => format!("another pit of the board{}", of_row(row)),
            Onto::Next => format!("the next pit{}, in either row", of_row(row)),
            Onto::AnyButFacing => format!(
                "another pit of the board{}, but not in the one opposite, unless the first is in the middle of its row",
                of_row(row)
            ),
        };
        let seeds = match opening.lift {
            0 => "All its seeds are put".to_owned(),
            1 => "One of its seeds is put".to_owned(),
            n => format!("{n} of its seeds are put"),
        };
        let holding = if opening.onto_counts.is_asked() {
            format!(", one that holds {}", amount(&opening.onto_counts))
        } else {
            String::new()
        };
        let takes = opening.take != PutTake::None || opening.choices > 0;
        let ends = if takes { "" } else { ", and the turn ends" };
        let text = if opening.onto_round {
            // What the rest of the turn is, in the same breath (MH-2).
            format!(
                "{seeds} in {whose}; so are those of every second pit after it, each in its next one, all round. Nothing is sown{ends}."
            )
        } else if opening.onto_or_sown {
            format!(
                "{seeds} in {whose}{holding}, and nothing is sown{ends}; or they are sown, as later on."
            )
        } else {
            format!("{seeds} in {whose}{holding}; nothing is sown{ends}.")
        };
        say(said, "opening.onto", text);
        if opening.onto_or_sown {
            let text = "For a sowing the player plays the same pit again.";
            say(said, "opening.onto_or_sown", text.into());
        }
        let goal = match opening.to {
            PutTo::Removed => " off the board",
            PutTo::Store => "",
        };
        if opening.take == PutTake::File {
            let pits = if self.board.rows == 4 {
                "both pits of the other player in the file of the pit that the seeds came from"
            } else {
                "the pit opposite the one that the seeds came from"
            };
            let text = format!("The player then takes all seeds of {pits}{goal}.");
            say(said, "opening.take", text);
        }
        if opening.choices > 0 {
            let (pits, how) = match opening.choices {
                1 => ("one more pit".to_owned(), ""),
                n => (format!("{n} more pits"), " one after the other and"),
            };
            let text = format!(
                "They also take all seeds of {pits} of the other player{goal},{how} whichever they choose, as long as the other player has seeds left."
            );
            say(said, "opening.choices", text);
        }
    }
}

/// " of the inner row".
fn of_row(word: &str) -> String {
    if word.is_empty() { String::new() } else { format!(" in the {word}row") }
}

impl Opening {
    /// Whose turns these are: "In their first turn", "a player".
    pub(super) fn in_words(&self) -> (String, &'static str) {
        match (self.turns, self.who) {
            (_, Who::First) => {
                ("In the first turn of the game".to_owned(), "the player who begins")
            }
            (1, Who::Each) => ("In their first turn".to_owned(), "a player"),
            (n, Who::Each) => (format!("In their first {n} turns"), "a player"),
        }
    }
}
