//! What can be wrong with a table, its file, or what it is asked.

use std::path::PathBuf;

use super::format::VERSIONS;
use crate::rules::Fault;
use crate::solve::dispatch::GUARD;

/// What keeps a table from being built, opened or asked.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The game has no tables.
    #[error("{0}")]
    Refused(Fault),
    /// More seeds than a table can have.
    #[error(
        "seeds = {0}: allowed are 0 to {1} in this game of {2} columns: positions of a layer are numbered"
    )]
    TooLarge(u32, u32, usize),
    /// A file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, std::io::Error),
    /// Somebody else is building a table in this file.
    #[error("{}: this table is being built by somebody else, who has locked the file", .0.display())]
    Busy(PathBuf),
    /// It is no table.
    #[error("{}: not a file of endgame tables", .0.display())]
    NoTable(PathBuf),
    /// It is of another version.
    #[error("{}: endgame tables of format {}; this version reads {} and {}", .0.display(), .1, VERSIONS[0], VERSIONS[1])]
    Version(PathBuf, u32),
    /// It is damaged.
    #[error("{}: damaged: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// The position is one of another game.
    #[error("state: other rules than those of the table ({0})")]
    OtherRules(String),
    /// The game has a cap on actions that is part of its values.
    #[error(
        "max_actions = {0}: a cap below {GUARD} is part of what a position is worth, and tables know \
         nothing of it; the solver does"
    )]
    Capped(u32),
    /// The game is over.
    #[error("state: the game is over: its outcome is known")]
    Over,
    /// The position has more seeds in its pits.
    #[error("state: {0} seeds in the pits; the table has up to {1}")]
    TooManySeeds(u32, u32),
    /// The stores matter, and there are not as many seeds on its board.
    #[error(
        "state: {0} seeds in all; as a store can end this game, the table is of positions with {1}"
    )]
    OtherTotal(u32, u32),
    /// Play may go round.
    #[error(
        "rules: it is not known of this game that no position comes again, so that a line of play may never end"
    )]
    GoesRound,
    /// [`Run::stop`](crate::run::Run::stop) was set.
    #[error("stopped")]
    Stopped,
}
