//! What an event is.

use std::fmt;
use std::sync::Arc;

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// The chosen pit is picked up.
    Lift,
    /// One seed falls.
    Drop,
    /// The landing pit is picked up and sown on.
    Relay,
    /// An entry of the landing table fits that takes nothing.
    Landing,
    /// An entry does not fit, for one of its tests (told on request).
    Test,
    /// Seeds are captured.
    Capture,
    /// A pit is marked.
    Mark,
    /// The reserve is entered.
    Reserve,
    /// A player is passed over.
    Skip,
    /// Seeds left at the end are gathered.
    Sweep,
    /// The board is turned round, or left as it lies.
    Swap,
    /// Who is next when both have sown to begin with.
    Race,
    /// A lot is drawn.
    Lot,
    /// Another round begins.
    Round,
    /// A pit is filled for it.
    Fill,
    /// The game is over.
    End,
}

impl EventKind {
    /// The name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lift => "lift",
            Self::Drop => "drop",
            Self::Relay => "relay",
            Self::Landing => "landing",
            Self::Test => "test",
            Self::Capture => "capture",
            Self::Mark => "mark",
            Self::Reserve => "reserve",
            Self::Skip => "skip",
            Self::Sweep => "sweep",
            Self::Swap => "swap",
            Self::Race => "race",
            Self::Lot => "lot",
            Self::Round => "round",
            Self::Fill => "fill",
            Self::End => "end",
        }
    }
}

/// A pit or a store of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// 0 South, 1 North.
    pub side: usize,
    /// Index in the side's sowing order; `None`: the store.
    pub pit: Option<usize>,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it is.
    pub kind: EventKind,
    /// The key of its sentence among [`super::SENTENCES`]: the kind, or a form of it such as
    /// `capture.heap`.
    pub key: &'static str,
    /// The side that acts; for a skip, the side passed over.
    pub side: usize,
    /// Where seeds come from.
    pub from: Option<Place>,
    /// Where seeds go.
    pub to: Option<Place>,
    /// How many.
    pub count: u8,
    /// Whether the seeds leave the game.
    pub removed: bool,
    /// The field of the rules behind it, such as `landing.capture.take`.
    pub field: String,
    /// The clause of the rule book.
    pub clause: String,
    /// What the clause says; empty where its text is not known.
    pub clause_text: Arc<str>,
    pub(super) text: String,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The players.
pub(super) const NAMES: [&str; 2] = ["South", "North"];

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let side = NAMES[self.side];
        match self.pit {
            Some(pit) => write!(f, "{side}'s pit {pit}"),
            None => write!(f, "{side}'s store"),
        }
    }
}
