//! Tables in memory.

use std::ops::Range;
use std::sync::atomic::{AtomicI8, Ordering};

use rayon::prelude::*;

use super::blocks::{Slicing, Steps};
use super::packed::Piece;
use super::rank::{MOST_SEEDS, Order};
use super::shape::Shape;
use super::values::{Unsettled, Values};
use super::{blocks, forward, rounds};
use crate::run::Run;
use crate::solve::is_acyclic;
use crate::tree::two_rows::{MOST_COLUMNS, Node};
use crate::tree::{Board, Goal, Step, TwoRows};

/// The values of all positions with one number of seeds in the pits, in the order of their ranks.
#[derive(Clone, Debug)]
pub struct Layer {
    order: Order,
    values: Values,
}

impl Layer {
    /// A layer of known values.
    ///
    /// # Panics
    /// If there are not as many values as distributions.
    #[must_use]
    pub(super) fn new(order: Order, values: Values) -> Self {
        assert_eq!(order.len(), values.len());
        Self { order, values }
    }

    /// The order of the positions.
    #[must_use]
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// What is still to come for the player who is to move first, at each position; `None` where it is packed.
    #[must_use]
    pub fn values(&self) -> Option<&[i8]> {
        self.values.plain()
    }

    /// The same, packed or not.
    pub(super) fn all_values(&self) -> &Values {
        &self.values
    }

    /// The values from a rank on, as far as the end of its block at least.
    #[inline]
    pub(super) fn rest_of_block(&self, rank: usize) -> Piece<'_> {
        self.values.rest_of_block(rank)
    }

    /// Positions in all.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.order.len() as u64
    }

    /// Calls a function with all ranks and their values, part by part and on all threads, and adds up what it gives.
    pub(super) fn each_part<T: Send>(
        &self,
        none: impl Fn() -> T + Sync + Send,
        part: impl Fn(T, Range<usize>, &[i8]) -> T + Sync + Send,
        add: impl Fn(T, T) -> T + Sync + Send,
    ) -> T {
        let fold = |sum, ranks: Range<usize>| {
            let values = self.values.piece(&ranks);
            part(sum, ranks, &values)
        };
        self.values.parts().into_par_iter().fold(&none, fold).reduce(&none, add)
    }

    #[inline]
    fn get(&self, board: Board) -> i16 {
        self.at(self.order.rank(board))
    }

    #[inline]
    fn at(&self, rank: usize) -> i16 {
        match self.values() {
            Some(values) => i16::from(values[rank]),
            None => i16::from(self.rest_of_block(rank)[0]),
        }
    }
}

/// What is still to come for the player to move, for every distribution of some numbers of seeds,
/// from none on.
#[derive(Clone, Debug)]
pub struct Layers {
    game: TwoRows,
    shape: Shape,
    by_seeds: Vec<Layer>,
}

impl Layers {
    /// No layers yet. The game must be one that [`refusal`](super::refusal) does not refuse.
    ///
    /// # Panics
    /// For another one in which not the pits alone decide.
    #[must_use]
    pub fn new(game: TwoRows) -> Self {
        let has_tables = game.depends_on_pits_only() || super::refusal(game.plan()).is_none();
        assert!(has_tables, "a game without tables");
        Self { shape: Shape::of(game.plan()), game, by_seeds: Vec::new() }
    }

    /// The layers of 0 to `seeds` seeds. `None` when stopped, or where a layer is too large.
    #[must_use]
    pub fn build(game: &TwoRows, seeds: u32, run: &Run) -> Option<Self> {
        let mut layers = Self::new(game.clone());
        while layers.next_seeds() <= seeds.min(MOST_SEEDS) {
            let layer = layers.solve(run)?;
            layers.push(layer);
        }
        Some(layers)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &TwoRows {
        &self.game
    }

    /// What tells its positions apart.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The layers, by the number of seeds.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.by_seeds
    }

    /// Whether layers take little time: their positions are not played one by one.
    #[must_use]
    pub fn are_quick(&self) -> bool {
        blocks::rules(&self.game).is_some()
    }

    /// Seeds of the layer that comes next.
    #[must_use]
    pub fn next_seeds(&self) -> u32 {
        self.by_seeds.len() as u32
    }

    /// Computes the layer that comes next, on the threads of the current pool. `None` when
    /// stopped, also for want of memory, or where it is too large. `run` is told the number of positions done.
    #[must_use]
    pub fn solve(&self, run: &Run) -> Option<Layer> {
        let order = Order::given(self.shape, self.next_seeds(), run)?;
        let values = run.given(Unsettled::zeroed(order.len()))?;
        let steps = Steps::new(&self.game, &order, Slicing::ByWeight);
        self.work_out(&order, &values, Slices { first: 0, steps: &steps, done: &mut |_| () }, run)?;
        Some(Layer { order, values: values.settled() })
    }

    /// The same into memory, or a file, that is there already.
    #[must_use]
    pub(super) fn work_out(
        &self,
        order: &Order,
        values: &[AtomicI8],
        slices: Slices,
        run: &Run,
    ) -> Option<()> {
        if let Some(fused) = blocks::rules(&self.game) {
            blocks::solve(self, order, fused, values, slices, run)
        } else if is_acyclic(self.game.plan()) {
            forward::solve(self, order, values, run)
        } else {
            rounds::solve(self, order, values, run)
        }
    }

    /// Adds the layer that comes next.
    ///
    /// # Panics
    /// If it is another one.
    pub fn push(&mut self, layer: Layer) {
        let positions = self.shape.positions(self.next_seeds());
        assert_eq!(positions, Some(layer.positions()));
        self.by_seeds.push(layer);
    }

    /// Where the value of a board without stores stands; see [`Layers::probe`]. `None` for packed ones, too, and where
    /// the stores matter.
    #[inline]
    #[must_use]
    pub fn seat(&self, pits: Board) -> Option<Seat<'_>> {
        if self.shape.all_seeds().is_some() {
            return None;
        }
        let layer = self.by_seeds.get(self.game.seeds_in_pits(pits) as usize)?;
        let (start, share) = layer.order.seat(pits);
        Some(Seat { values: layer.values()?, start, share })
    }

    /// What is still to come for the player to move in a position that is not over. `None` if it
    /// holds more seeds than the layers, or where stores matter seeds in all that are not as many as the game's.
    #[inline]
    #[must_use]
    pub fn probe(&self, board: Board) -> Option<i16> {
        let board = self.game.relevant_of(board);
        let layer = self.by_seeds.get(self.game.seeds_in_pits(board) as usize)?;
        Some(layer.at(layer.order.find(board)?))
    }

    /// What an action leads to, and what it is worth to who chooses it.
    #[inline]
    pub(super) fn after(&self, node: &Node, action: usize) -> (Step<Board>, i16) {
        let step = self.game.play_to_board(node.board, action);
        let worth = || self.game.stored(step.node) + self.probe(step.node).unwrap_or_default();
        let value = step.end.map_or_else(worth, |end| end.value);
        let value = step.to_actor(value);
        (step, value)
    }

    /// The largest value in a layer.
    pub(super) fn most(&self, seeds: u32) -> i16 {
        if self.game.goal() == Goal::Result { 1 } else { seeds as i16 }
    }

    /// Plays an action from a board of `seeds` seeds, with empty stores where the pits tell all.
    #[inline]
    pub(super) fn follow(&self, board: Board, action: usize, seeds: u32) -> After {
        let (step, before) = (self.game.play_to_board(board, action), self.game.stored(board));
        if let Some(end) = step.end {
            return After::Worth(step.to_actor(end.value) - before);
        }
        let next = self.game.relevant_of(step.node);
        let left = self.game.seeds_in_pits(next);
        if left == seeds {
            return After::SameLayer { board: next, passed: step.passed };
        }
        let value = self.game.stored(step.node) + self.by_seeds[left as usize].get(next);
        After::Worth(step.to_actor(value) - before)
    }
}

/// Where a value stands: to find it takes two looks at memory.
#[derive(Clone, Copy, Debug)]
pub struct Seat<'a> {
    values: &'a [i8],
    start: &'a u32,
    share: usize,
}

impl<'a> Seat<'a> {
    /// What has to be looked at first.
    #[inline]
    #[must_use]
    pub fn start(&self) -> &'a u32 {
        self.start
    }

    /// The value.
    #[inline]
    #[must_use]
    pub fn value(self) -> &'a i8 {
        &self.values[*self.start as usize + self.share]
    }
}

/// The parts of a layer that are worked out one after the other: those before the first are there.
pub(super) struct Slices<'a> {
    pub first: usize,
    pub steps: &'a Steps,
    /// Is told how many are there.
    pub done: &'a mut dyn FnMut(usize),
}

/// What an action leads to.
pub(super) enum After {
    /// An end, or a position with fewer seeds: what it is worth to the actor.
    Worth(i16),
    /// A position with as many seeds in the pits, and whether the other player is to move.
    SameLayer {
        /// The board, as far as the table asks it.
        board: Board,
        /// Whether the other player is to move.
        passed: bool,
    },
}

/// Actions of a position at most: every pit in both directions.
pub(super) const MOST_ACTIONS: usize = 4 * MOST_COLUMNS;

/// Positions that one task computes.
pub(super) const CHUNK: usize = 1 << 15;

#[inline]
pub(super) fn load(values: &[AtomicI8], rank: usize) -> i8 {
    values[rank].load(Ordering::Relaxed)
}

#[inline]
pub(super) fn store(values: &[AtomicI8], rank: usize, value: i16) {
    values[rank].store(value as i8, Ordering::Relaxed);
}
