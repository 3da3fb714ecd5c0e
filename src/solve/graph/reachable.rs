//! Counting the positions of a game.

use super::intern::Interner;
use super::{GraphLimits, Refusal};
use crate::game::{State, actions_of};
use crate::plan::Plan;
use crate::rules::FinalCount;
use crate::solve::budget::Budget;
use crate::solve::packed::{Packed, Task, run_packed};
use crate::tree::Goal;

/// Positions that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reachable {
    /// All of them.
    pub positions: u64,
    /// Those in which the game is over.
    pub finished: u64,
}

/// Counts the positions that can be reached from a state, itself included: pits, stores, reserves,
/// marks, phase and the side to move. A game that is over is counted as it lies before the seeds
/// left are gathered in. The cap on actions does not count.
///
/// # Errors
/// A rule on repetition, or lots; more positions than allowed; an exhausted budget.
pub fn reachable(
    state: &State,
    limits: &GraphLimits,
    budget: &Budget,
) -> Result<Reachable, Refusal> {
    let plan = state.plan();
    if plan.repetition {
        return Err(Refusal::Repetition);
    }
    if plan.lot_phase().is_some() {
        return Err(Refusal::Lots);
    }
    if state.end().is_some() {
        return Ok(Reachable { positions: 1, finished: 1 });
    }
    let mut plan = Plan::clone(plan);
    plan.final_count = FinalCount::Home;
    let side = u64::from(state.position().to_move);
    run_packed(state, &plan, Goal::Result, true, &Counting { side, limits, budget })
}

struct Counting<'a> {
    /// The side to move.
    side: u64,
    limits: &'a GraphLimits,
    budget: &'a Budget<'a>,
}

impl Task for Counting<'_> {
    type Output = Result<Reachable, Refusal>;

    fn run<P: Packed>(&self, game: &P, root: &P::Node) -> Self::Output {
        /// The last word tells the side to move, and whether the game is over.
        const FINISHED: u64 = 2;
        let words = game.words();
        let mut known = Interner::new(words + 1);
        let mut key = vec![0; words + 1];
        game.pack(root, &mut key[..words]);
        key[words] = self.side;
        known.make_room(1)?;
        known.number(&key);
        let (mut next, mut finished) = (0, 0);
        while next < known.len() {
            let from = known.get(next);
            let mover = from[words];
            next += 1;
            if next % 256 == 0 {
                self.budget.spend(256)?;
                self.limits.check(known.len(), known.bytes())?;
            }
            if mover & FINISHED != 0 {
                finished += 1;
                continue;
            }
            let node = game.unpack(&from[..words]);
            known.make_room(64)?;
            for action in actions_of(game.legal(&node)) {
                let step = game.play(&node, action);
                game.pack(&step.node, &mut key[..words]);
                let after = mover ^ u64::from(step.passed);
                key[words] = after | if step.end.is_some() { FINISHED } else { 0 };
                known.number(&key);
            }
        }
        Ok(Reachable { positions: known.len() as u64, finished })
    }
}
