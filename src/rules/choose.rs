//! Captures that players choose after another one: a file, or pits of the other player.

use super::words::{amount, listed};
use super::{CaptureTo, Choose, Landing, Reentry, Rules, Then};

/// Most pits chosen after one capture.
pub const MAX_CHOICES: i64 = 8;

impl Rules {
    /// Whether an entry is followed by such a choice.
    #[must_use]
    pub fn chooses(&self, choose: Choose) -> bool {
        self.landing.iter().any(|entry| entry.is_on() && entry.choose == choose)
    }

    /// Whether further pits are chosen, after a capture or in the opening.
    #[must_use]
    pub fn takes_pits(&self) -> bool {
        self.chooses(Choose::Pits) || self.opening.choices > 0
    }

    /// Whether players may end a turn that could be sown on, by a capture or without one.
    #[must_use]
    pub fn may_stop(&self) -> bool {
        self.landing.iter().any(|entry| entry.is_on() && entry.pauses())
    }

    /// Whether they may do so by a capture.
    #[must_use]
    pub fn may_take(&self) -> bool {
        self.landing.iter().any(|entry| entry.is_on() && entry.then == Then::RelayOrTake)
    }

    /// Whether they may capture so and sow on with what they have captured.
    #[must_use]
    pub fn may_take_on(&self) -> bool {
        self.landing.iter().any(|entry| entry.is_on() && entry.takes_on())
    }

    /// Whether players say from which end of their inner row captured seeds are sown.
    #[must_use]
    pub fn choose_ends(&self) -> bool {
        self.landing.iter().any(|entry| entry.takes() && entry.chooses_end())
    }
}

impl Landing {
    /// Whether the player says from which end of the row its seeds are sown.
    #[must_use]
    pub fn chooses_end(&self) -> bool {
        self.to == CaptureTo::Hand && self.reentry == Reentry::ChosenEnd
    }

    /// Whether the player chooses if seeds are captured that are sown on.
    #[must_use]
    pub fn takes_on(&self) -> bool {
        self.then == Then::RelayOrTake && self.to == CaptureTo::Hand
    }

    /// Whether the player chooses if the landing pit is sown on.
    #[must_use]
    pub fn pauses(&self) -> bool {
        matches!(self.then, Then::RelayOrEnd | Then::RelayOrTake)
    }

    /// The sentence about the choice.
    pub(super) fn choice_in_words(&self) -> Option<String> {
        match self.choose {
            Choose::None => None,
            Choose::AnotherFile => Some(
                "They then take another file of their choice, occupied or empty, if the other player has seeds left.".to_owned(),
            ),
            Choose::Beside => Some(format!(
                "It is one of the two directly beside the landing pit in its row, their own or the other player's, and holds {}: the player takes its seeds, and the turn ends.",
                amount(&self.chosen)
            )),
            Choose::Pits => {
                let (pits, how) = match self.choices {
                    1 => ("one more pit".to_owned(), ""),
                    n => (format!("{n} more pits"), " one after the other and"),
                };
                let (but, left) = if self.exempt.is_asked() {
                    let numbers: Vec<String> = self.exempt.0.iter().map(i64::to_string).collect();
                    let pits = if numbers.len() == 1 { "pit" } else { "the pits" };
                    let but = format!(" except {pits} {},", listed(&numbers, "and"));
                    (but, "seeds in another pit")
                } else {
                    (String::new(), "seeds left")
                };
                Some(format!(
                    "They then take all seeds of {pits} of the other player,{how} whichever they choose,{but} as long as the other player has {left}."
                ))
            }
        }
    }
}
