//! The crate's players behind one type.

use std::convert::Infallible;

use super::{Player, Simple};
use crate::game::State;
use crate::random::GameKey;
use crate::run::Run;

/// Any player of the crate.
#[derive(Clone, Debug, PartialEq)]
pub enum Native {
    /// One that needs no memory and no search.
    Simple(Simple),
}

/// The memory of any of them: a field for each kind that has one, empty until it is used.
#[derive(Debug, Default)]
pub struct NativeMemory {}

impl Native {
    /// The player, if it needs no memory and no search.
    #[must_use]
    pub fn simple(&self) -> Option<Simple> {
        match self {
            Self::Simple(simple) => Some(*simple),
        }
    }
}

impl Player for Native {
    type Memory = NativeMemory;
    type Error = Infallible;

    fn begin(&self, _memory: &mut NativeMemory) {
        match self {
            Self::Simple(_) => {}
        }
    }

    fn choose(
        &self,
        _memory: &mut NativeMemory,
        state: &State,
        key: GameKey,
        ply: u32,
        run: &Run,
    ) -> Result<Option<i64>, Infallible> {
        match self {
            Self::Simple(simple) => simple.choose(&mut (), state, key, ply, run),
        }
    }

    fn is_quick(&self) -> bool {
        self.simple().is_some()
    }
}
