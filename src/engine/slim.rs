//! A position as a board of the games that have neither marks, registers nor rounds: what only
//! these bring folds away, which makes the reference engine faster.

// The only `unsafe` of the engine: see the proof at `TransparentWrapper`.
#![allow(unsafe_code)]

use bytemuck::TransparentWrapper;

use super::board::Board;
use super::sow::{Landed, Lap};
use super::{Engine, Watch};
use crate::plan::Plan;
use crate::position::Position;

/// A position of a game within [`crate::plan::shortcuts::SLIM_BOARD`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Slim(Position);

// SAFETY: `Slim` is `repr(transparent)` and has no field but the position; any position is one.
unsafe impl TransparentWrapper<Position> for Slim {}

impl<'a, W: Watch> Engine<'a, Slim, W> {
    /// The reference engine of such a game.
    pub fn of_slim(plan: &'a Plan, at: &'a mut Position, watch: &'a mut W) -> Self {
        Self { plan, tables: &plan.tables, at: Slim::wrap_mut(at), watch }
    }
}

impl Board for Slim {
    const HALF: usize = Position::HALF;
    const STORE: usize = Position::STORE;
    const RICH: bool = false;
    const PHASES: bool = true;
    type Places = <Position as Board>::Places;

    #[inline]
    fn get(&self, place: usize) -> u8 {
        Board::get(&self.0, place)
    }

    #[inline]
    fn lift(&mut self, place: usize) -> u8 {
        self.0.lift(place)
    }

    #[inline]
    fn add(&mut self, place: usize, seeds: u8) {
        self.0.add(place, seeds);
    }

    #[inline]
    fn is_empty(&self, base: usize) -> bool {
        self.0.is_empty(base)
    }

    #[inline(always)] // after every action
    fn holding(&self, base: usize, pits: usize, least: u8) -> u64 {
        self.0.holding(base, pits, least)
    }

    #[inline]
    fn any_holds(&self, base: usize, pits: usize, least: u8) -> bool {
        self.0.any_holds(base, pits, least)
    }

    #[inline]
    fn total(&self) -> u32 {
        self.0.total()
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.0.pass_turn();
    }

    #[inline]
    fn to_move(&self) -> u8 {
        self.0.to_move
    }

    #[inline(always)] // in every lap
    fn sow<W: Watch>(engine: &mut Engine<'_, Self, W>, lap: Lap) -> Landed {
        engine.sow_seed_by_seed(lap)
    }

    #[inline]
    fn phase(&self) -> u8 {
        self.0.phase
    }

    #[inline]
    fn set_phase(&mut self, phase: u8) {
        self.0.phase = phase;
    }

    fn reserve(&self, half: usize) -> u8 {
        Board::reserve(&self.0, half)
    }

    fn lift_reserve(&mut self) -> u8 {
        self.0.lift_reserve()
    }
}
