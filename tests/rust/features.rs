//! No rule is played by what does not know it.
//!
//! At compile time: `Features::of` takes a description apart with `let Rules { board, setup, .. }`
//! written out, without `..`, and so every axis and every value of one. A new field, or a new value,
//! does not compile until it is classed as a feature. Here, at run time: a game with one feature
//! more than an allow-list names is refused by whoever states that list, for every list, every game
//! of the catalogue and every feature; so a new feature is refused by all of them until its name is
//! written there.

use std::sync::Arc;

use mancalab::batch::{self, LanePlan};
use mancalab::plan::{Feature, Features, Plan, shortcuts};
use mancalab::rules::{Repetition, catalogue};
use mancalab::solve::packed::stores_matter;
use mancalab::solve::proof::{PARITY_PROVED_FOR, keeps_parity};
use mancalab::solve::{ACYCLIC_PROVED_FOR, is_acyclic, tables};
use mancalab::tree::{Goal, TwoRows, two_rows};
use proptest::prelude::*;

use crate::common::{any_rules, cases, drawn, plan};

/// Somebody who plays, or proves, or leaves something out.
struct Claim {
    name: &'static str,
    allowed: Features,
    /// Whether they do so in a game.
    accepts: fn(&Arc<Plan>) -> bool,
}

fn in_lanes(plan: &Arc<Plan>, says: impl Fn(&LanePlan) -> bool) -> bool {
    LanePlan::new(Arc::clone(plan)).is_ok_and(|lane_plan| says(&lane_plan))
}

fn on_two_rows(plan: &Arc<Plan>, says: impl Fn(&TwoRows) -> bool) -> bool {
    TwoRows::new(plan, Goal::of(plan)).is_ok_and(|game| says(&game))
}

macro_rules! claim {
    ($name:literal, $allowed:expr, $accepts:expr) => {
        Claim { name: $name, allowed: $allowed, accepts: $accepts }
    };
}

fn claims() -> Vec<Claim> {
    vec![
        claim!("lanes", batch::PLAYS, |plan| in_lanes(plan, |_| true)),
        claim!("fused lanes", batch::FUSED_PLAYS, |plan| in_lanes(plan, |l| l.fused.is_some())),
        claim!("foreseen slams", batch::CHAINS, |plan| in_lanes(plan, |l| l.slams.is_some())),
        claim!("own pits", shortcuts::OWN_PITS, |plan| in_lanes(plan, |l| l.simple_moves)),
        claim!("no mask", shortcuts::LEGAL_BY_SEEDS, |plan| in_lanes(plan, |l| !l.keeps_legal)),
        claim!("no trials", shortcuts::NO_TRIALS, |plan| in_lanes(plan, |l| !l.trials)),
        claim!("plain laps", shortcuts::PLAIN_LAPS, |plan| in_lanes(plan, |l| l.plain)),
        claim!("slim ends", shortcuts::SLIM_ENDS, |plan| in_lanes(plan, |l| l.slim_ends)),
        claim!("all but drops", shortcuts::PLAIN_BUT_DROPS, |p| in_lanes(p, |l| l.plain_but_drops)),
        claim!("no recount", shortcuts::KEEPS_SEEDS, |plan| in_lanes(plan, |l| !l.removes)),
        claim!("16 bytes", two_rows::PLAYS, |plan| two_rows::refusal(plan).is_none()),
        claim!("fused actions", two_rows::FUSED_PLAYS, |p| on_two_rows(p, TwoRows::is_fused)),
        claim!("pits only", shortcuts::PITS_TELL, |p| on_two_rows(
            p,
            TwoRows::depends_on_pits_only
        )),
        claim!("no stores", shortcuts::PITS_TELL, |plan| !stores_matter(plan, Goal::of(plan))),
        claim!("no cycles", ACYCLIC_PROVED_FOR, |plan| is_acyclic(plan)),
        claim!("parity", PARITY_PROVED_FOR, |plan| keeps_parity(plan, Goal::Margin)),
        claim!("tables", tables::PLAYS, |plan| tables::refusal(plan).is_none()),
        claim!("plain drops", shortcuts::PLAIN_DROPS, |plan| !plan.watches_drops),
        claim!("one lap", shortcuts::ONE_LAP, |plan| !plan.many_laps),
        claim!("relays end", shortcuts::PAST_A_STORE, |plan| {
            !plan.features.within(shortcuts::ONE_LAP) && !plan.may_be_endless
        }),
        claim!("sowings end", shortcuts::PAST_A_STORE.or(shortcuts::ONE_LAP), |plan| {
            !plan.may_be_endless
        }),
        claim!("untried", shortcuts::NEVER_TRIED, |plan| !plan.must_try),
        claim!("goes on", shortcuts::GOES_ON, |plan| plan.goes_on_with_seeds),
    ]
}

/// The claim holds only within its list, and with no feature more.
fn keeps_to_its_list(claim: &Claim, plan: &Arc<Plan>) -> bool {
    if !(claim.accepts)(plan) {
        return false;
    }
    let toml = || plan.rules().to_toml();
    let beyond = plan.features.first_beyond(claim.allowed);
    assert_eq!(beyond, None, "{}: accepts\n{}", claim.name, toml());
    for feature in Feature::ALL.iter().filter(|feature| !claim.allowed.has(**feature)) {
        let more = Arc::new(plan.with_features(Features::new(&[*feature])));
        assert!(!(claim.accepts)(&more), "{}: accepts {feature:?} in\n{}", claim.name, toml());
    }
    true
}

#[test]
fn a_game_with_a_feature_more_is_refused() {
    for claim in claims() {
        let games = catalogue::games().iter().map(plan);
        let accepted = games.filter(|plan| keeps_to_its_list(&claim, plan)).count();
        assert!(accepted > 0, "{}: no game of the catalogue", claim.name);
        assert!(Feature::ALL.iter().any(|feature| !claim.allowed.has(*feature)), "{}", claim.name);
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn a_drawn_game_with_a_feature_more_is_refused(rules in any_rules()) {
        let plan = plan(&rules);
        for claim in claims() {
            keeps_to_its_list(&claim, &plan);
        }
    }

    /// A refusal names the first feature that is too much: its field, what stands there, and what
    /// it is in words.
    #[test]
    fn a_refusal_names_the_field_that_brings_the_feature(rules in any_rules()) {
        let plan = plan(&rules);
        let fault = plan.features.refusal(two_rows::PLAYS, &rules, "the test");
        let beyond = plan.features.first_beyond(two_rows::PLAYS);
        prop_assert_eq!(fault.is_some(), beyond.is_some());
        if let (Some(fault), Some(feature)) = (fault, beyond) {
            prop_assert!(fault.allowed.ends_with(feature.words()), "{}", fault);
            prop_assert!(!fault.value.is_empty(), "{}", fault);
            prop_assert_eq!(fault.value, rules.written(&fault.field));
        }
    }
}

#[test]
fn every_feature_is_drawn() {
    let seen = drawn(any_rules(), 3000)
        .fold(Features::default(), |seen, rules| seen.or(Features::of(&rules)));
    let missing: Vec<&Feature> =
        Feature::ALL.iter().filter(|feature| !seen.has(**feature)).collect();
    assert!(missing.is_empty(), "never drawn: {missing:?}");
}

/// The fields that a game leaves at their defaults bring no feature but those that every game has.
#[test]
fn a_game_asks_for_what_it_says() {
    let of = |name: &str| Features::of(catalogue::find(name).expect("in the catalogue"));
    let names = |features: Features| features.iter().map(Feature::words).collect::<Vec<_>>();
    let kalah = [
        "a store pit for each side",
        "the mover's store on the way",
        "captures",
        "entries for landing pits that were empty",
        "entries for the mover's pits",
        "entries that ask whether the pit opposite holds seeds",
        "captures of the landing pit",
        "captures of the pit opposite",
        "extra turns by a last seed in the own store",
        "an end by an empty side",
        "seeds left at the end for the owners of the pits",
        "a win by seeds",
        "void games where a sowing never ends",
        "a limit on actions",
    ];
    assert_eq!(names(of("kalah")), kalah);
    let mut rules = catalogue::find("kalah").expect("in the catalogue").clone();
    rules.limits.repetition = Repetition::FirstSinceCapture;
    assert_eq!(Features::of(&rules), of("kalah").and(&[Feature::History]));
}
