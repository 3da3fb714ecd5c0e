//! From a state to its value: which solver answers, and at what cost.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::deepening::{DeepeningLimits, deepen};
use super::graph::{GraphLimits, GraphSolution, Refusal, solve_graph};
use super::kept::Spent;
use super::solution::{Method, Request, Solution, SolveError};
use super::{Budget, Halt, by_proof, by_tables, is_acyclic};
use crate::clock::Instant;
use crate::game::State;
use crate::plan::Plan;
use crate::plan::shortcuts::SEEDS_BOUND;
use crate::tree::{Goal, TwoRows};

/// A cap on actions from here on is a guard against programs that never stop, and no part of a
/// value. A smaller one is a rule, and taken exactly.
pub(super) const GUARD: u32 = 1000;

/// Positions of the first graph that is tried where tables would do as well.
const SMALL: u64 = 3_000_000;
/// Positions that are looked at for an answer to a game with a small cap on actions before a whole
/// graph is tried.
const SHORT: u64 = 300_000;
/// Bytes that a position of a graph takes with its actions and values, roughly.
const BYTES_A_POSITION: u64 = 100;

/// The value of a state, or bounds of it where a limit of the request was met.
///
/// # Errors
/// When stopped; when the game is over; or why it cannot be solved.
pub fn solve(state: &State, request: &Request, stop: &AtomicBool) -> Result<Solution, SolveError> {
    if state.end().is_some() {
        return Err(SolveError::Over);
    }
    // The proofs for margins need stores that only grow.
    let rules = state.plan().rules();
    if let Some(fault) = state.plan().features.refusal(SEEDS_BOUND, rules, "the solver") {
        return Err(SolveError::Refused(fault.to_string()));
    }
    let budget = Budget {
        stop,
        deadline: request.time.map(|time| Instant::now() + time),
        most_nodes: request.nodes.unwrap_or(u64::MAX),
        nodes: AtomicU64::new(0),
    };
    let state = without_guard(state);
    let goal = Goal::of(state.plan());
    let call = Call { state: &state, goal, request, budget: &budget };
    match call.solve() {
        // That something could not be kept must be told even then.
        Err(error @ SolveError::Kept(_)) => Err(error),
        _ if stop.load(Ordering::Relaxed) => Err(SolveError::Stopped),
        solved => solved,
    }
}

/// No value of a game is greater: all its seeds, or 1 where seeds do not decide.
#[must_use]
pub fn greatest_value(state: &State) -> i16 {
    if Goal::of(state.plan()) == Goal::Result {
        return 1;
    }
    let seeds = |side| {
        let (pits, store, reserve, _) = state.side(side);
        pits.iter().chain([&store, &reserve]).map(|seeds| i16::from(*seeds)).sum::<i16>()
    };
    seeds(0) + seeds(1)
}

/// Whether the cap on actions is a rule, and part of a value.
pub(super) fn is_cap(plan: &Plan) -> bool {
    plan.max_actions < GUARD
}

/// The same state without a cap that is only a guard.
pub(super) fn without_guard(state: &State) -> State {
    let plan = state.plan();
    if is_cap(plan) || plan.max_actions == u32::MAX {
        return state.clone();
    }
    let history = state.history().to_vec();
    State::from_parts(plan.without_cap(), *state.position(), state.plies(), state.end(), history)
}

struct Call<'a> {
    state: &'a State,
    goal: Goal,
    request: &'a Request,
    budget: &'a Budget<'a>,
}

impl Call<'_> {
    fn solve(&self) -> Result<Solution, SolveError> {
        let plan = self.state.plan();
        let free = plan.max_actions == u32::MAX;
        let boards = free.then(|| TwoRows::new(plan, self.goal).ok()).flatten();
        if self.request.keep.is_some()
            && let Some(why) = self.no_proof()
        {
            return Err(SolveError::Refused(why));
        }
        match boards {
            Some(game)
                if game.depends_on_pits_only()
                    && is_acyclic(plan)
                    && by_proof::fits(&game, self.state) =>
            {
                by_proof::solve(&game, self.state, self.request, self.budget)
            }
            Some(game) if by_tables::fits(&game, self.state, self.request) => {
                match self.graph(SMALL) {
                    Err(Refusal::Positions { .. } | Refusal::Memory { .. }) => {
                        by_tables::solve(&game, self.state, self.request, self.budget)
                    }
                    other => self.told(other),
                }
            }
            _ => {
                if !free && let Some(solution) = self.short()? {
                    return Ok(solution);
                }
                let most = self.request.memory as u64 / BYTES_A_POSITION;
                let solved = self.graph(most);
                self.told(solved)
            }
        }
    }

    /// Why this is no work for a proof search, the only one that can be kept.
    fn no_proof(&self) -> Option<String> {
        let plan = self.state.plan();
        let why = match TwoRows::new(plan, self.goal) {
            Err(fault) => fault.to_string(),
            Ok(_) if is_cap(plan) => {
                format!("max_actions = {} is part of what this game is worth", plan.max_actions)
            }
            Ok(game) if !game.depends_on_pits_only() => {
                "in this game not the pits alone decide what still happens".to_owned()
            }
            Ok(_) if !is_acyclic(plan) => "in this game a position can come again".to_owned(),
            Ok(game) if !by_proof::fits(&game, self.state) => {
                "this position has too many seeds in its pits".to_owned()
            }
            Ok(_) => return None,
        };
        Some(format!(
            "path: only a proof search can be kept, that of a game of two rows in which the pits decide all \
             that still happens and no position comes again; {why}"
        ))
    }

    /// The answer for a game that a small cap on actions keeps short: a graph knows nothing of the
    /// cap while it grows, and may be far larger than all that can be played.
    fn short(&self) -> Result<Option<Solution>, SolveError> {
        if let Ok(graph) = self.graph(SHORT) {
            return Ok(Some(self.solution_of(graph)));
        }
        let found = self.deepened(SHORT.min(self.budget.most_nodes))?;
        let actions = found.actions.iter().flatten().map(|(_, bounds)| bounds);
        let open = actions.chain([&found.bounds]).any(|bounds| bounds.is_open());
        Ok((!open).then_some(found))
    }

    /// The graph, if it has at most `positions` positions.
    fn graph(&self, positions: u64) -> Result<GraphSolution, Refusal> {
        let most = positions.min(self.budget.most_nodes);
        let bytes = self.request.memory as u64;
        let limits = GraphLimits { positions: most, bytes, ..GraphLimits::default() };
        // Half of the time is left for bounds, if the graph should take too long.
        let half = self.request.time.map(|time| Instant::now() + time / 2);
        solve_graph(self.state, self.goal, &limits, &self.budget.part(half))
    }

    fn told(&self, solved: Result<GraphSolution, Refusal>) -> Result<Solution, SolveError> {
        match solved {
            Ok(graph) => Ok(self.solution_of(graph)),
            Err(why) => self.deepening(&why),
        }
    }

    fn solution_of(&self, graph: GraphSolution) -> Solution {
        Solution {
            goal: self.goal,
            bounds: graph.bounds,
            actions: self.request.actions.then_some(graph.actions),
            line: graph.line,
            nodes: graph.positions,
            method: Method::Graph,
            earlier: Spent::default(),
        }
    }

    /// Bounds, where a limit is set; else the reason for no answer.
    fn deepening(&self, why: &Refusal) -> Result<Solution, SolveError> {
        if self.request.time.is_none() && self.request.nodes.is_none() {
            if let Refusal::Halt(Halt::Memory(lack)) = why {
                return Err((*lack).into());
            }
            let text = format!("{why}; with time= or nodes= bounds are proven instead");
            return Err(SolveError::Refused(text));
        }
        self.deepened(self.budget.most_nodes)
    }

    /// What a deeper and deeper search of `nodes` positions proves.
    fn deepened(&self, nodes: u64) -> Result<Solution, SolveError> {
        let bytes = self.request.memory as u64 / 2;
        let limits = DeepeningLimits { nodes, bytes, ..DeepeningLimits::default() };
        let actions = self.request.actions;
        let deepened = deepen(self.state, self.goal, actions, &limits, &self.budget.part(None));
        let proven = deepened.map_err(|halt| match halt {
            Halt::Memory(lack) => lack.into(),
            Halt::Stopped | Halt::Spent => SolveError::Stopped,
        })?;
        Ok(Solution {
            goal: self.goal,
            bounds: proven.bounds,
            actions: actions.then_some(proven.actions),
            line: Vec::new(),
            nodes: proven.nodes,
            method: Method::Deepening,
            earlier: Spent::default(),
        })
    }
}
