//! Any game, searched through the reference engine.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use super::goal::WIN;
use super::{Final, Game, Goal, Step};
use crate::game::State;
use crate::plan::{Plan, Register};
use crate::rules::{MAX_SEEDS, Winner};

/// The states of a game.
#[derive(Clone, Debug)]
pub struct Reference {
    plan: Arc<Plan>,
    goal: Goal,
    /// The same numbers in every run, so that searches can be repeated.
    hasher: BuildHasherDefault<DefaultHasher>,
}

impl Reference {
    /// The game of these rules.
    #[must_use]
    pub fn new(plan: &Arc<Plan>, goal: Goal) -> Self {
        Self { plan: Arc::clone(plan), goal, hasher: BuildHasherDefault::default() }
    }

    /// The value of a state that is over, to a side.
    #[must_use]
    pub fn value_of_end(&self, state: &State, side: usize) -> Option<Final> {
        let end = state.end()?;
        let won = end.result.winner().map(|winner| winner == side);
        let value = self.goal.value(&self.plan, end, won, margin(state, side));
        Some(Final { value, reason: end.reason })
    }
}

fn margin(state: &State, side: usize) -> i16 {
    let ahead = |of: [u8; 2]| i16::from(of[side]) - i16::from(of[1 - side]);
    let seeds = ahead(state.scores());
    if state.plan().winner == Winner::MostPoints {
        // What a round brings is added to the points.
        let [own, others] = [side, 1 - side].map(|side| state.register(side, Register::Points));
        return seeds + i16::from(own) - i16::from(others);
    }
    if state.plan().winner != Winner::MostRounds {
        return seeds;
    }
    // A round that is won counts more than all seeds of the next one.
    let won = [0, 1].map(|side| state.register(side, Register::Won));
    ahead(won).saturating_mul(MAX_SEEDS as i16).clamp(-WIN / 2, WIN / 2) + seeds
}

impl Game for Reference {
    type Node = State;

    fn legal(&self, node: &State) -> u64 {
        node.legal_set()
    }

    fn play(&self, node: &State, action: usize) -> Step<State> {
        let mover = node.position().to_move;
        let mut next = node.clone();
        next.advance(action);
        // Who is "to move" in a finished game has no meaning: it is seen by who acted.
        let end = self.value_of_end(&next, usize::from(mover));
        Step { passed: end.is_none() && next.position().to_move != mover, node: next, end }
    }

    fn margin(&self, node: &State) -> i16 {
        match self.goal {
            Goal::Result => 0,
            _ => margin(node, usize::from(node.position().to_move)),
        }
    }

    fn bounds(&self, node: &State) -> (i16, i16) {
        // What lies in the pits may still change hands, whether it counts already or not.
        let mover = usize::from(node.position().to_move);
        let [mine, theirs] = [mover, 1 - mover].map(|side| i16::from(node.position().store(side)));
        let (margin, rest) = (mine - theirs, node.seeds() as i16 - mine - theirs);
        self.goal.bounds(&self.plan, margin, rest)
    }

    fn key(&self, node: &State) -> u64 {
        let mut position = *node.position();
        position.to_move = 0;
        self.hasher.hash_one(position)
    }
}
