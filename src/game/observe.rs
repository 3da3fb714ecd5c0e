//! A position as numbers, seen by the player to move.

use super::{Position, State};
use crate::plan::Plan;
use crate::plan::slots::by_group;

/// One name for each number of an observation, in order.
#[must_use]
pub fn observation_names(plan: &Plan) -> Vec<String> {
    let who = ["own", "other"];
    let slots = by_group(&plan.slots);
    let mut names: Vec<String> =
        slots.map(|(half, slot)| format!("{}_{}", who[half], slot.name())).collect();
    if plan.has_phases() {
        names.push("phase".to_owned());
    }
    names
}

/// Gives the numbers that [`observation_names`] names, one after the other.
pub fn observe(plan: &Plan, at: &Position, mut each: impl FnMut(u8)) {
    by_group(&plan.slots).for_each(|(half, slot)| each(at.get(half, slot)));
    if plan.has_phases() {
        each(at.phase);
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
