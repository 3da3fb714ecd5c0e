//! Seeds that enter one a turn, houses and blocked pits in words.

use super::explain::say;
use super::explain_pits::all_the_pits;
use super::words::amount;
use super::{Block, Landing, LastPit, Play, Reentry, Rules};

impl Rules {
    /// The pits that begin as houses.
    pub(super) fn say_houses(&self, said: &mut Vec<(String, String)>) {
        let houses = &self.setup.houses;
        if !houses.is_asked() {
            return;
        }
        let (are, they) = if houses.0.len() == 1 {
            ("begins as a house", "it is")
        } else {
            ("begin as houses", "each is")
        };
        let text = format!(
            "Of either side {} {are}; {they} one until all its seeds are lifted or captured.",
            all_the_pits(houses)
        );
        say(said, "setup.houses", text);
    }

    pub(super) fn say_last_pit(&self, said: &mut Vec<(String, String)>) {
        if self.moves.last_pit == LastPit::StaysInRow {
            let text = "The only pit of the inner row that holds seeds is not sown in a direction in which its first seed leaves the row.";
            say(said, "moves.last_pit", text.to_owned());
        }
    }

    pub(super) fn say_block(&self, said: &mut Vec<(String, String)>) {
        if self.turn.block == Block::OnlyThreatened {
            let text = "After a turn that began with a sowing and captured nothing, the one pit of the other player from which the first laps of the player's next turn would capture is blocked for a turn, if the other player can capture nothing by a first lap; not if there are more such pits, nor a house, nor the only pit of its row that holds seeds, nor the only one that holds two or more.";
            say(said, "turn.block", text.to_owned());
        }
    }
}

impl Play {
    /// What an entry asks of the player, and not of a pit: "with no seeds in reserve".
    pub(super) fn when_in_words(&self) -> impl Iterator<Item = String> {
        let asked = [
            (&self.reserve, "in reserve"),
            (&self.housed, "in a house"),
            (&self.lost, "lost"),
            (&self.largest, "in the largest pit"),
        ];
        let said = asked.into_iter().filter(|(counts, _)| counts.is_asked());
        said.map(|(counts, place)| format!("with {} {place}", amount(counts)))
    }

    /// What it asks of the pit, as it follows "that".
    pub(super) fn house_in_words(&self) -> Vec<String> {
        let said = |wanted: Option<bool>, what: &str| match wanted {
            None => None,
            Some(true) => Some(format!("is {what}")),
            Some(false) => Some(format!("is not {what}")),
        };
        [said(self.house, "a house"), said(self.blocked, "blocked")].into_iter().flatten().collect()
    }
}

impl Landing {
    /// Where captured seeds are sown from: "in the pit after the landing pit".
    pub(super) fn reentry_in_words(&self) -> String {
        let after = match self.reentry {
            Reentry::Lap => "the one where the capturing lap began",
            Reentry::Landing if !self.take.has(super::Take::Landing) => {
                "the landing pit, whose own seeds stay there"
            }
            Reentry::Landing => "the landing pit",
            Reentry::Turn => "the one they chose",
            Reentry::Outer => "the outer pit of their own in that file",
            Reentry::AfterEmpty => "the nearest empty pit of their own before the landing pit",
            Reentry::ChosenEnd => {
                return "in an end pit of the inner row, whichever they choose, and the others along the row"
                    .to_owned();
            }
            Reentry::RowEnd => {
                let near = if self.near_end.is_asked() {
                    format!(
                        ", but from {} the nearer end, whichever way the lap went",
                        all_the_pits(&self.near_end)
                    )
                } else {
                    String::new()
                };
                return format!(
                    "in the end pit of the inner row from which the direction of the lap leads along the row{near}"
                );
            }
        };
        format!("in the pit after {after}")
    }
}
