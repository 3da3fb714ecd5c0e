//! What these trees ask of a game, and the two engines as such games: nodes are small, copied and
//! kept by the thousand.

use std::sync::Arc;

use crate::agents::Endgames;
use crate::batch::Start;
use crate::game::{State, observe};
use crate::plan::Plan;
use crate::position::Position;
use crate::tree::{self, Goal, Reference, Step, TwoRows, two_rows};

/// A game whose positions are the nodes of these trees: [`tree::Game`] with nodes that can be copied
/// and observed.
pub trait Game: Send + Sync {
    /// A position in which somebody is to move.
    type Node: Copy + Send + Sync;
    /// Scratch memory to play in; every thread has its own.
    type Scratch: Send;

    /// New scratch memory.
    fn scratch(&self) -> Self::Scratch;

    /// The node of a position.
    fn node_at(&self, start: &Start) -> Self::Node;

    /// The legal actions, one bit each; never none.
    fn legal(&self, node: &Self::Node) -> u64;

    /// Plays a legal action.
    fn play(
        &self,
        scratch: &mut Self::Scratch,
        node: &Self::Node,
        action: usize,
    ) -> Step<Self::Node>;

    /// Writes the numbers of the observation.
    fn observe(&self, node: &Self::Node, out: &mut [u8]);

    /// How a game ends from here with perfect play, where that is known: the margin for the player to
    /// move, or the result in games that are not won by the most seeds.
    fn outcome(&self, _endgames: &Endgames, _node: &Self::Node) -> Option<i16> {
        None
    }
}

impl Game for TwoRows {
    type Node = two_rows::Node;
    type Scratch = ();

    fn scratch(&self) {}

    fn node_at(&self, start: &Start) -> two_rows::Node {
        two_rows::Node { board: self.board(&start.position), legal: start.legal as u32 }
    }

    #[inline]
    fn legal(&self, node: &two_rows::Node) -> u64 {
        u64::from(node.legal)
    }

    #[inline]
    fn play(&self, (): &mut (), node: &two_rows::Node, action: usize) -> Step<two_rows::Node> {
        tree::Game::play(self, node, action)
    }

    #[inline]
    fn observe(&self, node: &two_rows::Node, out: &mut [u8]) {
        let columns = self.columns();
        let halves = out.chunks_exact_mut(columns + 1);
        for (out, half) in halves.zip([node.board.own, node.board.other]) {
            let bytes = half.to_le_bytes();
            out[..columns].copy_from_slice(&bytes[..columns]);
            out[columns] = bytes[two_rows::MOST_COLUMNS];
        }
    }

    #[inline]
    fn outcome(&self, endgames: &Endgames, node: &two_rows::Node) -> Option<i16> {
        let rest = endgames.probe(&node.board)?;
        Some(if self.is_scored() { node.board.margin() + rest } else { rest })
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

impl Game for States {
    type Node = Start;
    type Scratch = State;

    fn scratch(&self) -> State {
        self.any.clone()
    }

    fn node_at(&self, start: &Start) -> Start {
        *start
    }

    fn legal(&self, node: &Start) -> u64 {
        node.legal
    }

    fn play(&self, scratch: &mut State, node: &Start, action: usize) -> Step<Start> {
        let Start { position, legal, plies } = node;
        scratch.jump(position, *legal, *plies);
        scratch.advance(action);
        // Who is "to move" in a finished game has no meaning: it is seen by who acted.
        let end = self.reference.value_of_end(scratch, usize::from(position.to_move));
        let passed = end.is_none() && scratch.position().to_move != position.to_move;
        let next = Start {
            position: *scratch.position(),
            legal: scratch.legal_set(),
            plies: scratch.plies(),
        };
        Step { node: next, passed, end }
    }

    fn observe(&self, node: &Start, out: &mut [u8]) {
        let position: &Position = &node.position;
        let mut at = out.iter_mut();
        observe(&self.plan, position, |number| {
            if let Some(out) = at.next() {
                *out = number;
            }
        });
    }
}
