//! A game in words: one sentence for each rule value, with its clause.

use std::fmt::Write;

use super::{
    Direction, EmptyRow, Feeding, Forfeit, Lone, MarkedEnd, MarkedPlay, MarkedSeeds, ReserveEntry,
    Rest, Rules, Singles, Way,
};

/// One sentence about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The field it explains, such as `sowing.stores`.
    pub field: String,
    /// The clause of the rule book.
    pub clause: String,
    /// The sentence.
    pub text: String,
}

impl Rules {
    /// The whole game, sentence by sentence, in the order of play.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let mut said = Vec::new();
        self.say_board(&mut said);
        self.say_moves(&mut said);
        self.say_play(&mut said);
        self.say_opening(&mut said);
        self.say_sowing(&mut said);
        self.say_landing(&mut said);
        self.say_after(&mut said);
        self.say_turn(&mut said);
        self.say_ending(&mut said);
        said.into_iter()
            .map(|(field, text)| Line { clause: self.clause_of_sentence(&field), field, text })
            .collect()
    }

    /// The name as printed: the title, or the name where there is none.
    #[must_use]
    pub fn printed_name(&self) -> &str {
        if self.title.is_empty() { &self.name } else { &self.title }
    }

    /// Title, source and every sentence, as text.
    #[must_use]
    pub fn explain(&self) -> String {
        let mut text = format!("{}\n", self.printed_name());
        let names = self.names.join(", ");
        for (label, value) in [
            ("", &self.about),
            ("Also called: ", &names),
            ("Region: ", &self.region),
            ("Language: ", &self.language),
            ("Source: ", &self.source),
            ("Informant: ", &self.informant),
            ("Note: ", &self.note),
        ] {
            if !value.is_empty() {
                let _ = writeln!(text, "{label}{}", filled(value));
            }
        }
        text.push('\n');
        let lines = self.lines();
        let width = lines.iter().map(|line| line.clause.len()).max().unwrap_or(0);
        for line in lines {
            let _ = writeln!(text, "{:width$}  {}", line.clause, line.text);
        }
        text.push_str("\nThe rule book\n");
        for (number, clause) in self.clauses_to_print() {
            let _ = writeln!(text, "{number:width$}  {clause}");
        }
        text
    }

    fn say_moves(&self, said: &mut Vec<(String, String)>) {
        let moves = &self.moves;
        let whose = if moves.symmetric { "any pit of the board" } else { "a pit of their own" };
        let least =
            if moves.least == 1 { "one seed".to_owned() } else { format!("{} seeds", moves.least) };
        let by_side = self.numbers_both() && !self.one_places();
        let whose_field = if by_side { "moves.symmetric" } else { "moves.least" };
        say(said, whose_field, format!("A player plays {whose} that holds at least {least}."));
        if moves.singles == Singles::IntoEmpty {
            let text = format!(
                "When no pit holds {least} or more, the player moves a lone seed into an empty next pit."
            );
            say(said, "moves.singles", text);
        }
        if moves.lone == Lone::OwnRow {
            let text = "A single seed is sown only in a direction in which it stays in its row.";
            say(said, "moves.lone", text.into());
        }
        self.say_up_to(said);
        self.say_last_pit(said);
        let rest = match moves.rest {
            Rest::Never => None,
            Rest::UntilSown => Some(
                "A pit from which a player has lifted seeds to be sown rests: they do not play it again before a seed of the other player has fallen in it.".to_owned(),
            ),
            Rest::LoneSeed => Some(
                "A single seed does not go straight back: a pit that was empty, and in which a lap of a single seed of the other player has ended, is not played in the turn that follows.".to_owned(),
            ),
            Rest::FirstTurns => {
                let (turns, who) = self.opening.in_words();
                Some(format!("{turns} {who} plays no pit twice."))
            }
        };
        if let Some(text) = rest {
            say(said, "moves.rest", text);
        }
        let direction = match moves.direction {
            Direction::Counterclockwise => "Sowing runs counter-clockwise.",
            Direction::Clockwise => "Sowing runs clockwise.",
            Direction::Outward => {
                "Pits are sown away from the middle of the row, the middle pit either way."
            }
            Direction::Chosen => self.chosen_way(),
            Direction::FixedBySecond => {
                "A player chooses the direction of each sowing of their first two turns, and keeps to that of the second."
            }
            Direction::FixedByFirst => {
                "A player chooses the direction of their first sowing, and keeps to it."
            }
        };
        say(said, "moves.direction", direction.into());
        self.say_store(said);
        let reserve = match moves.reserve {
            ReserveEntry::None => None,
            ReserveEntry::OneInEachPit => Some(
                "Once, at the start of a turn, a player with seeds on the board may drop their reserve, one in each of their pits; then they move.",
            ),
            ReserveEntry::PlacedInTurn => Some(
                "First the players, in turn, put one seed of their reserve in a pit of their own, whichever they choose, until all are on the board; then the player who starts plays.",
            ),
            ReserveEntry::OneATurn => Some(
                "As long as a player has seeds in reserve, each of their turns begins with one of them: it falls in the pit that they play, whatever that holds, and what follows is as after a lap in the direction that they name.",
            ),
            ReserveEntry::PlacedAtOnce => Some(
                "First the player who starts puts the seeds of their reserve in their own pits, and then the other player; then the player who starts plays.",
            ),
            ReserveEntry::PlacedByOne => Some(
                "First the player who starts puts the seeds in reserve, those of both players, one by one in pits of either side; then the other player begins.",
            ),
        };
        if let Some(text) = reserve {
            say(said, "moves.reserve", text.to_owned());
        }
        self.say_placing(said);
        match moves.feeding {
            Feeding::None => {}
            Feeding::Penalty => say(said, "moves.feeding", "A player who could have left the opponent seeds, but did not, is penalised: the opponent takes all seeds on the board, unless the action captured all that the opponent had. If no action could leave the opponent any, the player takes all seeds, and the game ends.".into()),
            Feeding::Always => say(
                said,
                "moves.feeding",
                "No action may leave the other player without seeds, unless every action does."
                    .into(),
            ),
            Feeding::Forced => say(said, "moves.feeding", "If the other player has no seeds, only actions that feed them are legal; if there is none, the game ends.".replace("game", self.game_or_round())),
        }
        self.say_fed_and_spared(said);
    }

    /// Who says which way a sowing goes: the player, or the entries about the pits that may be played.
    fn chosen_way(&self) -> &'static str {
        let named = self.play.iter().filter(|entry| entry.direction != Way::Any).count();
        match named {
            0 => "The player chooses the direction of each sowing.",
            all if all == self.play.len() => {
                "Sowing runs in the direction that is said below of the pits that may be played."
            }
            _ => {
                "Sowing runs in the direction that is said below of the pits that may be played; where none is said, the player chooses."
            }
        }
    }

    fn say_turn(&self, said: &mut Vec<(String, String)>) {
        if self.marks_pits() {
            if self.marks.play == MarkedPlay::Never {
                let text = "Nobody sows from a marked pit: it cannot be played, and a lap that would go on from there ends the turn.";
                say(said, "marks.play", text.into());
            }
            let text = match self.marks.seeds {
                MarkedSeeds::Stay => "Seeds that fall in a marked pit stay there.",
                MarkedSeeds::Home => {
                    "When the sowing is over, the seeds in marked pits go to the stores of the players who marked them."
                }
            };
            say(said, "marks.seeds", text.into());
            if self.marks.end == MarkedEnd::Marker {
                let text = "When the game is over, the seeds in a marked pit are those of the player who marked it."
                    .replace("game", self.game_or_round());
                say(said, "marks.end", text);
            }
        }
        self.say_shared(said);
        if self.sowing.stores_are_sown() && !self.laps.past_store {
            let text = if self.turn.replay {
                "A last seed in the own store gives an extra turn."
            } else {
                "A last seed in a store ends the turn."
            };
            say(said, "turn.replay", text.into());
        }
        self.say_block(said);
        if self.turn.forfeit == Forfeit::UnplayedWhenAllSingle {
            say(said, "turn.forfeit", "After a turn, a player with no pit of two or more loses their unplayed seeds to the other.".into());
        }
        let text = match self.turn.empty_row {
            EmptyRow::None => return,
            EmptyRow::Restock => {
                "A player to move whose row is empty first puts one of their captured seeds in each pit of it, if they have as many."
            }
            EmptyRow::Given => {
                "A player to move whose row is empty is first given a seed in their first pit, if the other player's pits hold two or more: out of any of these pits, as the other player likes."
            }
        };
        say(said, "turn.empty_row", text.into());
    }
}

pub(super) fn say(said: &mut Vec<(String, String)>, field: &str, text: String) {
    said.push((field.to_owned(), text));
}

/// A text of a description with each of its paragraphs on one line: its line breaks are those of the
/// file, and whoever prints it knows how wide a line may be. An empty line parts paragraphs.
fn filled(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>());
    paragraphs.map(|words| words.join(" ")).collect::<Vec<_>>().join("\n\n")
}

/// "1 seed", "3 seeds".
pub(super) fn seeds_in_words(n: i64) -> String {
    counted(n, "seed")
}

/// "1 point", "2 points".
pub(super) fn counted(n: i64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
