//! Turns in which both players sow at the same time, one of each.

use super::sow::Landed;
use crate::batch::block::Block;
use crate::batch::values::{Bytes, yes};
use crate::plan::{HALF, Register};

/// Truth: the movers of these lanes have not yet had the turn in which both sow.
#[inline(always)]
pub fn in_race(block: &Block, lanes: Bytes) -> Bytes {
    block.board.cells[Register::Turns.cell()].is(0).and(lanes)
}

/// The seeds of these laps count in it.
#[inline(always)]
pub fn count_race(block: &mut Block, landed: &Landed) {
    let racing = in_race(block, landed.live);
    let raced = &mut block.board.cells[Register::Raced.cell()];
    *raced = raced.zip(landed.hand.and(racing), u8::saturating_add);
}

/// The lanes in which the turn passes, where it would in `passes` if nobody sowed at the same time: it does after
/// a turn in which both sow (`raced`), unless both have had it and the mover has dropped fewer seeds.
#[inline(always)]
pub fn passes_in_race(block: &mut Block, raced: Bytes, passes: Bytes) -> Bytes {
    let cell = Register::Raced.cell();
    let both = block.board.cells[HALF + Register::Turns.cell()].at_least(1).and(raced);
    let (own, others) = (block.board.cells[cell], block.board.cells[HALF + cell]);
    let fewer = own.zip(others, |own, others| yes(own < others)).and(both);
    for base in [0, HALF] {
        block.board.clear(base + cell, both);
    }
    passes.or(raced).but_not(fewer)
}
