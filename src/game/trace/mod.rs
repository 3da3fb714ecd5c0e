//! What happened, event by event, each with its clause and a sentence.

mod notes;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::State;
use super::event::{Event, EventKind, NAMES, Place};
use super::sentences::{end_text, say};
use crate::engine::Watch;
use crate::engine::watch::{By, Note};
use crate::plan::{HALF, Plan, STORE};

/// Writes the events down.
pub(crate) struct Recorder<'a> {
    plan: &'a Plan,
    tests: bool,
    events: Vec<Event>,
    /// The texts of the clauses met so far: most events of a sowing are drops of one clause.
    texts: BTreeMap<String, Arc<str>>,
}

/// The sentences of a seed that is put in a pit before the game, of the mover's or of the other player's.
const PLACED: [&str; 2] = ["reserve.place", "reserve.place_other"];

/// An event as it is noted.
struct Told<'a> {
    kind: EventKind,
    key: &'static str,
    from: Option<usize>,
    to: Option<usize>,
    count: u8,
    field: &'a str,
}

impl<'a> Told<'a> {
    /// An event without seeds, whose key is the name of its kind.
    fn new(kind: EventKind, field: &'a str) -> Self {
        Self { kind, key: kind.name(), from: None, to: None, count: 0, field }
    }
}

fn seeds(count: u8) -> String {
    if count == 1 { "1 seed".to_owned() } else { format!("{count} seeds") }
}

fn place(mover: u8, slot: usize) -> Place {
    let side = usize::from(mover) ^ (slot / HALF);
    let pit = slot % HALF;
    Place { side, pit: (pit != STORE).then_some(pit) }
}

impl<'a> Recorder<'a> {
    pub fn new(plan: &'a Plan, tests: bool) -> Self {
        Self { plan, tests, events: Vec::new(), texts: BTreeMap::new() }
    }

    /// The events, with the end of the game if only the cap on actions brought it.
    pub fn finish(mut self, after: &State) -> Vec<Event> {
        let told = self.events.last().is_some_and(|event| event.kind == EventKind::End);
        if let Some(end) = after.end().filter(|_| !told) {
            self.note(after.position().to_move, Note::End(end));
        }
        if let (Some(end), Some(event)) = (after.end(), self.events.last_mut()) {
            event.text = end_text(end, after);
        }
        self.events
    }

    /// The field of the rules behind a move of seeds.
    fn field(&self, by: By) -> String {
        let entry = |index: u8, key: &str| {
            format!("{}.{key}", self.plan.rules().entry_path(usize::from(index)))
        };
        match by {
            By::Entry(index) => entry(index, "take"),
            By::Chain(index) => entry(index, "chain"),
            By::Split(index) => entry(index, "split"),
            By::Then(index) => entry(index, "then"),
            By::Relay => "laps.relay".to_owned(),
            By::Store => "laps.past_store".to_owned(),
            By::Single => "laps.single_hand".to_owned(),
            By::Drop => "sowing.on_drop".to_owned(),
            By::After => "after.counts".to_owned(),
            By::Last => "ending.last_seeds".to_owned(),
            By::File { captures } | By::Choice { captures } => self.plan.choosing_field(captures),
            By::Put => "opening.take".to_owned(),
            By::FirstChoice => "opening.choices".to_owned(),
            By::Forfeit => "turn.forfeit".to_owned(),
            By::Home => "marks.seeds".to_owned(),
            By::Closed => "sowing.closed".to_owned(),
            By::Marked => "marks.end".to_owned(),
            By::Shared => "marks.sharing".to_owned(),
            By::Rest => "ending.final_count".to_owned(),
            By::Penalty => "moves.feeding".to_owned(),
        }
    }

    /// Adds an event with its sentence; `word` gives what only this event has to say.
    fn add(&mut self, mover: u8, told: &Told, word: impl Fn(&str) -> String) -> &mut Event {
        let Told { kind, key, from, to, count, field } = *told;
        let at = |slot: Option<usize>| slot.map(|slot| place(mover, slot));
        let (from, to) = (at(from), at(to));
        let clause = self.plan.rules().clause(field);
        let text = say(key, |name| match (name, from, to) {
            ("side", ..) => NAMES[usize::from(mover)].to_owned(),
            ("seeds", ..) => seeds(count),
            ("source", Some(from), _) => self.called(from),
            ("target", _, Some(to)) => self.called(to),
            ("taker", _, Some(to)) => NAMES[to.side].to_owned(),
            ("loser", _, Some(to)) => NAMES[1 - to.side].to_owned(),
            _ => word(name),
        });
        let event = Event {
            kind,
            key,
            side: usize::from(mover),
            from,
            to,
            count,
            removed: false,
            field: field.to_owned(),
            clause_text: self.text_of(&clause),
            clause,
            text,
        };
        let last = self.events.len();
        self.events.push(event);
        &mut self.events[last]
    }

    /// A pit, a field or a store in words.
    fn called(&self, place: Place) -> String {
        if place.pit.is_some() && place.pit == self.plan.field {
            return format!("{}'s field", NAMES[place.side]);
        }
        place.to_string()
    }

    /// Whether the seeds of this pit were picked up, and nothing has happened since.
    fn was_lifted_last(&self, mover: u8, slot: usize) -> bool {
        self.events.last().is_some_and(|event| {
            matches!(event.kind, EventKind::Lift | EventKind::Relay)
                && event.from == Some(place(mover, slot))
        })
    }

    fn text_of(&mut self, clause: &str) -> Arc<str> {
        if let Some(text) = self.texts.get(clause) {
            return Arc::clone(text);
        }
        let text: Arc<str> = self.plan.rules().quoted(clause).into();
        self.texts.insert(clause.to_owned(), Arc::clone(&text));
        text
    }
}

/// For sentences that have no words of their own.
fn nothing(_: &str) -> String {
    String::new()
}

impl Watch for Recorder<'_> {
    fn note(&mut self, mover: u8, note: Note) {
        match note {
            Note::Lift { place, count } => self.note_lift(mover, place, count),
            Note::Drop { place } => {
                let field = match place % HALF {
                    STORE => "sowing.stores",
                    _ if self.was_lifted_last(mover, place) => "sowing.first",
                    _ => "moves.direction",
                };
                self.note_drop(mover, place, field);
            }
            Note::Circle { place } => self.note_drop(mover, place, "sowing.second_round"),
            Note::Lay { place } => self.note_drop(mover, place, "opening.into"),
            Note::Hold { place } => {
                self.note_chosen(mover, "lift.hold", "opening.turns", place);
            }
            Note::Choose { place } => {
                self.note_chosen(mover, "lift.choose", "moves.up_to", place);
            }
            Note::ChooseWay => {
                self.note_chosen(mover, "lift.way", "moves.store_back", STORE);
            }
            Note::Place { half, place } => self.note_entry(mover, PLACED[half & 1], place),
            Note::Enter { place } => self.note_entry(mover, "reserve.drop", place),
            Note::LeaveHouse { place } => {
                self.note_mark(mover, "mark.house_gone", "setup.houses", place);
            }
            Note::Open { place } => self.note_mark(mover, "mark.open", "moves.reopens", place),
            Note::Block { place } => self.note_mark(mover, "mark.blocked", "turn.block", place),
            Note::Keep { count } => self.note_kept(mover, "reserve.keep", count),
            Note::TakeUp { count } => self.note_kept(mover, "reserve.take", count),
            Note::Put { from, to, count } => self.note_put(mover, (from, to), count),
            Note::Relay { by, place, count } => {
                let field = self.field(by);
                let told = Told::new(EventKind::Relay, &field);
                self.add(mover, &Told { from: Some(place), count, ..told }, nothing);
            }
            Note::Land { entry, place } => self.note_landing(mover, entry, place),
            Note::Offer { entry, place } => {
                self.note_pause(mover, "landing.beside", &self.key_of(entry, "choose"), place);
            }
            Note::Rest { place } => self.note_rest(mover, place),
            Note::Past { place } => self.note_pause(mover, "landing.past", "sowing.last", place),
            Note::Mark { entry, place } => {
                self.note_mark(mover, EventKind::Mark.name(), &self.key_of(entry, "mark"), place);
            }
            Note::Claim { place } => {
                let told = Told::new(EventKind::Mark, "marks.shared");
                self.add(mover, &Told { to: Some(place), ..told }, nothing);
            }
            Note::Close { entry, place } => {
                self.note_mark(mover, "mark.closed", &self.key_of(entry, "close"), place);
            }
            Note::HoldPit { entry, place } => {
                self.note_mark(mover, "mark.held", &self.key_of(entry, "hold"), place);
            }
            Note::Miss { entry, test, place } => self.note_miss(mover, entry, test, place),
            Note::Capture { by, from, to, count } => {
                self.note_capture(mover, by, (from, to), count);
            }
            Note::Reserve { count } => {
                let told = Told::new(EventKind::Reserve, "moves.reserve");
                self.add(mover, &Told { count, ..told }, nothing);
            }
            Note::Skip => {
                self.add(mover ^ 1, &Told::new(EventKind::Skip, "ending.stuck"), nothing);
            }
            Note::Sweep { by, from, to, count } => {
                let field = self.field(by);
                let told = Told::new(EventKind::Sweep, &field);
                let told = Told { from: Some(from), to: Some(to), count, ..told };
                self.add(mover, &told, nothing);
            }
            Note::Race { half, count, tie } => {
                let told = Told::new(EventKind::Race, "opening.race");
                let key = if tie { "race.tie" } else { "race" };
                self.add(mover ^ half as u8, &Told { key, count, ..told }, nothing);
            }
            Note::Lot { half } => {
                self.add(mover ^ half as u8, &Told::new(EventKind::Lot, "rounds.start"), nothing);
            }
            Note::Leave { place } => {
                let told = Told::new(EventKind::Mark, "rounds.order");
                self.add(mover, &Told { key: "mark.left", to: Some(place), ..told }, nothing);
            }
            Note::TakeBack { count } => self.note_taken_back(mover, count),
            Note::Give { from, to } => self.note_given(mover, from, to),
            Note::KeepBoard => self.note_board(mover, "swap.kept"),
            Note::Swap => self.note_board(mover, "swap"),
            Note::Exchange { from, to, count } => self.note_exchange(mover, from, to, count),
            Note::Round { number, winner } => self.note_round(mover, number, winner),
            Note::Fill { from, to, count } => self.note_fill(mover, from, to, count),
            Note::Stop { field, landing, hand } => {
                let told = Told::new(EventKind::Sweep, field);
                let told = Told { key: "sweep.hand", to: Some(landing), count: hand, ..told };
                self.add(mover, &told, nothing);
            }
            Note::End(end) => {
                // What it says follows when the scores are known.
                self.add(mover, &Told::new(EventKind::End, end.reason.field()), nothing);
            }
        }
    }

    fn wants_tests(&self) -> bool {
        self.tests
    }
}
