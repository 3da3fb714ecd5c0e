//! How events of each kind are told.

use super::{Recorder, Told, nothing, place};
use crate::engine::watch::{By, Destination};
use crate::game::event::EventKind;
use crate::plan::{HALF, STORE};
use crate::rules::{RoundSeeds, Then, Whose};

impl Recorder<'_> {
    /// Seeds that are picked up to be sown, from a pit or from the store.
    pub(super) fn note_lift(&mut self, mover: u8, slot: usize, count: u8) {
        let field = if slot == STORE { "moves.store_up_to" } else { "moves.least" };
        let told = Told::new(EventKind::Lift, field);
        self.add(mover, &Told { from: Some(slot), count, ..told }, nothing);
    }

    /// Captured seeds that wait in the reserve, or are taken from there.
    pub(super) fn note_kept(&mut self, mover: u8, key: &'static str, count: u8) {
        let told = Told::new(EventKind::Reserve, self.plan.ways_field());
        self.add(mover, &Told { key, count, ..told }, nothing);
    }

    /// A pit that is chosen, whose seeds stay there until the player has said more.
    pub(super) fn note_chosen(&mut self, mover: u8, key: &'static str, field: &str, slot: usize) {
        let told = Told::new(EventKind::Lift, field);
        self.add(mover, &Told { key, from: Some(slot), ..told }, nothing);
    }

    /// Seeds of a pit that are put in another one.
    pub(super) fn note_put(&mut self, mover: u8, (from, to): (usize, usize), count: u8) {
        let told = Told::new(EventKind::Lift, "opening.onto");
        self.add(mover, &Told { from: Some(from), count, ..told }, nothing);
        let told = Told::new(EventKind::Drop, "opening.onto");
        self.add(mover, &Told { key: "drop.put", to: Some(to), count, ..told }, nothing);
    }

    /// A seed of the reserve in a pit.
    pub(super) fn note_entry(&mut self, mover: u8, key: &'static str, slot: usize) {
        let told = Told::new(EventKind::Reserve, "moves.reserve");
        self.add(mover, &Told { key, to: Some(slot), count: 1, ..told }, nothing);
    }

    /// Seeds of the store that are in reserve again for a round.
    pub(super) fn note_taken_back(&mut self, mover: u8, count: u8) {
        let told = Told::new(EventKind::Reserve, "rounds.layout");
        let from = Some(STORE);
        self.add(mover, &Told { key: "reserve.again", from, count, ..told }, nothing);
    }

    /// A seed that is given to the other player.
    pub(super) fn note_given(&mut self, mover: u8, from: usize, to: usize) {
        let told = Told::new(EventKind::Fill, "turn.empty_row");
        let (from, to) = (Some(from), Some(to));
        self.add(mover, &Told { key: "fill.given", from, to, count: 1, ..told }, nothing);
    }

    /// What a player does with the board before the game.
    pub(super) fn note_board(&mut self, mover: u8, key: &'static str) {
        let told = Told::new(EventKind::Swap, "moves.swap");
        self.add(mover, &Told { key, ..told }, nothing);
    }

    /// Seeds that come to lie in the pit of the other side.
    pub(super) fn note_exchange(&mut self, mover: u8, from: usize, to: usize, count: u8) {
        let told = Told::new(EventKind::Fill, "moves.swap");
        let told = Told { from: Some(from), to: Some(to), count, ..told };
        self.add(mover, &told, nothing);
    }

    /// What becomes of a pit.
    pub(super) fn note_mark(&mut self, mover: u8, key: &'static str, field: &str, slot: usize) {
        let told = Told::new(EventKind::Mark, field);
        self.add(mover, &Told { key, to: Some(slot), ..told }, nothing);
    }

    pub(super) fn note_drop(&mut self, mover: u8, slot: usize, field: &str) {
        let told = Told::new(EventKind::Drop, field);
        self.add(mover, &Told { to: Some(slot), count: 1, ..told }, nothing);
    }

    /// Where rounds are counted, who has won the one that is over is told too.
    pub(super) fn note_round(&mut self, mover: u8, number: u8, winner: Option<usize>) {
        let counted = self.plan.rounds.is_some_and(|rounds| rounds.counted || rounds.points > 0);
        let (key, half) = match winner {
            _ if !counted => ("round", 0),
            Some(half) => ("round.won", half),
            None => ("round.drawn", 0),
        };
        let told = Told { key, count: number, ..Told::new(EventKind::Round, "rounds.refill") };
        self.add(mover ^ half as u8, &told, |_| number.to_string());
    }

    /// A key of an entry, as errors name it.
    pub(super) fn key_of(&self, entry: u8, key: &str) -> String {
        format!("{}.{key}", self.plan.rules().entry_path(usize::from(entry)))
    }

    /// Seeds of a new round.
    pub(super) fn note_fill(&mut self, mover: u8, from: usize, to: usize, count: u8) {
        let won = self.plan.rules().rounds.seeds == RoundSeeds::Won;
        let field = match (from % HALF, to % HALF) {
            (STORE, STORE) if won => "rounds.remainder",
            (STORE, STORE) => "rounds.seeds",
            (STORE, _) if self.plan.restocks => "turn.empty_row",
            (STORE, pit) if self.plan.field == Some(pit) => "rounds.fields",
            (STORE, _) => "rounds.refill",
            (_, STORE) => "rounds.opposite",
            _ => "rounds.layout",
        };
        let told = Told::new(EventKind::Fill, field);
        let told = Told { from: Some(from), to: Some(to), count, ..told };
        self.add(mover, &told, nothing);
    }

    /// The player ends the turn where they could sow on, or take a pit.
    pub(super) fn note_rest(&mut self, mover: u8, slot: usize) {
        let beside = self.plan.beside.is_some();
        let field = if beside { self.plan.choosing_field(0) } else { self.plan.stop_field() };
        self.note_pause(mover, "landing.stop", &field, slot);
    }

    /// A turn pauses after a last seed, ends there, or the seed goes past.
    pub(super) fn note_pause(&mut self, mover: u8, key: &'static str, field: &str, slot: usize) {
        let told = Told::new(EventKind::Landing, field);
        self.add(mover, &Told { key, to: Some(slot), ..told }, nothing);
    }

    pub(super) fn note_landing(&mut self, mover: u8, entry: u8, slot: usize) {
        let said = &self.plan.rules().landing[usize::from(entry)];
        let field = self.key_of(entry, if said.chooses_end() { "reentry" } else { "then" });
        let key = match said.then {
            _ if said.chooses_end() => "landing.chosen_end",
            Then::End => "landing.end",
            Then::Relay => "landing.relay",
            Then::RelayNext => "landing.relay_next",
            Then::Again => "landing.again",
            Then::RelayOrEnd => "landing.relay_or_end",
            Then::RelayOrTake => "landing.relay_or_take",
        };
        let told = Told::new(EventKind::Landing, &field);
        self.add(mover, &Told { key, to: Some(slot), ..told }, nothing);
    }

    /// Side and row are one test of the engine; here it is told which of them failed.
    pub(super) fn note_miss(&mut self, mover: u8, entry: u8, test: &str, slot: usize) {
        let rules = self.plan.rules();
        let entry = usize::from(entry);
        let side_fits = match rules.landing[entry].side {
            Whose::Any => true,
            Whose::Own => slot < HALF,
            Whose::Other => slot >= HALF,
        };
        let test = if test == "side" && side_fits { "row" } else { test };
        let path = rules.entry_path(entry);
        let asked = rules.asked(entry, test);
        let field = format!("{path}.{test}");
        let told = Told::new(EventKind::Test, &field);
        self.add(mover, &Told { to: Some(slot), ..told }, |word| {
            if word == "entry" { path.clone() } else { asked.clone() }
        });
    }

    pub(super) fn note_capture(
        &mut self,
        mover: u8,
        by: By,
        ends: (usize, Destination),
        count: u8,
    ) {
        let (from, goal) = ends;
        let to = if let Destination::Place(slot) = goal { Some(slot) } else { None };
        let target = to.map(|slot| place(mover, slot));
        let key = match (by, goal, target) {
            (By::Drop, ..) => "capture.drop",
            (By::Forfeit, ..) => "capture.forfeit",
            (By::Home, ..) => "capture.home",
            (By::Closed, ..) => "capture.closed",
            (By::Split(_), ..) => "capture.split",
            (By::File { .. }, ..) => "capture.file",
            (By::Choice { .. } | By::FirstChoice, Destination::OffBoard, _) => {
                "capture.choice_removed"
            }
            (By::Choice { .. } | By::FirstChoice, ..) => "capture.choice",
            (_, Destination::OffBoard, _) => "capture.removed",
            (_, Destination::Hand, _) => "capture.hand",
            (_, _, Some(to)) if to.pit.is_some() => "capture.heap",
            (_, _, Some(to)) if to.side != usize::from(mover) => "capture.gift",
            _ => "capture",
        };
        let field = self.field(by);
        let told = Told::new(EventKind::Capture, &field);
        let event = self.add(mover, &Told { key, from: Some(from), to, count, ..told }, nothing);
        event.removed = matches!(goal, Destination::OffBoard);
    }
}
