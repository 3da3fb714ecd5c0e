//! Whether the values of a table follow from the rules, as the reference engine plays them.
//!
//! A value must be the best of what the actions lead to: what an action stores, and what the table
//! says of the position after it. Nothing here is shared with those who build tables, but for the
//! place of a value in a file ([`rank`](super::rank)).

use super::error::TableError;
use super::layers::Layers;
use super::sample::{Sample, Taken, look_through};
use super::table::Table;
use crate::game::{State, actions_of};
use crate::run::Run;
use crate::tree::{Board, Game, Goal, Reference};

/// Faults that are named for each layer.
pub const NAMED: usize = 10;

/// The player to move first in a distribution: South.
const FIRST: u8 = 0;

/// What was found in a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayerCheck {
    /// Positions looked at.
    pub checked: u64,
    /// Those of them whose value does not follow from the values of others.
    pub wrong: u64,
    /// The first of these, at most ten.
    pub faults: Vec<WrongValue>,
}

/// A position whose value does not follow from those of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The position, with empty stores where the pits tell all.
    pub position: Board,
    /// What the table says.
    pub found: i16,
    /// The best of what its actions lead to.
    pub expected: i16,
}

impl LayerCheck {
    fn add(mut self, other: Self) -> Self {
        self.checked += other.checked;
        self.wrong += other.wrong;
        let room = NAMED - self.faults.len();
        self.faults.extend(other.faults.into_iter().take(room));
        self
    }

    fn note(&mut self, fault: WrongValue) {
        self.wrong += 1;
        if self.faults.len() < NAMED {
            self.faults.push(fault);
        }
    }
}

impl Table {
    /// Compares the checksums, then the values of a share of the positions with what they follow
    /// from, layer by layer, on the threads of the current pool. `run` is told the number of
    /// positions gone through.
    ///
    /// Without cycles the values of a table are right if all of them follow from the rules: each by
    /// those that were right before. With cycles they need not be, as values that only hold each
    /// other up follow from each other, too.
    ///
    /// # Errors
    /// If a layer is damaged, or when stopped.
    pub fn verify(&self, sample: Sample, run: &Run) -> Result<Vec<LayerCheck>, TableError> {
        self.check_all(run)?;
        let rules = Rules::new(self.layers());
        let layers = self.layers().layers().iter().enumerate();
        let checked = layers.map(|(seeds, layer)| {
            let find = |taken: Taken<'_>| rules.check(taken);
            look_through((seeds as u32, layer), sample, run, find, LayerCheck::add)
        });
        let checked: Option<Vec<_>> = checked.collect();
        self.check_whole()?;
        checked.ok_or(TableError::Stopped)
    }
}

/// The reference engine, and what a table says of the positions that it comes to.
struct Rules<'a> {
    layers: &'a Layers,
    reference: Reference,
    start: State,
}

impl<'a> Rules<'a> {
    fn new(layers: &'a Layers) -> Self {
        // A cap on actions is no part of a table.
        let plan = layers.game().plan().without_cap();
        let reference = Reference::new(&plan, Goal::of(&plan));
        Self { layers, reference, start: State::start(plan) }
    }

    fn check(&self, taken: Taken<'_>) -> LayerCheck {
        let (mut found, mut state) = (LayerCheck::default(), self.start.clone());
        for position in taken {
            found.checked += 1;
            let (value, expected) = (self.value(position), self.follows(&mut state, position));
            if value != expected {
                found.note(WrongValue { position, found: value, expected });
            }
        }
        found
    }

    /// What the table says of a position.
    fn value(&self, board: Board) -> i16 {
        // No action brings back seeds that are stored: every position has a layer.
        self.layers.probe(board).unwrap_or_default()
    }

    /// What a position must be worth to who is to move first, by those that it leads to. `state`
    /// is any of the game.
    fn follows(&self, state: &mut State, board: Board) -> i16 {
        state.set_to(&self.layers.game().position(board, FIRST));
        if let Some(end) = self.reference.value_of_end(state, FIRST.into()) {
            return end.value - self.layers.game().stored(board);
        }
        let (position, legal) = (*state.position(), state.legal_set());
        let (mover, before) = (position.to_move, self.reference.margin(state));
        let worths = actions_of(legal).map(|action| {
            state.jump(&position, legal, 0);
            state.advance(action);
            self.worth(state, mover) - before
        });
        let best = worths.max().unwrap_or(i16::MIN);
        if mover == FIRST { best } else { -best }
    }

    /// What a state is worth to a player, with what is stored.
    fn worth(&self, state: &State, player: u8) -> i16 {
        if let Some(end) = self.reference.value_of_end(state, player.into()) {
            return end.value;
        }
        let board = self.layers.game().board(state.position());
        let worth = self.reference.margin(state) + self.value(board);
        if state.position().to_move == player { worth } else { -worth }
    }
}
