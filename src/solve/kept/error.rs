//! What can be wrong with the file of a search.

use std::io;
use std::path::PathBuf;

use super::format::VERSION;

/// What keeps a search from being kept, or from going on.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// The file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// Somebody else goes on with the search.
    #[error("{}: somebody else is at this search, and has locked the file", .0.display())]
    Busy(PathBuf),
    /// It is of another kind.
    #[error("{}: not a file that keeps a search", .0.display())]
    NoSearch(PathBuf),
    /// It is of another version.
    #[error("{}: a search in format {}; this version reads {VERSION}", .0.display(), .1)]
    Version(PathBuf, u32),
    /// It is damaged.
    #[error("{}: damaged: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// It is one of another game.
    #[error("path: {}: a search of other rules ({found}) than those of the game ({game})", .path.display())]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The name of its game.
        found: String,
        /// The name of the game that was asked about.
        game: String,
    },
    /// It is one of another position.
    #[error("path: {}: a search of another position, {found}, not {asked}", .path.display())]
    OtherPosition {
        /// The file.
        path: PathBuf,
        /// Its position.
        found: String,
        /// The position that was asked about.
        asked: String,
    },
    /// The caller said stop while it was read.
    #[error("stopped")]
    Stopped,
}
