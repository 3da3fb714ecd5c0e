//! Captured seeds that are sown in place of a pit, on both engines.

use proptest::prelude::*;

use crate::common::cases;
use crate::draws::any_description;
use crate::draws_play;
use crate::draws_store::stored;
use crate::side_by_side;

proptest! {
    #![proptest_config(cases(60))]

    /// Any game in which captured seeds are sown.
    #[test]
    fn lanes_let_captured_seeds_be_sown(rules in any_description(), draws in prop::collection::vec(any::<u16>(), 120), seed: u64) {
        let mut rules = rules;
        let mut draws = draws.into_iter();
        let mut draw = |n| usize::from(draws.next().unwrap_or(0)) % n;
        if draw(3) == 0 {
            draws_play::plays(&mut rules, &mut draw);
        }
        stored(&mut rules, &mut draw);
        side_by_side::compare_mended(rules, seed);
    }
}
