//! The sowing of one lap, in words.

use super::explain::say;
use super::words::amount;
use super::{
    ClosedPits, DropLast, DropTaker, FirstSeed, Landing, LastSown, OnDrop, Rules, SecondRound,
    Skip, SownStores, Whose,
};

impl Rules {
    pub(super) fn say_sowing(&self, said: &mut Vec<(String, String)>) {
        let stores = match self.sowing.stores {
            SownStores::None => "No store is sown.",
            SownStores::Own => "The sower's own store is sown, the other's is not.",
            SownStores::Both => "Both stores are sown.",
        };
        say(said, "sowing.stores", stores.into());
        let skip = match self.sowing.skip {
            Skip::None => "A sowing that goes round drops a seed in the pit where it began.",
            Skip::Lap => "A lap that goes round passes over the pit where it began.",
            Skip::Turn => "A sowing that goes round passes over the pit the player chose.",
        };
        say(said, "sowing.skip", skip.into());
        let first = match self.sowing.first {
            FirstSeed::Next => None,
            FirstSeed::Origin => {
                Some("The first seed of a lap falls in the pit from which it was lifted.")
            }
            FirstSeed::OriginUnlessSingle => Some(
                "The first seed of a lap falls in the pit from which it was lifted; a lone seed goes to the next place.",
            ),
        };
        if let Some(text) = first {
            say(said, "sowing.first", text.into());
        }
        if self.sowing.second_round == SecondRound::OtherRow {
            let text = "What is left of a hand after one time round is sown round and round in the other player's row, from the first pit that a sowing comes to there.";
            say(said, "sowing.second_round", text.into());
        }
        if self.sowing.passes.is_asked() {
            let text = format!(
                "A pit that holds {} when a sowing comes to it is passed over; only the last seed of a lap falls there.",
                amount(&self.sowing.passes)
            );
            say(said, "sowing.passes", text);
        }
        if self.sowing.last == LastSown::PastEmpty {
            let text = "A last seed that would fall in an empty pit falls in the pit after it instead, and the turn ends.";
            say(said, "sowing.last", text.into());
        }
        if self.sowing.closed == ClosedPits::OtherRemoved {
            let text = "A sowing passes over closed pits in the player's own row. The seed that would fall in a closed pit of the other row leaves the board; if it was the last one, the turn ends.";
            say(said, "sowing.closed", text.into());
        } else if self.landing.iter().any(Landing::closes) {
            say(said, "sowing.closed", "A sowing passes over closed pits.".into());
        }
        if let Some(rule) = &self.sowing.on_drop {
            say(said, "sowing.on_drop", drop_in_words(rule));
        }
    }
}

/// A capture by any drop, in a sentence.
fn drop_in_words(rule: &OnDrop) -> String {
    let pit = match rule.side {
        Whose::Any => "a pit",
        Whose::Own => "a pit of the mover's own",
        Whose::Other => "a pit of the other player",
    };
    let taker = match rule.to {
        DropTaker::Owner => "the pit's owner",
        DropTaker::Mover => "the mover",
    };
    let last = match rule.last {
        DropLast::Stays => "; those made by the last seed of a lap stay",
        DropLast::Takes if rule.last_to_mover && rule.to == DropTaker::Owner => {
            "; those made by the last seed go to the mover"
        }
        DropLast::Takes => "",
    };
    format!(
        "A seed that makes {pit} hold exactly {} gives them to {taker} at once{last}.",
        rule.count
    )
}
