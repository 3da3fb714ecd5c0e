//! What is counted while games run, and the round that counts it.

use super::block::Block;
use super::choose::begin;
use super::course::Course;
use super::lanes::{Bytes, LANES, Words, yes};
use super::relay::{lap, stall};
use super::swift::act_if_swift;
use super::turn::settle;
use crate::random::mix64;

/// Sums over the plies of the running games, lane by lane.
#[derive(Clone, Debug)]
pub struct Tracks {
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

/// An odd multiplier that spreads the actions of a game over a fingerprint.
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Tracks {
    /// Nothing counted, for a game with so many actions.
    #[must_use]
    pub fn new(actions: usize) -> Box<Self> {
        let spill_every = (65_535 / (actions * actions)) as u32;
        let mut tracks = Box::new(Self {
            choices: Narrow([0; LANES]),
            squares: Narrow([0; LANES]),
            spill_in: 0,
            spill_every,
            game_choices: Words::ZERO,
            game_squares: [0; LANES],
            prints: [0; LANES],
        });
        tracks.clear();
        tracks
    }

    /// Nothing counted.
    pub fn clear(&mut self) {
        (self.choices, self.squares) = (Narrow([0; LANES]), Narrow([0; LANES]));
        self.spill_in = self.spill_every;
        (self.game_choices, self.game_squares) = (Words::ZERO, [0; LANES]);
    }

    /// The legal actions over the plies of a game that leaves its lane, and the sum of their
    /// squares; spill first.
    pub fn take_choices(&mut self, lane: usize) -> (u32, u64) {
        let choices = std::mem::take(&mut self.game_choices.0[lane]);
        (choices, std::mem::take(&mut self.game_squares[lane]))
    }

    /// The fingerprint of a game that is over.
    pub fn take_print(&mut self, lane: usize) -> u64 {
        mix64(self.prints[lane])
    }

    /// A game begins from this start position.
    pub fn begin(&mut self, lane: usize, start: u64) {
        self.prints[lane] = mix64(start);
    }
}

/// Adds the narrow sums to the wide ones.
#[inline(always)]
pub(super) fn spill(tracks: &mut Tracks) {
    for i in 0..LANES {
        let sum = u32::from(tracks.choices.0[i]);
        tracks.game_choices.0[i] = tracks.game_choices.0[i].wrapping_add(sum);
    }
    for i in 0..LANES {
        let sum = u64::from(tracks.squares.0[i]);
        tracks.game_squares[i] = tracks.game_squares[i].wrapping_add(sum);
    }
    (tracks.choices, tracks.squares) = (Narrow([0; LANES]), Narrow([0; LANES]));
    tracks.spill_in = tracks.spill_every;
}

/// Counts the legal actions of the lanes that are about to act.
#[inline(always)]
fn count(block: &Block, tracks: &mut Tracks) {
    let choices = block.choices.and(block.ready);
    for i in 0..LANES {
        let n = u16::from(choices.0[i]);
        tracks.choices.0[i] = tracks.choices.0[i].wrapping_add(n);
        tracks.squares.0[i] = tracks.squares.0[i].wrapping_add(n.wrapping_mul(n));
    }
    tracks.spill_in -= 1;
    if tracks.spill_in == 0 {
        spill(tracks);
    }
}

/// Adds the chosen actions to the fingerprints.
#[inline(always)]
pub(super) fn print(block: &Block, tracks: &mut Tracks) {
    let ready = block.ready;
    for i in 0..LANES {
        let old = tracks.prints[i];
        let action = u64::from(block.action.0[i]) + 1;
        let new = (old.rotate_left(7) ^ action).wrapping_mul(ODD);
        tracks.prints[i] = if ready.0[i] == 0 { old } else { new };
    }
}

/// One round of actions that are carried out in one go.
#[inline(always)]
pub(super) fn swift_round(course: &Course, block: &mut Block, tracks: &mut Tracks) -> Census {
    count(block, tracks);
    let laps = block.ready.count() as u32;
    act_if_swift(course, block);
    let (active, ending) = (block.ready.any(), block.ending.count());
    Census { rounds: 1, laps, active, ending, ..Census::default() }
}

/// One round: the chosen actions are begun, laps are sown until `patience` quarters of the lanes are
/// done with their actions, and these are settled.
#[inline(always)]
pub(super) fn round(
    course: &Course,
    block: &mut Block,
    tracks: &mut Tracks,
    patience: usize,
) -> Census {
    count(block, tracks);
    let mut census = Census::default();
    begin(course, block);
    if course.many_laps {
        let enough = (block.sowing.count() * patience).div_ceil(4);
        while block.sowing.any() {
            census.rounds += 1;
            census.laps += block.sowing.count() as u32;
            lap(course, block);
            if course.plan.may_be_endless {
                stall(block);
            }
            if block.done.count() >= enough {
                break;
            }
        }
    } else {
        census.rounds = 1;
        census.laps = block.sowing.count() as u32;
        lap(course, block);
    }
    settle(course, block);
    census.active = block.active().any();
    census.ending = block.ending.count();
    if course.trials {
        census.on_trial = block.on_trial.count();
    }
    if course.plan.may_be_endless {
        census.long = block.long.count();
    }
    census
}

/// Truth in the lanes of a set of bits.
#[must_use]
pub fn lanes_of(set: u64) -> Bytes {
    let mut lanes = Bytes::ZERO;
    for (lane, truth) in lanes.0.iter_mut().enumerate() {
        *truth = yes(set >> lane & 1 == 1);
    }
    lanes
}
