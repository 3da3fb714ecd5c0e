//! The end of a round, and the beginning of the next one.

use super::Engine;
use super::board::Board;
use super::end::Turned;
use super::watch::{Note, Watch};
use crate::outcome::{End, Reason};
use crate::plan::{Register, RoundPlan};
use crate::rules::{Begins, Short};

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// The round is over for this reason: its final count, and then the next round, or the end of the
    /// game.
    #[inline(never)]
    pub fn over(&mut self, reason: Reason, turned: Turned) -> Result<u64, End> {
        let rounds = self.plan.rounds.filter(|_| B::RICH);
        let Some(rounds) = rounds else { return Err(self.end_by_rule(reason, turned)) };
        self.final_sweep(reason, turned);
        if self.begin_round(rounds) {
            return self.settle(Turned::SetUp);
        }
        let result = self.result();
        Err(self.finish(result, reason))
    }

    /// Lays out the seeds of the stores for the next round; whether there is one.
    fn begin_round(&mut self, rounds: RoundPlan) -> bool {
        let round = self.at.register(Register::Round).saturating_add(1);
        let stored = [B::STORE, B::OTHER_STORE].map(|store| self.at.get(store));
        let pits = stored.map(|seeds| rounds.pits_filled(seeds, self.plan.side));
        if round >= rounds.most || pits.contains(&0) {
            return false;
        }
        for half in 0..2 {
            self.at.set_marks(half, 0);
        }
        let starter = self.starter(rounds, stored);
        self.note(Note::Round { number: round + 1 });
        for (half, filled) in pits.into_iter().enumerate() {
            self.fill(rounds, half, filled);
        }
        if self.at.to_move() != starter {
            self.at.pass_turn();
        }
        self.at.set_phase(0);
        for began in [1, 0] {
            self.at.set_register(Register::Began, began);
            self.at.set_register(Register::Turns, 0);
            self.at.set_register(Register::Heading, 0);
            self.at.set_register(Register::Round, round);
            self.at.pass_turn();
        }
        true
    }

    /// The side that begins the next round. `stored`: what the mover and the other player have.
    fn starter(&mut self, rounds: RoundPlan, stored: [u8; 2]) -> u8 {
        let [mine, theirs] = [0, 1].map(|_| {
            let began = self.at.register(Register::Began);
            self.at.pass_turn();
            began
        });
        let mover = self.at.to_move();
        // In a position that was set up nobody may have begun: the mover, then.
        let last = if theirs > mine { mover ^ 1 } else { mover };
        let richer = if stored[0] > stored[1] { mover } else { mover ^ 1 };
        match rounds.start {
            Begins::Same => last,
            Begins::Alternate => last ^ 1,
            Begins::Winner | Begins::Loser if stored[0] == stored[1] => last ^ 1,
            Begins::Winner => richer,
            Begins::Loser => richer ^ 1,
        }
    }

    /// A player fills so many pits of a half from their store, and the others are closed.
    fn fill(&mut self, rounds: RoundPlan, half: usize, filled: usize) {
        let (side, base) = (self.plan.side, half * B::HALF);
        let store = base + B::STORE;
        let mut closed = 0;
        for number in 0..side {
            let pit = if rounds.from_last { side - 1 - number } else { number };
            if number >= filled {
                closed |= 1 << pit;
                continue;
            }
            let held = self.at.lift(store);
            let seeds = rounds.refill.min(held);
            self.at.add(store, held - seeds);
            self.at.add(base + pit, seeds);
            self.note(Note::Fill { from: store, to: base + pit, count: seeds });
        }
        self.at.set_marks(half, closed);
    }
}

impl RoundPlan {
    /// How many pits of a side these seeds fill.
    fn pits_filled(self, seeds: u8, side: usize) -> usize {
        let seeds = usize::from(seeds);
        let each = usize::from(self.refill);
        let full = match self.short {
            Short::Closed => seeds / each,
            Short::Partial => seeds.div_ceil(each),
        };
        full.min(side)
    }
}
