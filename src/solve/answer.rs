//! From a state to its value: which solver answers, and within which limits.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use super::solution::{Request, Solution, SolveError};
use super::staged;
use super::{Limits, is_acyclic};
use crate::game::State;
use crate::search::{Goal, TwoRows};

/// Games that may take fewer actions than this are not solved as if there were no limit: no game of
/// the catalogue that nobody prolongs on purpose lasts half as long.
const ENDLESS: u32 = 1000;

/// The value of a state, or bounds of it where a limit of the request was met.
///
/// # Errors
/// When stopped; when the game is over; or why it cannot be solved.
pub fn solve(state: &State, request: &Request, stop: &AtomicBool) -> Result<Solution, SolveError> {
    if state.end().is_some() {
        return Err(SolveError::Over);
    }
    let limits = Limits {
        stop,
        deadline: request.time.map(|time| Instant::now() + time),
        most_nodes: request.nodes.unwrap_or(u64::MAX),
        nodes: AtomicU64::new(0),
    };
    let plan = state.plan();
    let goal = Goal::of(plan);
    if is_acyclic(plan)
        && plan.max_actions >= ENDLESS
        && let Ok(game) = TwoRows::new(plan, goal)
        && game.depends_on_pits_only()
        && staged::fits(&game, state)
    {
        return staged::solve(&game, state, request, &limits);
    }
    Err(SolveError::Refused("not yet".to_owned()))
}
