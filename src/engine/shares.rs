//! How many pits the players fill for a round, and with which seeds.

use std::cmp::Ordering;

use crate::plan::RoundPlan;
use crate::rules::{Gained, Remainder, Short};

/// What the players fill for a round.
pub(super) struct Shares {
    /// Pits of the mover, and of the other player.
    pub pits: [usize; 2],
    /// Their seeds that fill no pit.
    pub rest: [u8; 2],
    /// The player (0 the mover) from whose end of the board pits that change hands are counted.
    pub first: usize,
}

impl RoundPlan {
    /// What the players fill with these seeds. `starter`: who begins (0 the mover); `side`: pits that each can
    /// fill.
    pub(super) fn shares(self, stored: [u8; 2], starter: usize, side: usize) -> Shares {
        let mut pits = self.laid(stored).map(|seeds| self.pits_filled(seeds, side));
        let richer = match stored[0].cmp(&stored[1]) {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => 1 - starter,
        };
        let rest = stored.map(|seeds| seeds % self.refill);
        let first = if self.gained == Gained::Beginner { starter } else { richer };
        if self.short.matches() || self.short == Short::Spread {
            pits = [pits[0].min(pits[1]); 2];
        }
        if self.short == Short::Owned {
            // With the seeds of the setup no player has more (a position may hold others).
            pits[1 - richer] = pits[1 - richer].min(side);
            pits[richer] = pits[richer].min(2 * side - pits[1 - richer]);
            let [mine, theirs] = rest;
            let left = mine > 0 || theirs > 0;
            if self.remainder != Remainder::Stored && left && pits[0] + pits[1] < 2 * side {
                let more = if mine == theirs { 1 - richer } else { usize::from(theirs > mine) };
                pits[more] += 1;
            }
        }
        Shares { pits, rest, first }
    }

    /// Where pits are matched: what the players have when the one with more seeds that fill no pit has got as
    /// many from the other one as fill one more.
    pub(super) fn joined(self, stored: [u8; 2]) -> [u8; 2] {
        let rest = stored.map(|seeds| seeds % self.refill);
        let more = match rest[0].cmp(&rest[1]).then(stored[1].cmp(&stored[0])) {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => return stored,
        };
        let missing = self.refill - rest[more];
        let joins = self.short.matches() && self.remainder == Remainder::Majority;
        if !joins || rest[1 - more] < missing {
            return stored;
        }
        let mut joined = stored;
        joined[more] += missing;
        joined[1 - more] -= missing;
        joined
    }

    /// The seeds that the players lay out in their rows: as many as the poorer one has, where pits are filled in
    /// part.
    pub(super) fn laid(self, stored: [u8; 2]) -> [u8; 2] {
        if self.lays_poorer() { [stored[0].min(stored[1]); 2] } else { stored }
    }

    /// The seeds that fill so many pits of each player.
    pub(super) fn filling(self, pits: [usize; 2]) -> [u8; 2] {
        pits.map(|pits| self.refill.saturating_mul(pits as u8))
    }

    /// Pits that are owned whatever the seeds; none where there is not one full pit.
    pub(super) fn owners(self, stored: [u8; 2], owned: [usize; 2]) -> Shares {
        let pits = [0, 1].map(|half| if stored[half] < self.refill { 0 } else { owned[half] });
        Shares { pits, rest: [0; 2], first: usize::from(pits[1] > pits[0]) }
    }

    /// How many pits these seeds fill.
    fn pits_filled(self, seeds: u8, side: usize) -> usize {
        let seeds = usize::from(seeds);
        let each = usize::from(self.refill);
        match self.short {
            _ if self.matches_partly() => seeds.div_ceil(each).min(side),
            _ if self.matches_singly() && seeds == 1 => 0,
            _ if self.matches_singly() => (seeds / each + seeds % each).min(side),
            Short::Closed | Short::Open | Short::Matched | Short::MatchedClosed => {
                (seeds / each).min(side)
            }
            Short::Partial | Short::Filling => seeds.div_ceil(each).min(side),
            Short::Spread => seeds.min(side),
            Short::Owned => seeds / each,
        }
    }
}
