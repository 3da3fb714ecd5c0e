//! Which engine searches a state to which depth.

use std::sync::Arc;

use super::root::{Found, Line};
use super::search::{Limits, Searcher, Workplace};
use crate::agents::Endgames;
use crate::game::State;
use crate::memory::OutOfMemory;
use crate::plan::Plan;
use crate::rules::Winner;
use crate::run::Run;
use crate::tree::{Game, Goal, Reference, TwoRows, two_rows};

/// The games that are searched, and what is known of them.
#[derive(Debug)]
pub(super) struct Engines {
    plan: Arc<Plan>,
    boards: Option<(TwoRows, Workplace<two_rows::Node>)>,
    states: (Reference, Workplace<State>),
    table: Option<Endgames>,
}

impl Engines {
    /// With tables of `2^bits` entries.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(plan: &Arc<Plan>, bits: u32, table: Option<Endgames>) -> Result<Self, OutOfMemory> {
        let boards = TwoRows::new(plan, Goal::Play).ok();
        // Beside boards, states are searched without a table.
        let state_bits = if boards.is_some() { 2 } else { bits };
        let boards = boards.map(|game| Ok((game, Workplace::new(bits)?))).transpose()?;
        Ok(Self {
            plan: Arc::clone(plan),
            boards,
            states: (Reference::new(plan, Goal::Play), Workplace::new(state_bits)?),
            table,
        })
    }

    /// Whether these are the engines of that game.
    pub fn are_of(&self, plan: &Arc<Plan>) -> bool {
        Arc::ptr_eq(&self.plan, plan) || self.plan.digest() == plan.digest()
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        if let Some((_, place)) = &mut self.boards {
            place.clear();
        }
        self.states.1.clear();
    }
}

/// One choice: what is searched, and how far it is.
pub(super) struct Task<'a> {
    state: &'a State,
    pub limits: Limits,
    all_values: bool,
    pub run: &'a Run,
    /// Positions reached by playing an action.
    pub nodes: u64,
    /// What was last thought of each action.
    guesses: [i16; 64],
}

impl<'a> Task<'a> {
    pub fn new(state: &'a State, limits: Limits, all_values: bool, run: &'a Run) -> Self {
        Self { state, limits, all_values, run, nodes: 0, guesses: [0; 64] }
    }

    /// Whether the cap on actions can be reached in a search of this depth.
    fn is_near_cap(&self, depth: u32) -> bool {
        self.state.plies().saturating_add(depth) >= self.state.plan().max_actions
    }

    /// Searches to this depth. `None` when a limit was reached, or when told to stop.
    pub fn search(&mut self, engines: &mut Engines, depth: u32) -> Option<Found> {
        let mut guesses = self.guesses;
        let job = Search { depth, guesses: &mut guesses, all_values: self.all_values };
        let found = self.with_engine(engines, depth, job);
        self.guesses = guesses;
        found
    }

    /// The line of play that a search of this depth expects from an action on, which is worth
    /// `value`, as far as the limits allow. `None` when told to stop.
    pub fn line(
        &mut self,
        engines: &mut Engines,
        depth: u32,
        action: usize,
        value: i16,
    ) -> Option<Line> {
        self.with_engine(engines, depth, Follow { depth, action, value })
    }

    fn with_engine<J: Job>(&mut self, engines: &mut Engines, depth: u32, job: J) -> J::Output {
        let plan = self.state.plan();
        let scored = plan.winner == Winner::MostSeeds;
        // One action ahead is looked whatever the limits.
        let limits = if depth == 1 { Limits::NONE } else { self.limits };
        let near_cap = self.is_near_cap(depth);
        if let Some((game, place)) = &mut engines.boards
            && !near_cap
        {
            let probe = engines.table.as_ref().filter(|_| scored);
            let probe = probe.map(|table| |node: &two_rows::Node| table.probe(&node.board));
            let mut searcher = Searcher::new(game, place, self.run, limits, self.nodes);
            searcher.scored = scored;
            searcher.probe = probe.as_ref().map(|probe| probe as _);
            let root = game.node(self.state);
            let output = job.run(&mut searcher, &root);
            self.nodes = searcher.nodes;
            return output;
        }
        let (game, place) = &mut engines.states;
        let mut searcher = Searcher::new(game, place, self.run, limits, self.nodes);
        searcher.scored = scored;
        searcher.tabled = !plan.repetition && !near_cap;
        let output = job.run(&mut searcher, self.state);
        self.nodes = searcher.nodes;
        output
    }
}

/// What is asked of a searcher, whatever game it searches.
trait Job {
    type Output;

    fn run<G: Game>(self, searcher: &mut Searcher<G>, root: &G::Node) -> Self::Output;
}

struct Search<'a> {
    depth: u32,
    guesses: &'a mut [i16; 64],
    all_values: bool,
}

impl Job for Search<'_> {
    type Output = Option<Found>;

    fn run<G: Game>(self, searcher: &mut Searcher<G>, root: &G::Node) -> Option<Found> {
        searcher.search_root(root, self.depth, self.guesses, self.all_values)
    }
}

struct Follow {
    depth: u32,
    action: usize,
    value: i16,
}

impl Job for Follow {
    type Output = Option<Line>;

    fn run<G: Game>(self, searcher: &mut Searcher<G>, root: &G::Node) -> Option<Line> {
        searcher.line(root, self.depth, self.action, self.value)
    }
}
