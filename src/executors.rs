//! Who can play a game, or prove something about it, and why others leave it.
//!
//! Each of them states what it was written for as a list of features beside it; here the lists are
//! asked, and what else each of them needs of a game.

use std::sync::Arc;

use crate::batch::{self, LanePlan};
use crate::plan::{Feature, Features, Plan};
use crate::rules::Fault;
use crate::solve::{self, is_acyclic};
use crate::tree::{Goal, TwoRows, two_rows};

/// Every executor by its name, with the reason why it leaves this game to others; `None` where it
/// takes it. The reference engine takes every game and is not listed.
#[must_use]
pub fn refusals(plan: &Arc<Plan>) -> Vec<(&'static str, Option<String>)> {
    vec![
        ("lanes", lanes(plan)),
        ("fused lanes", fused_lanes(plan)),
        ("two rows", text(two_rows::refusal(plan))),
        ("fused two rows", fused_two_rows(plan)),
        ("acyclic proof", acyclic(plan)),
        ("endgame tables", text(solve::tables::refusal(plan))),
    ]
}

/// The name of a feature: words in lower case, joined by underscores.
#[must_use]
pub fn name(feature: Feature) -> String {
    let mut name = String::new();
    for letter in format!("{feature:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

fn text(fault: Option<Fault>) -> Option<String> {
    fault.map(|fault| fault.to_string())
}

fn beyond(plan: &Plan, list: Features, who: &str) -> Option<String> {
    text(plan.features.refusal(list, plan.rules(), who))
}

fn lanes(plan: &Arc<Plan>) -> Option<String> {
    LanePlan::new(Arc::clone(plan)).err().map(|error| error.to_string())
}

fn fused_lanes(plan: &Arc<Plan>) -> Option<String> {
    beyond(plan, batch::FUSED_PLAYS, "the fused kernel of the lanes").or_else(|| {
        let fits = LanePlan::new(Arc::clone(plan)).is_ok_and(|lanes| lanes.fused.is_some());
        let why = "the fused kernel of the lanes needs six pits a side, and captures for one \
                   range of numbers of seeds on whole sides; those that go on backward, are called \
                   off, or come with a duty to feed take such pits of the other player's row alone, \
                   into the store";
        (!fits).then(|| why.to_owned())
    })
}

fn fused_two_rows(plan: &Arc<Plan>) -> Option<String> {
    let who = "the fused action of the board of sixteen bytes";
    let refused = beyond(plan, two_rows::FUSED_PLAYS, who);
    refused.or_else(|| text(two_rows::refusal(plan))).or_else(|| {
        let fits = TwoRows::new(plan, Goal::Result).is_ok_and(|game| game.fused().is_some());
        (!fits).then(|| format!("{who} needs captures by a single seed in the mover's pits"))
    })
}

fn acyclic(plan: &Plan) -> Option<String> {
    let feature = plan.features.first_beyond(solve::ACYCLIC_PROVED_FOR);
    let fault = plan.features.refusal(solve::ACYCLIC_PROVED_FOR, plan.rules(), "");
    let proof = "the proof that no position comes again";
    if let (Some(feature), Some(fault)) = (feature, fault) {
        let allowed = format!("{proof} was not made for games with {}", feature.words());
        return Some(Fault { allowed, ..fault }.to_string());
    }
    let why = format!("{proof} needs the mover's store between their last pit and the other side");
    let fault = Fault::new("sowing.stores", plan.rules().written("sowing.stores"), why);
    (!is_acyclic(plan)).then(|| fault.to_string())
}
