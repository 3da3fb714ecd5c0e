//! Rounds in words.

use super::explain::{counted, say, seeds_in_words};
use super::explain_pits::all_the_pits;
use super::words::amount;
use super::{
    Begins, FillFrom, Gained, Layout, Opposite, Remainder, RoundSeeds, Rounds, Rules, Short,
};

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
        let stores = if self.board.stores { "their stores" } else { "those they have taken" };
        let again = self.lays_reserves_again();
        let refill = if again {
            "For the next round all seeds are laid out anew.".to_owned()
        } else {
            filling(rounds, stores)
        };
        say(said, "rounds.refill", refill);
        if rounds.seeds == RoundSeeds::Anew {
            let text = if again {
                "Each has as many seeds as at the start, whatever they have won: every round is a game of its own."
            } else if rounds.gain_one() {
                "Each has as many seeds as the pits need that they own, whatever they have won."
            } else {
                "Each has as many seeds as these pits need, whatever they have won: every round is a game of its own."
            };
            say(said, "rounds.seeds", text.to_owned());
        }
        say_fields(rounds, said);
        let anew = rounds.seeds == RoundSeeds::Anew;
        if !anew || rounds.gain_one() {
            say(said, "rounds.short", unfilled(rounds.short).to_owned());
        }
        if rounds.choose_pits() {
            let text = "Who cannot fill all of their pits chooses which of them stay without seeds; the player who begins the round chooses first.";
            say(said, "rounds.order", text.to_owned());
        }
        if rounds.unfilled.is_asked() {
            let pits = all_the_pits(&rounds.unfilled);
            let text = format!(
                "Nobody fills {pits}: there lies what was left there, and they are never closed."
            );
            let one = rounds.unfilled.0.len() == 1;
            let text = if one { text.replace("they are", "it is") } else { text };
            say(said, "rounds.unfilled", text);
        }
        say_held(rounds, said);
        say_owned(rounds, said);
        say_points(rounds, said);
        let text = match rounds.start {
            Begins::Winner if again && self.one_places() => {
                "The player with more seeds lays out the next round; with equally many the players lay it out in turn."
            }
            Begins::Loser if again && self.one_places() => {
                "The player with fewer seeds lays out the next round; with equally many the players lay it out in turn."
            }
            Begins::Alternate if again && self.one_places() => {
                "The players lay out the rounds in turn."
            }
            Begins::Alternate => "The players begin the rounds in turn.",
            Begins::Winner => {
                "The player with more seeds begins the next round; with equally many the players begin in turn."
            }
            Begins::Loser => {
                "The player with fewer seeds begins the next round; with equally many the players begin in turn."
            }
            Begins::Same => "The same player begins every round.",
            Begins::Lot => "Who begins the next round is drawn by lot.",
        };
        say(said, "rounds.start", text.to_owned());
        if rounds.layout == Layout::Setup {
            let text = if again {
                "Every round begins as the game did, with the seeds that are in reserve then."
            } else {
                "Every round begins as the game did, with the pits seen by the player who begins."
            };
            say(said, "rounds.layout", text.to_owned());
        }
        let stuck = match rounds.short {
            Short::Owned if rounds.gain_one() => "owns no pit",
            Short::Owned if rounds.remainder != Remainder::Stored => "gets no pit",
            short if short.matches() && rounds.remainder == Remainder::Partial => {
                "has no seeds for a pit"
            }
            short if short.matches() && rounds.remainder == Remainder::Singly => {
                "has fewer than two seeds"
            }
            Short::Closed | Short::Open | Short::Matched | Short::MatchedClosed | Short::Owned => {
                if rounds.fields > 0 {
                    "cannot fill the field and a single pit"
                } else {
                    "cannot fill a single pit"
                }
            }
            Short::Partial if rounds.hold_pits() => "has no seeds for a pit that may be sown",
            Short::Partial | Short::Filling | Short::Spread => "has no seeds for a pit",
        };
        let most = rounds.most_rounds();
        let text = if anew && !rounds.gain_one() {
            let too = if rounds.bring_points() { " too" } else { "" };
            format!("The game is over after {most} rounds{too}.")
        } else {
            format!("The game is over when a player {stuck}, or after {most} rounds.")
        };
        say(said, "rounds.most", text);
    }
}

/// What the fields get before the pits.
fn say_fields(rounds: &Rounds, said: &mut Vec<(String, String)>) {
    if rounds.fields > 0 {
        let text = format!(
            "Before they fill pits, each player puts {} into the field at the end of their row.",
            seeds_in_words(rounds.fields)
        );
        say(said, "rounds.fields", text);
    }
}

/// What rounds bring to who has won them.
fn say_points(rounds: &Rounds, said: &mut Vec<(String, String)>) {
    if rounds.bring_points() {
        let text = format!(
            "Who has more seeds when a round is over gets a point for each seed that they have more. The game is over when a player has {}.",
            counted(rounds.points, "point")
        );
        say(said, "rounds.points", text);
    }
}

/// What becomes of pits for which the seeds do not suffice.
fn unfilled(short: Short) -> &'static str {
    match short {
        Short::Closed => "A pit that cannot be filled is closed: it is passed over in sowing.",
        Short::Partial => {
            "The first pit that cannot be filled gets the seeds that are left, if any; all others are closed: they are passed over in sowing."
        }
        Short::Filling => {
            "The first pit that cannot be filled gets the seeds that are left, if any. Until it, and all others, are full they are marked: nobody sows from them."
        }
        Short::Open => "A pit that cannot be filled lies empty, and is like any other.",
        Short::Matched => {
            "The player with more seeds fills no more pits than the other one can: both fill the same ones on their sides. All others lie empty, and are like any other."
        }
        Short::MatchedClosed => {
            "The player with more seeds fills no more pits than the other one can: both fill the same ones on their sides. All others are closed: they are passed over in sowing."
        }
        Short::Spread => {
            "Where that leaves some over, the first pits get one more. The other player lays out the same on their own side. Empty pits are like any other."
        }
        Short::Owned => {
            "Pits that a player cannot fill are filled by the other one, and are theirs for the round."
        }
    }
}

/// "For the next round the players put 4 seeds into each of their pits, from their left, out of ..."
fn filling(rounds: &Rounds, stores: &str) -> String {
    let seeds = seeds_in_words(rounds.refill);
    let from = match rounds.order {
        FillFrom::Left => ", from their left",
        FillFrom::Right => ", from their right",
        FillFrom::Chosen => "",
    };
    // Which pits are filled is said where they are gained; it may also be all of them.
    let all = rounds.seeds == RoundSeeds::Anew;
    if rounds.short == Short::Spread && !all {
        return format!(
            "For the next round the player with fewer seeds lays out all of them in their pits{from}, as evenly as possible, out of {stores}."
        );
    }
    let from = if rounds.own_pits() || all { "" } else { from };
    format!(
        "For the next round the players put {seeds} into each of their pits{from}, out of {stores}."
    )
}

/// Pits that are filled in part, and those opposite.
fn say_held(rounds: &Rounds, said: &mut Vec<(String, String)>) {
    if rounds.hold_pits() {
        let text = format!(
            "A pit that is filled in part and gets {} is held for the round: seeds fall there, but nobody sows from it, and no capture takes what it holds.",
            amount(&rounds.held)
        );
        say(said, "rounds.held", text);
    }
    let text = match rounds.opposite {
        Opposite::Full => return,
        Opposite::Same => {
            "Opposite a pit that is filled in part the other player lays out as many seeds as lie there."
        }
        Opposite::Less => {
            "Opposite a pit that is filled in part the other player takes as many seeds as lie there out of a full pit, and keeps them."
        }
    };
    say(said, "rounds.opposite", text.to_owned());
}

/// Which pits a player gains, and what becomes of seeds left over.
fn say_owned(rounds: &Rounds, said: &mut Vec<(String, String)>) {
    if rounds.match_pits() && rounds.remainder == Remainder::Majority {
        let text = "Of the seeds that do not make up a pit, the player with more of them, or the poorer one if they are equally many, gets from the other one what is missing to one pit, if the other one has as much.";
        say(said, "rounds.remainder", text.to_owned());
    }
    if rounds.match_pits() && rounds.remainder == Remainder::Partial {
        let text = "The last pit that is filled gets what the player with fewer seeds has left for it, and the same pit of the other player gets as many.";
        say(said, "rounds.remainder", text.to_owned());
    }
    if rounds.match_pits() && rounds.remainder == Remainder::Singly {
        let text = "Seeds that the player with fewer of them has left are laid out one by one in the next pits, as far as there are any; the other player lays out the same.";
        say(said, "rounds.remainder", text.to_owned());
    }
    if !rounds.own_pits() {
        return;
    }
    let text = match rounds.gained {
        Gained::First => {
            "A player gains the first pits of the other side: they follow the player's own last one in sowing."
        }
        Gained::Last => {
            "A player gains the last pits of the other side: its owner fills the first ones."
        }
        Gained::OneMore => {
            "The player who has won the round owns one pit more than before, and the other one less: the first pits of the other side, which follow the player's own last one in sowing. A draw changes nothing."
        }
        Gained::Beginner => {
            "The pits of the player who begins the round lie side by side in the order of sowing, from their first one on."
        }
    };
    say(said, "rounds.gained", text.to_owned());
    if rounds.gain_one() {
        return; // no seeds are left over
    }
    let text = match rounds.remainder {
        Remainder::Stored => {
            "Seeds that fill no pit stay in the stores; a pit that neither player can fill is empty."
        }
        Remainder::Singly => return, // is for pits that are matched
        Remainder::Majority => {
            "Of a pit that neither can fill alone, the player with more of the seeds left over is the owner, the poorer one if they are equally many; it gets the seeds of both."
        }
        Remainder::Partial => {
            "Of a pit that neither can fill, the player with more of the seeds left over is the owner, the poorer one if they are equally many; it gets those seeds alone."
        }
    };
    say(said, "rounds.remainder", text.to_owned());
}
