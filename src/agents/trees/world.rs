//! The two engines as trees use them: positions are small, copied and kept by the thousand.

use std::sync::Arc;

use crate::batch::Start;
use crate::game::{State, observe};
use crate::plan::Plan;
use crate::position::Position;
use crate::tree::{Game, Goal, Reference, Step, TwoRows, two_rows};

/// A game whose positions are the nodes of trees.
pub trait World: Send + Sync {
    /// A position in which somebody is to move.
    type Place: Copy + Send + Sync;
    /// What it takes to play; every thread has its own.
    type Desk: Send;

    /// A new desk.
    fn desk(&self) -> Self::Desk;

    /// A position as a place.
    fn place(&self, start: &Start) -> Self::Place;

    /// The legal actions, one bit each; never none.
    fn legal(&self, place: &Self::Place) -> u64;

    /// Plays a legal action.
    fn play(&self, desk: &mut Self::Desk, place: &Self::Place, action: usize) -> Step<Self::Place>;

    /// Writes the numbers of the observation.
    fn observe(&self, place: &Self::Place, out: &mut [u8]);
}

impl World for TwoRows {
    type Place = two_rows::Node;
    type Desk = ();

    fn desk(&self) {}

    fn place(&self, start: &Start) -> two_rows::Node {
        two_rows::Node { board: self.board(&start.position), legal: start.legal as u32 }
    }

    #[inline]
    fn legal(&self, place: &two_rows::Node) -> u64 {
        u64::from(place.legal)
    }

    #[inline]
    fn play(&self, (): &mut (), place: &two_rows::Node, action: usize) -> Step<two_rows::Node> {
        Game::play(self, place, action)
    }

    #[inline]
    fn observe(&self, place: &two_rows::Node, out: &mut [u8]) {
        let columns = self.columns();
        let halves = out.chunks_exact_mut(columns + 1);
        for (out, half) in halves.zip([place.board.own, place.board.other]) {
            let bytes = half.to_le_bytes();
            out[..columns].copy_from_slice(&bytes[..columns]);
            out[columns] = bytes[two_rows::MOST_COLUMNS];
        }
    }
}

/// Any game, through the reference engine; but for what rests on its history.
#[derive(Debug)]
pub struct States {
    plan: Arc<Plan>,
    reference: Reference,
    any: State,
}

impl States {
    /// The game of these rules.
    #[must_use]
    pub fn new(plan: &Arc<Plan>, goal: Goal) -> Self {
        let any = State::start(Arc::clone(plan));
        Self { plan: Arc::clone(plan), reference: Reference::new(plan, goal), any }
    }
}

impl World for States {
    type Place = Start;
    type Desk = State;

    fn desk(&self) -> State {
        self.any.clone()
    }

    fn place(&self, start: &Start) -> Start {
        *start
    }

    fn legal(&self, place: &Start) -> u64 {
        place.legal
    }

    fn play(&self, desk: &mut State, place: &Start, action: usize) -> Step<Start> {
        let Start { position, legal, plies } = place;
        desk.jump(position, *legal, *plies);
        desk.advance(action);
        // Who is "to move" in a finished game has no meaning: it is seen by who acted.
        let end = self.reference.value_of_end(desk, usize::from(position.to_move));
        let passed = end.is_none() && desk.position().to_move != position.to_move;
        let node =
            Start { position: *desk.position(), legal: desk.legal_set(), plies: desk.plies() };
        Step { node, passed, end }
    }

    fn observe(&self, place: &Start, out: &mut [u8]) {
        let position: &Position = &place.position;
        let mut at = out.iter_mut();
        observe(&self.plan, position, |number| {
            if let Some(out) = at.next() {
                *out = number;
            }
        });
    }
}
