//! Actions as the reference engine plays them.

use std::sync::Arc;

use super::{MOST, NUMBERS, Told, gained_by_sowing};
use crate::game::{Setup, State, actions_of};
use crate::plan::{Feature, Plan};

/// Plays any game; positions before this one are not known to it.
#[derive(Debug)]
pub struct States {
    plan: Arc<Plan>,
    /// Whether each player sows a side of their own, so that its seeds are theirs.
    own_sides: bool,
    /// See [`gained_by_sowing`].
    sown: i16,
}

impl States {
    /// That of a game.
    pub fn new(plan: &Arc<Plan>) -> Self {
        let own = [Feature::FourRows, Feature::OwnRowsSown];
        let own_sides = own.iter().any(|feature| plan.features.has(*feature));
        Self { plan: Arc::clone(plan), own_sides, sown: gained_by_sowing(plan) }
    }

    /// Tells what the player to move can do, and the other one as if it were their turn.
    pub fn tell(&self, observation: &[u8], [own, other]: [&mut [[f32; NUMBERS]]; 2]) {
        let mut setup = Setup::observed(&self.plan, observation);
        self.tell_one(&setup, 0, own);
        if setup.phase != 0 {
            return; // something else is due first
        }
        setup.to_move = 1;
        if self.plan.blocks {
            setup.claims = Default::default(); // a pit is blocked for one turn
        }
        self.tell_one(&setup, 1, other);
    }

    /// What the side to move can do.
    fn tell_one(&self, setup: &Setup, side: u8, actions: &mut [[f32; NUMBERS]]) {
        let Ok(state) = State::set_up(&self.plan, setup) else { return };
        if state.end().is_some() || state.position().to_move != side || state.is_chance() {
            return; // they have no turn
        }
        let mut next = state.clone();
        for action in actions_of(state.legal_set()) {
            next.jump(state.position(), state.legal_set(), 0);
            next.advance(action);
            actions[action] = self.told(&state, &next).numbers(self.sown);
        }
    }

    /// What an action has done.
    fn told(&self, before: &State, after: &State) -> Told {
        let mover = before.position().to_move;
        let side = usize::from(mover);
        if let Some(end) = after.end() {
            let gain = match end.result.winner() {
                Some(winner) if winner == side => MOST,
                Some(_) => -MOST,
                None => 0,
            };
            return Told { again: false, gain };
        }
        if after.is_chance() {
            return Told { again: false, gain: 0 }; // it is drawn who begins another round
        }
        let chooses_pits = self.plan.leaves(before.position().phase);
        let another_round = chooses_pits || before.rounds_begun() != after.rounds_begun();
        let ahead = |state| self.ahead(state, side);
        let gain = if another_round { 0 } else { ahead(after) - ahead(before) };
        Told { again: after.position().to_move == mover, gain }
    }

    /// What a player gains of: what the other one lacks where each has a side of their own (seeds that
    /// are taken may leave the board), else the margin of the stores.
    fn ahead(&self, state: &State, side: usize) -> i16 {
        let (pits, store, reserve, _) = state.side(1 - side);
        if self.own_sides {
            -pits.iter().chain([&store, &reserve]).map(|seeds| i16::from(*seeds)).sum::<i16>()
        } else {
            i16::from(state.side(side).1) - i16::from(store)
        }
    }
}
