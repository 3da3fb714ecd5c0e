//! Actions as the reference engine plays them.

use std::mem::swap;
use std::sync::Arc;

use super::{MOST, NUMBERS, Told, gained_by_sowing};
use crate::game::{Setup, State, actions_of};
use crate::plan::slots::by_group;
use crate::plan::{Feature, Held, Plan};

/// Plays any game; positions before this one are not known to it.
#[derive(Debug)]
pub struct States {
    plan: Arc<Plan>,
    /// What the numbers of an observation are of, the phase left out.
    slots: Vec<(usize, Held)>,
    /// An empty board.
    empty: Setup,
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
        let slots: Vec<(usize, Held)> =
            by_group(&plan.slots).map(|(side, slot)| (side, slot.held)).collect();
        // What a game does not have is left out.
        let marks = |is_one: fn(&Held) -> bool| {
            let any = slots.iter().any(|(_, held)| is_one(held));
            [0, 1].map(|_| vec![false; if any { plan.side } else { 0 }])
        };
        let empty = Setup {
            pits: [0, 1].map(|_| vec![0; plan.side]),
            marks: marks(|held| matches!(held, Held::Mark(_))),
            claims: marks(|held| matches!(held, Held::Claim(_))),
            lifted: marks(|held| matches!(held, Held::Lifted(_))),
            ..Setup::default()
        };
        let (plan, sown) = (Arc::clone(plan), gained_by_sowing(plan));
        Self { plan, slots, empty, own_sides, sown }
    }

    /// Tells what the player to move can do, and the other one as if it were their turn.
    pub fn tell(&self, observation: &[u8], [own, other]: [&mut [[f32; NUMBERS]]; 2]) {
        let mut setup = self.setup(observation);
        self.tell_one(&setup, own);
        if setup.phase == 0 {
            self.turn(&mut setup);
            self.tell_one(&setup, other);
        } // else something else is due first
    }

    /// What South can do, who is to move.
    fn tell_one(&self, setup: &Setup, actions: &mut [[f32; NUMBERS]]) {
        let Ok(state) = State::set_up(&self.plan, setup) else { return };
        if state.end().is_some() || state.position().to_move != 0 || state.is_chance() {
            return; // they have no turn
        }
        let mut next = state.clone();
        for action in actions_of(state.legal_set()) {
            next.jump(state.position(), state.legal_set(), 0);
            next.advance(action);
            actions[action] = self.told(&state, &next).numbers(self.sown);
        }
    }

    /// What an action of South has done.
    fn told(&self, before: &State, after: &State) -> Told {
        if let Some(end) = after.end() {
            let gain = match end.result.winner() {
                Some(0) => MOST,
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
        let gain = if another_round { 0 } else { self.ahead(after) - self.ahead(before) };
        Told { again: after.position().to_move == 0, gain }
    }

    /// What South gains of: what North lacks where each has a side of their own (seeds that are taken
    /// may leave the board), else the margin of the stores.
    fn ahead(&self, state: &State) -> i16 {
        let (pits, store, reserve, _) = state.side(1);
        if self.own_sides {
            -pits.iter().chain([&store, &reserve]).map(|seeds| i16::from(*seeds)).sum::<i16>()
        } else {
            i16::from(state.side(0).1) - i16::from(store)
        }
    }

    /// North becomes South.
    fn turn(&self, setup: &mut Setup) {
        fn both<T>([south, north]: &mut [T; 2]) {
            swap(south, north);
        }
        both(&mut setup.pits);
        both(&mut setup.stores);
        both(&mut setup.reserves);
        both(&mut setup.marks);
        both(&mut setup.claims);
        both(&mut setup.lifted);
        both(&mut setup.registers);
        if self.plan.blocks {
            setup.claims.clone_from(&self.empty.claims); // a pit is blocked for one turn
        }
    }

    /// The position of an observation, with South to move.
    fn setup(&self, observation: &[u8]) -> Setup {
        let mut setup = self.empty.clone();
        let mut numbers = observation.iter().copied();
        for (side, held) in self.slots.iter().copied() {
            let number = numbers.next().unwrap_or_default();
            match held {
                Held::Pit(pit) => setup.pits[side][pit] = number.into(),
                Held::Store => setup.stores[side] = number.into(),
                Held::Reserve => setup.reserves[side] = number.into(),
                Held::Mark(pit) => setup.marks[side][pit] = number != 0,
                Held::Claim(pit) => setup.claims[side][pit] = number != 0,
                Held::Lifted(pit) => setup.lifted[side][pit] = number != 0,
                Held::Register(register) => {
                    setup.registers[side][register as usize] = number.into();
                }
            }
        }
        setup.phase = numbers.next().unwrap_or_default().into();
        setup
    }
}
