//! What happened, event by event, each with its clause and a sentence.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::{End, State};
use crate::plan::{HALF, Plan, STORE};

/// Somebody who is told what the engine does. The silent one costs nothing.
pub(crate) trait Watch {
    fn note(&mut self, mover: u8, note: Note);
}

/// Tells nobody.
pub(crate) struct Silent;

impl Watch for Silent {
    #[inline]
    fn note(&mut self, _: u8, _: Note) {}
}

/// What caused seeds to change hands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum By {
    /// A capture rule of the description.
    Rule(usize),
    /// The same, further back from the landing pit.
    Chain(usize),
    /// A drop that completed a pit.
    Drop,
    /// A chosen file.
    File,
    /// Unplayed men lost.
    Forfeit,
    /// The sweep at the end.
    Rest,
    /// The penalty for not feeding.
    Penalty,
}

impl By {
    fn field(self) -> String {
        match self {
            Self::Rule(index) => format!("capture[{index}].take"),
            Self::Chain(index) => format!("capture[{index}].chain"),
            Self::Drop => "sowing.on_drop".to_owned(),
            Self::File => "capture[0].then".to_owned(),
            Self::Forfeit => "turn.forfeit".to_owned(),
            Self::Rest => "ending.final_count".to_owned(),
            Self::Penalty => "moves.feeding".to_owned(),
        }
    }
}

/// Where captured seeds go.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    Slot(usize),
    /// Into the hand, to be sown on.
    Hand,
    /// Out of the game.
    OffBoard,
}

/// A raw event in the mover's slots.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Note {
    Lift {
        slot: usize,
        count: u8,
    },
    Drop {
        slot: usize,
    },
    Relay {
        slot: usize,
        count: u8,
    },
    Capture {
        by: By,
        from: usize,
        goal: Goal,
        count: u8,
    },
    Reserve {
        count: u8,
    },
    /// The other player was passed over; the mover moves again.
    Skip,
    Sweep {
        by: By,
        from: usize,
        to: usize,
        count: u8,
    },
    End(End),
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// The chosen pit is picked up.
    Lift,
    /// One seed falls.
    Drop,
    /// The landing pit is picked up and sown on.
    Relay,
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
    /// The field of the rules behind it, such as `capture[0].take`.
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
    pub fn new(plan: &'a Plan) -> Self {
        Self { plan, events: Vec::new(), texts: BTreeMap::new() }
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
            Note::Lift { slot, count } => {
                let event =
                    self.add(EventKind::Lift, mover, (Some(slot), None), count, "moves.least");
                event.text =
                    format!("{name} picks up {} from {}.", seeds(count), place(mover, slot));
            }
            Note::Drop { slot } => {
                let field = if slot % HALF == STORE { "sowing.stores" } else { "moves.direction" };
                let event = self.add(EventKind::Drop, mover, (None, Some(slot)), 1, field);
                event.text = format!("A seed falls in {}.", place(mover, slot));
            }
            Note::Relay { slot, count } => {
                let event =
                    self.add(EventKind::Relay, mover, (Some(slot), None), count, "laps.relay");
                event.text = format!(
                    "{name} picks up {} from {} and sows on.",
                    seeds(count),
                    place(mover, slot)
                );
            }
            Note::Capture { by, from, goal, count } => {
                self.note_capture(mover, by, from, goal, count);
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
                let event =
                    self.add(EventKind::Sweep, mover, (Some(from), Some(to)), count, &by.field());
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
}

impl Recorder<'_> {
    fn note_capture(&mut self, mover: u8, by: By, from: usize, goal: Goal, count: u8) {
        let source = place(mover, from);
        let slot = if let Goal::Slot(slot) = goal { Some(slot) } else { None };
        let to = slot.map(|slot| place(mover, slot));
        let event = self.add(EventKind::Capture, mover, (Some(from), slot), count, &by.field());
        event.removed = matches!(goal, Goal::OffBoard);
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
