//! Whole actions of the games that need nothing but one lap, without a branch: where a lap ends
//! and whether it captures can hardly be foreseen, and a processor that guesses wrong loses more
//! time than the action takes.

use super::board::{Board, STORE};
use super::laps::{self, HANDS};
use crate::plan::features::allow_list;
use crate::plan::{Entry, Features, Plan, Spot, Tables};

/// What a fused action was written for: one lap in one direction, and one capture for the mover's
/// store at most, from pits that were empty. What decides who moves next and when the game ends is
/// not its business, as long as that is asked after the action.
pub const PLAYS: Features = allow_list!(
    Stores,
    NumbersBoth,
    LargerPits,
    Singles,
    Clockwise,
    FeedForced,
    FeedAlways,
    SowsOwnStore,
    SowsBothStores,
    SkipsLap,
    SkipsTurn,
    Captures,
    FromEmpty,
    LandingCounts,
    OnOwnSide,
    AsksFacing,
    TakesLanding,
    TakesFacing,
    Replays,
    EndsEmpty,
    EndsStuck,
    EndsAboveHalf,
    EndsAllSingle,
    EndsFew,
    EndsRow,
    CountsHome,
    CountsOwner,
    CountsEmptied,
    CountsOneSide,
    WonBySeeds,
    WonByLastMove,
    WonByPits,
    WonByRow,
    EndlessVoid,
    EndlessLoss,
    Cap,
);

/// The rules of such a game.
#[derive(Clone, Debug)]
pub(crate) struct Fused {
    /// By pit and hand.
    laps: Vec<Lap>,
    /// Seeds that must lie opposite for a capture.
    needed: u64,
    /// The seed that a capture takes from the landing pit.
    landing: u64,
    /// The bits of those that it takes from the pit opposite.
    facing: u64,
}

/// A capture for the mover's store by a last seed that comes into one of their empty pits.
struct FromEmpty {
    /// The pits, one bit each.
    places: u16,
    needs_facing: bool,
    takes_landing: bool,
    takes_facing: bool,
}

impl FromEmpty {
    /// An entry as such a capture; `None` if it is another.
    fn of(entry: &Entry, columns: usize) -> Option<Self> {
        let own = entry.slots >> columns == 0;
        let one = entry.has_count(Spot::Landing, 1);
        (own && one).then_some(Self {
            places: entry.slots as u16,
            needs_facing: entry.asks.has(Spot::Facing),
            takes_landing: entry.takes.has(Spot::Landing),
            takes_facing: entry.takes.has(Spot::Facing),
        })
    }
}

/// What a lap does by itself.
pub(crate) struct OneLap {
    /// What it adds to a board from which its hand was lifted.
    pub adds: Board,
    /// The mover's pit in which it ends, if the mover captures there when it was empty.
    pub captures_at: Option<usize>,
    /// Whether the other player is to move after it.
    pub passes: bool,
}

/// One lap and what may follow.
#[derive(Clone, Copy, Debug)]
struct Lap {
    /// What it adds, less the hand in the pit where it began; wraps around.
    adds: Board,
    /// The lowest bits of the landing pit and of the pit opposite, where a landing may capture.
    landing: u8,
    facing: u8,
    /// Whether it may.
    captures: bool,
    /// Whether the other player is to move after it.
    passes: bool,
}

impl Fused {
    /// The rules of a game; `None` where an action may be more than a lap and a capture that ends
    /// in one of the mover's empty pits.
    pub(super) fn of(plan: &Plan, tables: &Tables, laps: &[laps::Lap]) -> Option<Self> {
        if !plan.features.within(PLAYS) || laps.is_empty() {
            return None;
        }
        let takings = tables.landing.iter().map(|entry| FromEmpty::of(entry, plan.columns));
        let takings: Vec<_> = takings.collect::<Option<_>>()?;
        let taking = takings.first();
        let lap = |pit: usize, hand: usize| {
            let laps::Lap { adds, landing } = laps[laps::index(0, pit, hand as u8)];
            let own = adds.own.wrapping_sub((hand as u64) << (8 * pit));
            let captures = taking.is_some_and(|taking| taking.places >> landing & 1 == 1);
            let end = if captures { landing } else { 0 };
            Lap {
                adds: Board { own, ..adds },
                landing: 8 * end,
                facing: 8 * (plan.columns as u8 - 1 - end),
                captures,
                passes: !(plan.replay && usize::from(landing) == STORE),
            }
        };
        let pits = 0..plan.columns;
        Some(Self {
            laps: pits.flat_map(|pit| (0..HANDS).map(move |hand| lap(pit, hand))).collect(),
            needed: taking.map_or(0, |taking| taking.needs_facing.into()),
            landing: taking.map_or(0, |taking| taking.takes_landing.into()),
            facing: taking.map_or(0, |taking| u64::from(taking.takes_facing).wrapping_neg()),
        })
    }

    /// Plays a pit: the board as the player sees it whose turn is next, and whether that is the
    /// other one.
    #[inline]
    pub fn play(&self, board: Board, pit: usize) -> (Board, bool) {
        let hand = (board.own >> (8 * pit)) as u8;
        let lap = &self.laps[pit * HANDS + usize::from(hand)];
        let own = board.own.wrapping_add(lap.adds.own);
        let other = board.other + lap.adds.other;
        let here = own >> lap.landing & 0xff;
        let there = other >> lap.facing & 0xff;
        let fits = [lap.captures, here == 1, there >= self.needed].map(u64::from);
        let fits = (fits[0] & fits[1] & fits[2]).wrapping_neg();
        let (landed, faced) = (fits & self.landing, fits & self.facing & there);
        let own = own - (landed << lap.landing) + ((landed + faced) << (8 * STORE));
        let other = other - (faced << lap.facing);
        // Exclusive or exchanges the rows, or leaves them.
        let turn = (own ^ other) & u64::from(lap.passes).wrapping_neg();
        (Board { own: own ^ turn, other: other ^ turn }, lap.passes)
    }

    /// The lap of a hand from a pit.
    pub fn lap(&self, pit: usize, hand: usize) -> OneLap {
        let lap = &self.laps[pit * HANDS + hand];
        let own = lap.adds.own.wrapping_add((hand as u64) << (8 * pit));
        OneLap {
            adds: Board { own, ..lap.adds },
            captures_at: lap.captures.then_some(usize::from(lap.landing / 8)),
            passes: lap.passes,
        }
    }

    /// What a capture takes from the landing pit and from the one opposite, which holds `facing`.
    pub fn taken(&self, facing: usize) -> [usize; 2] {
        let seeds = facing as u64;
        let fits = seeds >= self.needed;
        if fits { [self.landing as usize, (self.facing & seeds) as usize] } else { [0, 0] }
    }
}
