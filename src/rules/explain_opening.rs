//! The rule of the first turns in words.

use super::Rules;
use super::explain::say;
use super::explain_pits::{row_word, the_pits};
use super::words::{amount, listed};

impl Rules {
    pub(super) fn say_opening(&self, said: &mut Vec<(String, String)>) {
        let opening = &self.opening;
        if !opening.is_played() {
            return;
        }
        let turns = match opening.turns {
            1 => "In their first turn".to_owned(),
            n => format!("In their first {n} turns"),
        };
        let row = match row_word(opening.row) {
            "" => String::new(),
            word => format!(" of the {word}row"),
        };
        let pits = if opening.at.is_asked() { the_pits(&opening.at) } else { "a pit".to_owned() };
        let holding = if opening.counts.is_asked() {
            format!(" that holds {}", amount(&opening.counts))
        } else {
            String::new()
        };
        let text = format!(
            "{turns} a player plays {pits}{row}{holding}; only if that is impossible, any other that may be played."
        );
        say(said, "opening.turns", text);
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
        if opening.copied {
            let text = "The player who begins second copies the other: they play a pit whose number is empty on the other side.";
            say(said, "opening.copied", text.to_owned());
        }
    }
}
