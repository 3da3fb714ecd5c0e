//! What the engines and Python ask a plan.

use std::sync::Arc;

use super::Paused;
use super::{
    Action, Actions, Chooses, Entry, Held, OTHER_STORE, Plan, PutPlan, Register, STORE, SoFar,
    shortcuts,
};
use crate::rules::{Feeding, GrandSlam, List, Play, Rest, Rules, Then};

impl Plan {
    /// The description.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The digest of the description, computed once.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The same rules with no limit on actions.
    #[must_use]
    pub fn without_cap(&self) -> Arc<Self> {
        Arc::new(Self { max_actions: u32::MAX, ..self.clone() })
    }

    /// The same game, whatever its rules say, with this limit to its actions.
    #[must_use]
    pub(crate) fn with_max_actions(&self, max_actions: u32) -> Arc<Self> {
        Arc::new(Self { max_actions, ..self.clone() })
    }

    /// The landing table, in the order in which it is tried.
    #[must_use]
    pub fn landing(&self) -> &[Entry] {
        &self.tables.landing
    }

    /// Whether any entry asks for what `asks` finds in it.
    #[must_use]
    pub fn asks(&self, asks: impl Fn(&SoFar) -> bool) -> bool {
        self.landing().iter().any(|entry| asks(&entry.so_far))
    }

    /// The largest value of a register; 0 where the game does not have it.
    #[must_use]
    pub fn most(&self, register: Register) -> u8 {
        let slot = self.slots.iter().find(|slot| slot.held == Held::Register(register));
        slot.map_or(0, |slot| slot.most)
    }

    /// Which registers a position may name, for errors.
    #[must_use]
    pub fn registers_allowed(&self) -> String {
        let had = Register::ALL.iter().filter(|register| self.most(**register) > 0);
        match had.map(|register| register.name()).collect::<Vec<_>>()[..] {
            [] => "no rule of this game asks for registers".to_owned(),
            ref names => format!("allowed are {}", names.join(", ")),
        }
    }

    /// The greatest phase that a position can note: the parts that an action can have beyond its
    /// first, one after the reserve entry, one for each file that was captured, one for each number of
    /// pits that are still to be chosen, and then one for each own pit that may be sown on, whose seeds
    /// are to be put elsewhere, or of which so many are to be sown; a lot; the choice of pits that stay
    /// without seeds; and the choice whether the board is turned round.
    #[must_use]
    pub fn phases(&self) -> usize {
        let Actions { lot, leaves, swap, .. } = self.actions;
        let apart = [lot, leaves, swap].into_iter().flatten().count();
        self.chosen_phases() + apart
    }

    /// The phase in which a player may turn the board round before the game.
    #[inline]
    #[must_use]
    pub fn swap_phase(&self) -> Option<u8> {
        self.actions.swap.map(|_| self.phases() as u8)
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
        let after = usize::from(self.actions.swap.is_some());
        self.actions.leaves.map(|_| (self.phases() - after) as u8)
    }

    /// Whether such a pit is chosen in this phase.
    #[inline]
    #[must_use]
    pub fn leaves(&self, phase: u8) -> bool {
        phase > 0 && self.leave_phase() == Some(phase)
    }

    /// Whether a position in this phase lies between two rounds, or before the game.
    fn is_apart(&self, phase: u8) -> bool {
        self.is_drawn(phase) || self.leaves(phase) || self.swaps(phase)
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
        let Actions { files, reserve, stop, puts, counts, .. } = self.actions;
        let turns = (self.says_ways() || self.chooses_end).then_some(0);
        match (files, reserve, stop.or(puts).or(counts).or(turns)) {
            (Some(_), ..) => self.columns,
            (_, Some(_), _) => 1,
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

    /// The own pits of the row that faces the other player; on three rows those of the middle one.
    #[must_use]
    pub fn inner_row(&self) -> std::ops::Range<usize> {
        let row = self.rules.board.inner_row();
        row.start as usize..row.end as usize
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

    /// The phase in which the player says which way the lap from this own pit goes. `ends`: the ends of the
    /// other player's row that were taken in this turn, one bit each; where captured seeds may be sown clockwise again,
    /// the number of the pit from which that is.
    #[inline]
    #[must_use]
    pub fn turn_phase(&self, pit: usize, ends: u8) -> u8 {
        (self.most_choices() + 1 + pit + self.side * usize::from(ends)) as u8
    }

    /// The own pit from which the next lap may go either way in a phase.
    #[inline]
    #[must_use]
    pub fn turn_pit(&self, phase: u8) -> Option<usize> {
        let turns = self.says_ways() && !self.is_apart(phase);
        let number = usize::from(phase).checked_sub(self.most_choices() + 1).filter(|_| turns)?;
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
        let number = usize::from(phase).saturating_sub(self.most_choices() + 1);
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

    /// How many seeds of a pit that holds so many can be sown, where the player chooses.
    #[inline]
    #[must_use]
    pub fn most_sown(&self, held: u8) -> u8 {
        held.saturating_sub(self.stay).min(self.up_to)
    }

    /// The rule by which seeds are put in another pit, if there is one.
    #[inline]
    #[must_use]
    pub fn put(&self) -> Option<&PutPlan> {
        self.first_turns.as_ref()?.put.as_ref()
    }

    /// The actions that put seeds in a pit, each with its slot.
    pub fn puts(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let numbers = self.actions.puts.into_iter().flat_map(|first| first..self.actions.count);
        numbers.map_while(|number| match self.action(number) {
            Some(Action::Put(slot)) => Some((number, slot)),
            _ => None,
        })
    }

    /// Whether an action can have a second part, which the position notes as its phase.
    #[must_use]
    pub fn has_phases(&self) -> bool {
        self.phases() > 0 || self.places.is_some()
    }

    /// Whether actions are tried for no other reason than that a first lap may go the other way (OT-3).
    #[must_use]
    pub fn tries_back_only(&self) -> bool {
        self.back_into != 0 && !self.forbids_slams && self.feeding == Feeding::None
    }

    /// Whether players choose something in the course of a turn: another file, further pits, or its end.
    #[must_use]
    pub fn chooses(&self) -> bool {
        let Actions { files, takes, stop, .. } = &self.actions;
        let ways = self.says_ways() || self.chooses_end;
        files.is_some() || takes.is_some() || stop.is_some() || ways
    }

    /// The field by which another file, or further pits, are chosen by a player who has made so many captures:
    /// that of the first entry that says so.
    #[must_use]
    pub fn choosing_field(&self, captures: u8) -> String {
        let made =
            |entry: &Entry| self.most_captures == 0 || entry.so_far.capture_number.has(captures);
        self.field_of(|entry| entry.chooses != Chooses::Nothing && made(entry), "choose")
    }

    /// Whether a pit of the other player is never chosen after a capture.
    #[must_use]
    pub fn is_exempt(&self, pit: usize) -> bool {
        self.choices.is_some_and(|choices| choices.exempt >> pit & 1 == 1)
    }

    /// The field that says which pits are never chosen: that of the first entry that chooses pits.
    #[must_use]
    pub fn exempt_field(&self) -> String {
        self.field_of(|entry| matches!(entry.chooses, Chooses::Pits(_)), "exempt")
    }

    /// The field that forbids to capture everything: that of the first entry that says so.
    #[must_use]
    pub fn slam_field(&self) -> String {
        self.field_of(|entry| entry.grand_slam == GrandSlam::Forbidden, "grand_slam")
    }

    /// The field of an entry of the table of plays that keeps from an action.
    #[must_use]
    pub fn play_field(&self, index: usize) -> String {
        let rules = self.rules();
        let field = rules.play.get(index).map_or("pick", Play::first_field);
        format!("{}.{field}", rules.path_in(List::Play, index))
    }

    /// The field by which players may end a turn: that of the first entry that says so.
    #[must_use]
    pub fn stop_field(&self) -> String {
        self.field_of(|entry| entry.then == Then::RelayOrEnd || entry.waits, "then")
    }

    /// The field by which players say from which end of the row captured seeds are sown.
    #[must_use]
    pub fn end_field(&self) -> String {
        self.field_of(|entry| entry.chooses_end, "reentry")
    }

    /// What is captured where the player does not sow on, if anything is: all entries say the same.
    #[inline]
    #[must_use]
    pub fn taken_instead(&self) -> Option<&Entry> {
        self.landing().iter().find(|entry| entry.waits)
    }

    fn field_of(&self, says: impl Fn(&Entry) -> bool, key: &str) -> String {
        let index = self.landing().iter().find(|entry| says(entry)).map_or(0, |entry| entry.index);
        format!("{}.{key}", self.rules.entry_path(usize::from(index)))
    }

    /// Whether some pits rest: they are not played for a while.
    #[inline]
    #[must_use]
    pub fn rests(&self) -> bool {
        self.rest != Rest::Never
    }

    /// Whether what still happens can depend on what a store holds.
    #[must_use]
    pub fn stores_tell(&self) -> bool {
        !self.features.within(shortcuts::PITS_TELL) || self.stores_stop_singles()
    }

    /// Whether what a player may do can depend on what a store holds: where a lone seed moves into
    /// an empty place only, and that is a store.
    #[must_use]
    pub fn stores_stop_singles(&self) -> bool {
        let is_store = |slot: &u8| matches!(usize::from(*slot), STORE | OTHER_STORE);
        self.singles && self.tables.next[0][..self.side].iter().any(is_store)
    }

    /// Takes an action number apart; `None` when there is no such number.
    #[inline]
    #[must_use]
    pub fn action(&self, number: usize) -> Option<Action> {
        self.tables.action(number)
    }
}
