//! The solvers against plain search.

use std::collections::HashMap;
use std::sync::Arc;

use mancalab::game::State;
use mancalab::plan::Plan;
use mancalab::rules::{Repetition, Value, catalogue};
use mancalab::solve::is_acyclic;
use proptest::prelude::*;

use crate::common::{any_rules, cases, plan};

/// Whether some position within reach can come again; `None` beyond so many positions.
fn finds_cycle(plan: &Arc<Plan>, most: usize) -> Option<bool> {
    let mut open = HashMap::new();
    let mut path = vec![(State::start(Arc::clone(plan)), 0)];
    open.insert(path[0].0.clone(), true);
    while let Some((state, tried)) = path.last_mut() {
        let Some(action) = state.legal_actions().nth(*tried) else {
            open.insert(state.clone(), false);
            path.pop();
            continue;
        };
        *tried += 1;
        let next = state.play(action as i64).expect("legal");
        if next.end().is_some() {
            continue;
        }
        match open.get(&next) {
            Some(true) => return Some(true),
            Some(false) => {}
            None if open.len() == most => return None,
            None => {
                open.insert(next.clone(), true);
                path.push((next, 0));
            }
        }
    }
    Some(false)
}

#[test]
fn games_without_cycles_are_known() {
    let mut acyclic: Vec<_> = catalogue::games()
        .iter()
        .filter(|rules| is_acyclic(&plan(rules)))
        .map(|rules| rules.name.as_str())
        .collect();
    acyclic.sort_unstable();
    let expected = [
        "chongka",
        "chonka",
        "chungcajon",
        "elf",
        "elf-mankala",
        "elf-mankala-home",
        "fairkalah",
        "kalah",
        "kalaha-egyptian",
        "kalaha-general",
        "kalaha-nigerian",
        "pratt-store",
        "waurie",
    ];
    assert_eq!(acyclic, expected);
    let awari = catalogue::find("awari").unwrap();
    let small = [("columns".to_owned(), Value::Int(3)), ("seeds".to_owned(), Value::Int(2))];
    let small = plan(&awari.replace(&small).expect("good options"));
    assert_eq!(finds_cycle(&small, 100_000), Some(true));
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn no_position_comes_again_where_none_can(rules in any_rules()) {
        let mut rules = rules;
        rules.limits.repetition = Repetition::None;
        rules.limits.max_actions.0 = None;
        let plan = plan(&rules);
        if is_acyclic(&plan) {
            prop_assert_ne!(finds_cycle(&plan, 5_000), Some(true));
        }
    }
}
