//! Counting action sequences, the classic check of a rules engine.

use super::State;

/// The number of action sequences of exactly `depth` actions; finished games are not extended.
/// `go_on` is asked now and then, and `None` is returned once it says no.
pub fn perft(state: &State, depth: u32, go_on: &mut impl FnMut() -> bool) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => Some(u64::from(state.legal_set().count_ones())),
        _ => {
            if depth > 3 && !go_on() {
                return None;
            }
            let mut count = 0;
            for action in state.legal_actions() {
                let mut next = state.clone();
                next.advance(action);
                count += perft(&next, depth - 1, go_on)?;
            }
            Some(count)
        }
    }
}
