//! Kalah(6, 4), 64 games side by side, with the board of a lane in registers from the first seed to the last.

// All that a level compiles is inlined, and plain loops over the lanes are what becomes vectors.
#![allow(clippy::inline_always, clippy::needless_range_loop)]

use mancalab::random::GameKey;

use super::{Answer, compiled_for_each_level};

pub const LANES: usize = 64;
pub const PITS: usize = 6;
/// Places of the ring: both rows and a store.
const RING: u8 = 13;
pub const SEEDS: u8 = 4;
pub const ALL: u8 = 2 * PITS as u8 * SEEDS;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Bytes(pub [u8; LANES]);

#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Words(pub [u32; LANES]);

pub const ZERO: Bytes = Bytes([0; LANES]);

compiled_for_each_level!(Lanes, run);

pub struct Lanes {
    pub mine: [Bytes; PITS],
    pub theirs: [Bytes; PITS],
    pub store: Bytes,
    pub other_store: Bytes,
    /// Truth: North moves.
    pub north: Bytes,
    /// Truth: there is a game in the lane.
    live: Bytes,
    pub over: Bytes,
    /// The low half of the key, moved on with every ply, and the high half.
    number: Words,
    high: Words,
    running: u64,
    next: u64,
    games: u64,
    seed: u64,
    answer: Answer,
}

impl Lanes {
    pub fn new(games: u64, seed: u64) -> Self {
        let mut lanes = Self {
            mine: [ZERO; PITS],
            theirs: [ZERO; PITS],
            store: ZERO,
            other_store: ZERO,
            north: ZERO,
            live: ZERO,
            over: ZERO,
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

    #[inline(always)]
    fn begin(&mut self, lane: usize) {
        let some = self.next < self.games;
        self.live.0[lane] = yes(some);
        self.running += u64::from(some);
        let key = GameKey::new(self.seed, self.next).0;
        self.next += 1;
        for pit in 0..PITS {
            (self.mine[pit].0[lane], self.theirs[pit].0[lane]) = (SEEDS, SEEDS);
        }
        (self.store.0[lane], self.other_store.0[lane], self.north.0[lane]) = (0, 0, 0);
        (self.number.0[lane], self.high.0[lane]) = (key as u32, (key >> 32) as u32);
    }
}

#[inline(always)]
fn run(lanes: &mut Lanes) {
    while lanes.running > 0 {
        let action = choose(lanes);
        let (each, rest) = hands(lanes, &action);
        lanes.answer.plies += lanes.running;
        if turn(lanes, &action, &each, &rest) != 0 {
            collect(lanes);
        }
    }
}

#[inline(always)]
pub fn yes(truth: bool) -> u8 {
    0_u8.wrapping_sub(u8::from(truth))
}

/// Which of so many choices the engine takes, by the halves of the key, the low one moved on to the ply.
#[inline(always)]
pub fn drawn(low: u32, high: u32, choices: u8) -> u8 {
    let mut x = low ^ low >> 16;
    x = x.wrapping_mul(0x7feb_352d);
    x ^= x >> 15;
    x ^= high;
    x = x.wrapping_mul(0x846c_a68b) >> 8;
    (x.wrapping_mul(u32::from(choices)) >> 24) as u8
}

/// Both are below 128.
#[inline(always)]
fn above(a: u8, b: u8) -> u8 {
    yes(a as i8 > b as i8)
}

#[inline(always)]
fn choose(lanes: &mut Lanes) -> Bytes {
    let mut choices = ZERO;
    for pit in &lanes.mine {
        for i in 0..LANES {
            choices.0[i] += u8::from(pit.0[i] > 0);
        }
    }
    let mut which = ZERO;
    for i in 0..LANES {
        let x = lanes.number.0[i];
        lanes.number.0[i] = x.wrapping_add(0x9E37_79B9);
        which.0[i] = drawn(x, lanes.high.0[i], choices.0[i]);
    }
    let mut action = ZERO;
    for i in 0..LANES {
        let (mut upto, mut below) = (0_u8, 0_u8);
        for pit in 0..PITS {
            upto = upto.wrapping_add(u8::from(lanes.mine[pit].0[i] > 0));
            below = below.wrapping_add(u8::from(upto <= which.0[i]));
        }
        action.0[i] = below;
    }
    action
}

/// Full rounds of the hands, and what is left of them.
#[inline(always)]
pub fn hands(lanes: &Lanes, action: &Bytes) -> (Bytes, Bytes) {
    let (mut hand, mut many) = (ZERO, 0);
    for i in 0..LANES {
        let mut seeds = 0;
        for pit in 0..PITS {
            seeds |= lanes.mine[pit].0[i] & yes(action.0[i] == pit as u8);
        }
        hand.0[i] = seeds;
        many |= yes(seeds >= 2 * RING);
    }
    let (mut each, mut rest) = (ZERO, ZERO);
    if many == 0 {
        for i in 0..LANES {
            each.0[i] = u8::from(hand.0[i] >= RING);
            rest.0[i] = hand.0[i].min(hand.0[i].wrapping_sub(RING));
        }
    } else {
        for i in 0..LANES {
            (each.0[i], rest.0[i]) = (hand.0[i] / RING, hand.0[i] % RING);
        }
    }
    (each, rest)
}

/// One action in every lane; gives whether any game is over.
#[inline(always)]
pub fn turn(lanes: &mut Lanes, action: &Bytes, each: &Bytes, rest: &Bytes) -> u8 {
    let mut any = 0;
    for i in 0..LANES {
        let (action, each, rest) = (action.0[i], each.0[i], rest.0[i]);
        let last = action.wrapping_add(rest);
        let beyond = last.saturating_sub(RING - 1);
        let (mut mine, mut theirs) = ([0_u8; PITS], [0_u8; PITS]);
        for pit in 0..PITS {
            let place = pit as u8;
            let held = lanes.mine[pit].0[i] & !yes(action == place);
            let falls = !above(place, last) & above(place, action) | above(beyond, place);
            mine[pit] = held.wrapping_add(each).wrapping_sub(falls);
            let held = lanes.theirs[pit].0[i];
            theirs[pit] = held.wrapping_add(each).wrapping_sub(above(last, PITS as u8 + place));
        }
        let (mut store, other) = (lanes.store.0[i], lanes.other_store.0[i]);
        store = store.wrapping_add(each).wrapping_sub(above(last, PITS as u8 - 1));
        let place = last.min(last.wrapping_sub(RING));
        for pit in 0..PITS {
            let facing = theirs[PITS - 1 - pit];
            let hit = yes(place == pit as u8) & yes(mine[pit] == 1) & yes(facing > 0);
            store = store.wrapping_add(facing.wrapping_add(1) & hit);
            mine[pit] &= !hit;
            theirs[PITS - 1 - pit] &= !hit;
        }
        let passes = yes(place != PITS as u8);
        let (mut own, mut others) = (0, 0);
        for pit in 0..PITS {
            let change = (mine[pit] ^ theirs[pit]) & passes;
            lanes.mine[pit].0[i] = mine[pit] ^ change;
            lanes.theirs[pit].0[i] = theirs[pit] ^ change;
            own |= mine[pit] ^ change;
            others |= theirs[pit] ^ change;
        }
        let change = (store ^ other) & passes;
        lanes.store.0[i] = store ^ change;
        lanes.other_store.0[i] = other ^ change;
        lanes.north.0[i] ^= passes;
        let over = (yes(own == 0) | yes(others == 0)) & lanes.live.0[i];
        lanes.over.0[i] = over;
        any |= over;
    }
    any
}

/// Counts the games that are over and begins the next ones.
#[inline(always)]
fn collect(lanes: &mut Lanes) {
    let (words, _) = lanes.over.0.as_chunks::<8>();
    let words: [u64; LANES / 8] = std::array::from_fn(|k| u64::from_le_bytes(words[k]));
    for (k, mut word) in words.into_iter().enumerate() {
        while word != 0 {
            let byte = word.trailing_zeros() as usize / 8;
            word &= !(0xFF << (8 * byte));
            let lane = 8 * k + byte;
            let mover = lanes.mine.iter().fold(lanes.store.0[lane], |sum, pit| sum + pit.0[lane]);
            let south = if lanes.north.0[lane] == 0 { mover } else { ALL - mover };
            let result = usize::from(south <= ALL / 2) + usize::from(south == ALL / 2);
            lanes.answer.results[result] += 1;
            lanes.running -= 1;
            lanes.begin(lane);
        }
    }
}
