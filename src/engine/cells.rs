//! A position as a board: every game fits.

use super::board::Board;
use super::sow::{Landed, Lap};
use super::{Engine, Watch};
use crate::plan::{HALF, RESERVE, Register, STORE};
use crate::position::Position;

impl Board for Position {
    const HALF: usize = HALF;
    const STORE: usize = STORE;
    const RICH: bool = true;
    type Places = u128;

    #[inline]
    fn get(&self, place: usize) -> u8 {
        self.cells[place]
    }

    #[inline]
    fn lift(&mut self, place: usize) -> u8 {
        std::mem::take(&mut self.cells[place])
    }

    #[inline]
    fn add(&mut self, place: usize, seeds: u8) {
        self.cells[place] += seeds;
    }

    #[inline]
    fn is_empty(&self, base: usize) -> bool {
        Position::is_empty(self, base)
    }

    #[inline(always)] // after every action
    fn holding(&self, base: usize, pits: usize, least: u8) -> u64 {
        Position::holding(self, base, pits, least)
    }

    #[inline]
    fn any_holds(&self, base: usize, pits: usize, least: u8) -> bool {
        self.cells[base..base + pits].iter().any(|n| *n >= least)
    }

    #[inline]
    fn total(&self) -> u32 {
        self.seeds()
    }

    #[inline]
    fn pass_turn(&mut self) {
        Position::pass_turn(self);
    }

    #[inline]
    fn to_move(&self) -> u8 {
        self.to_move
    }

    #[inline(always)] // in every lap
    fn sow<W: Watch>(engine: &mut Engine<'_, Self, W>, lap: Lap) -> Landed {
        engine.sow_seed_by_seed(lap)
    }

    #[inline]
    fn marks(&self, half: usize) -> u64 {
        self.marks[half]
    }

    #[inline]
    fn set_marks(&mut self, half: usize, marks: u64) {
        self.marks[half] = marks;
    }

    #[inline]
    fn phase(&self) -> u8 {
        self.phase
    }

    #[inline]
    fn set_phase(&mut self, phase: u8) {
        self.phase = phase;
    }

    fn reserve(&self, half: usize) -> u8 {
        self.cells[half * HALF + RESERVE]
    }

    fn lift_reserve(&mut self) -> u8 {
        std::mem::take(&mut self.cells[RESERVE])
    }

    fn spend_reserve(&mut self, half: usize) {
        self.cells[half * HALF + RESERVE] -= 1;
    }

    fn set_reserve(&mut self, seeds: u8) {
        self.cells[RESERVE] = seeds;
    }

    #[inline]
    fn register(&self, register: Register) -> u8 {
        self.cells[register.cell()]
    }

    #[inline]
    fn set_register(&mut self, register: Register, value: u8) {
        self.cells[register.cell()] = value;
    }
}
