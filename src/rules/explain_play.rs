//! The table of plays in words: one sentence for each entry.

use super::explain::say;
use super::explain_pits::{row_word, the_pits};
use super::words::{amount, listed, turns};
use super::{Counts, List, Occupancy, Pick, Play, Rules, Way, Whose};

impl Rules {
    pub(super) fn say_play(&self, said: &mut Vec<(String, String)>) {
        for (index, entry) in self.play.iter().enumerate() {
            let path = self.path_in(List::Play, index);
            say(said, &format!("{path}.pick"), sentence(index, entry));
        }
        if !self.play.is_empty() {
            let text = "A player for whom no pit fits has no legal action.";
            say(said, "play", text.to_owned());
        }
    }
}

/// "Of the pits that may be played, the player plays one that ..."
fn sentence(index: usize, entry: &Play) -> String {
    let when =
        if entry.turns.is_asked() { format!("{}, ", turns(&entry.turns)) } else { String::new() };
    let pits = pits(entry);
    let text = match (index, entry.also) {
        (0, _) => format!("{when}only {pits} is played"),
        (_, true) => format!("{when}{pits} may be played as well"),
        (_, false) => format!("if there is none, {when}{pits} is played"),
    };
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().collect::<String>());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// The pits that fit, and which of them are played.
fn pits(entry: &Play) -> String {
    let asked = conditions(entry);
    let so = match &asked[..] {
        [] => String::new(),
        _ => format!(" {}", listed(&asked, "and")),
    };
    let row = row_word(entry.row);
    let article = if row.is_empty() { "a" } else { "an" };
    let named =
        if entry.at.is_asked() { the_pits(&entry.at) } else { format!("{article} {row}pit") };
    let named = match entry.side {
        Whose::Any => named,
        Whose::Own => format!("{named} of the player's own"),
        Whose::Other => format!("{named} of the other player"),
    };
    match entry.pick {
        Pick::All => format!("{named}{so}"),
        Pick::First => format!("the first in sowing order that is {named}{so}"),
        Pick::Last => format!("the last in sowing order that is {named}{so}"),
        Pick::Largest => format!("the one with the most seeds that is {named}{so}"),
    }
}

/// What an entry asks, as it follows the pit.
fn conditions(entry: &Play) -> Vec<String> {
    let held = |counts: &Counts, place: &str| match counts {
        _ if counts.is_empty() => format!("with an empty pit {place} it"),
        Counts::Occupied => format!("with seeds in the pit {place} it"),
        _ => format!("with {} in the pit {place} it", amount(counts)),
    };
    let mut asked = Vec::new();
    if entry.counts.is_asked() {
        asked.push(format!("that holds {}", amount(&entry.counts)));
    }
    match entry.direction {
        Way::Any => {}
        Way::Counterclockwise => asked.push("sown counter-clockwise".to_owned()),
        Way::Clockwise => asked.push("sown clockwise".to_owned()),
    }
    if entry.next.is_asked() {
        asked.push(held(&entry.next, "after"));
    }
    if entry.before.is_asked() {
        asked.push(held(&entry.before, "before"));
    }
    if entry.asks_lands() {
        asked.push(format!("whose first lap ends in {}", end(entry)));
    }
    match entry.captures {
        None => {}
        Some(true) => asked.push("whose first lap captures seeds".to_owned()),
        Some(false) => asked.push("whose first lap captures nothing".to_owned()),
    }
    asked
}

/// The pit in which the first lap ends.
fn end(entry: &Play) -> String {
    let row = row_word(entry.lands_row);
    let was = match entry.lands_was {
        Occupancy::Any if row.is_empty() => "a ",
        Occupancy::Any => "an ",
        Occupancy::Empty => "an empty ",
        Occupancy::Occupied => "an occupied ",
    };
    let whose = match entry.lands_side {
        Whose::Any => "",
        Whose::Own => " of the player's own",
        Whose::Other => " of the other player",
    };
    let at = if entry.lands_at.is_asked() {
        format!(", {}", the_pits(&entry.lands_at))
    } else {
        String::new()
    };
    let making = if entry.lands_counts.is_asked() {
        format!(", making {} there", amount(&entry.lands_counts))
    } else {
        String::new()
    };
    format!("{was}{row}pit{whose}{at}{making}")
}
