//! What the players fill for a round, in all lanes at once (see `engine::rounds`).

use std::cmp::Ordering;

use super::next_round::have_points;
use super::owned::movers;
use crate::batch::block::Block;
use crate::batch::lane_plan::LanePlan;
use crate::batch::values::{Bytes, both, yes};
use crate::plan::{HALF, OTHER_STORE, Register, RoundPlan, STORE, Spot};
use crate::rules::{Begins, Gained, Opposite, Remainder, RoundSeeds, Short};

/// What the players have for the next round, the mover first.
pub struct Deal {
    pub rounds: RoundPlan,
    /// Pits on a side that can be filled.
    side: u8,
    /// Truth: there is a next round.
    pub goes_on: Bytes,
    /// Rounds that are over then.
    pub round: Bytes,
    /// Truth: the mover begins it.
    pub starts: Bytes,
    /// Truth: the mover has more seeds.
    richer: Bytes,
    /// Seeds in the stores.
    stored: [Bytes; 2],
    /// Those of them that fill no pit.
    rest: [Bytes; 2],
    /// Pits that are filled.
    pub pits: [Bytes; 2],
}

impl Deal {
    /// What follows from the seeds in the stores. `on_mover`: truth where a lot says that the mover begins.
    #[inline(always)]
    pub fn new(lane_plan: &LanePlan, block: &Block, rounds: RoundPlan, on_mover: Bytes) -> Self {
        let cells = &block.board.cells;
        let side = lane_plan.plan.side as u8 - rounds.unfilled.count_ones() as u8;
        let won = [cells[STORE], cells[OTHER_STORE]];
        let held = pits_owned(lane_plan, block, rounds);
        let needed = both(|half| held[half].map(|pits| rounds.refill.saturating_mul(pits)));
        let stored = match rounds.seeds {
            RoundSeeds::Won if rounds.fields > 0 => but_fields(rounds, joined(rounds, won)),
            RoundSeeds::Won => joined(rounds, won),
            RoundSeeds::Anew => shared(won, needed),
        };
        let [(full_own, rest_own), (full_other, rest_other)] =
            both(|half| divided(stored[half], rounds.refill));
        let (full, rest) = ([full_own, full_other], [rest_own, rest_other]);
        let more = |a: Bytes, b: Bytes| a.zip(b, |a, b| yes(a > b));
        let equal = won[0].equals(won[1]);
        // Truth: the mover began the last round. In a position that was set up nobody may have.
        let began = |half: usize| cells[half + Register::Began.cell()];
        let last = more(began(HALF), began(0)).inverse();
        let richer = more(won[0], won[1]);
        let starts = match rounds.start {
            Begins::Same => last,
            Begins::Lot => on_mover,
            Begins::Alternate => last.inverse(),
            Begins::Winner => equal.choose(last.inverse(), richer),
            Begins::Loser => equal.choose(last.inverse(), richer.inverse()),
        };
        let alike = stored[0].equals(stored[1]);
        let richer = alike.choose(starts.inverse(), more(stored[0], stored[1]));
        // Pits that get seeds, with one that is not filled.
        let begun = |half: usize| {
            full[half].zip(rest[half], |full, rest| (full + u8::from(rest > 0)).min(side))
        };
        let pits = match rounds.short {
            Short::Closed | Short::Open => both(|half| full[half].map(|full| full.min(side))),
            _ if rounds.matches_singly() => [singly(rounds, side, stored); 2],
            _ if rounds.matches_partly() => [begun(0).zip(begun(1), u8::min); 2],
            Short::Matched | Short::MatchedClosed => {
                [full[0].zip(full[1], |a, b| a.min(b).min(side)); 2]
            }
            Short::Spread => [stored[0].zip(stored[1], |a, b| a.min(b).min(side)); 2],
            Short::Partial | Short::Filling => both(begun),
            Short::Owned if rounds.gained == Gained::OneMore => {
                both(|half| held[half].but_not(full[half].is(0)))
            }
            Short::Owned => owned(rounds, side, full, rest, richer),
        };
        let round = cells[Register::Round.cell()].map(|round| round.saturating_add(1));
        let most = rounds.most;
        let goes_on = round.map(|round| yes(round < most));
        let mut goes_on = goes_on.but_not(pits[0].is(0)).but_not(pits[1].is(0));
        if rounds.points > 0 {
            goes_on = goes_on.but_not(have_points(block, rounds.points));
        }
        if rounds.held.is_some() {
            // Nobody could sow from the only pit of a player.
            for stored in stored {
                goes_on = goes_on.but_not(stored.map(|seeds| yes(rounds.holds(seeds))));
            }
        }
        Self { rounds, side, goes_on, round, starts, richer, stored, rest, pits }
    }

    /// The players fill their own rows; what is not filled is closed.
    #[inline(always)]
    pub fn fill_rows(&self, lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
        let refill = self.rounds.refill;
        let poorer = self.stored[0].zip(self.stored[1], u8::min);
        let (each, odd) = divided(poorer, self.side);
        let (full, _) = divided(poorer, refill);
        for (half, base) in [(0, 0), (1, HALF)] {
            // What may be laid out; the rest stays in the store.
            let mut held = if self.rounds.lays_poorer() { poorer } else { self.stored[half] };
            let kept = self.stored[half].zip(held, u8::wrapping_sub);
            let mut number = 0;
            for place in 0..lane_plan.plan.side {
                let last = lane_plan.plan.side - 1;
                let pit = if self.rounds.from_last { last - place } else { place };
                if self.rounds.unfilled >> pit & 1 == 1 {
                    let mark = &mut block.board.marks[half][pit];
                    *mark = mark.but_not(lanes);
                    continue;
                }
                let filled = if self.rounds.chosen {
                    block.board.marks[half][pit].inverse()
                } else {
                    self.pits[half].map(|pits| yes(number < pits))
                };
                let seeds = if self.rounds.short == Short::Spread {
                    each.zip(odd, |each, odd| each + u8::from(number < odd))
                } else if self.rounds.matches_singly() {
                    full.map(|full| if number < full { refill } else { 1 }).and(filled)
                } else {
                    held.zip(filled, |held, filled| held.min(refill) & filled)
                };
                held = held.zip(seeds, u8::wrapping_sub);
                let column = &mut block.board.cells[base + pit];
                *column = lanes.choose(seeds, *column);
                let closed = match self.rounds.short {
                    Short::Open | Short::Matched | Short::Spread => Bytes::ZERO,
                    Short::Filling => seeds.map(|seeds| yes(seeds < refill)),
                    Short::Closed | Short::Partial | Short::MatchedClosed | Short::Owned => {
                        filled.inverse()
                    }
                };
                let closed = if self.rounds.held.is_some() {
                    closed.or(seeds.map(|seeds| yes(self.rounds.holds(seeds))))
                } else {
                    closed
                };
                let mark = &mut block.board.marks[half][pit];
                *mark = lanes.choose(closed, *mark);
                number += 1;
            }
            let store = &mut block.board.cells[base + STORE];
            *store = lanes.choose(held.plus(kept), *store);
        }
        if self.rounds.opposite != Opposite::Full {
            self.keep_back(lane_plan, block, lanes);
        }
        if let Some(field) = lane_plan.plan.field {
            fill_fields(block, field, self.rounds.fields, lanes);
        }
    }

    /// Opposite a pit that is filled in part the other player lays out fewer seeds.
    #[inline(always)]
    fn keep_back(&self, lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) {
        let plan = &lane_plan.plan;
        for slot in lane_plan.pits() {
            let facing = plan.tables.spot(Spot::Facing, 0, slot);
            let filled = |slot: usize| self.rounds.unfilled >> (slot % HALF) & 1 == 0;
            if !filled(slot) || !filled(facing) {
                continue;
            }
            let full = block.board.cells[slot].is(self.rounds.refill).and(lanes);
            let back = block.board.cells[facing].map(|seeds| self.rounds.kept_back(seeds));
            let back = back.and(full);
            let cells = &mut block.board.cells[slot];
            *cells = cells.zip(back, u8::wrapping_sub);
            block.board.add(slot / HALF * HALF + STORE, back);
        }
    }

    /// The players fill the pits that they will own, from both ends of a way round the board.
    #[inline(always)]
    pub fn fill_owned(&self, block: &mut Block, lanes: Bytes) {
        let side = self.side;
        let way = self.way();
        let mut held = self.stored;
        for half in 0..2 {
            let begins_here = if half == 0 { way.first } else { way.first.inverse() };
            for pit in 0..side {
                let numbers = match self.rounds.gained {
                    Gained::Last => (side - 1 - pit, 2 * side - 1 - pit),
                    Gained::First | Gained::Beginner | Gained::OneMore => (pit, side + pit),
                };
                let number = begins_here.choose(Bytes::all(numbers.0), Bytes::all(numbers.1));
                let filled = self.filled(&way, number);
                let [mine, theirs] = filled.seeds;
                held[0] = held[0].zip(mine, u8::wrapping_sub);
                held[1] = held[1].zip(theirs, u8::wrapping_sub);
                let pit = usize::from(pit);
                let column = &mut block.board.cells[half * HALF + pit];
                *column = lanes.choose(mine.plus(theirs), *column);
                let changed = if half == 0 { filled.movers.inverse() } else { filled.movers };
                let mark = &mut block.board.marks[half][pit];
                *mark = lanes.choose(changed.and(filled.owned), *mark);
            }
        }
        for (store, held) in [(STORE, held[0]), (OTHER_STORE, held[1])] {
            let column = &mut block.board.cells[store];
            *column = lanes.choose(held, *column);
        }
    }

    #[inline(always)]
    fn way(&self) -> Way {
        let first = match self.rounds.gained {
            Gained::Beginner => self.starts,
            Gained::OneMore => self.pits[0].zip(self.pits[1], |mine, theirs| yes(mine > theirs)),
            Gained::First | Gained::Last => self.richer,
        };
        let pits_first = first.choose(self.pits[0], self.pits[1]);
        let pits_other = first.choose(self.pits[1], self.pits[0]);
        let unfilled = match self.rounds.gained {
            Gained::Last => pits_first.plus(pits_other).map(|pits| 2 * self.side - pits),
            Gained::First | Gained::Beginner | Gained::OneMore => Bytes::ZERO,
        };
        Way { first, pits_first, pits_other, unfilled }
    }

    /// Who fills the pit of this number on the way, and with what.
    #[inline(always)]
    fn filled(&self, way: &Way, number: Bytes) -> Filled {
        let (side, refill) = (self.side, self.rounds.refill);
        let rank_first = number.zip(way.unfilled, |n, unfilled| match n.checked_sub(side) {
            None => n,
            Some(beyond) if beyond < unfilled => NOWHERE,
            Some(_) => n - unfilled,
        });
        let rank_other = number.map(|n| 2 * side - 1 - n);
        let below = |rank: Bytes, pits: Bytes| rank.zip(pits, |rank, pits| yes(rank < pits));
        let by_first = below(rank_first, way.pits_first);
        let by_other = below(rank_other, way.pits_other).but_not(by_first);
        let movers = by_first.choose(way.first, way.first.inverse());
        let rank = by_first.choose(rank_first, rank_other);
        let stored = movers.choose(self.stored[0], self.stored[1]);
        let own = stored
            .zip(rank, |stored, rank| stored.saturating_sub(rank.wrapping_mul(refill)).min(refill));
        let others = if self.rounds.remainder == Remainder::Majority {
            let rest = movers.choose(self.rest[1], self.rest[0]);
            own.zip(rest, |own, rest| rest.min(refill - own))
        } else {
            Bytes::ZERO
        };
        let owned = by_first.or(by_other);
        let mine = movers.choose(own, others).and(owned);
        let theirs = movers.choose(others, own).and(owned);
        Filled { owned, movers, seeds: [mine, theirs] }
    }
}

/// The pits of the mover and of the other player: those of their rows, unless one of them has changed hands
/// with every round that was won.
#[inline(always)]
fn pits_owned(lane_plan: &LanePlan, block: &Block, rounds: RoundPlan) -> [Bytes; 2] {
    let side = lane_plan.plan.side as u8;
    if rounds.gained != Gained::OneMore {
        return [Bytes::all(side); 2];
    }
    let mut mine = Bytes::ZERO;
    for slot in lane_plan.pits() {
        mine = mine.plus(movers(block, slot).and(Bytes::all(1)));
    }
    let won = [block.board.cells[STORE], block.board.cells[OTHER_STORE]];
    let mine = mine.zip3(won[0], won[1], |pits, own, other| match own.cmp(&other) {
        Ordering::Greater => (pits + 1).min(2 * side),
        Ordering::Less => pits.saturating_sub(1),
        Ordering::Equal => pits,
    });
    [mine, mine.map(|pits| 2 * side - pits)]
}

/// Seeds divided by this number: the whole part, and what is left.
#[inline(always)]
fn divided(seeds: Bytes, by: u8) -> (Bytes, Bytes) {
    let inverse = 65_536_u32.div_ceil(u32::from(by));
    let whole = seeds.map(|n| ((u32::from(n) * inverse) >> 16) as u8);
    (whole, seeds.zip(whole, |n, whole| n.wrapping_sub(whole.wrapping_mul(by))))
}

/// Pits in which both lay out what the poorer player has, single seeds in the last ones: none for one seed in all.
#[inline(always)]
fn singly(rounds: RoundPlan, side: u8, stored: [Bytes; 2]) -> Bytes {
    let poorer = stored[0].zip(stored[1], u8::min);
    let (full, rest) = divided(poorer, rounds.refill);
    full.zip(rest, |full, rest| (full + rest).min(side)).but_not(poorer.is(1))
}

/// Where pits are matched: what the players have when the one with more seeds that fill no pit has got as
/// many from the other one as fill one more.
#[inline(always)]
fn joined(rounds: RoundPlan, stored: [Bytes; 2]) -> [Bytes; 2] {
    if !rounds.short.matches() || rounds.remainder != Remainder::Majority {
        return stored;
    }
    let rest = both(|half| divided(stored[half], rounds.refill).1);
    let more = |a: Bytes, b: Bytes| a.zip(b, |a, b| yes(a > b));
    let alike = rest[0].equals(rest[1]);
    let gains = |half: usize| {
        let poorer = more(stored[1 - half], stored[half]).and(alike);
        more(rest[half], rest[1 - half]).or(poorer)
    };
    let given = |half: usize| {
        rest[half].zip3(rest[1 - half], gains(half), |rest, other, gains| {
            let missing = rounds.refill - rest;
            if other >= missing { missing & gains } else { 0 }
        })
    };
    let given = both(given);
    both(|half| stored[half].plus(given[half]).zip(given[1 - half], u8::wrapping_sub))
}

/// What the players have when each has got as many as this from what both have.
#[inline(always)]
fn shared([mine, theirs]: [Bytes; 2], needed: [Bytes; 2]) -> [Bytes; 2] {
    let surplus = |stored: Bytes, needed: Bytes| stored.zip(needed, u8::saturating_sub);
    let to_other = surplus(mine, needed[0]);
    let (mine, theirs) = (mine.zip(to_other, u8::wrapping_sub), theirs.plus(to_other));
    let to_mover = surplus(theirs, needed[1]);
    [mine.plus(to_mover), theirs.zip(to_mover, u8::wrapping_sub)]
}

/// What the players have when their fields are filled (BY-6).
#[cold]
#[inline(never)]
fn but_fields(rounds: RoundPlan, stored: [Bytes; 2]) -> [Bytes; 2] {
    both(|half| stored[half].map(|seeds| seeds.saturating_sub(rounds.fields)))
}

/// These seeds, which were left out of what the players have, lie in their fields.
#[cold]
#[inline(never)]
fn fill_fields(block: &mut Block, field: usize, seeds: u8, lanes: Bytes) {
    for slot in [field, HALF + field] {
        let cells = &mut block.board.cells[slot];
        *cells = cells.plus(lanes.and(Bytes::all(seeds)));
    }
}

/// A rank that no pit has.
const NOWHERE: u8 = 255;

/// The way round the board on which the players fill the pits that they will own.
struct Way {
    /// Truth: the mover's pits lie at its beginning.
    first: Bytes,
    /// Pits that are filled from its beginning on.
    pits_first: Bytes,
    /// Pits that are filled from its end on.
    pits_other: Bytes,
    /// Pits in the middle, from the second row on, that are passed over.
    unfilled: Bytes,
}

/// One pit that is filled.
struct Filled {
    /// Truth: somebody fills it.
    owned: Bytes,
    /// Truth: it is the mover's then.
    movers: Bytes,
    /// Seeds from the mover's store, and from the other player's.
    seeds: [Bytes; 2],
}

/// The pits that the players own: their full ones, and one that is shared or filled in part.
#[inline(always)]
fn owned(
    rounds: RoundPlan,
    side: u8,
    full: [Bytes; 2],
    rest: [Bytes; 2],
    richer: Bytes,
) -> [Bytes; 2] {
    let poorer = richer.choose(full[1], full[0]).map(|pits| pits.min(side));
    let rich =
        richer.choose(full[0], full[1]).zip(poorer, |pits, poorer| pits.min(2 * side - poorer));
    let pits = [richer.choose(rich, poorer), richer.choose(poorer, rich)];
    if rounds.remainder == Remainder::Stored {
        return pits;
    }
    let [mine, theirs] = rest;
    let left = mine.or(theirs).at_least(1);
    let room = pits[0].zip(pits[1], |a, b| yes(a + b < 2 * side));
    let more = mine.zip(theirs, |mine, theirs| yes(mine > theirs));
    // Truth: the mover gets the pit, as the poorer player where both have as much.
    let to_mover = mine.equals(theirs).choose(richer.inverse(), more);
    let one_pit = left.and(room).and(Bytes::all(1));
    [pits[0].plus(one_pit.and(to_mover)), pits[1].plus(one_pit.but_not(to_mover))]
}
