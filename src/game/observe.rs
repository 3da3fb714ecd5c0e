//! A position as numbers, seen by the player to move.

use super::State;
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

impl State {
    /// The numbers that [`observation_names`] names.
    #[must_use]
    pub fn observation(&self) -> Vec<u8> {
        let (plan, at) = (self.plan(), self.position());
        let mut numbers = Vec::new();
        for base in [0, HALF] {
            numbers.extend_from_slice(&at.cells[base..base + plan.side]);
            numbers.push(at.cells[base + STORE]);
        }
        if plan.reserve > 0 {
            numbers.extend([RESERVE, HALF + RESERVE].map(|slot| at.cells[slot]));
        }
        if plan.marks {
            for marks in at.marks {
                numbers.extend((0..plan.columns).map(|pit| (marks >> pit & 1) as u8));
            }
        }
        if has_phases(plan) {
            numbers.push(at.phase);
        }
        numbers
    }
}
