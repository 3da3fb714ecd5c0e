//! A game in words: one sentence for each rule value, with its clause.

use std::fmt::Write;

use super::{
    Direction, EmptyRow, EndTest, Endless, Feeding, FinalCount, Forfeit, Lone, MarkedEnd,
    MarkedPlay, MarkedSeeds, MaxActions, Repetition, ReserveEntry, Rest, Row, Rules, Score,
    Singles, When, Winner,
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
        let whose_field = if self.numbers_both() { "moves.symmetric" } else { "moves.least" };
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
            Direction::Chosen => "The player chooses the direction of each sowing.",
            Direction::FixedBySecond => {
                "A player chooses the direction of each sowing of their first two turns, and keeps to that of the second."
            }
            Direction::FixedByFirst => {
                "A player chooses the direction of their first sowing, and keeps to it."
            }
        };
        say(said, "moves.direction", direction.into());
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
                "First the player who starts puts the seeds of their reserve in their own pits, as they like, and then the other player; then the player who starts plays.",
            ),
        };
        if let Some(text) = reserve {
            say(said, "moves.reserve", text.to_owned());
        }
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
        if self.turn.empty_row == EmptyRow::Restock {
            let text = "A player to move whose row is empty first puts one of their captured seeds in each pit of it, if they have as many.";
            say(said, "turn.empty_row", text.into());
        }
    }

    /// A condition that ends the game, as it follows "when".
    fn condition(&self, when: When) -> String {
        let whose = if self.moves.symmetric { "all pits are" } else { "one side's pits are all" };
        match when {
            When::EitherEmpty => format!("{whose} empty"),
            When::MoverEmpty => "the player to move has no seeds in their pits".to_owned(),
            When::CannotMove => "the player to move has no legal action".to_owned(),
            When::NobodyCanMove => "neither player has a legal action".to_owned(),
            When::AboveHalf if self.board.stores => {
                "a store holds more than half of all seeds, or both hold half".to_owned()
            }
            When::AboveHalf => {
                "a player has taken more than half of all seeds, or both have taken half".to_owned()
            }
            When::Enough if self.board.stores => {
                format!("a store holds at least {}", seeds_in_words(self.ending.enough))
            }
            When::Enough => {
                format!("a player has taken at least {}", seeds_in_words(self.ending.enough))
            }
            When::AllSingle => "no pit holds more than one seed".to_owned(),
            When::Few => {
                let are = if self.ending.few == 1 { "is" } else { "are" };
                format!("at most {} {are} left in all pits", seeds_in_words(self.ending.few))
            }
            When::EndsTaken => format!(
                "a player has captured, in one turn, the seeds of the pits at both ends of the other's {}, and so has won",
                if self.board.rows == 4 { "inner row" } else { "row" }
            ),
            When::FieldsEmpty => "both fields are empty".to_owned(),
            When::RowEmpty => format!("{} is empty", row_of_a_player(self.ending.row)),
        }
    }

    fn say_ending(&self, said: &mut Vec<(String, String)>) {
        let ending = &self.ending;
        let conditions = ending.when.iter().map(|when| match when {
            When::EitherEmpty => {
                format!("{} after an action, whoever is to move", self.condition(*when))
            }
            _ => self.condition(*when),
        });
        let conditions = conditions.collect::<Vec<_>>().join(", or when ");
        say(said, "ending.when", format!("The {} ends when {conditions}.", self.game_or_round()));
        if ending.last_seeds > 0 {
            let text = format!(
                "As soon as at most {} {} in the pits, the next capture takes all of them, and the {} ends.",
                seeds_in_words(ending.last_seeds),
                if ending.last_seeds == 1 { "lies" } else { "lie" },
                self.game_or_round()
            );
            say(said, "ending.last_seeds", text);
        }
        if ending.test == EndTest::Lap {
            let on_board = ending.when.iter().filter(|when| when.is_on_board());
            let conditions: Vec<String> = on_board.map(|when| self.condition(*when)).collect();
            let text = if conditions.len() == ending.when.len() {
                "This is looked for after every lap and what it captures, and stops the sowing."
                    .to_owned()
            } else {
                format!(
                    "If after a lap and what it captures {}, the sowing stops there; the rest is looked for only at the end of an action.",
                    conditions.join(", or ")
                )
            };
            say(said, "ending.test", text);
        }
        if !ending.when.contains(&When::CannotMove) {
            say(
                said,
                "ending.stuck",
                format!(
                    "A player who has no legal action is passed over; if neither has one, the {} ends.",
                    self.game_or_round()
                ),
            );
        }
        if ending.winner.counts_seeds() && ending.score == Score::Store {
            say(said, "ending.final_count", self.rest());
        }
        self.say_rounds(said);
        say(said, "ending.winner", self.who_wins());
        let score = match ending.score {
            Score::Store if self.board.stores => "A score is the seeds captured or stored.",
            Score::Store => "A score is the seeds captured.",
            Score::Owned if self.setup.reserve > 0 => {
                "A score is the seeds a player owns, in their pits and in reserve."
            }
            Score::Owned => "A score is the seeds a player has in their pits.",
        };
        say(said, "ending.score", score.into());
        let endless = match self.limits.endless {
            Endless::Void => "A sowing that never ends is taken back and the game is void.",
            Endless::Loss => "A sowing that never ends is taken back and its player loses.",
        };
        say(said, "limits.endless", endless.into());
        if self.limits.repetition == Repetition::FirstSinceCapture {
            let text = "The game ends at the first position seen before since the last capture.";
            say(said, "limits.repetition", text.into());
        }
        if let MaxActions(Some(n)) = self.limits.max_actions {
            say(
                said,
                "limits.max_actions",
                format!("After {n} actions the game is cut off without a winner."),
            );
        }
    }
}

impl Rules {
    fn who_wins(&self) -> String {
        let ending = &self.ending;
        match ending.winner {
            Winner::MostSeeds => "The higher score wins; equal scores are a draw.".to_owned(),
            Winner::Enough => {
                let seeds = seeds_in_words(ending.enough);
                let both = 2 * ending.enough <= self.setup.total(&self.board);
                let or_both = if both { ", or both are" } else { "" };
                format!(
                    "A player whose score is at least {seeds} wins; if nobody's is{or_both}, it is a draw."
                )
            }
            Winner::MostRounds => {
                "The player who has won more rounds, each by the higher score, wins; equally many are a draw."
                    .to_owned()
            }
            Winner::LastMover => "The player who has no legal action loses.".to_owned(),
            Winner::LastMoverUnlessEnough => format!(
                "The player who has no legal action loses; but it is a draw if their score is at least {}.",
                ending.enough
            ),
            Winner::Emptied => "The player whose pits are empty wins.".to_owned(),
            Winner::HasSeeds => {
                "A player without seeds on the board loses; if both still have some, it is a draw."
                    .to_owned()
            }
            Winner::HasRowOrLastMover => match ending.row {
                Row::Inner => "A player whose inner row is empty loses, if the other's is not; otherwise the player who made the last move wins.",
                Row::Outer => "A player whose outer row is empty loses, if the other's is not; otherwise the player who made the last move wins.",
                Row::Any => "A player whose pits are empty loses, if the other's are not; otherwise the player who made the last move wins.",
            }
            .to_owned(),
            Winner::HasRow => match ending.row {
                Row::Inner => "A player whose inner row is empty loses.",
                Row::Outer => "A player whose outer row is empty loses.",
                Row::Any => "A player whose pits are empty loses.",
            }
            .to_owned(),
        }
    }

    /// Where the seeds go that are left at the end.
    fn rest(&self) -> String {
        let home = if self.board.stores {
            "puts the seeds left in their pits into their store"
        } else {
            "takes the seeds left in their own pits"
        };
        let text = self.rest_of(home);
        if self.shares_pits() && self.ending.final_count != FinalCount::Home {
            return format!("{text} This is not so of the pits that captures mark.");
        }
        text
    }

    fn rest_of(&self, home: &str) -> String {
        match self.ending.final_count {
            FinalCount::Home => "Seeds left in the pits do not count.".to_owned(),
            FinalCount::Owner => format!("Each player {home}."),
            FinalCount::Emptied => {
                "The player whose pits are empty takes the seeds left in the other's.".to_owned()
            }
            FinalCount::LastMover => {
                "The player who made the last action takes all seeds left.".to_owned()
            }
            FinalCount::Other => format!(
                "If the player to move has no legal action, the other player takes all seeds left; otherwise each {home}."
            ),
        }
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
    if n == 1 { "1 seed".to_owned() } else { format!("{n} seeds") }
}

fn row_of_a_player(row: Row) -> &'static str {
    match row {
        Row::Any => "the row of one player",
        Row::Inner => "the inner row of one player",
        Row::Outer => "the outer row of one player",
    }
}
