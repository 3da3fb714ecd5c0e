//! Games of two rows in sixteen bytes: a lap is one addition of a row of a table.
//!
//! The rules are those of the scalar engine (`crate::engine`), over another board. What a game
//! needs beyond this board leaves it to the reference engine; see [`PLAYS`].

#![allow(clippy::inline_always)] // as in the engine that it plays with

mod board;
mod fused;
mod laps;
mod packed;
mod play;

use std::sync::Arc;

pub use board::Board;
use board::{OTHER_STORE, STORE, from_slot};
pub use fused::PLAYS as FUSED_PLAYS;
pub(crate) use fused::{Fused, OneLap};
use laps::{Lap, laps};

use super::{Game, Goal, Step};
use crate::game::State;
use crate::plan::features::allow_list;
use crate::plan::{Features, Plan, Tables};
use crate::position::Position;
use crate::rules::Fault;

/// What the sixteen bytes were written for.
pub const PLAYS: Features = allow_list!(
    Stores,
    Symmetric,
    NumbersBoth,
    LargerPits,
    Singles,
    Clockwise,
    ChosenWay,
    Outward,
    FeedPenalty,
    FeedForced,
    FeedAlways,
    SowsOwnStore,
    SowsBothStores,
    SkipsLap,
    SkipsTurn,
    StartsInOrigin,
    DropCaptures,
    Relays,
    RelaysNext,
    Captures,
    SeveralEntries,
    Exceptions,
    FromEmpty,
    FromOccupied,
    FromAny,
    LandingCounts,
    OnOwnSide,
    OnOtherSide,
    AsksFacing,
    CountsFacing,
    AsksAhead,
    AsksRow,
    AsksLap,
    AsksCaptured,
    AsksCrossed,
    AsksHand,
    TakesLanding,
    TakesFacing,
    TakesAhead,
    ChainsBack,
    Chains,
    SlamsCalledOff,
    SlamsForbidden,
    ToOtherStore,
    ToLanding,
    Resows,
    ReentersAtLanding,
    ReentersAtTurn,
    Removes,
    ThenRelays,
    ThenRelaysNext,
    ThenAgain,
    Replays,
    EndsEmpty,
    EndsStuck,
    EndsAboveHalf,
    EndsAllSingle,
    EndsFew,
    EndsRow,
    EndsAtLaps,
    CountsHome,
    CountsOwner,
    CountsEmptied,
    CountsOneSide,
    WonBySeeds,
    WonByLastMove,
    WonByPits,
    WonByRow,
    EndlessVoid,
    EndlessLoss,
    Cap,
);

/// Why a game is not played on sixteen bytes; `None` where it is.
#[must_use]
pub fn refusal(plan: &Plan) -> Option<Fault> {
    let who = "the board of sixteen bytes";
    if let Some(fault) = plan.features.refusal(PLAYS, plan.rules(), who) {
        return Some(fault);
    }
    let allowed = format!("{who} has at most {MOST_COLUMNS} columns");
    (plan.columns > MOST_COLUMNS).then(|| Fault::new("board.columns", plan.columns, allowed))
}

/// Most columns: a row and its store fill eight bytes.
pub const MOST_COLUMNS: usize = 7;

/// A position in which somebody is to move, and what they may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The seeds.
    pub board: Board,
    /// The legal actions, one bit each.
    pub legal: u32,
}

/// A game of two rows.
#[derive(Clone, Debug)]
pub struct TwoRows {
    plan: Arc<Plan>,
    goal: Goal,
    columns: usize,
    /// The bytes of the pits of one row.
    row: u64,
    /// One lap, by direction, origin and hand.
    laps: Vec<Lap>,
    /// The plan's tables in the places of a board.
    tables: Tables,
    /// What is quicker for simple games.
    fused: Option<Fused>,
    /// The bytes of a board on which play depends.
    relevant: Board,
}

impl TwoRows {
    /// The game of these rules.
    ///
    /// # Errors
    /// What keeps the game from being played on this board.
    pub fn new(plan: &Arc<Plan>, goal: Goal) -> Result<Self, Fault> {
        refusal(plan).map_or(Ok(()), Err)?;
        let columns = plan.columns;
        let row = u64::MAX >> (64 - 8 * columns);
        let pits_only = !plan.stores_tell() && !plan.may_be_endless;
        let all = if pits_only { row } else { u64::MAX };
        let tables = plan.tables.renumbered(from_slot);
        let laps = laps(plan, &tables);
        Ok(Self {
            goal,
            columns,
            row,
            fused: Fused::of(plan, &tables, &laps),
            laps,
            tables,
            relevant: Board { own: all, other: all },
            plan: Arc::clone(plan),
        })
    }

    /// The rules.
    #[must_use]
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// What the values are values of.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Pits of a row.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether all that still happens depends on the seeds in the pits alone.
    #[must_use]
    pub fn depends_on_pits_only(&self) -> bool {
        self.relevant.own == self.row
    }

    /// Whether its actions are carried out in one go, without the engine.
    #[must_use]
    pub fn is_fused(&self) -> bool {
        self.fused.is_some()
    }

    /// The rules of a game that needs nothing but one lap.
    pub(crate) fn fused(&self) -> Option<&Fused> {
        self.fused.as_ref()
    }

    /// Whether every pit that holds a seed may be played as long as both rows hold some.
    pub(crate) fn any_pit_may_be_played(&self) -> bool {
        self.plan.goes_on_with_seeds && !self.plan.must_try
    }

    /// The board of a position, as the player to move sees it.
    #[must_use]
    pub fn board(&self, position: &Position) -> Board {
        let half = |base: usize| {
            let pits = position.cells[base..base + self.columns].iter().enumerate();
            let pits = pits.fold(0, |sum, (pit, n)| sum | u64::from(*n) << (8 * pit));
            pits | u64::from(position.cells[base + crate::plan::STORE]) << (8 * STORE)
        };
        Board { own: half(0), other: half(crate::plan::HALF) }
    }

    /// The position of a board, with this player to move.
    #[must_use]
    pub fn position(&self, board: Board, to_move: u8) -> Position {
        let mut position = Position::empty(to_move);
        for (base, half) in [(0, board.own), (crate::plan::HALF, board.other)] {
            for pit in 0..self.columns {
                position.cells[base + pit] = (half >> (8 * pit)) as u8;
            }
            position.cells[base + crate::plan::STORE] = (half >> (8 * STORE)) as u8;
        }
        position
    }

    /// The node of a state in which somebody is to move.
    #[must_use]
    pub fn node(&self, state: &State) -> Node {
        Node { board: self.board(state.position()), legal: state.legal_set() as u32 }
    }

    /// Whether seeds decide every game, so that positions are worth margins.
    #[must_use]
    pub fn is_scored(&self) -> bool {
        Goal::of(&self.plan) == Goal::Margin
    }

    /// The seeds in the pits of both rows.
    #[inline]
    #[must_use]
    pub fn seeds_in_pits(&self, board: Board) -> u32 {
        board::sum(board.own & self.row) + board::sum(board.other & self.row)
    }

    /// What of a board play depends on: its pits, or all of it.
    #[inline]
    #[must_use]
    pub fn relevant_of(&self, board: Board) -> Board {
        Board { own: board.own & self.relevant.own, other: board.other & self.relevant.other }
    }

    /// The board without its stores.
    #[inline]
    #[must_use]
    pub fn pits_of(&self, board: Board) -> Board {
        Board { own: board.own & self.row, other: board.other & self.row }
    }
}

impl Game for TwoRows {
    type Node = Node;

    #[inline]
    fn legal(&self, node: &Node) -> u64 {
        u64::from(node.legal)
    }

    #[inline]
    fn play(&self, node: &Node, action: usize) -> Step<Node> {
        self.act(node.board, action)
    }

    #[inline]
    fn margin(&self, node: &Node) -> i16 {
        self.stored(node.board)
    }

    #[inline]
    fn bounds(&self, node: &Node) -> (i16, i16) {
        let rest = self.seeds_in_pits(node.board) as i16;
        self.goal.bounds(&self.plan, node.board.margin(), rest)
    }

    #[inline]
    fn key(&self, node: &Node) -> u64 {
        self.relevant_of(node.board).hash()
    }
}

const _: () = assert!(STORE == MOST_COLUMNS && OTHER_STORE == 8 + STORE);
