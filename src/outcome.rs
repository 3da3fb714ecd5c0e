//! How a game ended, and why: one vocabulary for both engines.

use crate::rules::When;

/// The result of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// South won.
    South,
    /// North won.
    North,
    /// Equal.
    Draw,
    /// An endless sowing: nobody won.
    Void,
    /// Cut off at `max_actions`.
    Truncated,
}

impl GameResult {
    /// The name used in results and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::South => "south",
            Self::North => "north",
            Self::Draw => "draw",
            Self::Void => "void",
            Self::Truncated => "truncated",
        }
    }

    /// The result in words, as after "over,".
    #[must_use]
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::South => "South wins",
            Self::North => "North wins",
            Self::Draw => "a draw",
            Self::Void => "void",
            Self::Truncated => "cut short",
        }
    }

    /// All results, in the order in which a tally counts them.
    pub const ALL: [Self; 5] = [Self::South, Self::North, Self::Draw, Self::Void, Self::Truncated];

    /// The result of that name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.name() == name)
    }

    /// The winning side, if there is one.
    #[must_use]
    pub fn winner(self) -> Option<usize> {
        match self {
            Self::South => Some(0),
            Self::North => Some(1),
            _ => None,
        }
    }

    /// The win of a side.
    #[must_use]
    pub fn won_by(side: usize) -> Self {
        if side == 0 { Self::South } else { Self::North }
    }

    /// Whether the game was played to its end: won, lost or drawn.
    #[must_use]
    pub fn is_scored(self) -> bool {
        !matches!(self, Self::Void | Self::Truncated)
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A player's pits are empty.
    SideEmpty,
    /// The player to move has no action.
    CannotMove,
    /// The player to move cannot leave the other any seeds.
    CannotFeed,
    /// Neither player has an action.
    NobodyCanMove,
    /// A player did not feed although they could.
    Penalty,
    /// A sowing never ends.
    EndlessSowing,
    /// A store holds more than half of the seeds, or both hold half.
    AboveHalf,
    /// A store holds as many seeds as are enough.
    Enough,
    /// A position came again.
    Repetition,
    /// The game had `max_actions` actions.
    MaxActions,
    /// No pit holds two seeds.
    AllSingle,
    /// Few seeds are left in the pits.
    FewSeeds,
    /// A row of a player is empty.
    RowEmpty,
    /// A player has taken both ends of the other's row in one turn.
    EndsTaken,
    /// Both fields are empty.
    FieldsEmpty,
}

impl Reason {
    /// The reason that a condition of the ending gives.
    #[must_use]
    pub fn of(when: When) -> Self {
        match when {
            When::EitherEmpty | When::MoverEmpty => Self::SideEmpty,
            When::CannotMove => Self::CannotMove,
            When::NobodyCanMove => Self::NobodyCanMove,
            When::AboveHalf => Self::AboveHalf,
            When::Enough => Self::Enough,
            When::AllSingle => Self::AllSingle,
            When::FieldsEmpty => Self::FieldsEmpty,
            When::Few | When::EachFew => Self::FewSeeds,
            When::RowEmpty => Self::RowEmpty,
            When::EndsTaken => Self::EndsTaken,
        }
    }

    /// The name used in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SideEmpty => "side_empty",
            Self::CannotMove => "cannot_move",
            Self::CannotFeed => "cannot_feed",
            Self::NobodyCanMove => "nobody_can_move",
            Self::Penalty => "penalty",
            Self::EndlessSowing => "endless_sowing",
            Self::AboveHalf => "above_half",
            Self::Enough => "enough_seeds",
            Self::Repetition => "repetition",
            Self::MaxActions => "max_actions",
            Self::AllSingle => "all_single",
            Self::FieldsEmpty => "fields_empty",
            Self::FewSeeds => "few_seeds",
            Self::RowEmpty => "row_empty",
            Self::EndsTaken => "ends_taken",
        }
    }

    /// The reason in words, as after "The game is over:".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::SideEmpty => "a side is empty",
            Self::CannotMove => "the player to move has no action",
            Self::CannotFeed => "the player to move cannot feed the other",
            Self::NobodyCanMove => "neither player can move",
            Self::Penalty => "the other player was left without seeds",
            Self::EndlessSowing => "the sowing never ends, and is taken back",
            Self::AboveHalf => "one player can no longer be overtaken, or both have half",
            Self::Enough => "a player has enough seeds",
            Self::Repetition => "the position has come again",
            Self::MaxActions => "it has had all the actions it may have",
            Self::AllSingle => "no pit holds more than one seed",
            Self::FieldsEmpty => "both fields are empty",
            Self::FewSeeds => "only few seeds are left in the pits",
            Self::RowEmpty => "a row of one player is empty",
            Self::EndsTaken => "both ends of a row were captured in one turn",
        }
    }

    /// All reasons, in the order of their numbers.
    pub const ALL: [Self; 15] = [
        Self::SideEmpty,
        Self::CannotMove,
        Self::CannotFeed,
        Self::NobodyCanMove,
        Self::Penalty,
        Self::EndlessSowing,
        Self::AboveHalf,
        Self::Enough,
        Self::Repetition,
        Self::MaxActions,
        Self::AllSingle,
        Self::FewSeeds,
        Self::RowEmpty,
        Self::EndsTaken,
        Self::FieldsEmpty,
    ];

    /// The reason of that name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// The field whose clause ends the game so.
    #[must_use]
    pub fn field(self) -> &'static str {
        match self {
            Self::SideEmpty
            | Self::CannotMove
            | Self::AboveHalf
            | Self::Enough
            | Self::AllSingle
            | Self::FieldsEmpty
            | Self::FewSeeds
            | Self::RowEmpty
            | Self::EndsTaken => "ending.when",
            Self::Repetition => "limits.repetition",
            Self::CannotFeed | Self::Penalty => "moves.feeding",
            Self::NobodyCanMove => "ending.stuck",
            Self::EndlessSowing => "limits.endless",
            Self::MaxActions => "limits.max_actions",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// Who won, or which of the endings without a winner.
    pub result: GameResult,
    /// Why it is over.
    pub reason: Reason,
}
