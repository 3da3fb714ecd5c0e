//! What the engine asks of a board: seeds by place, seen by the player to move.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

use super::sow::{Landed, Lap};
use super::{Engine, Watch};
use crate::plan::Register;

/// A set of places, one bit each.
pub(crate) trait Set:
    Copy + Eq + Debug + BitOr<Output = Self> + BitAnd<Output = Self> + Not<Output = Self>
{
    /// No place.
    const NONE: Self;

    /// The places of these bits.
    fn of(bits: u128) -> Self;

    /// The bits of these places.
    fn bits(self) -> u128;

    /// One place.
    fn one(place: usize) -> Self;

    fn has(self, place: usize) -> bool;

    /// The highest place, taken out of the set.
    fn pop(&mut self) -> Option<usize>;
}

macro_rules! bit_set {
    ($bits:ty) => {
        impl Set for $bits {
            const NONE: Self = 0;

            #[inline]
            fn of(bits: u128) -> Self {
                bits as Self
            }

            #[inline]
            fn bits(self) -> u128 {
                self.into()
            }

            #[inline]
            fn one(place: usize) -> Self {
                1 << place
            }

            #[inline]
            fn has(self, place: usize) -> bool {
                self >> place & 1 == 1
            }

            #[inline]
            fn pop(&mut self) -> Option<usize> {
                let place = self.checked_ilog2()? as usize;
                *self ^= 1 << place;
                Some(place)
            }
        }
    };
}

bit_set!(u16);
bit_set!(u128);

/// Seeds by place. The mover's pits are the places from 0 on, the other player's those from
/// [`Board::HALF`] on, each in its owner's sowing order.
pub(crate) trait Board: Copy + Eq + Debug {
    /// The other player's first pit.
    const HALF: usize;
    /// The mover's store.
    const STORE: usize;
    /// The other player's store.
    const OTHER_STORE: usize = Self::HALF + Self::STORE;
    /// Whether there are marks, registers, rounds, or captures by anything but entries and drops. Without,
    /// the branches that ask for them fold away.
    const RICH: bool;
    /// The same of reserves and phases.
    const PHASES: bool = Self::RICH;
    /// Sets of places.
    type Places: Set;

    /// The seeds in a place.
    fn get(&self, place: usize) -> u8;

    /// Takes all seeds of a place.
    fn lift(&mut self, place: usize) -> u8;

    /// Adds seeds to a place.
    fn add(&mut self, place: usize, seeds: u8);

    /// Whether all pits of the half that begins at `base` are empty.
    fn is_empty(&self, base: usize) -> bool;

    /// The pits from `base` on that hold at least `least` seeds, one bit a pit.
    fn holding(&self, base: usize, pits: usize, least: u8) -> u64;

    /// Whether any of the pits from `base` on holds at least `least` seeds.
    fn any_holds(&self, base: usize, pits: usize, least: u8) -> bool {
        (base..base + pits).any(|place| self.get(place) >= least)
    }

    /// All seeds of the game.
    fn total(&self) -> u32;

    /// The other player is to move: the two halves change places.
    fn pass_turn(&mut self);

    /// The player to move: 0 South, 1 North.
    fn to_move(&self) -> u8;

    /// Sows one lap.
    fn sow<W: Watch>(engine: &mut Engine<'_, Self, W>, lap: Lap) -> Landed;

    /// Marks of a half, as [`crate::position::Position::marks`] has them.
    fn marks(&self, _half: usize) -> u64 {
        0
    }

    fn set_marks(&mut self, _half: usize, _marks: u64) {}

    fn phase(&self) -> u8 {
        0
    }

    fn set_phase(&mut self, _phase: u8) {}

    /// The seeds that the mover, or the other player, holds in reserve.
    fn reserve(&self, _half: usize) -> u8 {
        0
    }

    /// Takes the mover's reserve.
    fn lift_reserve(&mut self) -> u8 {
        0
    }

    /// Takes one seed of the reserve of a side.
    fn spend_reserve(&mut self, _half: usize) {}

    /// Gives the mover this reserve.
    fn set_reserve(&mut self, _seeds: u8) {}

    /// A register of the mover.
    fn register(&self, _register: Register) -> u8 {
        0
    }

    fn set_register(&mut self, _register: Register, _value: u8) {}
}
