//! The end of a game in words: when it is over, who gets the rest, and who wins.

use super::explain::{say, seeds_in_words};
use super::{
    EndTest, Endless, FinalCount, MaxActions, Repetition, Row, Rules, Score, When, Winner,
};

impl Rules {
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
            When::EachFew => {
                let most = seeds_in_words(self.ending.few);
                format!("neither player has more than {most} left in their pits")
            }
            When::EndsTaken => format!(
                "a player has captured, in one turn, the seeds of the pits at both ends of the other's {}, and so has won",
                if self.board.rows == 4 { "inner row" } else { "row" }
            ),
            When::FieldsEmpty => "both fields are empty".to_owned(),
            When::RowEmpty => format!("{} is empty", row_of_a_player(self.ending.row)),
        }
    }

    pub(super) fn say_ending(&self, said: &mut Vec<(String, String)>) {
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
            Score::Owned if self.sows_store() => {
                "A score is the seeds a player has in their pits, and those that they have captured."
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
            Winner::MostPoints => {
                "The player with more points wins; equally many are a draw.".to_owned()
            }
            Winner::LastMover => "The player who has no legal action loses.".to_owned(),
            Winner::Stuck => "The player who has no legal action wins.".to_owned(),
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
        } else if self.board.fields {
            "takes the seeds left in their own pits and in their field"
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

fn row_of_a_player(row: Row) -> &'static str {
    match row {
        Row::Any => "the row of one player",
        Row::Inner => "the inner row of one player",
        Row::Outer => "the outer row of one player",
    }
}
