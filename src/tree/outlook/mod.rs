//! What each action would do at once, as numbers that a network learns from.

mod boards;
mod states;

use std::sync::Arc;

use crate::plan::{Feature, Plan};
use boards::Boards;
use states::States;

/// Numbers of an action.
const NUMBERS: usize = 3;

/// Gains are told up to so many seeds.
const MOST: i16 = 12;

/// Seeds that count 1: most captures have about as many, and numbers learn best that are about 1.
const UNIT: f32 = 6.0;

/// A look at the next action of either player.
#[derive(Debug)]
pub struct Outlook {
    engine: Engine,
    actions: usize,
}

/// Who plays the actions. The two tell ends otherwise, and networks learn from what they are told: a game must not
/// move from one to the other without new networks.
#[derive(Debug)]
enum Engine {
    /// The board of sixteen bytes, three to eight times as fast.
    Boards(Box<Boards>),
    /// The reference engine: any other game.
    States(Box<States>),
}

impl Outlook {
    /// That of a game.
    #[must_use]
    pub fn new(plan: &Arc<Plan>) -> Self {
        let engine = match Boards::new(plan) {
            Ok(boards) => Engine::Boards(Box::new(boards)),
            Err(_) => Engine::States(Box::new(States::new(plan))),
        };
        Self { engine, actions: plan.actions.count }
    }

    /// Numbers of a position.
    #[must_use]
    pub fn numbers(&self) -> usize {
        2 * self.actions * NUMBERS
    }

    /// Writes them, given the numbers of an observation: for the player to move, then for the other
    /// one as if it were their turn, for each action 1 if they move again, 1 if they gain more than
    /// sowing alone brings them, and the gain, cut to twelve, over six. All are 0 for what they may
    /// not do, for the other player in any phase but the first, and for numbers that the rules refuse as a position.
    ///
    /// A gain is one of the margin of the stores, that of a final count included. Games that the
    /// board of sixteen bytes does not play tell it otherwise: an action that ends the game gains
    /// twelve if it wins, loses twelve if it loses, and nothing else; one that begins another round
    /// gains nothing, nor does the choice of a pit between two rounds; and where each player sows a side
    /// of their own, the gain is what the other player loses, of the seeds in their pits, store and reserve.
    pub fn write(&self, observation: &[u8], out: &mut [f32]) {
        out.fill(0.0);
        let (own, other) = out.split_at_mut(self.actions * NUMBERS);
        let out = [own.as_chunks_mut().0, other.as_chunks_mut().0];
        match &self.engine {
            Engine::Boards(boards) => boards.tell(observation, out),
            Engine::States(states) => states.tell(observation, out),
        }
    }
}

/// What an action does.
#[derive(Clone, Copy)]
struct Told {
    /// Whether the same player moves again.
    again: bool,
    /// What they gain.
    gain: i16,
}

impl Told {
    /// As numbers; `sown`: what sowing alone may bring.
    fn numbers(self, sown: i16) -> [f32; NUMBERS] {
        [
            f32::from(u8::from(self.again)),
            f32::from(u8::from(self.gain > sown)),
            f32::from(self.gain.clamp(-MOST, MOST)) / UNIT,
        ]
    }
}

/// Seeds that a player gains by sowing alone: none or, but for long laps, one.
fn gained_by_sowing(plan: &Plan) -> i16 {
    let stores = [Feature::SowsOwnStore, Feature::SowsBothStores];
    i16::from(stores.iter().any(|feature| plan.features.has(*feature)))
}
