//! The crate's players behind one type.

use std::convert::Infallible;

use super::{Mcts, Player, Simple, mcts};
use crate::game::State;
use crate::random::GameKey;
use crate::run::Run;

/// Any player of the crate.
#[derive(Clone, Debug, PartialEq)]
pub enum Native {
    /// One that needs no memory and no search.
    Simple(Simple),
    /// Monte Carlo tree search.
    Mcts(Mcts),
}

/// The memory of any of them: a field for each kind that has one, empty until it is used.
#[derive(Debug, Default)]
pub struct NativeMemory {
    mcts: mcts::Memory,
}

impl Native {
    /// The player, if it needs no memory and no search.
    #[must_use]
    pub fn simple(&self) -> Option<Simple> {
        match self {
            Self::Simple(simple) => Some(*simple),
            Self::Mcts(_) => None,
        }
    }
}

impl Player for Native {
    type Memory = NativeMemory;
    type Error = Infallible;

    fn begin(&self, memory: &mut NativeMemory) {
        match self {
            Self::Simple(_) => {}
            Self::Mcts(mcts) => mcts.begin(&mut memory.mcts),
        }
    }

    fn choose(
        &self,
        memory: &mut NativeMemory,
        state: &State,
        key: GameKey,
        ply: u32,
        run: &Run,
    ) -> Result<Option<i64>, Infallible> {
        match self {
            Self::Simple(simple) => simple.choose(&mut (), state, key, ply, run),
            Self::Mcts(mcts) => mcts.choose(&mut memory.mcts, state, key, ply, run),
        }
    }

    fn is_quick(&self) -> bool {
        self.simple().is_some()
    }
}
