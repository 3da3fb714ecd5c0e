//! The table of plays in words: one sentence for each entry.

use super::explain::say;
use super::explain_pits::{row_word, the_pits};
use super::words::{amount, capitalized, listed, turns};
use super::{Counts, List, Occupancy, Pick, Play, Rules, Way, Whose};

impl Rules {
    pub(super) fn say_play(&self, said: &mut Vec<(String, String)>) {
        for (index, entry) in self.play.iter().enumerate() {
            let path = self.path_in(List::Play, index);
            let first = self.play[..index].iter().all(|before| before.anyway);
            say(said, &format!("{path}.pick"), sentence(first, entry));
        }
        if !self.play.is_empty() {
            let text = "A player for whom no pit fits has no legal action.";
            say(said, "play", text.to_owned());
        }
    }
}

/// "Only a pit is played that holds 2 or more seeds."
fn sentence(first: bool, entry: &Play) -> String {
    let when = when(entry);
    let pits = pits(entry);
    let asked = conditions(entry);
    let so =
        if asked.is_empty() { String::new() } else { format!(" that {}", listed(&asked, "and")) };
    let text = match (first, entry.also) {
        _ if entry.anyway => format!("{when}{pits} may be played in any case{so}"),
        (true, _) if pits.starts_with("any") => format!("{when}{pits} may be played{so}"),
        (true, _) => format!("{when}only {pits} is played{so}"),
        (_, true) => format!("{when}{pits} may be played as well{so}"),
        (_, false) if pits.starts_with("any") => {
            format!("if there is none, {when}{pits} may be played")
        }
        (_, false) => format!("if there is none, {when}{pits} is played{so}"),
    };
    capitalized(&text) + "."
}

/// When an entry is asked: "from the player's second turn on, with 2 or more seeds lost, ".
fn when(entry: &Play) -> String {
    let mut parts = Vec::new();
    if entry.turns.is_asked() {
        parts.push(turns(&entry.turns));
    }
    parts.extend(entry.when_in_words());
    if entry.once && parts.is_empty() {
        parts.push("in the player's first turn".to_owned());
    } else if entry.once {
        parts[0] = format!("in the first turn {}", parts[0]);
    }
    if entry.once {
        parts.push("and in no later one".to_owned());
    }
    parts.into_iter().fold(String::new(), |text, part| text + &part + ", ")
}

/// The pits that an entry speaks of, and which of them are played.
fn pits(entry: &Play) -> String {
    let row = row_word(entry.row);
    let article = if row.is_empty() { "a" } else { "an" };
    let named =
        if entry.at.is_asked() { the_pits(&entry.at) } else { format!("{article} {row}pit") };
    let whose = match entry.side {
        Whose::Any => "",
        Whose::Own => " of the player's own",
        Whose::Other => " of the other player",
    };
    // "The last pit in sowing order, an outer pit," but not "the last pit in sowing order, a pit,".
    let plain = named == "a pit";
    let named = format!("{named}{whose}");
    match entry.pick {
        Pick::All if named == "a pit" && conditions(entry).is_empty() => "any pit".to_owned(),
        Pick::All => named,
        Pick::First if plain => format!("the first pit{whose} in sowing order"),
        Pick::Last if plain => format!("the last pit{whose} in sowing order"),
        Pick::Largest if plain => format!("the pit{whose} with the most seeds"),
        Pick::First => format!("the first pit in sowing order, {named},"),
        Pick::Last => format!("the last pit in sowing order, {named},"),
        Pick::Largest => format!("the pit with the most seeds, {named},"),
    }
}

/// What an entry asks, as it follows "that".
fn conditions(entry: &Play) -> Vec<String> {
    let held = |counts: &Counts, place: &str| match counts {
        _ if counts.is_empty() => format!("has an empty pit {place} it"),
        Counts::Occupied => format!("has seeds in the pit {place} it"),
        _ => format!("has {} in the pit {place} it", amount(counts)),
    };
    let mut asked = Vec::new();
    if entry.counts.is_asked() {
        asked.push(format!("holds {}", amount(&entry.counts)));
    }
    asked.extend(entry.house_in_words());
    match entry.direction {
        Way::Any => {}
        Way::Counterclockwise => asked.push("is sown counter-clockwise".to_owned()),
        Way::Clockwise => asked.push("is sown clockwise".to_owned()),
    }
    if entry.next.is_asked() {
        asked.push(held(&entry.next, "after"));
    }
    if entry.before.is_asked() {
        asked.push(held(&entry.before, "before"));
    }
    if entry.asks_lands() {
        asked.push(format!("ends its first lap in {}", end(entry)));
    }
    match entry.captures {
        None => {}
        Some(true) => asked.push("captures seeds with its first lap".to_owned()),
        Some(false) => asked.push("captures nothing with its first lap".to_owned()),
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
