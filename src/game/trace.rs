//! What happened, event by event, each with its clause and a sentence.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::{End, State};
use crate::engine::Watch;
use crate::engine::watch::{By, Destination, Note};
use crate::plan::{HALF, Plan, STORE};

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// The chosen pit is picked up.
    Lift,
    /// One seed falls.
    Drop,
    /// The landing pit is picked up and sown on.
    Relay,
    /// An entry of the landing table fits that takes nothing.
    Landing,
    /// An entry does not fit, for one of its tests (told on request).
    Test,
    /// Seeds are captured.
    Capture,
    /// The reserve is entered.
    Reserve,
    /// A player is passed over.
    Skip,
    /// Seeds left at the end are gathered.
    Sweep,
    /// The game is over.
    End,
}

impl EventKind {
    /// The name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lift => "lift",
            Self::Drop => "drop",
            Self::Relay => "relay",
            Self::Landing => "landing",
            Self::Test => "test",
            Self::Capture => "capture",
            Self::Reserve => "reserve",
            Self::Skip => "skip",
            Self::Sweep => "sweep",
            Self::End => "end",
        }
    }
}

/// A pit or a store of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// 0 South, 1 North.
    pub side: usize,
    /// Index in the side's sowing order; `None`: the store.
    pub pit: Option<usize>,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it is.
    pub kind: EventKind,
    /// The side that acts; for a skip, the side passed over.
    pub side: usize,
    /// Where seeds come from.
    pub from: Option<Place>,
    /// Where seeds go.
    pub to: Option<Place>,
    /// How many.
    pub count: u8,
    /// Whether the seeds leave the game.
    pub removed: bool,
    /// The field of the rules behind it, such as `landing.capture.take`.
    pub field: String,
    /// The clause of the rule book.
    pub clause: String,
    /// What the clause says; empty where its text is not known.
    pub clause_text: Arc<str>,
    text: String,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

const NAMES: [&str; 2] = ["South", "North"];

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let side = NAMES[self.side];
        match self.pit {
            Some(pit) => write!(f, "{side}'s pit {pit}"),
            None => write!(f, "{side}'s store"),
        }
    }
}

/// Writes the events down.
pub(crate) struct Recorder<'a> {
    plan: &'a Plan,
    tests: bool,
    events: Vec<Event>,
    /// The texts of the clauses met so far: most events of a sowing are drops of one clause.
    texts: BTreeMap<String, Arc<str>>,
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

    /// The field of the rules behind a move of seeds.
    fn field(&self, by: By) -> String {
        let entry =
            |index: usize, key: &str| format!("{}.{key}", self.plan.rules().entry_path(index));
        match by {
            By::Entry(index) => entry(index, "take"),
            By::Chain(index) => entry(index, "chain"),
            By::Then(index) => entry(index, "then"),
            By::Relay => "laps.relay".to_owned(),
            By::Drop => "sowing.on_drop".to_owned(),
            By::File => self.plan.choosing_field(),
            By::Forfeit => "turn.forfeit".to_owned(),
            By::Rest => "ending.final_count".to_owned(),
            By::Penalty => "moves.feeding".to_owned(),
            By::Stopped => "ending.test".to_owned(),
        }
    }

    /// The events, with the end of the game if only the cap on actions brought it.
    pub fn finish(mut self, after: &State) -> Vec<Event> {
        let told = self.events.last().is_some_and(|event| event.kind == EventKind::End);
        if let Some(end) = after.end().filter(|_| !told) {
            self.note(after.position().to_move, Note::End(end));
        }
        for event in self.events.iter_mut().filter(|event| event.kind == EventKind::End) {
            let [south, north] = after.scores();
            event.text = format!("{} South {south}, North {north}.", event.text);
        }
        self.events
    }

    fn add(
        &mut self,
        kind: EventKind,
        mover: u8,
        ends: (Option<usize>, Option<usize>),
        count: u8,
        field: &str,
    ) -> &mut Event {
        let at = |slot: Option<usize>| slot.map(|slot| place(mover, slot));
        let clause = self.plan.rules().clause(field);
        let event = Event {
            kind,
            side: usize::from(mover),
            from: at(ends.0),
            to: at(ends.1),
            count,
            removed: false,
            field: field.to_owned(),
            clause_text: self.text_of(&clause),
            clause,
            text: String::new(),
        };
        let last = self.events.len();
        self.events.push(event);
        &mut self.events[last]
    }
}

impl Recorder<'_> {
    fn text_of(&mut self, clause: &str) -> Arc<str> {
        if let Some(text) = self.texts.get(clause) {
            return Arc::clone(text);
        }
        let text: Arc<str> = self.plan.rules().quoted(clause).into();
        self.texts.insert(clause.to_owned(), Arc::clone(&text));
        text
    }
}

impl Watch for Recorder<'_> {
    fn note(&mut self, mover: u8, note: Note) {
        let name = NAMES[usize::from(mover)];
        match note {
            Note::Lift { place: slot, count } => {
                let event =
                    self.add(EventKind::Lift, mover, (Some(slot), None), count, "moves.least");
                event.text =
                    format!("{name} picks up {} from {}.", seeds(count), place(mover, slot));
            }
            Note::Drop { place: slot } => {
                let field = if slot % HALF == STORE { "sowing.stores" } else { "moves.direction" };
                let event = self.add(EventKind::Drop, mover, (None, Some(slot)), 1, field);
                event.text = format!("A seed falls in {}.", place(mover, slot));
            }
            Note::Relay { by, place: slot, count } => {
                let field = self.field(by);
                let event = self.add(EventKind::Relay, mover, (Some(slot), None), count, &field);
                event.text = format!(
                    "{name} picks up {} from {} and sows on.",
                    seeds(count),
                    place(mover, slot)
                );
            }
            Note::Land { entry, place } => self.note_landing(mover, entry, place),
            Note::Miss { entry, test, place } => self.note_miss(mover, entry, test, place),
            Note::Capture { by, from, to, count } => {
                self.note_capture(mover, by, (from, to), count);
            }
            Note::Reserve { count } => {
                let event =
                    self.add(EventKind::Reserve, mover, (None, None), count, "moves.reserve");
                event.text = format!(
                    "{name} enters {} from the reserve, one in each pit, and moves again.",
                    seeds(count)
                );
            }
            Note::Skip => {
                let skipped = mover ^ 1;
                let event = self.add(EventKind::Skip, skipped, (None, None), 0, "ending.stuck");
                event.text =
                    format!("{} cannot move and is passed over.", NAMES[usize::from(skipped)]);
            }
            Note::Sweep { by, from, to, count } => {
                let field = self.field(by);
                let event =
                    self.add(EventKind::Sweep, mover, (Some(from), Some(to)), count, &field);
                event.text = format!(
                    "{} from {}: to {}.",
                    seeds(count),
                    place(mover, from),
                    place(mover, to)
                );
            }
            Note::End(end) => {
                let event = self.add(EventKind::End, mover, (None, None), 0, end.reason.field());
                event.text = end_text(end);
            }
        }
    }

    fn wants_tests(&self) -> bool {
        self.tests
    }
}

impl Recorder<'_> {
    fn note_landing(&mut self, mover: u8, entry: usize, slot: usize) {
        let field = self.field(By::Then(entry));
        let event = self.add(EventKind::Landing, mover, (None, Some(slot)), 0, &field);
        event.text =
            format!("The last seed in {} is what this clause speaks of.", place(mover, slot));
    }

    fn note_miss(&mut self, mover: u8, entry: usize, test: &str, slot: usize) {
        let path = self.plan.rules().entry_path(entry);
        let field = format!("{path}.{test}");
        let asked = self.plan.rules().asked(entry, test);
        let event = self.add(EventKind::Test, mover, (None, Some(slot)), 0, &field);
        event.text = format!("Not {path} at {}: it asks for {asked}.", place(mover, slot));
    }

    fn note_capture(&mut self, mover: u8, by: By, ends: (usize, Destination), count: u8) {
        let (from, goal) = ends;
        let source = place(mover, from);
        let slot = if let Destination::Place(slot) = goal { Some(slot) } else { None };
        let to = slot.map(|slot| place(mover, slot));
        let field = self.field(by);
        let event = self.add(EventKind::Capture, mover, (Some(from), slot), count, &field);
        event.removed = matches!(goal, Destination::OffBoard);
        let (name, seeds) = (NAMES[usize::from(mover)], seeds(count));
        event.text = match (by, to) {
            (By::Drop, Some(to)) => format!("{} takes the {seeds} in {source}.", NAMES[to.side]),
            (By::Forfeit, Some(to)) => {
                format!("{} forfeits {seeds} in {source}.", NAMES[1 - to.side])
            }
            (By::File, _) => format!("{name} takes {seeds} from {source} with the chosen file."),
            (_, Some(to)) if to.pit.is_some() => {
                format!("{name} heaps {seeds} from {source} onto {to}.")
            }
            (_, Some(to)) if to.side != usize::from(mover) => {
                format!("{seeds} from {source}: to {to}.")
            }
            (_, Some(_)) => format!("{name} captures {seeds} from {source}."),
            (_, None) if event.removed => {
                format!("{name} removes {seeds} in {source} from the board.")
            }
            (_, None) => format!("{name} captures {seeds} from {source} and sows on with them."),
        };
    }
}

fn end_text(end: End) -> String {
    let winner = match end.result.winner() {
        Some(side) => format!("{} wins.", NAMES[side]),
        None => format!("The result is {}.", end.result.name()),
    };
    format!("The game is over: {}. {winner}", end.reason.words())
}
