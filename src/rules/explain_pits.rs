//! Pits in words: by number, by who has marked them, and by what was lifted there.

use super::explain::{say, seeds_in_words};
use super::words::{amount, listed, number_of};
use super::{
    Counts, Filled, Lifted, Marked, PitNumbers, Reopens, Row, Rules, Sharing, StoreBack,
    StoreRound, Swap,
};

impl Rules {
    /// How many seeds of a pit are sown, where the player chooses.
    pub(super) fn say_up_to(&self, said: &mut Vec<(String, String)>) {
        let moves = &self.moves;
        if !self.choose_numbers() {
            return;
        }
        let stay = if moves.stay == 0 {
            String::new()
        } else {
            format!("; at least {} must stay there", seeds_in_words(moves.stay))
        };
        let text = format!(
            "They say how many seeds of the pit they sow: {} at most{stay}.",
            seeds_in_words(moves.up_to)
        );
        say(said, "moves.up_to", text);
    }

    /// How captured seeds are sown in place of a pit.
    pub(super) fn say_store(&self, said: &mut Vec<(String, String)>) {
        let moves = &self.moves;
        if !self.sows_store() {
            return;
        }
        let text = format!(
            "In place of a pit a player may sow seeds that they have captured, as many as they say: {} at most. The first one falls in their pit {}.",
            seeds_in_words(moves.store_up_to),
            moves.store_into
        );
        say(said, "moves.store_up_to", text);
        if moves.store_round == StoreRound::OwnRow {
            let text = "These seeds go round and round in the player's own row.";
            say(said, "moves.store_round", text.to_owned());
        }
        if moves.store_back == StoreBack::Captures {
            let text = "These seeds may go clockwise if that lap captures, the first one in the same pit; else they go counter-clockwise.";
            say(said, "moves.store_back", text.to_owned());
        }
    }

    /// How one player lays out all seeds, and what the other one may do then.
    pub(super) fn say_placing(&self, said: &mut Vec<(String, String)>) {
        let moves = &self.moves;
        if moves.reserve_at.is_asked() {
            let pits = all_the_pits(&moves.reserve_at);
            let text = format!("These seeds are put in {pits} of either side.");
            say(said, "moves.reserve_at", text);
        }
        let filled = match moves.filled {
            Filled::Any => None,
            Filled::Each => Some("In the end each of these pits holds a seed at least."),
            Filled::Facing => Some("In the end the pit opposite a pit with seeds holds seeds too."),
            Filled::LargestFirst => {
                Some("The first pit of each side gets more seeds than any other pit of it.")
            }
            Filled::Descending => Some(
                "The first pit of each side gets more seeds than any other pit of it, and no pit of its row more than the one before.",
            ),
        };
        if let Some(text) = filled {
            say(said, "moves.filled", text.to_owned());
        }
        if moves.inner_singles > 0 {
            let pits = number_of(&Counts::UpTo(moves.inner_singles), "pit");
            let text =
                format!("Seeds fall in {pits} of the inner row, and no more than one in each.");
            say(said, "moves.inner_singles", text);
        }
        let swap = match moves.swap {
            Swap::Never => None,
            Swap::GivesStart => Some(
                "Before that they may turn the board round, so that what lay on either side lies on the other; then the player who laid out the seeds begins.",
            ),
            Swap::KeepsStart => Some(
                "Before that they may turn the board round, so that what lay on either side lies on the other; they begin all the same.",
            ),
        };
        if let Some(text) = swap {
            say(said, "moves.swap", text.to_owned());
        }
    }

    /// How many seeds the other player must be given, and pits that are not played if anything else can be.
    pub(super) fn say_fed_and_spared(&self, said: &mut Vec<(String, String)>) {
        let moves = &self.moves;
        if moves.fed > 1 {
            let text = format!(
                "They must have at least {} then, or as many as can be given.",
                seeds_in_words(moves.fed)
            );
            say(said, "moves.fed", text);
        }
        if moves.fed_pit > 1 {
            let text = format!(
                "So it is if none of the other player's pits holds {}.",
                seeds_in_words(moves.fed_pit)
            );
            say(said, "moves.fed_pit", text);
        }
        if moves.spared.is_asked() {
            let holding = if moves.spared_counts.is_asked() {
                format!(" while it holds {}", amount(&moves.spared_counts))
            } else {
                String::new()
            };
            let text = format!(
                "A player plays {}{holding} only if nothing else is legal.",
                the_pits(&moves.spared)
            );
            say(said, "moves.spared", text);
        }
        if self.setup.closed.is_asked() {
            let when = match moves.reopens {
                Reopens::AtWill => "whenever they like",
                Reopens::WhenStuck => "when none of their open pits can be played",
            };
            let text = format!(
                "A player may play {} {when}: then all of theirs are open.",
                the_pits(self.reopening_pits())
            );
            say(said, "moves.reopens", text);
        }
        if moves.back_into.is_asked() {
            let text = format!(
                "A pit may also be sown the other way if the first lap so ends in {} of the player's own and the action captures seeds; later laps go the usual way.",
                the_pits(&moves.back_into)
            );
            say(said, "moves.back_into", text);
        }
        if moves.barred.is_asked() {
            let text = format!("No sowing begins from {}.", the_pits(&moves.barred));
            say(said, "moves.barred", text);
        }
    }

    /// Pits that captures mark, and what becomes of their seeds.
    pub(super) fn say_shared(&self, said: &mut Vec<(String, String)>) {
        if !self.shares_pits() {
            return;
        }
        let text = format!(
            "What a capture would take from {} stays there, and the pit is marked for the player; both players may mark one pit.",
            the_pits(&self.marks.shared)
        );
        say(said, "marks.shared", text);
        let text = match self.marks.sharing {
            Sharing::ByPit => {
                "When the game is over, a player who alone has marked such a pit takes all of its seeds but one. If both have, one seed of an odd number stays there, and two of an even one; each takes half of the others."
            }
            Sharing::Together => {
                "When the game is over, a player who alone has marked such a pit, or the one of the same number on the other side, takes all seeds of both pits but one of each. If both players have, and the two pits hold an odd number of seeds, one of them stays; of an even number two stay, one in each pit if both hold seeds. Each takes half of the others."
            }
        };
        let nobody = " What stays there is nobody's.";
        let text = text.replace("game", self.game_or_round()) + nobody;
        say(said, "marks.sharing", text);
    }
}

/// A row of a side before its pits: "inner ", "outer " or nothing.
pub(super) fn row_word(row: Row) -> &'static str {
    match row {
        Row::Any => "",
        Row::Inner => "inner ",
        Row::Outer => "outer ",
    }
}

/// "one of the pits 0 to 7".
pub(super) fn the_pits(pits: &PitNumbers) -> String {
    let first = pits.0.first().copied().unwrap_or(0);
    let in_a_row = pits.0.iter().zip(first..).all(|(pit, next)| *pit == next);
    match pits.0[..] {
        [pit] => format!("pit {pit}"),
        [_, .., last] if in_a_row && pits.0.len() > 2 => {
            format!("one of the pits {first} to {last}")
        }
        _ => {
            let numbers: Vec<String> = pits.0.iter().map(i64::to_string).collect();
            format!("one of the pits {}", listed(&numbers, "or"))
        }
    }
}

/// "pit 3", "the pits 0 to 7".
pub(super) fn all_the_pits(pits: &PitNumbers) -> String {
    let text = the_pits(pits);
    text.strip_prefix("one of ").map_or(text.clone(), |pits| pits.replace(" or ", " and "))
}

/// "a pit that is not marked".
pub(super) fn marked_pit(marked: Marked) -> String {
    match marked {
        Marked::Any => "any pit, marked or not".to_owned(),
        marked => format!("a pit{}", marked_so(marked)),
    }
}

/// " that is not marked", as it follows "pit".
pub(super) fn marked_so(marked: Marked) -> &'static str {
    match marked {
        Marked::Any => "",
        Marked::No => " that is not marked",
        Marked::Own => " that the player has marked",
        Marked::Other => " that the other player has marked",
    }
}

/// "a pit whose seeds were lifted to be sown before in this round".
pub(super) fn lifted_pit(lifted: Lifted) -> &'static str {
    match lifted {
        Lifted::Any => "any pit, its seeds lifted before or not",
        Lifted::Never => "a pit whose seeds were not lifted to be sown before in this round",
        Lifted::Before | Lifted::Each => {
            "a pit whose seeds were lifted to be sown before in this round"
        }
    }
}
