//! What is counted while games run.

use crate::batch::block::Block;
use crate::batch::values::{Bytes, LANES, Words};
use crate::fingerprint;

/// Sums over the plies of the running games, lane by lane.
#[derive(Clone, Debug)]
pub struct Counters {
    /// Legal actions since the last spill.
    choices: Narrow,
    /// Squares of the same.
    squares: Narrow,
    /// Rounds until a narrow sum might overflow.
    spill_in: u32,
    spill_every: u32,
    /// Legal actions of the game up to the last spill.
    game_choices: Words,
    /// Squares of the same.
    game_squares: [u64; LANES],
    /// Fingerprints of the games.
    prints: [u64; LANES],
}

/// A 16-bit sum in each lane.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Narrow([u16; LANES]);

impl Narrow {
    #[inline(always)]
    fn add(&mut self, numbers: Bytes) {
        for i in 0..LANES {
            self.0[i] = self.0[i].wrapping_add(u16::from(numbers.0[i]));
        }
    }
}

/// Most rounds whose legal actions are added at once.
const ROUNDS_AT_ONCE: u32 = u8::MAX as u32;

/// What a round came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Census {
    /// Laps of the block.
    pub rounds: u32,
    /// Laps of single lanes.
    pub laps: u32,
    /// Whether any lane can go on by itself.
    pub active: bool,
    /// Lanes that wait for their final count.
    pub ending: usize,
    /// Lanes that wait for a trial of their alternatives.
    pub on_trial: usize,
    /// Lanes with sowings of very many laps.
    pub long: usize,
}

impl Counters {
    /// Nothing counted, for a game with `actions` actions.
    #[must_use]
    pub fn new(actions: usize) -> Box<Self> {
        let spill_every = (65_535 / (actions * actions)) as u32;
        let mut counters = Box::new(Self {
            choices: Narrow([0; LANES]),
            squares: Narrow([0; LANES]),
            spill_in: 0,
            spill_every,
            game_choices: Words::ZERO,
            game_squares: [0; LANES],
            prints: [0; LANES],
        });
        counters.clear();
        counters
    }

    /// Nothing counted.
    pub fn clear(&mut self) {
        (self.choices, self.squares) = (Narrow([0; LANES]), Narrow([0; LANES]));
        self.spill_in = self.spill_every;
        (self.game_choices, self.game_squares) = (Words::ZERO, [0; LANES]);
    }

    /// The legal actions over the plies of a game that leaves its lane, and the sum of their squares.
    pub fn take_choices(&mut self, lane: usize) -> (u32, u64) {
        let lately = std::mem::take(&mut self.choices.0[lane]);
        let squares_lately = std::mem::take(&mut self.squares.0[lane]);
        let choices = std::mem::take(&mut self.game_choices.0[lane]);
        let squares = std::mem::take(&mut self.game_squares[lane]);
        (choices.wrapping_add(u32::from(lately)), squares.wrapping_add(u64::from(squares_lately)))
    }

    /// Adds the legal actions of so many rounds, whose squares were added.
    #[inline(always)]
    pub fn add_choices(&mut self, choices: Bytes, rounds: u32) {
        self.choices.add(choices);
        self.spill_in = self.spill_in.saturating_sub(rounds);
        if self.spill_in < ROUNDS_AT_ONCE {
            spill(self);
        }
    }

    /// Adds squares of numbers of legal actions.
    #[inline(always)]
    pub fn add_squares(&mut self, squares: Bytes) {
        self.squares.add(squares);
    }

    /// What was counted of a game changes places with what was in a lane of other counters; spill both first.
    pub fn exchange(&mut self, lane: usize, other: &mut Self, there: usize) {
        std::mem::swap(&mut self.game_choices.0[lane], &mut other.game_choices.0[there]);
        std::mem::swap(&mut self.game_squares[lane], &mut other.game_squares[there]);
        std::mem::swap(&mut self.prints[lane], &mut other.prints[there]);
    }

    /// The fingerprint of a game that is over.
    pub fn take_print(&mut self, lane: usize) -> u64 {
        fingerprint::finished(self.prints[lane])
    }

    /// A game begins from this start position.
    pub fn begin(&mut self, lane: usize, start: u64) {
        self.prints[lane] = fingerprint::begun(start);
    }
}

/// Adds the narrow sums to the wide ones.
#[inline(always)]
pub fn spill(counters: &mut Counters) {
    for i in 0..LANES {
        let sum = u32::from(counters.choices.0[i]);
        counters.game_choices.0[i] = counters.game_choices.0[i].wrapping_add(sum);
    }
    for i in 0..LANES {
        let sum = u64::from(counters.squares.0[i]);
        counters.game_squares[i] = counters.game_squares[i].wrapping_add(sum);
    }
    (counters.choices, counters.squares) = (Narrow([0; LANES]), Narrow([0; LANES]));
    counters.spill_in = counters.spill_every;
}

/// Counts the legal actions of the lanes that are about to act.
#[inline(always)]
pub fn count(block: &Block, counters: &mut Counters) {
    let choices = block.choices.and(block.waits.ready());
    for i in 0..LANES {
        let n = u16::from(choices.0[i]);
        counters.choices.0[i] = counters.choices.0[i].wrapping_add(n);
        counters.squares.0[i] = counters.squares.0[i].wrapping_add(n.wrapping_mul(n));
    }
    counters.spill_in -= 1;
    if counters.spill_in == 0 {
        spill(counters);
    }
}

/// Adds the chosen actions to the fingerprints.
#[inline(always)]
pub fn print(block: &Block, counters: &mut Counters) {
    let ready = block.waits.ready();
    for i in 0..LANES {
        let old = counters.prints[i];
        let new = fingerprint::after(old, u64::from(block.action.0[i]));
        counters.prints[i] = if ready.0[i] == 0 { old } else { new };
    }
}
