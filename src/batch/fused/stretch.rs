//! What goes on with every round, in narrow columns, until it is added to those of the games.

use super::shape::SIDE;
use crate::batch::block::Block;
use crate::batch::phases::choose::nth_legal_side;
use crate::batch::rounds::counters::Counters;
use crate::batch::values::{Bytes, LANES, Words};
use crate::random::{advanced, choose_few, number_at};

/// Rounds in which the numbers of legal actions add up to no more than a byte holds.
pub const MOST_ROUNDS: u32 = u8::MAX as u32 / SIDE as u32;
/// The same of their squares.
const ROUNDS_OF_SQUARES: u32 = u8::MAX as u32 / (SIDE * SIDE) as u32;

/// Some rounds of games whose actions are carried out in one go.
pub struct Stretch {
    /// The low halves of the keys, moved on to the ply.
    low: Words,
    plies: Bytes,
    choices: Bytes,
    squares: Bytes,
    /// Rounds until the squares must be added.
    squares_in: u32,
}

impl Stretch {
    /// `chosen`: actions are not chosen here.
    #[inline(always)]
    pub fn new(block: &Block, chosen: bool) -> Self {
        let mut low = Words::ZERO;
        if !chosen {
            for i in 0..LANES {
                low.0[i] = advanced(block.key_low.0[i], block.plies.0[i]);
            }
        }
        Self {
            low,
            plies: Bytes::ZERO,
            choices: Bytes::ZERO,
            squares: Bytes::ZERO,
            squares_in: ROUNDS_OF_SQUARES,
        }
    }

    /// A random legal action for every lane that is ready for one; in the others, any number.
    #[inline(always)]
    pub fn choose(&mut self, block: &mut Block) {
        let mut which = Bytes::ZERO;
        for i in 0..LANES {
            let low = self.low.0[i];
            self.low.0[i] = advanced(low, 1);
            which.0[i] = choose_few(number_at(low, block.key_high.0[i]), block.choices.0[i]);
        }
        block.action = nth_legal_side(block, which);
    }

    /// Counts the plies, and the legal actions of the lanes that are about to act.
    #[inline(always)]
    pub fn count(&mut self, block: &Block, counters: &mut Counters) {
        if self.squares_in == 0 {
            counters.add_squares(self.squares);
            (self.squares, self.squares_in) = (Bytes::ZERO, ROUNDS_OF_SQUARES);
        }
        let acting = block.waits.ready();
        let choices = block.choices.and(acting);
        self.plies = self.plies.zip(acting, u8::wrapping_sub); // truth is -1
        self.choices = self.choices.plus(choices);
        self.squares = self.squares.plus(choices.map(|n| n.wrapping_mul(n)));
        self.squares_in -= 1;
    }

    /// Adds what was counted in so many rounds.
    #[inline(always)]
    pub fn add_to(&self, block: &mut Block, counters: &mut Counters, rounds: u32) {
        for i in 0..LANES {
            block.plies.0[i] = block.plies.0[i].wrapping_add(u32::from(self.plies.0[i]));
        }
        counters.add_squares(self.squares);
        counters.add_choices(self.choices, rounds);
    }
}
