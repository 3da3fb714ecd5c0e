//! What a game is: plain values, one file per axis, and the text they are written in.
//!
//! A [`Rules`] is public and unchecked, as it comes from a description or from changed options;
//! [`Rules::check`] names every fault it has, and [`crate::plan::Plan::new`] accepts only a
//! description without faults.

mod axes;
mod board;
mod capture;
pub mod catalogue;
mod check;
mod check_landing;
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
mod explain_landing;
mod fault;
mod landing;
mod landing_tests;
mod laps;
mod limits;
mod moves;
mod option_table;
mod options;
mod places;
mod read;
mod rule_book;
mod setup;
mod sowing;
mod takes;
mod turn;
mod values;
mod vocabulary;
mod words;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use board::{Board, MAX_COLUMNS, MAX_SEEDS};
pub use clause::{Cited, Clauses, NO_CLAUSE};
pub use conventions::conventions;
pub use counts::Counts;
pub use ending::{EndTest, Ending, FinalCount, Score, When, Winner};
pub use entry_options::is_key_of_entry;
pub use explain::Line;
pub use fault::{Fault, RulesError, hint, nearest};
pub use landing::{
    CaptureTo, Chain, Choose, GrandSlam, Landing, LapTest, Occupancy, Reentry, Row, Then, Whose,
};
pub use laps::{Laps, Relay};
pub use limits::{Endless, Limits, MAX_ACTIONS, MaxActions, Repetition};
pub use moves::{Direction, Feeding, Moves, Numbered, ReserveEntry, Singles};
pub use options::{Allowed, OptionInfo, Value};
pub use setup::{Seeds, Setup, Side, Unplayed};
pub use sowing::{OnDrop, Skip, Sowing, SownStores};
pub use takes::{Take, Takes};
pub use turn::{Forfeit, Turn};
pub use vocabulary::{LANDING_KEYS, LandingKey};

/// A game: its name and sources, and one value (or list) per axis.
///
/// # Equality
///
/// `==` compares everything, prose and clause numbers included. Two descriptions that play the
/// same game have the same [`Rules::digest`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Name in lower case, words joined by hyphens.
    pub name: String,
    /// Name as printed.
    pub title: String,
    /// Other names by which the catalogue finds it, written like `name`.
    pub aliases: Vec<String>,
    /// Other names as printed, each with the place that it is from where that is known.
    pub names: Vec<String>,
    /// Where it is or was played, and by whom.
    pub region: String,
    /// The language of its name.
    pub language: String,
    /// The text that the rules are taken from: author, title, year, page.
    pub source: String,
    /// Who told or showed the rules.
    pub informant: String,
    /// A paragraph about the game.
    pub about: String,
    /// How unclear or contradictory texts were read.
    pub note: String,
    /// A game of the catalogue whose clauses are cited as well as those in `clauses`.
    pub book: String,
    /// Shape of the board.
    pub board: Board,
    /// The opening.
    pub setup: Setup,
    /// Legal actions.
    pub moves: Moves,
    /// One lap.
    pub sowing: Sowing,
    /// Relays.
    pub laps: Laps,
    /// What follows when a lap ends, in the order in which it is tried.
    pub landing: Vec<Landing>,
    /// Between two actions.
    pub turn: Turn,
    /// The end.
    pub ending: Ending,
    /// Limits.
    pub limits: Limits,
    /// The rule book: clause numbers with their text.
    pub clauses: BTreeMap<String, String>,
}
