//! What is known of positions: a table of fixed size that several threads share.
//!
//! An entry holds the whole position, so it is never taken for another's.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::question::Found;
use crate::fetch::fetch;
use crate::solve::budget::{Budget, Halt};
use crate::solve::pages::Shared;
use crate::tree::Board;

/// What is known of a position: bounds of what is still to come, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// At least this.
    pub lower: i16,
    /// At most this.
    pub upper: i16,
    /// An action that is worth the lower bound where one is known, else what looked best, or
    /// 31.
    pub best: u8,
    /// The depth of the search that found the bounds, or [`PROVEN`].
    pub depth: u8,
    /// The binary logarithm of the positions that whoever found this looked at.
    pub effort: u8,
}

impl Known {
    /// Whether at least `beta` is to come, where a search of this depth has told.
    #[inline]
    #[must_use]
    pub fn answers(self, beta: i16, depth: u8) -> Option<Found> {
        let proven = self.depth == PROVEN;
        if self.depth < depth {
            None
        } else if self.lower >= beta {
            Some(Found { value: self.lower, proven })
        } else if self.upper < beta {
            Some(Found { value: self.upper, proven })
        } else {
            None
        }
    }
}

/// The depth of bounds that are exact whatever the depth.
pub const PROVEN: u8 = 63;
/// No action is known to be best.
pub const NO_ACTION: u8 = 31;
/// Most seeds in the pits: bounds are kept in eight bits, and the pits of 7 columns in six each.
pub const MOST_SEEDS: [u32; 2] = [127, 63];

/// Two words, each with its share of a position and of what is known; a torn pair is no position
/// that is ever looked up.
type Entry<'a> = &'a [AtomicU64; 2];

/// Words of as many entries as fill a line of the cache; places are so far apart.
pub(super) const LINE: usize = 8;
/// Words that a thread looks through at a time.
const PART: usize = 1 << 16;

/// The table.
#[derive(Debug)]
pub struct Memory {
    words: Shared<AtomicU64>,
    /// The first word that begins a line of the cache.
    first: usize,
    lines: usize,
    packs: bool,
}

const LOW_48: u64 = (1 << 48) - 1;

/// Spreads the second word over the first, so that halves of different entries do not fit.
#[inline]
fn seal(second: u64) -> u64 {
    second.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32)
}

/// Seven bytes below 64 in 42 bits.
fn pack(row: u64) -> u64 {
    (0..7).fold(0, |packed, pit| packed | (row >> (8 * pit) & 63) << (6 * pit))
}

/// The bytes of 42 bits.
fn unpack(packed: u64) -> u64 {
    (0..7).fold(0, |row, pit| row | (packed >> (6 * pit) & 63) << (8 * pit))
}

impl Memory {
    /// A table of at most `bytes` bytes (and at least one line) for boards of this width; `None` if
    /// the system does not give them. It costs nothing before it is used.
    #[must_use]
    pub fn new(bytes: usize, columns: usize) -> Option<Self> {
        let lines = (bytes / (LINE * size_of::<AtomicU64>())).max(2) - 1;
        let words = Shared::<AtomicU64>::zeroed((lines + 1) * LINE).ok()?;
        let first = words.as_ptr().align_offset(LINE * size_of::<AtomicU64>()).min(LINE);
        Some(Self { words, first, lines, packs: columns == 7 })
    }

    /// A table of `bytes` bytes that knows what this one knows; `None` if the system does not give
    /// them, or when it is time to stop.
    #[must_use]
    pub fn grown(&self, bytes: usize, columns: usize, budget: &Budget) -> Option<Self> {
        let larger = Self::new(bytes, columns)?;
        // Lines keep their order, so each thread fills a part of its own but for the lines at its
        // borders, where an entry may be lost.
        let carried = (0..self.parts()).into_par_iter().try_for_each(|part| {
            budget.spend(0)?;
            for (words, known) in self.used(part) {
                larger.put_words(larger.place_of(words), words, known);
            }
            Ok::<(), Halt>(())
        });
        carried.ok().map(|()| larger)
    }

    /// Parts that can be looked through side by side.
    #[must_use]
    pub fn parts(&self) -> usize {
        (self.lines * LINE).div_ceil(PART)
    }

    /// What is known in a part: boards without stores.
    pub fn part(&self, part: usize) -> impl Iterator<Item = (Board, Known)> + '_ {
        self.used(part).map(|(words, known)| (self.pits(words), known))
    }

    /// The entries of a part that are in use.
    fn used(&self, part: usize) -> impl Iterator<Item = ([u64; 2], Known)> + '_ {
        let all = &self.words[self.first..self.first + self.lines * LINE];
        let words = &all[part * PART..all.len().min((part + 1) * PART)];
        words.as_chunks().0.iter().map(read).filter(|(words, _)| *words != [0, 0])
    }

    /// Bytes that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// The words of a board without stores.
    #[inline]
    fn words(&self, pits: Board) -> [u64; 2] {
        if self.packs { [pack(pits.own), pack(pits.other)] } else { [pits.own, pits.other] }
    }

    /// The board of such words.
    fn pits(&self, words: [u64; 2]) -> Board {
        let [own, other] = if self.packs { words.map(unpack) } else { words };
        Board { own, other }
    }

    /// The first word of the entries among which a position has its place.
    #[inline]
    fn place_of(&self, words: [u64; 2]) -> usize {
        let product = u128::from(words[0] ^ 0xA076_1D64_78BD_642F)
            * u128::from(words[1].rotate_left(24) ^ 0xE703_7ED1_A0B4_28DB);
        let hash = (product as u64 ^ (product >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let line = (u128::from(hash) * self.lines as u128) >> 64;
        self.first + line as usize * LINE
    }

    #[inline]
    fn bucket(&self, place: usize) -> &[[AtomicU64; 2]] {
        self.words[place..place + LINE].as_chunks().0
    }

    /// Where a board without stores has its place.
    #[inline]
    #[must_use]
    pub fn place(&self, pits: Board) -> usize {
        self.place_of(self.words(pits))
    }

    /// What is known of a board without stores.
    #[inline]
    #[must_use]
    pub fn get(&self, pits: Board) -> Option<Known> {
        self.get_at(self.place(pits), pits)
    }

    /// The same where its place is known.
    #[inline]
    #[must_use]
    pub fn get_at(&self, place: usize, pits: Board) -> Option<Known> {
        let words = self.words(pits);
        self.bucket(place).iter().find_map(|entry| {
            let (found, known) = read(entry);
            (found == words).then_some(known)
        })
    }

    /// Asks for what stands in a place.
    #[inline]
    pub fn fetch(&self, place: usize) {
        fetch(&self.words[place]);
    }

    /// Keeps what is known; of a full bucket the entry goes that was least work.
    #[inline]
    pub fn put_at(&self, place: usize, pits: Board, known: Known) {
        self.put_words(place, self.words(pits), known);
    }

    /// The same wherever its place is.
    pub fn put(&self, pits: Board, known: Known) {
        self.put_at(self.place(pits), pits, known);
    }

    fn put_words(&self, place: usize, words: [u64; 2], known: Known) {
        let bucket = self.bucket(place);
        let mut weakest = (&bucket[0], u8::MAX);
        for entry in bucket {
            let (old_words, old) = read(entry);
            if old_words == words {
                weakest = (entry, 0);
                break;
            }
            if old.effort < weakest.1 {
                weakest = (entry, old.effort);
            }
        }
        write(weakest.0, words, known);
    }
}

#[inline]
fn read(entry: Entry) -> ([u64; 2], Known) {
    let second = entry[1].load(Ordering::Relaxed);
    let first = entry[0].load(Ordering::Relaxed) ^ seal(second);
    let known = Known {
        lower: i16::from((first >> 48) as u8 as i8),
        upper: i16::from((first >> 56) as u8 as i8),
        best: (second >> 48 & 31) as u8,
        effort: (second >> 53 & 31) as u8,
        depth: (second >> 58) as u8,
    };
    ([first & LOW_48, second & LOW_48], known)
}

#[inline]
fn write(entry: Entry, words: [u64; 2], known: Known) {
    let byte = |n: i16| u64::from(n as i8 as u8);
    let first = words[0] | byte(known.lower) << 48 | byte(known.upper) << 56;
    let second = words[1]
        | u64::from(known.best) << 48
        | u64::from(known.effort) << 53
        | u64::from(known.depth) << 58;
    entry[0].store(first ^ seal(second), Ordering::Relaxed);
    entry[1].store(second, Ordering::Relaxed);
}
