//! A sowing that goes round in one row: in the other player's after one time round the board (SO-3), or, with captured
//! seeds, in the player's own (ON-7).

use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, yes};
use crate::plan::HALF;

/// What falls in a row so.
#[derive(Clone, Copy)]
pub struct Circles {
    /// The slot of the first pit of the row.
    base: usize,
    side: u8,
    /// The number of the pit in which the first of these seeds falls.
    into: u8,
    backward: Bytes,
    /// Seeds in every pit of that row.
    each: Bytes,
    /// And one more in so many of them, from the first one on.
    rest: Bytes,
    /// Truth: a seed falls so at all.
    pub some: Bytes,
    /// The number of the pit in which the last one falls.
    last: Bytes,
    /// The distance of that pit from where the lap began, where it has been passed.
    pub distance: Bytes,
}

impl Circles {
    /// Nothing.
    pub const NONE: Self = Self {
        base: HALF,
        side: 0,
        into: 0,
        backward: Bytes::ZERO,
        each: Bytes::ZERO,
        rest: Bytes::ZERO,
        some: Bytes::ZERO,
        last: Bytes::ZERO,
        distance: Bytes::ZERO,
    };

    /// Of these hands, in a game that sows so; and what is sown before that.
    #[inline(always)]
    pub fn of(lane_plan: &LanePlan, block: &Block, hand: Bytes) -> Option<(Self, Bytes)> {
        if lane_plan.plan.store_in_row {
            return Some(Self::in_own_row(lane_plan, block, hand));
        }
        let round = lane_plan.plan.circles_after?;
        let left = hand.map(|hand| hand.saturating_sub(round));
        let circles = Self { backward: block.backward, ..Self::round(lane_plan, HALF, left) };
        Some((circles, hand.map(|hand| hand.min(round))))
    }

    /// Captured seeds in the player's own row; all other hands are sown as they are.
    #[cold]
    #[inline(never)]
    fn in_own_row(lane_plan: &LanePlan, block: &Block, hand: Bytes) -> (Self, Bytes) {
        let left = hand.and(block.apart);
        let into = lane_plan.plan.store_into as u8;
        (Self { into, ..Self::round(lane_plan, 0, left) }, hand.but_not(block.apart))
    }

    /// So many seeds in the row that begins at a slot, from its first pit on.
    #[inline(always)]
    fn round(lane_plan: &LanePlan, base: usize, left: Bytes) -> Self {
        let side = lane_plan.plan.side as u8;
        let inverse = 65_536_u32.div_ceil(u32::from(side));
        let each = left.map(|left| ((u32::from(left) * inverse) >> 16) as u8);
        let rest = left.zip(each, |left, each| left.wrapping_sub(each.wrapping_mul(side)));
        Self {
            base,
            side,
            each,
            rest,
            some: left.at_least(1),
            last: rest.map(|rest| rest.wrapping_sub(1).min(side - 1)),
            ..Self::NONE
        }
    }

    /// The number of a pit, counted as these seeds fall; none of another place than a pit of that row.
    #[inline(always)]
    fn number(&self, slot: usize) -> Option<Bytes> {
        let pit = slot.checked_sub(self.base).filter(|pit| *pit < usize::from(self.side))? as u8;
        let number = (pit + self.side - self.into) % self.side;
        Some(self.backward.choose(Bytes::all(self.side - 1 - number), Bytes::all(number)))
    }

    /// The seeds that fall there so.
    #[inline(always)]
    pub fn drops(&self, slot: usize) -> Bytes {
        self.number(slot).map_or(Bytes::ZERO, |number| {
            number.zip3(self.rest, self.each, |number, rest, each| {
                each.wrapping_add(u8::from(number < rest))
            })
        })
    }

    /// Truth: the last of them falls there.
    #[inline(always)]
    pub fn hit(&mut self, slot: usize, distance: Bytes) -> Bytes {
        let Some(number) = self.number(slot) else { return Bytes::ZERO };
        let hit =
            number.zip3(self.last, self.some, |number, last, some| yes(number == last) & some);
        self.distance = hit.choose(distance, self.distance);
        hit
    }
}
