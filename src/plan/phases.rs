//! The phases of a game: what a position notes of an action, a round or a start that is not over.

use super::{Actions, Paused, Plan};

impl Plan {
    /// The greatest phase that a position can note: the parts that an action can have beyond its
    /// first, one after the reserve entry, one for each file that was captured, one for each number of
    /// pits that are still to be chosen, and then one for each own pit that may be sown on, whose seeds
    /// are to be put elsewhere, or of which so many are to be sown, or one for each number of captured seeds that may
    /// be sown either way, or one for each pit beside which one may be taken; a lot; the choice of pits that stay
    /// without seeds; the choice whether the board is turned round; and that of a pit of which a seed is given.
    #[must_use]
    pub fn phases(&self) -> usize {
        let Actions { lot, leaves, swap, .. } = self.actions;
        let apart = [lot, leaves, swap].into_iter().flatten().count();
        self.chosen_phases() + apart + usize::from(self.gives)
    }

    /// The phase in which a player gives a seed to the other one, who has none.
    #[inline]
    #[must_use]
    pub fn gift_phase(&self) -> Option<u8> {
        self.gives.then(|| self.phases() as u8)
    }

    /// Whether a seed is given in this phase.
    #[inline]
    #[must_use]
    pub fn gives_in(&self, phase: u8) -> bool {
        phase > 0 && self.gift_phase() == Some(phase)
    }

    /// The phase in which a player may turn the board round before the game.
    #[inline]
    #[must_use]
    pub fn swap_phase(&self) -> Option<u8> {
        self.actions.swap.map(|_| (self.phases() - usize::from(self.gives)) as u8)
    }

    /// Whether the board may be turned round in this phase.
    #[inline]
    #[must_use]
    pub fn swaps(&self, phase: u8) -> bool {
        phase > 0 && self.swap_phase() == Some(phase)
    }

    /// The phase in which players choose pits that stay without seeds for the next round.
    #[inline]
    #[must_use]
    pub fn leave_phase(&self) -> Option<u8> {
        let after = usize::from(self.actions.swap.is_some()) + usize::from(self.gives);
        self.actions.leaves.map(|_| (self.phases() - after) as u8)
    }

    /// Whether such a pit is chosen in this phase.
    #[inline]
    #[must_use]
    pub fn leaves(&self, phase: u8) -> bool {
        phase > 0 && self.leave_phase() == Some(phase)
    }

    /// Whether a position in this phase lies between two rounds or two turns, or before the game.
    fn is_apart(&self, phase: u8) -> bool {
        self.is_drawn(phase) || self.leaves(phase) || self.swaps(phase) || self.gives_in(phase)
    }

    /// The phase in which a lot says who begins the next round: nobody chooses its action.
    #[inline]
    #[must_use]
    pub fn lot_phase(&self) -> Option<u8> {
        self.actions.lot.map(|_| self.chosen_phases() as u8 + 1)
    }

    /// Whether the next action of a position in this phase is drawn, not chosen.
    #[inline]
    #[must_use]
    pub fn is_drawn(&self, phase: u8) -> bool {
        phase > 0 && self.lot_phase() == Some(phase)
    }

    /// The greatest phase in which a player chooses in the middle of a round.
    fn chosen_phases(&self) -> usize {
        if self.store_back {
            return self.store_up_to.into();
        }
        if self.actions.beside.is_some() {
            return 2 * self.side;
        }
        let Actions { files, reserve, stop, puts, counts, .. } = self.actions;
        let turns = (self.says_ways() || self.chooses_end).then_some(0);
        match (files, reserve, stop.or(puts).or(counts).or(turns)) {
            (Some(_), ..) => self.columns,
            (_, Some(_), _) => 1,
            _ if self.takes_on => self.turns_from() + self.side - 1,
            (.., Some(_)) => self.most_choices() + self.side * self.pauses(),
            _ => self.most_choices(),
        }
    }

    /// Most pits that are chosen after a capture.
    #[inline]
    #[must_use]
    pub fn most_choices(&self) -> usize {
        self.choices.map_or(0, |choices| choices.most.into())
    }

    /// In how many ways a turn can have paused at a pit: see [`Paused`] and [`Plan::end_sets`].
    fn pauses(&self) -> usize {
        if self.keeps_sowing { Paused::COUNT } else { self.end_sets() }
    }

    /// The phase in which the player may sow on from this own pit, or end the turn.
    #[inline]
    #[must_use]
    pub fn stop_phase(&self, pit: usize, paused: Paused) -> u8 {
        let kept = if self.keeps_sowing { usize::from(paused.number()) } else { 0 };
        (self.most_choices() + 1 + pit + self.side * kept) as u8
    }

    /// How the turn had gone that paused in such a phase.
    #[inline]
    #[must_use]
    pub fn paused(&self, phase: u8) -> Paused {
        let number = usize::from(phase).saturating_sub(self.most_choices() + 1);
        if self.keeps_sowing { Paused::of((number / self.side) as u8) } else { Paused::default() }
    }

    /// The own pit from which the player may sow on in a phase, or end the turn.
    #[inline]
    #[must_use]
    pub fn stop_pit(&self, phase: u8) -> Option<usize> {
        if self.actions.stop.is_some() { self.paused_pit(phase) } else { None }
    }

    /// The own pit opposite which seeds were captured that are sown from an end of the row now.
    #[inline]
    #[must_use]
    pub fn end_pit(&self, phase: u8) -> Option<usize> {
        if self.chooses_end { self.paused_pit(phase) } else { None }
    }

    #[inline]
    fn paused_pit(&self, phase: u8) -> Option<usize> {
        let number = usize::from(phase).checked_sub(self.most_choices() + 1)?;
        let paused = number < self.side * self.pauses() && !self.is_apart(phase);
        paused.then_some(number % self.side)
    }

    /// Whether players say which way some later laps go.
    #[inline]
    #[must_use]
    pub fn says_ways(&self) -> bool {
        self.turn_at | self.again_at != 0
    }

    /// The field by which they do.
    #[must_use]
    pub fn ways_field(&self) -> &'static str {
        if self.again_at == 0 { "laps.turn_at" } else { "laps.again_at" }
    }

    /// Own pits from which captured seeds may be sown clockwise again, each with its number among them.
    pub fn agains(&self) -> impl Iterator<Item = (u8, usize)> + use<> {
        let again_at = self.again_at;
        let pits = (0..u32::BITS as usize).filter(move |pit| again_at >> pit & 1 == 1);
        pits.enumerate().map(|(number, pit)| (number as u8, pit))
    }

    /// How many sets of ends a turn that pauses may have taken, or from how many pits captured seeds may be sown
    /// clockwise again: 1 where nobody asks.
    fn end_sets(&self) -> usize {
        if self.again_at != 0 {
            return self.again_at.count_ones() as usize;
        }
        if self.takes_ends && self.turn_at != 0 { 4 } else { 1 }
    }

    /// The first phase in which the player says which way a lap goes: those in which they may capture come before.
    fn turns_from(&self) -> usize {
        let captures = if self.takes_on { self.side } else { 0 };
        self.most_choices() + 1 + captures
    }

    /// The phase in which the player says which way the lap from this own pit goes. `ends`: the ends of the
    /// other player's row that were taken in this turn, one bit each; where captured seeds may be sown clockwise again,
    /// the number of the pit from which that is.
    #[inline]
    #[must_use]
    pub fn turn_phase(&self, pit: usize, ends: u8) -> u8 {
        (self.turns_from() + pit + self.side * usize::from(ends)) as u8
    }

    /// The own pit from which the next lap may go either way in a phase.
    #[inline]
    #[must_use]
    pub fn turn_pit(&self, phase: u8) -> Option<usize> {
        let turns = self.says_ways() && !self.is_apart(phase);
        let number = usize::from(phase).checked_sub(self.turns_from()).filter(|_| turns)?;
        (number < self.side * self.end_sets()).then_some(number % self.side)
    }

    /// The own pit from which that lap goes clockwise: the same, or the one from which captured seeds go so again.
    #[must_use]
    pub fn turned_pit(&self, phase: u8) -> Option<usize> {
        let pit = self.turn_pit(phase)?;
        if self.again_at == 0 {
            return Some(pit);
        }
        let number = self.pause_number(phase);
        self.agains().find(|again| again.0 == number).map(|again| again.1)
    }

    /// The ends of the other player's row that a turn has taken before it paused so.
    #[must_use]
    pub fn ends_taken(&self, phase: u8) -> u8 {
        if self.again_at == 0 { self.pause_number(phase) } else { 0 }
    }

    fn pause_number(&self, phase: u8) -> u8 {
        let number = usize::from(phase).saturating_sub(self.turns_from());
        (number / self.side) as u8
    }

    /// The phase in which the player puts the seeds of this own pit elsewhere.
    #[inline]
    #[must_use]
    pub fn put_phase(&self, pit: usize) -> u8 {
        (self.most_choices() + 1 + pit) as u8
    }

    /// The own pit whose seeds are to be put elsewhere in a phase.
    #[inline]
    #[must_use]
    pub fn put_pit(&self, phase: u8) -> Option<usize> {
        let puts = self.actions.puts.is_some() && !self.is_apart(phase);
        usize::from(phase).checked_sub(self.most_choices() + 1).filter(|_| puts)
    }

    /// The phase in which the player says how many seeds of this own pit they sow.
    #[inline]
    #[must_use]
    pub fn count_phase(&self, pit: usize) -> u8 {
        self.put_phase(pit)
    }

    /// The own pit of which so many seeds as the player says are sown in a phase.
    #[inline]
    #[must_use]
    pub fn count_pit(&self, phase: u8) -> Option<usize> {
        if self.actions.counts.is_some() { self.paused_pit(phase) } else { None }
    }

    /// The phase in which the player says which way so many captured seeds are sown.
    #[inline]
    #[must_use]
    pub fn store_phase(&self, count: u8) -> u8 {
        count
    }

    /// How many captured seeds are sown either way in a phase.
    #[inline]
    #[must_use]
    pub fn store_count(&self, phase: u8) -> Option<u8> {
        let stored = self.store_back && (1..=self.store_up_to).contains(&phase);
        (stored && !self.is_apart(phase)).then_some(phase)
    }
}
