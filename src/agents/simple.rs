//! The two simplest players.

use std::convert::Infallible;

use super::{Player, pick};
use crate::game::{State, actions_of};
use crate::outcome::GameResult;
use crate::random::GameKey;
use crate::run::Run;

/// The players that need no memory and no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simple {
    /// Any legal action, all equally likely.
    Random,
    /// The largest own score minus the other's after the action, sweeps included; a void counts 0;
    /// ties at random.
    Greedy,
}

impl Player for Simple {
    type Memory = ();
    type Error = Infallible;

    #[inline]
    fn choose(
        &self,
        (): &mut (),
        state: &State,
        key: GameKey,
        ply: u32,
        _run: &Run,
    ) -> Result<Option<i64>, Infallible> {
        let candidates = match self {
            Self::Greedy if !state.is_chance() => greediest(state),
            Self::Random | Self::Greedy => state.legal_set(),
        };
        Ok(Some(pick(candidates, key, ply) as i64))
    }

    fn is_quick(&self) -> bool {
        true
    }
}

/// The legal actions of the greatest margin for the mover, one bit each.
#[inline(never)] // so that a random choice is part of its caller
fn greediest(state: &State) -> u64 {
    let mover = usize::from(state.position().to_move);
    let (mut best, mut set) = (i32::MIN, 0);
    for action in actions_of(state.legal_set()) {
        let mut next = state.clone();
        next.advance(action);
        let margin = margin_after(&next, mover);
        if margin > best {
            (best, set) = (margin, 0);
        }
        if margin == best {
            set |= 1 << action;
        }
    }
    set
}

fn margin_after(state: &State, mover: usize) -> i32 {
    if state.end().is_some_and(|end| end.result == GameResult::Void) {
        return 0;
    }
    let scores = state.scores();
    i32::from(scores[mover]) - i32::from(scores[1 - mover])
}
