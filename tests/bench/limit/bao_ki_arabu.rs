//! Bao Ki Arabu, 64 games side by side: a relay game on four rows of eight, each player sowing round their own two.
//! The unit of work is a lap. Turns end together once half of the sowings are done.

// All that a level compiles is inlined, and plain loops over the lanes are what becomes vectors.
#![allow(clippy::inline_always, clippy::needless_range_loop)]

use mancalab::random::GameKey;

use super::kalah::{Bytes, LANES, Words, ZERO, drawn, yes};
use super::{Answer, compiled_for_each_level};

/// Pits of a player, in the order of sowing: the outer row, then the inner one.
const PITS: usize = 16;
/// Seeds in each pit at the start.
const SEEDS: u8 = 2;
/// Sowings of more laps than this never end, in all games that are played here: the benchmark compares the answer with
/// the engine's.
const MANY_LAPS: u16 = 1_000;

struct Lanes {
    mine: [Bytes; PITS],
    theirs: [Bytes; PITS],
    north: Bytes,
    /// Truth: an action is to be chosen; a lap is to be sown; the turn is done.
    ready: Bytes,
    sowing: Bytes,
    done: Bytes,
    hand: Bytes,
    origin: Bytes,
    laps: [u16; LANES],
    number: Words,
    high: Words,
    running: u64,
    next: u64,
    games: u64,
    seed: u64,
    answer: Answer,
}

impl Lanes {
    fn new(games: u64, seed: u64) -> Self {
        let mut lanes = Self {
            mine: [ZERO; PITS],
            theirs: [ZERO; PITS],
            north: ZERO,
            ready: ZERO,
            sowing: ZERO,
            done: ZERO,
            hand: ZERO,
            origin: ZERO,
            laps: [0; LANES],
            number: Words([0; LANES]),
            high: Words([0; LANES]),
            running: 0,
            next: 0,
            games,
            seed,
            answer: Answer::default(),
        };
        (0..LANES).for_each(|lane| lanes.begin(lane));
        lanes
    }

    fn begin(&mut self, lane: usize) {
        let some = self.next < self.games;
        self.ready.0[lane] = yes(some);
        self.running += u64::from(some);
        let key = GameKey::new(self.seed, self.next).0;
        self.next += 1;
        for pit in 0..PITS {
            (self.mine[pit].0[lane], self.theirs[pit].0[lane]) = (SEEDS, SEEDS);
        }
        self.north.0[lane] = 0;
        (self.number.0[lane], self.high.0[lane]) = (key as u32, (key >> 32) as u32);
    }

    fn end(&mut self, lane: usize) {
        self.running -= 1;
        self.begin(lane);
    }
}

compiled_for_each_level!(Lanes, run);

#[inline(always)]
fn run(lanes: &mut Lanes) {
    while lanes.running > 0 {
        choose(lanes);
        let few = count(&lanes.sowing) / 2;
        while count(&lanes.sowing) > few {
            lap(lanes);
        }
        settle(lanes);
    }
}

#[inline(always)]
fn count(truth: &Bytes) -> u32 {
    let mut sum = 0_u8;
    for i in 0..LANES {
        sum += truth.0[i] & 1;
    }
    u32::from(sum)
}

/// The lanes that are ready lift the seeds of a pit.
#[inline(always)]
fn choose(lanes: &mut Lanes) {
    lanes.answer.plies += u64::from(count(&lanes.ready));
    let mut choices = ZERO;
    for pit in &lanes.mine {
        for i in 0..LANES {
            choices.0[i] += u8::from(pit.0[i] > 0);
        }
    }
    let mut which = ZERO;
    for i in 0..LANES {
        let x = lanes.number.0[i];
        let moved = if lanes.ready.0[i] == 0 { 0 } else { 0x9E37_79B9 };
        lanes.number.0[i] = x.wrapping_add(moved);
        which.0[i] = drawn(x, lanes.high.0[i], choices.0[i]);
    }
    let (mut upto, mut action) = (ZERO, ZERO);
    for pit in &lanes.mine {
        for i in 0..LANES {
            upto.0[i] += u8::from(pit.0[i] > 0);
            action.0[i] += u8::from(upto.0[i] <= which.0[i]);
        }
    }
    for i in 0..LANES {
        let ready = lanes.ready.0[i];
        lanes.origin.0[i] = lanes.origin.0[i] & !ready | action.0[i] & ready;
        lanes.sowing.0[i] |= ready;
        lanes.laps[i] &= !(ready as i8 as u16);
    }
    for pit in 0..PITS {
        let cells = &mut lanes.mine[pit];
        for i in 0..LANES {
            let lifted = cells.0[i] & yes(action.0[i] == pit as u8) & lanes.ready.0[i];
            cells.0[i] -= lifted;
            lanes.hand.0[i] |= lifted; // a lane that is ready has nothing in the hand
        }
    }
    lanes.ready = ZERO;
}

/// A lap in all lanes that sow. In the others the hand is empty.
#[inline(always)]
fn lap(lanes: &mut Lanes) {
    let (mut last, mut landed) = (ZERO, ZERO);
    for i in 0..LANES {
        last.0[i] = lanes.origin.0[i].wrapping_add(lanes.hand.0[i]) % PITS as u8;
    }
    for pit in 0..PITS {
        for i in 0..LANES {
            let (hand, origin) = (lanes.hand.0[i], lanes.origin.0[i]);
            let distance = (pit as u8).wrapping_sub(origin).wrapping_sub(1) % PITS as u8;
            let falls = u8::from(hand % PITS as u8 > distance) + hand / PITS as u8;
            let held = lanes.mine[pit].0[i] + falls;
            let hit = yes(last.0[i] == pit as u8) & lanes.sowing.0[i];
            let relays = hit & yes(held > 1);
            landed.0[i] |= held & hit;
            lanes.mine[pit].0[i] = held & !relays;
        }
    }
    for i in 0..LANES {
        let relays = yes(landed.0[i] > 1);
        let done = lanes.sowing.0[i] & !relays;
        lanes.hand.0[i] = landed.0[i] & relays;
        lanes.origin.0[i] = last.0[i];
        lanes.sowing.0[i] = relays;
        lanes.done.0[i] |= done;
        lanes.laps[i] += 1;
        last.0[i] |= !done; // a place that is none
    }
    capture(lanes, &last);
    let mut long = false;
    for i in 0..LANES {
        long |= lanes.laps[i] > MANY_LAPS;
    }
    if long {
        give_up(lanes);
    }
}

/// Last seeds that fell in an empty inner pit take the file across, where its inner pit is occupied.
#[inline(always)]
fn capture(lanes: &mut Lanes, last: &Bytes) {
    for pit in PITS / 2..PITS {
        let (inner, outer) = (23 - pit, pit - 8);
        for i in 0..LANES {
            let taken = yes(last.0[i] == pit as u8) & yes(lanes.theirs[inner].0[i] > 0);
            lanes.theirs[inner].0[i] &= !taken;
            lanes.theirs[outer].0[i] &= !taken;
        }
    }
}

/// Sowings that never end: these games are void.
#[cold]
#[inline(never)]
fn give_up(lanes: &mut Lanes) {
    for lane in 0..LANES {
        if lanes.laps[lane] > MANY_LAPS && lanes.sowing.0[lane] != 0 {
            (lanes.sowing.0[lane], lanes.hand.0[lane]) = (0, 0);
            lanes.end(lane);
        }
        lanes.laps[lane] %= MANY_LAPS + 1;
    }
}

/// The turn passes in the lanes that are done; who has no seeds then has lost.
#[inline(always)]
fn settle(lanes: &mut Lanes) {
    let mut some = ZERO;
    for pit in 0..PITS {
        for i in 0..LANES {
            let (mine, theirs) = (lanes.mine[pit].0[i], lanes.theirs[pit].0[i]);
            let change = (mine ^ theirs) & lanes.done.0[i];
            lanes.mine[pit].0[i] = mine ^ change;
            lanes.theirs[pit].0[i] = theirs ^ change;
            some.0[i] |= mine ^ change;
        }
    }
    let (mut over, mut any) = (ZERO, 0);
    for i in 0..LANES {
        lanes.north.0[i] ^= lanes.done.0[i];
        over.0[i] = lanes.done.0[i] & yes(some.0[i] == 0);
        lanes.ready.0[i] |= lanes.done.0[i];
        any |= over.0[i];
    }
    lanes.done = ZERO;
    if any != 0 {
        for lane in 0..LANES {
            if over.0[lane] != 0 {
                // North is to move, and has lost.
                let south = lanes.north.0[lane] != 0;
                lanes.answer.results[usize::from(!south)] += 1;
                lanes.end(lane);
            }
        }
    }
}
