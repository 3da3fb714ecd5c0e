//! Proof search: the exact value of a position of a game of two rows without cycles.
//!
//! Questions "is at least `beta` still to come?" narrow the value down (MTD(f)). Each is asked to
//! greater and greater depth, which orders the actions; a bound that no guess has entered is proven
//! and holds for good. All threads work at one question and share what they find.

mod busy;
mod lines;
mod memory;
mod question;
mod search;
mod walker;

pub use memory::{Known, MOST_SEEDS, Memory, PROVEN};
pub use question::Found;

use super::Layers;
use super::bounds::Bounds;
use super::budget::{Budget, Halt};
use crate::plan::features::allow_list;
use crate::plan::{Features, Plan};
use crate::tree::two_rows::Node;
use crate::tree::{Goal, TwoRows};
use busy::Busy;
use question::Question;

/// A game being solved: what is known is kept from question to question.
pub struct Proof<'a> {
    game: &'a TwoRows,
    memory: &'a Memory,
    endgames: &'a Layers,
    budget: &'a Budget<'a>,
    /// Whether all values have the parity of the seeds in the pits.
    parity: bool,
    busy: Busy,
}

impl Bounds {
    /// The widest bounds of what is still to come.
    #[must_use]
    pub fn widest(game: &TwoRows, node: &Node) -> Self {
        let stake = match game.goal() {
            Goal::Result => 1,
            _ => game.seeds_in_pits(node.board) as i16,
        };
        Self { lower: -stake, upper: stake }
    }

    fn narrow(&mut self, beta: i16, value: i16) {
        if value >= beta {
            self.lower = self.lower.max(value);
        } else {
            self.upper = self.upper.min(value);
        }
    }
}

/// What the proof of [`keeps_parity`] was made for: no seed leaves the game, and none is left on
/// the board at the end.
pub const PARITY_PROVED_FOR: Features = allow_list! {
    Stores, Symmetric, NumbersBoth, LargerPits, Singles, Clockwise, ChosenWay, Outward,
    FeedPenalty, FeedForced, FeedAlways,
    SowsOwnStore, SowsBothStores, SkipsLap, SkipsTurn, StartsInOrigin, DropCaptures,
    Relays, RelaysNext,
    Captures, SeveralEntries, Exceptions,
    FromEmpty, FromOccupied, FromAny, LandingCounts, OnOwnSide, OnOtherSide,
    AsksFacing, CountsFacing, AsksAhead, AsksRow, AsksLap, AsksCaptured, AsksCrossed, AsksHand,
    TakesLanding, TakesFacing, TakesAhead, ChainsBack, Chains, SlamsCalledOff, SlamsForbidden,
    ToOtherStore, ToLanding, Resows, ReentersAtLanding, ReentersAtTurn,
    ThenRelays, ThenRelaysNext, ThenAgain, Replays,
    EndsEmpty, EndsStuck, EndsAboveHalf, EndsAllSingle, EndsFew, EndsRow, EndsAtLaps,
    CountsOwner, CountsEmptied, CountsOneSide, WonBySeeds, WonByLastMove, WonByPits, WonByRow,
    EndlessVoid, EndlessLoss, Cap,
};

/// Whether every seed ends in a store, so that a value has the parity of the seeds in the pits.
#[must_use]
pub fn keeps_parity(plan: &Plan, goal: Goal) -> bool {
    goal == Goal::Margin && plan.features.within(PARITY_PROVED_FOR)
}

impl<'a> Proof<'a> {
    /// A search that goes on from what is in `memory`.
    pub fn new(
        game: &'a TwoRows,
        memory: &'a Memory,
        endgames: &'a Layers,
        budget: &'a Budget<'a>,
    ) -> Self {
        let parity = keeps_parity(game.plan(), game.goal());
        Self { game, memory, endgames, budget, parity, busy: Busy::default() }
    }

    /// Narrows down what is still to come as far as the limits allow: all that `known` says is
    /// proven when this returns.
    ///
    /// # Errors
    /// When it was time to stop; `known` holds what is proven until then.
    pub fn narrow(&self, node: &Node, known: &mut Bounds) -> Result<(), Halt> {
        let mut guess = 0;
        for depth in depths() {
            if known.is_open() {
                guess = self.narrow_to_depth(node, depth, guess, known)?;
            }
        }
        Ok(())
    }

    /// Finds out whether at least `beta` is still to come, and no more: all that `known` says is
    /// proven when this returns.
    ///
    /// # Errors
    /// When it was time to stop; `known` holds what is proven until then.
    pub fn decide(&self, node: &Node, beta: i16, known: &mut Bounds) -> Result<(), Halt> {
        for depth in depths() {
            if known.reach(beta).is_some() {
                break;
            }
            let found = self.ask(node, Question { beta, depth })?;
            if found.proven {
                known.narrow(beta, found.value);
            }
        }
        Ok(())
    }

    /// The value of a search of some depth, beginning with a guess. Proven bounds go to `known`.
    fn narrow_to_depth(
        &self,
        node: &Node,
        depth: u8,
        guess: i16,
        known: &mut Bounds,
    ) -> Result<i16, Halt> {
        let mut bounds = *known;
        let mut value = guess.clamp(bounds.lower, bounds.upper);
        while bounds.is_open() && known.is_open() {
            let beta = if value == bounds.lower { value + 1 } else { value };
            let found = self.ask(node, Question { beta, depth })?;
            bounds.narrow(beta, found.value);
            if found.proven {
                known.narrow(beta, found.value);
            }
            // No clamp: what was read from a file may contradict itself.
            value = found.value.max(known.lower).min(known.upper);
        }
        Ok(value)
    }
}

/// Depth up to which searches guess; the next one goes to the end of the game.
const MOST_GUESSED: u8 = 16;

/// The depths to which a question is asked, one after the other.
fn depths() -> impl Iterator<Item = u8> {
    (4..=MOST_GUESSED).step_by(4).chain([PROVEN])
}
