//! Rounds in words.

use super::explain::say;
use super::{Begins, FillFrom, Rules, Short};

impl Rules {
    /// What the conditions of the ending end.
    pub(super) fn game_or_round(&self) -> &'static str {
        if self.rounds.are_played() { "round" } else { "game" }
    }

    pub(super) fn say_rounds(&self, said: &mut Vec<(String, String)>) {
        let rounds = &self.rounds;
        if !rounds.are_played() {
            return;
        }
        let from = match rounds.order {
            FillFrom::Left => "left",
            FillFrom::Right => "right",
        };
        let text = format!(
            "For the next round the players put {} into each of their pits, from their {from}, out of {}.",
            if rounds.refill == 1 {
                "1 seed".to_owned()
            } else {
                format!("{} seeds", rounds.refill)
            },
            if self.board.stores { "their stores" } else { "those they have taken" }
        );
        say(said, "rounds.refill", text);
        let text = match rounds.short {
            Short::Closed => "A pit that cannot be filled is closed: it is passed over in sowing.",
            Short::Partial => {
                "The first pit that cannot be filled gets the seeds that are left, if any; all others are closed: they are passed over in sowing."
            }
        };
        say(said, "rounds.short", text.to_owned());
        let text = match rounds.start {
            Begins::Alternate => "The players begin the rounds in turn.",
            Begins::Winner => {
                "The player with more seeds begins the next round; with equally many the players begin in turn."
            }
            Begins::Loser => {
                "The player with fewer seeds begins the next round; with equally many the players begin in turn."
            }
            Begins::Same => "The same player begins every round.",
        };
        say(said, "rounds.start", text.to_owned());
        let stuck = match rounds.short {
            Short::Closed => "cannot fill a single pit",
            Short::Partial => "has no seeds for a pit",
        };
        let most = rounds.most_rounds();
        let text = format!("The game is over when a player {stuck}, or after {most} rounds.");
        say(said, "rounds.most", text);
    }
}
