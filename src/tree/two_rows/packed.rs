//! Sixteen bytes as a board of the engine.

use std::fmt;

use super::board::{Board as Bytes, OTHER_STORE, STORE, occupied, sum};
use super::laps::{Lap as Row, index};
use crate::engine::sow::{Fallen, Landed, Lap};
use crate::engine::{Board, Engine, Watch};

/// A board on which the engine plays an action, and who is to move on it.
#[derive(Clone, Copy)]
pub(super) struct Packed<'a> {
    pub board: Bytes,
    /// 0: the player who acted; 1: the other one. (Which side they are makes no difference.)
    pub mover: u8,
    /// All laps, or none where they have to be sown seed by seed.
    pub laps: &'a [Row],
}

impl PartialEq for Packed<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.mover == other.mover
    }
}

impl Eq for Packed<'_> {}

impl fmt::Debug for Packed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Packed").field("board", &self.board).field("mover", &self.mover).finish()
    }
}

/// The bytes of the pits of a half; those that the board does not have hold nothing.
const PITS: u64 = (1 << (8 * STORE)) - 1;

impl Packed<'_> {
    #[inline]
    fn half(&self, base: usize) -> u64 {
        if base == 0 { self.board.own } else { self.board.other }
    }
}

impl Board for Packed<'_> {
    const HALF: usize = 8;
    const STORE: usize = STORE;
    const RICH: bool = false;
    type Places = u16;

    #[inline]
    fn get(&self, place: usize) -> u8 {
        self.board.seeds_at(place)
    }

    #[inline]
    fn lift(&mut self, place: usize) -> u8 {
        self.board.take(place)
    }

    #[inline]
    fn add(&mut self, place: usize, seeds: u8) {
        self.board.put(place, seeds);
    }

    #[inline]
    fn is_empty(&self, base: usize) -> bool {
        self.half(base) & PITS == 0
    }

    #[inline]
    fn holding(&self, base: usize, pits: usize, least: u8) -> u64 {
        let row = self.half(base) & PITS;
        if least <= 1 {
            return u64::from(occupied(row));
        }
        let enough = |pit: &usize| (row >> (8 * pit)) as u8 >= least;
        (0..pits).filter(enough).fold(0, |set, pit| set | 1 << pit)
    }

    #[inline]
    fn total(&self) -> u32 {
        sum(self.board.own) + sum(self.board.other)
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.board = self.board.turned();
        self.mover ^= 1;
    }

    #[inline]
    fn to_move(&self) -> u8 {
        self.mover
    }

    #[inline(always)] // in every lap
    fn sow<W: Watch>(engine: &mut Engine<'_, Self, W>, lap: Lap) -> Landed {
        let laps = engine.at.laps;
        if laps.is_empty() {
            return engine.sow_seed_by_seed(lap);
        }
        let row = &laps[index(lap.direction, lap.origin, lap.hand)];
        engine.at.board.own += row.adds.own;
        engine.at.board.other += row.adds.other;
        Landed { place: usize::from(row.landing), fired: false, took: false, fell: Fallen::NONE }
    }
}

const _: () = assert!(OTHER_STORE == Packed::HALF + STORE);
