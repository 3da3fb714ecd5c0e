//! The end of a round, and the beginning of the next one.

use super::Engine;
use super::board::Board;
use super::end::Turned;
use super::shares::Shares;
use super::watch::{Note, Watch};
use crate::outcome::{End, Reason};
use crate::plan::{Register, RoundPlan, Spot};
use crate::rules::{Begins, Gained, Opposite, Remainder, RoundSeeds, Short};

impl<B: Board, W: Watch> Engine<'_, B, W> {
    /// The round is over for this reason: its final count, and then the next round, or the end of the
    /// game.
    #[inline(never)]
    pub fn over(&mut self, reason: Reason, turned: Turned) -> Result<u64, End> {
        let rounds = self.plan.rounds.filter(|_| B::RICH);
        let Some(rounds) = rounds else { return Err(self.end_by_rule(reason, turned)) };
        self.final_sweep(reason, turned);
        if !self.is_followed(rounds) {
            let result = self.result();
            return Err(self.finish(result, reason));
        }
        if let Some(phase) = self.plan.lot_phase() {
            self.at.set_phase(phase);
            return Ok(self.legal());
        }
        let starter = self.starter(rounds);
        self.begin_round(rounds, starter)
    }

    /// The lot falls on the mover (0) or on the other player (1), who begins the next round.
    #[inline(never)]
    pub fn act_lot(&mut self, half: usize) -> Result<u64, End> {
        let Some(rounds) = self.plan.rounds.filter(|_| B::RICH) else { return Ok(self.legal()) };
        self.note(Note::Lot { half });
        self.begin_round(rounds, self.at.to_move() ^ half as u8)
    }

    /// Whether another round follows: enough were not yet played, nobody has the points that win, and both players
    /// fill a pit. (That does not hang on who begins: only players with equally many seeds are told apart by it.)
    pub fn is_followed(&self, rounds: RoundPlan) -> bool {
        let round = self.at.register(Register::Round).saturating_add(1);
        let held = self.to_fill(rounds).into_iter().any(|seeds| rounds.holds(seeds));
        let won = rounds.points > 0
            && self.points().into_iter().any(|points| points >= u16::from(rounds.points));
        round < rounds.most && !held && !won && !self.shares_for(rounds, 0).pits.contains(&0)
    }

    /// The seeds out of which the players fill their pits for the next round.
    fn to_fill(&self, rounds: RoundPlan) -> [u8; 2] {
        match rounds.seeds {
            RoundSeeds::Won => {
                rounds.joined(self.stored()).map(|seeds| seeds.saturating_sub(rounds.fields))
            }
            RoundSeeds::Anew => shared(self.stored(), rounds.filling(self.pits_owned(rounds))),
        }
    }

    /// What the players fill for the next round, which the mover (0) or the other player (1) begins.
    pub(super) fn shares_for(&self, rounds: RoundPlan, starts: usize) -> Shares {
        let stored = self.to_fill(rounds);
        if rounds.gained == Gained::OneMore {
            rounds.owners(stored, self.pits_owned(rounds))
        } else {
            rounds.shares(stored, starts, self.plan.side - rounds.unfilled.count_ones() as usize)
        }
    }

    /// Lays out the seeds of the stores for the next round, which this side begins; or lets the players choose
    /// first which pits stay without seeds.
    fn begin_round(&mut self, rounds: RoundPlan, starter: u8) -> Result<u64, End> {
        let round = self.at.register(Register::Round).saturating_add(1);
        let before = self.stored();
        let shares = self.shares_for(rounds, usize::from(starter != self.at.to_move()));
        let needed = rounds.filling(self.pits_owned(rounds));
        if rounds.counted {
            self.count_round();
        }
        if rounds.points > 0 {
            self.score_round();
        }
        for half in 0..2 {
            self.at.set_marks(half, 0);
        }
        self.note(Note::Round { number: round + 1, winner: won_by(before) });
        match rounds.seeds {
            RoundSeeds::Anew => self.share_out(needed),
            RoundSeeds::Won => self.share_out(rounds.joined(before)),
        }
        if rounds.chosen {
            self.count_begun(round, starter);
            return self.leave_or_fill(rounds);
        }
        let fills = self.stored().into_iter().zip(needed).all(|(seeds, needed)| seeds >= needed);
        let again = rounds.as_setup && self.plan.reserve > 0 && fills;
        if again {
            // What all of them hold is known: it is told below, pit by pit.
        } else if self.plan.owns_pits {
            self.deal(rounds, &shares);
        } else if rounds.short == Short::Spread {
            self.spread(rounds);
        } else {
            self.fill_fields(rounds);
            let laid = rounds.laid(self.stored());
            for (half, filled) in shares.pits.into_iter().enumerate() {
                self.fill(rounds, half, filled, laid[half]);
            }
            if rounds.opposite != Opposite::Full {
                self.keep_back(rounds);
            }
        }
        if self.at.to_move() != starter {
            self.at.pass_turn();
        }
        if again {
            self.take_back_reserves();
            self.mark_as_setup();
        } else if rounds.as_setup {
            self.lay_as_setup(rounds.refill);
        }
        self.at.set_phase(0);
        self.count_begun(round, starter);
        self.settle(Turned::SetUp)
    }

    /// So many rounds are over, and this side begins the next one: it is to move.
    fn count_begun(&mut self, round: u8, starter: u8) {
        if self.at.to_move() != starter {
            self.at.pass_turn();
        }
        for began in [1, 0] {
            self.at.set_register(Register::Began, began);
            for register in Register::OF_A_ROUND {
                self.at.set_register(register, 0);
            }
            self.at.set_register(Register::Round, round);
            self.at.pass_turn();
        }
    }

    /// The pits of the mover and of the other player: those of their rows, unless one of them has changed
    /// hands with every round that was won.
    fn pits_owned(&self, rounds: RoundPlan) -> [usize; 2] {
        let side = self.plan.side;
        if rounds.gained != Gained::OneMore {
            return [side; 2];
        }
        let changed = |half| (self.at.marks(half) & ((1 << side) - 1)).count_ones() as usize;
        let before = side - changed(0) + changed(1);
        let mine = match won_by(self.stored()) {
            Some(0) => (before + 1).min(2 * side),
            Some(_) => before.saturating_sub(1),
            None => before,
        };
        [mine, 2 * side - mine]
    }

    /// The round that is over counts for who has won it. (The last round never does: a position in
    /// which the game is over is settled again when it is set up. See [`Self::rounds_won`].)
    fn count_round(&mut self) {
        for (half, won) in self.rounds_won().into_iter().enumerate() {
            let cell = half * B::HALF + Register::Won.cell();
            self.at.lift(cell);
            self.at.add(cell, won);
        }
    }

    /// Who has more seeds gets a point for each that they have more (AH-9). (The last round never brings any: see
    /// [`Self::count_round`].)
    fn score_round(&mut self) {
        for (half, points) in self.points().into_iter().enumerate() {
            let cell = half * B::HALF + Register::Points.cell();
            self.at.lift(cell);
            self.at.add(cell, points as u8); // fewer than win
        }
    }

    /// Points of the mover and of the other player, with those of the round that is over now.
    pub fn points(&self) -> [u16; 2] {
        let stored = self.stored();
        let before = self.points_before();
        [0, 1].map(|half| {
            u16::from(before[half]) + u16::from(stored[half].saturating_sub(stored[1 - half]))
        })
    }

    /// The same without the one that is played.
    pub fn points_before(&self) -> [u8; 2] {
        [0, 1].map(|half| self.at.get(half * B::HALF + Register::Points.cell()))
    }

    /// Rounds that the mover and the other player have won, with the one that is over now: it is theirs who
    /// have more seeds.
    pub fn rounds_won(&self) -> [u8; 2] {
        let winner = won_by(self.stored());
        let before = self.rounds_won_before();
        [0, 1].map(|half| before[half].saturating_add(u8::from(winner == Some(half))))
    }

    /// The same without the one that is played.
    pub fn rounds_won_before(&self) -> [u8; 2] {
        [0, 1].map(|half| self.at.get(half * B::HALF + Register::Won.cell()))
    }

    /// What the mover and the other player have in their stores.
    fn stored(&self) -> [u8; 2] {
        [B::STORE, B::OTHER_STORE].map(|store| self.at.get(store))
    }

    /// Each player gets as many seeds as this from what both have.
    fn share_out(&mut self, needed: [u8; 2]) {
        let ways = [(B::STORE, B::OTHER_STORE), (B::OTHER_STORE, B::STORE)];
        for ((from, to), needed) in ways.into_iter().zip(needed) {
            let surplus = self.at.get(from).saturating_sub(needed);
            if surplus > 0 {
                self.put(from, to, surplus);
            }
        }
    }

    /// The side that begins the next round, where no lot says so.
    fn starter(&mut self, rounds: RoundPlan) -> u8 {
        let stored = self.stored();
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
            Begins::Same | Begins::Lot => last,
            Begins::Alternate => last ^ 1,
            Begins::Winner | Begins::Loser if stored[0] == stored[1] => last ^ 1,
            Begins::Winner => richer,
            Begins::Loser => richer ^ 1,
        }
    }

    /// Each player first puts seeds in the field at the end of their row (BY-6).
    pub(super) fn fill_fields(&mut self, rounds: RoundPlan) {
        if let Some(field) = self.plan.field.filter(|_| rounds.fields > 0) {
            for base in [0, B::HALF] {
                self.put(base + B::STORE, base + field, rounds.fields);
            }
        }
    }

    /// A player fills so many pits of a half with these seeds from their store, and the others may be closed.
    fn fill(&mut self, rounds: RoundPlan, half: usize, filled: usize, mut seeds: u8) {
        let (side, base) = (self.plan.side, half * B::HALF);
        let store = base + B::STORE;
        let (mut closed, mut held) = (0, 0);
        let full = usize::from(seeds / rounds.refill);
        let in_order = (0..side).map(|n| if rounds.from_last { side - 1 - n } else { n });
        let fillable = in_order.filter(|pit| rounds.unfilled >> pit & 1 == 0);
        for (number, pit) in fillable.enumerate() {
            if number >= filled {
                closed |= 1 << pit;
                continue;
            }
            let singly = rounds.matches_singly() && number >= full;
            let count = if singly { 1 } else { rounds.refill.min(seeds) };
            self.put(store, base + pit, count);
            seeds -= count;
            held |= u64::from(rounds.holds(count)) << pit;
        }
        if self.plan.closes_pits {
            self.at.set_marks(half, if rounds.short.closes() { closed | held } else { 0 });
        }
        if self.plan.full_pit > 0 {
            let short = (0..side).filter(|pit| self.at.get(base + pit) < self.plan.full_pit);
            let short = short.fold(0, |set, pit| set | 1 << pit);
            self.at.set_marks(half, short);
        }
    }

    /// Opposite a pit that is filled in part the other player lays out fewer seeds (PH-9).
    fn keep_back(&mut self, rounds: RoundPlan) {
        let fillable = (0..self.plan.side).filter(|pit| rounds.unfilled >> pit & 1 == 0);
        for place in fillable.flat_map(|pit| [pit, B::HALF + pit]) {
            let facing = self.tables.spot(Spot::Facing, 0, place);
            let beside = rounds.unfilled >> (facing % B::HALF) & 1 == 0;
            let back = rounds.kept_back(self.at.get(facing));
            if beside && self.at.get(place) == rounds.refill && back > 0 {
                let store = place / B::HALF * B::HALF + B::STORE;
                self.put(place, store, back);
            }
        }
    }

    /// Both lay out as many seeds as the poorer player has, as evenly as possible.
    fn spread(&mut self, rounds: RoundPlan) {
        let [mine, theirs] = self.stored();
        let (side, seeds) = (self.plan.side, usize::from(mine.min(theirs)));
        for base in [0, B::HALF] {
            for number in 0..side {
                let pit = if rounds.from_last { side - 1 - number } else { number };
                let each = seeds / side + usize::from(number < seeds % side);
                if each > 0 {
                    self.put(base + B::STORE, base + pit, each as u8);
                }
            }
        }
    }

    /// The players fill the pits that they will own, each from their end of a way round the board.
    fn deal(&mut self, rounds: RoundPlan, shares: &Shares) {
        let (side, first) = (self.plan.side, shares.first);
        let last = 2 * side - 1;
        let unfilled = 2 * side - shares.pits[0] - shares.pits[1];
        let mut changed = [0; 2];
        for owner in [first, 1 - first] {
            for rank in 0..shares.pits[owner] {
                let mut number = if owner == first { rank } else { last - rank };
                if rounds.gained == Gained::Last && owner == first && rank >= side {
                    number += unfilled; // a pit that nobody fills is the very last one of its row
                }
                let half = if number < side { first } else { 1 - first };
                let pit = if rounds.gained == Gained::Last { last - number } else { number } % side;
                changed[half] |= u64::from(owner != half) << pit;
                let place = half * B::HALF + pit;
                self.put(owner * B::HALF + B::STORE, place, rounds.refill);
                let missing = rounds.refill - self.at.get(place);
                if rounds.remainder == Remainder::Majority && missing > 0 {
                    let rest = missing.min(shares.rest[1 - owner]);
                    self.put((1 - owner) * B::HALF + B::STORE, place, rest);
                }
            }
        }
        for (half, changed) in changed.into_iter().enumerate() {
            self.at.set_marks(half, changed);
        }
    }

    /// Moves so many seeds from a store to a pit, or as many as there are.
    pub fn put(&mut self, store: usize, pit: usize, seeds: u8) {
        let held = self.at.lift(store);
        let count = seeds.min(held);
        self.at.add(store, held - count);
        self.at.add(pit, count);
        self.note(Note::Fill { from: store, to: pit, count });
    }
}

/// Who has more seeds.
fn won_by([mine, theirs]: [u8; 2]) -> Option<usize> {
    (mine != theirs).then_some(usize::from(theirs > mine))
}

/// What the players have when each has got as many as this from what both have.
fn shared([mine, theirs]: [u8; 2], needed: [u8; 2]) -> [u8; 2] {
    let to_other = mine.saturating_sub(needed[0]);
    let (mine, theirs) = (mine - to_other, theirs + to_other);
    let to_mover = theirs.saturating_sub(needed[1]);
    [mine + to_mover, theirs - to_mover]
}
