//! What the engines and Python ask a plan.

use std::sync::Arc;

use super::{
    Action, Actions, Chooses, Entry, Held, OTHER_STORE, Plan, PutPlan, Register, STORE, SoFar,
    shortcuts,
};
use crate::rules::{Feeding, GrandSlam, List, Play, Rest, Rules, Then, When};

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

    /// The own pits of the row that faces the other player; on three rows those of the middle one.
    #[must_use]
    pub fn inner_row(&self) -> std::ops::Range<usize> {
        let row = self.rules.board.inner_row();
        row.start as usize..row.end as usize
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

    /// Whether the game is over as soon as a player to move holds no seeds, or either player does.
    #[must_use]
    pub fn ends_when_empty(&self) -> bool {
        let met = |when: &When| matches!(when, When::MoverEmpty | When::EitherEmpty);
        !self.symmetric && self.ends.iter().any(met)
    }

    /// Whether every own pit with seeds may be played, and that is all.
    #[must_use]
    pub fn plays_all_own_pits(&self) -> bool {
        self.least == 1 && self.features.within(shortcuts::OWN_PITS)
    }

    /// Whether actions are tried for no other reason than that a first lap may go the other way (OT-3).
    #[must_use]
    pub fn tries_back_only(&self) -> bool {
        self.back_into != 0 && !self.forbids_slams && self.feeding == Feeding::None
    }

    /// Whether players choose something in the course of a turn: another file, further pits, or its end.
    #[must_use]
    pub fn chooses(&self) -> bool {
        let Actions { files, takes, stop, beside, .. } = &self.actions;
        let ways = self.says_ways() || self.chooses_end || beside.is_some();
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

    /// The field of the first entry that says so, of those that can ever be carried out.
    fn field_of(&self, says: impl Fn(&Entry) -> bool, key: &str) -> String {
        let dead = self.rules.dead_entries();
        let is_dead = |entry: &Entry| dead.iter().any(|(of, _)| *of == usize::from(entry.index));
        let found = self.landing().iter().find(|entry| says(entry) && !is_dead(entry));
        let index = found.map_or(0, |entry| entry.index);
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
