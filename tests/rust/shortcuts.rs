//! What engines leave out makes no difference: a game that is said to ask for everything is played
//! without any shortcut, and still the same.

use std::sync::Arc;

use mancalab::game::{Reason, State};
use mancalab::plan::{Feature, Features, Plan};
use mancalab::random::GameKey;
use mancalab::solve::proof::keeps_parity;
use mancalab::tree::Goal;
use proptest::prelude::*;

use crate::common::{any_rules, cases, plan, play_out, written};

/// The same game, said to ask for all that an allow-list names.
pub fn without_shortcuts(plan: &Plan, allowed: Features) -> Arc<Plan> {
    Arc::new(plan.with_features(allowed))
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn the_reference_engine_plays_the_same_without_shortcuts(rules in any_rules(), seed: u64) {
        let plan = plan(&rules);
        let slow = without_shortcuts(&plan, Features::new(Feature::ALL));
        assert!(slow.must_try && slow.may_be_endless && slow.many_laps);
        assert!(slow.watches_drops && !slow.goes_on_with_seeds && slow.stores_tell());
        let mut there = State::start(slow);
        let start = State::start(plan);
        assert_eq!((&there, there.end()), (&start, start.end()));
        play_out(start, GameKey::new(seed, 0), |state, action, next| {
            assert_eq!(there.legal_set(), state.legal_set());
            there.advance(action);
            assert_eq!((&there, there.end()), (next, next.end()), "{state}");
        });
    }

    /// What a store holds changes nothing but the score where it is said to change nothing.
    #[test]
    fn stores_are_not_asked(rules in any_rules(), seed: u64, more in 1_i64..5) {
        let plan = plan(&rules);
        let free = |state: &State| i64::from(state.seeds()) + more <= mancalab::rules::MAX_SEEDS;
        if plan.stores_tell() || !plan.has_stores {
            return Ok(());
        }
        play_out(State::start(plan), GameKey::new(seed, 1), |state, action, next| {
            let capped = next.end().is_some_and(|end| end.reason == Reason::MaxActions);
            if capped || !free(state) {
                return;
            }
            for side in 0..2 {
                let mut setup = written(state);
                setup.stores[side] += more;
                let there = State::set_up(state.plan(), &setup).expect("a good position");
                assert_eq!(there.legal_set(), state.legal_set());
                let there = there.play(action as i64).expect("legal");
                let reason = |state: &State| state.end().map(|end| end.reason);
                assert_eq!(reason(&there), reason(next));
                let mut expected = written(next);
                expected.stores[side] += more;
                assert_eq!(written(&there), expected);
            }
        });
    }

    /// Where values are said to have the parity of the seeds in the pits, games end so.
    #[test]
    fn margins_keep_their_parity(rules in any_rules(), seed: u64) {
        let plan = plan(&rules);
        if keeps_parity(&plan, Goal::Margin) {
            let last = play_out(State::start(plan), GameKey::new(seed, 2), |_, _, _| {});
            let [south, north] = last.scores().map(u32::from);
            let reason = last.end().expect("it is over").reason;
            if !matches!(reason, Reason::MaxActions | Reason::EndlessSowing) {
                prop_assert_eq!(south + north, last.seeds());
            }
        }
    }
}
