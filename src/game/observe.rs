//! A position as numbers, seen by the player to move.

use super::{Position, State};
use crate::plan::{HALF, Plan, RESERVE, STORE};

/// One name for each number of an observation, in order.
#[must_use]
pub fn observation_names(plan: &Plan) -> Vec<String> {
    let mut names = Vec::new();
    for who in ["own", "other"] {
        names.extend((0..plan.side).map(|pit| format!("{who}_pit_{pit}")));
        names.push(format!("{who}_store"));
    }
    for who in ["own", "other"] {
        if plan.reserve > 0 {
            names.push(format!("{who}_reserve"));
        }
    }
    for who in ["own", "other"] {
        if plan.marks {
            names.extend((0..plan.columns).map(|pit| format!("{who}_mark_{pit}")));
        }
    }
    if has_phases(plan) {
        names.push("phase".to_owned());
    }
    names
}

fn has_phases(plan: &Plan) -> bool {
    plan.actions.reserve.is_some() || plan.actions.files.is_some()
}

/// Gives the numbers that [`observation_names`] names, one after the other.
pub fn observe(plan: &Plan, at: &Position, mut each: impl FnMut(u8)) {
    for base in [0, HALF] {
        at.cells[base..base + plan.side].iter().for_each(|seeds| each(*seeds));
        each(at.cells[base + STORE]);
    }
    if plan.reserve > 0 {
        each(at.cells[RESERVE]);
        each(at.cells[HALF + RESERVE]);
    }
    if plan.marks {
        for marks in at.marks {
            (0..plan.columns).for_each(|pit| each((marks >> pit & 1) as u8));
        }
    }
    if has_phases(plan) {
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
