//! What a game is: plain values, one file per axis, and the text they are written in.
//!
//! A [`Rules`] is public and unchecked, as it comes from a description or from changed options;
//! [`Rules::check`] names every fault it has, and [`crate::plan::Plan::new`] accepts only a
//! description without faults.

mod after;
mod axes;
mod board;
mod capture;
pub mod catalogue;
mod check;
mod check_after;
mod check_again;
mod check_beside;
mod check_board;
mod check_choices;
mod check_closed;
mod check_drops;
mod check_fields;
mod check_gift;
mod check_held;
mod check_landing;
mod check_marks;
mod check_moves;
mod check_numbers;
mod check_opening;
mod check_passes;
mod check_placing;
mod check_play;
mod check_rounds;
mod check_shared;
mod check_store;
mod check_up_to;
mod choose;
mod cited;
mod clause;
mod conventions;
mod counts;
mod decode;
mod diff;
mod ending;
mod entry_names;
mod entry_options;
mod explain;
mod explain_after;
mod explain_board;
mod explain_chain;
mod explain_drops;
mod explain_effects;
mod explain_ending;
mod explain_landing;
mod explain_opening;
mod explain_pits;
mod explain_play;
mod explain_rounds;
mod explain_sowing;
mod fault;
mod fields;
mod hints;
mod landing;
mod landing_tests;
mod laps;
mod limits;
mod lists;
mod marks;
mod moves;
mod named_pits;
mod opening;
mod option_table;
mod option_words;
mod options;
mod pit_numbers;
mod places;
mod play;
mod printable;
mod read;
mod reference;
mod rounds;
mod rule_book;
mod setup;
mod size;
mod sowing;
mod syntax;
mod takes;
mod turn;
mod values;
mod words;
mod write;

use std::collections::BTreeMap;

use fields::rule_fields;
use option_words::option_words;

pub use after::After;
pub use board::{Board, MAX_COLUMNS, MAX_SEEDS, Sides, Track};
pub use choose::MAX_CHOICES;
pub use clause::{Cited, Clauses, NO_CLAUSE};
pub use conventions::conventions;
pub use counts::Counts;
pub use ending::{EndTest, Ending, FinalCount, Score, When, Winner};
pub use entry_options::is_key_of_entry;
pub use explain::Line;
pub use fault::{Fault, RulesError, hint, nearest};
pub use fields::{Field, Meanings, Values};
pub use landing::{
    CaptureTo, Chain, Choose, GrandSlam, Landing, LapTest, Occupancy, Reentry, Row, Then, Whose,
};
pub use laps::{Laps, Relay};
pub use limits::{Endless, Limits, MAX_ACTIONS, MaxActions, Repetition};
pub use lists::List;
pub use marks::{Lifted, Mark, Marked, MarkedEnd, MarkedPlay, MarkedSeeds, Marks, Sharing};
pub use moves::{
    Direction, Feeding, Filled, LastPit, Lone, Moves, Numbered, Reopens, ReserveEntry, Rest,
    Singles, StoreBack, StoreRound, Swap,
};
pub use opening::{LastSeed, MAX_OPENING, MAX_PORTIONS, Onto, Opening, PutTake, PutTo, Who};
pub use options::{Allowed, OptionInfo, Value};
pub use pit_numbers::PitNumbers;
pub use play::{Pick, Play, Way};
pub use reference::{Section, reference, sections};
pub use rounds::{
    Begins, FillFrom, Gained, LOTS, Layout, Opposite, Remainder, RoundSeeds, Rounds, Short,
};
pub use setup::{Seeds, Setup, Side, Unplayed};
pub use size::{MAX_PLAYS, MAX_TEXT};
pub use sowing::{
    ClosedPits, DropLast, DropTaker, FirstSeed, LastSown, OnDrop, SecondRound, Skip, Sowing,
    SownStores,
};
pub use takes::{Take, Takes};
pub use turn::{Block, EmptyRow, Forfeit, Turn};
pub(crate) use words::listed;

rule_fields! {
    /// A game: its name and sources, and one value (or list) per axis.
    ///
    /// # Equality
    ///
    /// `==` compares everything, prose and clause numbers included. Two descriptions that play the
    /// same game have the same [`Rules::digest`].
    #[derive(Default)]
    pub struct Rules {
        /// Its name, in lower case, words joined by hyphens.
        name: String,
        /// Its name as printed.
        title: String,
        /// Other names by which the catalogue finds it, written like `name`.
        aliases: Vec<String>,
        /// Other names as printed, each with the place that it is from where that is known.
        names: Vec<String>,
        /// Where it is or was played, and by whom.
        region: String,
        /// The language of its name.
        language: String,
        /// The text that the rules are taken from: author, title, year, page.
        source: String,
        /// Who told or showed the rules.
        informant: String,
        /// A paragraph about the game.
        about: String,
        /// How unclear or contradictory texts were read.
        note: String,
        /// A game of the catalogue whose clauses are cited as well as those in `clauses`.
        book: String,
    }
    beside {
        /// The board.
        board: Board,
        /// The opening: who has how many seeds where, and who begins.
        setup: Setup,
        /// What a player may do: which pits they may play, in which direction, and duties.
        moves: Moves,
        /// Which pits may be played, of those that `[moves]` allows: a list of entries in the order in which
        /// they are tried. Legal are the actions of the first entry that fits any; entries after it with
        /// `also = true` add theirs. Where no entry fits any, the player has no action. All are, where there
        /// is no entry.
        play: Vec<Play>,
        /// What a player may do in their first turns, where that is less than later on.
        opening: Opening,
        /// How the seeds of a pit are sown, one lap long.
        sowing: Sowing,
        /// Whether a sowing goes on from where the last seed fell.
        laps: Laps,
        /// What follows when a lap ends: captures and exceptions, a list of entries in the order in
        /// which they are tried. The first entry whose tests all hold is carried out. An entry has
        /// tests, then effects.
        landing: Vec<Landing>,
        /// What is captured when the last lap of an action is over, wherever it lies.
        after: After,
        /// What it means that a player has marked a pit.
        marks: Marks,
        /// What happens between two actions.
        turn: Turn,
        /// When the game ends, who gets the rest, who wins.
        ending: Ending,
        /// Rounds, after which the seeds are laid out again.
        rounds: Rounds,
        /// Sowings that never end, and games that go on for too long.
        limits: Limits,
        /// The rule book: clause numbers, each with its text.
        clauses: BTreeMap<String, String>,
    }
}
