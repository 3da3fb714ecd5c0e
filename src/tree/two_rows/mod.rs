//! Games of two rows in sixteen bytes: a lap is one addition of a row of a table.
//!
//! The phases have the names that they have in the two engines: `sow`, `capture`, `legal`, `turn`,
//! `end`. What a game needs beyond this board (marks, a reserve, hands that are sown on, a history)
//! leaves it to the reference engine.

mod board;
mod capture;
mod end;
mod fused;
mod legal;
mod sow;
mod turn;

use std::sync::Arc;

pub use board::Board;
use board::{OTHER_STORE, STORE, from_slot};
use capture::Taking;
pub(crate) use fused::{Fused, OneLap};
use sow::{Lap, laps};

use super::{Game, Goal, Step};
use crate::game::State;
use crate::plan::{Action, Plan};
use crate::position::Position;
use crate::rules::{CaptureTo, Score, Skip, When};

/// Most columns: a row and its store fill eight bytes.
pub const MOST_COLUMNS: usize = 7;

/// A position in which somebody is to move, and what he may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The seeds.
    pub board: Board,
    /// The legal actions, one bit each.
    pub legal: u32,
}

/// A pit and a direction.
#[derive(Clone, Copy, Debug)]
struct Sower {
    pit: usize,
    direction: usize,
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
    sowers: Vec<Sower>,
    captures: Vec<Taking>,
    /// What is quicker for simple games.
    fused: Option<Fused>,
    /// The place sown after each, forward and backward.
    next: [[u8; 16]; 2],
    /// Laps must be sown seed by seed.
    by_seed: bool,
    /// A player with seeds in his pits can always move, as long as the other has some too, and no
    /// such position is over.
    any_pit_moves: bool,
    /// The bytes of a board on which play depends.
    relevant: Board,
}

impl TwoRows {
    /// The game of these rules.
    ///
    /// # Errors
    /// What keeps the game from being played on this board.
    pub fn new(plan: &Arc<Plan>, goal: Goal) -> Result<Self, &'static str> {
        refuse(plan)?;
        let columns = plan.columns;
        let row = u64::MAX >> (64 - 8 * columns);
        let next = [0, 1].map(|direction| ring(plan, direction));
        let stores_tell = plan.ends.contains(&When::AboveHalf) || plan.stores_stop_singles();
        let pits_only = !stores_tell && !plan.may_be_endless;
        let all = if pits_only { row } else { u64::MAX };
        let laps = laps(plan, &next);
        let captures: Vec<_> = plan.captures.iter().map(Taking::new).collect();
        Ok(Self {
            goal,
            columns,
            row,
            fused: Fused::of(plan, &laps, &captures),
            laps,
            sowers: (0..plan.actions.count).filter_map(|action| sower(plan, action)).collect(),
            captures,
            next,
            any_pit_moves: any_pit_moves(plan),
            by_seed: plan.on_drop.is_some() || plan.relay && plan.skip == Skip::Turn,
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

    /// The rules of a game that needs nothing but one lap.
    pub(crate) fn fused(&self) -> Option<&Fused> {
        self.fused.as_ref()
    }

    /// Whether every pit that holds a seed may be played as long as both rows hold some.
    pub(crate) fn any_pit_may_be_played(&self) -> bool {
        self.any_pit_moves && !self.plan.must_try
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

    /// The seeds in the pits of both rows.
    #[inline]
    #[must_use]
    pub fn seeds_in_pits(&self, board: Board) -> u32 {
        board::sum(board.own & self.row) + board::sum(board.other & self.row)
    }

    /// The board without its stores.
    #[inline]
    #[must_use]
    pub fn pits_of(&self, board: Board) -> Board {
        Board { own: board.own & self.row, other: board.other & self.row }
    }
}

fn refuse(plan: &Plan) -> Result<(), &'static str> {
    let refused = [
        (plan.four_rows, "it has four rows"),
        (plan.columns > MOST_COLUMNS, "it has more than 7 columns"),
        (plan.marks, "pits carry marks"),
        (plan.actions.reserve.is_some() || plan.reserve > 0, "it has a reserve"),
        (plan.actions.files.is_some(), "a file is chosen after a capture"),
        (plan.repetition, "a position that comes again ends it"),
        (plan.score == Score::Owned, "the score counts what lies in the pits"),
        (plan.captures.iter().any(|rule| rule.to == CaptureTo::Hand), "captures are sown on"),
    ];
    refused.into_iter().find(|(refuses, _)| *refuses).map_or(Ok(()), |(_, why)| Err(why))
}

fn any_pit_moves(plan: &Plan) -> bool {
    let every_pit = (1 << plan.actions.pits) - 1;
    let all = (plan.forward | plan.backward) & every_pit == every_pit;
    all && plan.least <= 1 && !plan.forbids_slams && !plan.ends.contains(&When::AboveHalf)
}

fn sower(plan: &Plan, action: usize) -> Option<Sower> {
    match plan.action(action)? {
        Action::Sow { slot, direction } => Some(Sower { pit: from_slot(slot), direction }),
        _ => None,
    }
}

/// The place after each place; a place that is not sown has itself.
fn ring(plan: &Plan, direction: usize) -> [u8; 16] {
    let mut next = std::array::from_fn(|place| place as u8);
    for (slot, after) in plan.next[direction].iter().enumerate() {
        if usize::from(*after) != crate::plan::NO_SLOT {
            next[from_slot(slot)] = from_slot(usize::from(*after)) as u8;
        }
    }
    next
}

impl Game for TwoRows {
    type Node = Node;

    #[inline]
    fn legal(&self, node: &Node) -> u64 {
        u64::from(node.legal)
    }

    #[inline]
    fn play(&self, node: &Node, action: usize) -> Step<Node> {
        self.act(node.board, self.sowers[action])
    }

    #[inline]
    fn margin(&self, node: &Node) -> i16 {
        if self.goal == Goal::Result { 0 } else { node.board.margin() }
    }

    #[inline]
    fn bounds(&self, node: &Node) -> (i16, i16) {
        let rest = self.seeds_in_pits(node.board) as i16;
        self.goal.bounds(&self.plan, node.board.margin(), rest)
    }

    #[inline]
    fn key(&self, node: &Node) -> u64 {
        Board {
            own: node.board.own & self.relevant.own,
            other: node.board.other & self.relevant.other,
        }
        .hash()
    }
}

const _: () = assert!(STORE == MOST_COLUMNS && OTHER_STORE == 8 + STORE);
