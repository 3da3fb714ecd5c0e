//! Tree search for the games of a batch, all trees side by side: the leaves of all are evaluated by
//! somebody else at once, such as a network.
//!
//! The trees know nothing of each other, and nothing depends on threads. Most games of two rows are
//! searched as sixteen bytes ([`TwoRows`]), all others through the reference engine; the cap on
//! actions holds in both.

mod forest;
mod game;
mod gumbel;
mod noise;
mod select;
mod tree;

use std::sync::Arc;

use forest::Forest;
pub use forest::{Answers, FEWEST_FOR_THREADS, Fault, Results, Rows};
use game::{Game, States};
pub use gumbel::Gumbel;

use super::{Endgames, start_of};
use crate::batch::{self, Batch, Rewards, Start};
use crate::game::State;
use crate::outcome::Reason;
use crate::plan::{Feature, Features, Plan};
use crate::random::GameKey;
use crate::tree::{Final, Goal, TwoRows};

/// What these searches were written for: what lanes play, as long as all actions are chosen.
pub const PLAYS: Features = batch::PLAYS.without(&[Feature::DrawsLots]);

/// Most simulations of a tree.
pub const MOST_SIMULATIONS: u32 = 1_000_000;

/// How actions are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// By the upper confidence bound with priors, in all nodes.
    Puct {
        /// The constant of the bound.
        exploration: f64,
        /// What is mixed into the priors of the root.
        noise: Option<Noise>,
    },
    /// By sequential halving at the root, by the improved policy below.
    Gumbel(Gumbel),
}

/// Shares of a Dirichlet distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// The parameter of the distribution, the same for all actions.
    pub alpha: f64,
    /// The part of the noise in the mixture.
    pub fraction: f64,
}

/// What a run of the search is to do.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Simulations of every tree, 1 to [`MOST_SIMULATIONS`].
    pub simulations: u32,
    /// Which lanes are searched; `None` for all.
    pub lanes: Option<&'a [bool]>,
}

/// Where a tree begins.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    start: Start,
    /// The seeds at the start of the game.
    seeds: u8,
    key: GameKey,
}

impl Origin {
    /// What a lane shows; `None` for the end of its game.
    fn in_lane(batch: &mut Batch, lane: usize) -> Option<Self> {
        let shown = batch.lane(lane);
        if shown.end.is_some() {
            return None;
        }
        let (position, plies) = (shown.position, shown.plies);
        let start = Start { position, legal: batch.legal(lane), plies };
        Some(Self { start, seeds: batch.seeds(lane), key: batch.key(lane) })
    }

    /// A state in which somebody is to move, as a lane has it that goes on from it.
    #[must_use]
    pub fn of(state: &State, key: GameKey) -> Self {
        let start = start_of(state);
        Self { start, seeds: start.position.seeds() as u8, key }
    }
}

/// A search of all trees.
#[derive(Clone, Debug)]
pub struct Search {
    /// Simulations of every tree, 1 to [`MOST_SIMULATIONS`].
    simulations: u32,
    method: Method,
    /// What the end of a game is worth.
    rewards: Rewards,
    /// Where positions are known, they are ends.
    endgames: Option<Endgames>,
    /// The seed of all that is random.
    seed: u64,
    max_actions: u32,
    /// The visits in turn, by the number of considered actions.
    tables: Vec<Vec<u32>>,
}

impl Search {
    /// A search in a game of these rules.
    #[must_use]
    pub fn new(plan: &Plan, simulations: u32, method: Method, rewards: Rewards, seed: u64) -> Self {
        let tables = match method {
            Method::Puct { .. } => 0,
            Method::Gumbel(gumbel) => 1 + gumbel.considered.min(plan.actions.count),
        };
        let mut search = Self {
            simulations: 0,
            method,
            rewards,
            endgames: None,
            seed,
            max_actions: plan.max_actions,
            tables: vec![Vec::new(); tables],
        };
        search.simulate(simulations);
        search
    }

    /// Takes positions that are known for ends.
    #[must_use]
    pub fn with(self, endgames: Option<Endgames>) -> Self {
        Self { endgames, ..self }
    }

    /// Trees have so many simulations from now on.
    fn simulate(&mut self, simulations: u32) {
        if self.simulations != simulations {
            self.simulations = simulations;
            for (considered, table) in self.tables.iter_mut().enumerate() {
                *table = gumbel::visits_in_turn(considered, simulations as usize);
            }
        }
    }

    /// What an end is worth that has this value as result or as margin.
    fn worth(&self, end: Final, seeds: f32) -> f32 {
        if end.reason == Reason::MaxActions { 0.0 } else { self.worth_of(end.value, seeds) }
    }

    /// What a result or margin is worth, or the result that a margin means.
    fn worth_of(&self, value: i16, seeds: f32) -> f32 {
        match self.rewards {
            Rewards::Result => f32::from(value.signum()),
            Rewards::Margin => f32::from(value) / seeds,
        }
    }

    /// What a position is worth to the player to move, if that is known.
    fn known<G: Game>(&self, game: &G, node: &G::Node, seeds: f32) -> Option<f32> {
        let value = game.outcome(self.endgames.as_ref()?, node)?;
        Some(self.worth_of(value, seeds))
    }
}

/// A tree for every lane of a batch.
#[derive(Debug)]
pub struct Trees(Engine);

#[derive(Debug)]
enum Engine {
    Boards(Box<Forest<TwoRows>>),
    States(Box<Forest<States>>),
}

impl Trees {
    /// Trees without anything in them.
    #[must_use]
    pub fn new(plan: &Arc<Plan>, search: Search) -> Self {
        let goal = match search.rewards {
            Rewards::Result => Goal::Result,
            Rewards::Margin => Goal::Margin,
        };
        Self(match TwoRows::new(plan, goal) {
            Ok(game) => Engine::Boards(Box::new(Forest::new(game, plan, search))),
            Err(_) => Engine::States(Box::new(Forest::new(States::new(plan, goal), plan, search))),
        })
    }

    /// Begins anew with the positions that the lanes show; gives the number of rows: the roots to
    /// evaluate. Lanes that show the end of their game have no tree, nor do those that are not asked.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn begin(
        &mut self,
        batch: &mut Batch,
        asked: &Asked,
        rows: Rows,
        threads: usize,
    ) -> Result<usize, Fault> {
        let lanes = batch.len();
        let origin = |lane: usize| {
            let is_asked = asked.lanes.is_none_or(|lanes| lanes[lane]);
            if is_asked { Origin::in_lane(batch, lane) } else { None }
        };
        self.begin_trees(lanes, asked.simulations, origin, rows, threads)
    }

    /// Begins anew with one tree, which has the only row of the arrays.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn begin_one(
        &mut self,
        origin: Origin,
        simulations: u32,
        rows: Rows,
    ) -> Result<usize, Fault> {
        self.begin_trees(1, simulations, |_| Some(origin), rows, 1)
    }

    fn begin_trees(
        &mut self,
        trees: usize,
        simulations: u32,
        origin: impl FnMut(usize) -> Option<Origin>,
        rows: Rows,
        threads: usize,
    ) -> Result<usize, Fault> {
        match &mut self.0 {
            Engine::Boards(forest) => forest.begin(trees, simulations, origin, rows, threads),
            Engine::States(forest) => forest.begin(trees, simulations, origin, rows, threads),
        }
    }

    /// Takes the evaluations of the rows, and gathers the next leaves; gives their number: 0 when
    /// all simulations are made.
    ///
    /// # Errors
    /// The first number that is not finite, or too little memory. The trees are of no use then, until they begin anew.
    pub fn advance(
        &mut self,
        answers: Answers,
        rows: Rows,
        threads: usize,
    ) -> Result<usize, Fault> {
        match &mut self.0 {
            Engine::Boards(forest) => forest.advance(answers, rows, threads),
            Engine::States(forest) => forest.advance(answers, rows, threads),
        }
    }

    /// What the searches have found out.
    pub fn results(&self, results: Results) {
        match &self.0 {
            Engine::Boards(forest) => forest.results(results),
            Engine::States(forest) => forest.results(results),
        }
    }

    /// The memory of the trees in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        match &self.0 {
            Engine::Boards(forest) => forest.memory(),
            Engine::States(forest) => forest.memory(),
        }
    }
}
