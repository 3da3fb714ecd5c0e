//! A position as numbers, seen by the player to move.

use super::{Position, Setup, State};
use crate::plan::{Plan, Slot};

/// One name for each number of an observation, in order.
#[must_use]
pub fn observation_names(plan: &Plan) -> Vec<String> {
    let who = ["own", "other"];
    let name = |(half, slot): &(usize, Slot)| format!("{}_{}", who[*half], slot.name());
    let mut names: Vec<String> = plan.observed.iter().map(name).collect();
    if plan.has_phases() {
        names.push("phase".to_owned());
    }
    names
}

/// Gives the numbers that [`observation_names`] names, one after the other.
pub fn observe(plan: &Plan, at: &Position, mut each: impl FnMut(u8)) {
    plan.observed.iter().for_each(|(half, slot)| each(at.get(*half, *slot)));
    if plan.has_phases() {
        each(at.phase);
    }
}

impl Setup {
    /// The position that these numbers, which [`observe`] gives, are of, unchecked. South is to move.
    #[must_use]
    pub fn observed(plan: &Plan, numbers: &[u8]) -> Self {
        let mut setup = Self::empty(plan);
        let mut numbers = numbers.iter().copied();
        for ((side, slot), number) in plan.observed.iter().zip(&mut numbers) {
            setup.set(*side, *slot, number);
        }
        setup.phase = numbers.next().unwrap_or_default().into();
        setup
    }
}

impl State {
    /// The numbers that [`observation_names`] names.
    #[must_use]
    pub fn observation(&self) -> Vec<u8> {
        let mut numbers = Vec::new();
        observe(self.plan(), self.position(), |number| numbers.push(number));
        numbers
    }
}
