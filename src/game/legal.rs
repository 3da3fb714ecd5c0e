//! Which actions are legal, and why another is not.

use std::fmt;

use super::{Position, State};
use crate::engine::{Engine, Silent, Trial};
use crate::plan::{Action, HALF, PlacePlan, Plan, RESERVE, Register, STORE};
use crate::rules::{NO_CLAUSE, Rest};

/// An action that the rules do not allow, with the position untouched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The action asked for.
    pub action: String,
    /// The field of the rules that forbids it.
    pub field: Box<str>,
    /// Its clause.
    pub clause: String,
    /// What the clause says; empty where its text is not known.
    pub clause_text: Box<str>,
    /// The reason in words.
    pub why: String,
    /// The legal actions.
    pub legal: Box<[usize]>,
}

impl std::error::Error for IllegalAction {}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "action {} is illegal", self.action)?;
        if self.clause != NO_CLAUSE {
            write!(f, " ({})", self.clause)?;
        }
        write!(f, ": {}; legal are {}", self.why, list(&self.legal))?;
        if self.clause_text.is_empty() { Ok(()) } else { write!(f, ". {}", self.clause_text) }
    }
}

fn list(actions: &[usize]) -> String {
    if actions.is_empty() {
        return "none".to_owned();
    }
    actions.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// When a player says whether the board is turned round.
const LAID_OUT: &str = "the board is turned round only when all seeds are laid out";

impl State {
    /// Why an action is not legal here: the field whose clause forbids it, and the reason.
    fn forbidden(&self, action: i64) -> (String, String) {
        let plan = self.plan();
        let count = plan.actions.count;
        let number = usize::try_from(action).ok();
        let known = number.and_then(|number| plan.action(number));
        let captures = self.position().cells[Register::Captures.cell()];
        let file = |why: &str| (plan.choosing_field(captures), why.to_owned());
        let said = |field: &str, why: String| (field.to_owned(), why);
        if let (Some(_), None, Some((field, why))) = (known, self.end(), self.asked_apart()) {
            return said(field, why.to_owned());
        }
        match known {
            None => said("moves.least", format!("actions are numbered 0 to {}", count - 1)),
            Some(_) if self.end().is_some() => said("ending.when", "the game is over".to_owned()),
            Some(_) if plan.places.is_some() && self.is_placing() => {
                self.why_not_placed(number.unwrap_or_default())
            }
            Some(_) if plan.swaps(self.position().phase) => {
                said("moves.swap", "the board is left as it lies now, or turned round".to_owned())
            }
            Some(Action::Keep | Action::Swap) => said("moves.swap", LAID_OUT.to_owned()),
            Some(Action::Lot(_)) => {
                said("rounds.start", "a lot is drawn only between two rounds".to_owned())
            }
            Some(Action::Leave(_)) if plan.leaves(self.position().phase) => {
                said("rounds.order", "the pit stays without seeds already".to_owned())
            }
            Some(Action::Leave(_)) => {
                said("rounds.order", "pits are chosen only between two rounds".to_owned())
            }
            Some(_) if plan.leaves(self.position().phase) => {
                said("rounds.order", "a pit must be chosen that stays without seeds".to_owned())
            }
            Some(_) if plan.turn_pit(self.position().phase).is_some() => {
                said(plan.ways_field(), "the sowing goes on now, one way or the other".to_owned())
            }
            Some(_) if plan.end_pit(self.position().phase).is_some() => {
                (plan.end_field(), "captured seeds are sown from an end of the row now".to_owned())
            }
            Some(_) if plan.stop_pit(self.position().phase).is_some() => {
                let or = if plan.taken_instead().is_some() {
                    "seeds are captured"
                } else {
                    "the turn ends"
                };
                (plan.stop_field(), format!("the pit is sown on now, or {or}"))
            }
            Some(Action::Put(_)) => match plan.put_pit(self.position().phase) {
                None => said("opening.onto", "there are no seeds to put in a pit now".to_owned()),
                Some(_) => said("opening.onto", "the seeds cannot be put in this pit".to_owned()),
            },
            Some(_) if plan.put_pit(self.position().phase).is_some() => {
                let or_sown = plan.put().is_some_and(|put| put.or_sown);
                let or_sown = if or_sown { ", or are sown" } else { "" };
                let why = format!("the seeds must be put in another pit now{or_sown}");
                said("opening.onto", why)
            }
            Some(known @ (Action::Count(_) | Action::Store(_))) => self.why_no_number(known),
            Some(known) if self.is_asked_for_numbers() => self.why_no_number(known),
            Some(known) if plan.is_beside(known) || self.is_offered_beside() => {
                file(self.why_not_beside(known))
            }
            Some(Action::Stop) => {
                (plan.stop_field(), "a turn ends so only where it could be sown on".to_owned())
            }
            Some(Action::Capture) => (
                plan.stop_field(),
                "seeds are captured so only where the pit could be sown on".to_owned(),
            ),
            Some(Action::File(_)) if self.position().phase == 0 => {
                file("there is no file to choose now")
            }
            Some(Action::File(_)) => file("this file was just captured; another is chosen"),
            Some(Action::Take(_)) if self.position().phase == 0 => {
                file("there is no pit to choose now")
            }
            Some(Action::Take(place)) if plan.is_exempt(place % HALF) => {
                (plan.exempt_field(), "the pit is exempt from such captures".to_owned())
            }
            Some(Action::Take(_)) => file("the pit is empty"),
            Some(_) if self.position().phase > 0 && plan.actions.files.is_some() => {
                file("another file must be chosen now")
            }
            Some(_) if self.position().phase > 0 && plan.actions.takes.is_some() => {
                file("a pit of the other player must be chosen now")
            }
            Some(Action::Reserve) => said("moves.reserve", self.why_no_reserve()),
            Some(Action::Sow { slot, direction }) => {
                why_not_sown(self, number.unwrap_or_default(), slot, direction)
            }
        }
    }

    /// What is due between two rounds or two turns, and nothing else: the field that says so, and why.
    fn asked_apart(&self) -> Option<(&'static str, &'static str)> {
        if self.is_chance() {
            return Some(("rounds.start", "a lot is drawn now: who begins the next round"));
        }
        let gives = self.plan().gives_in(self.position().phase);
        let why = "a seed is given now, out of a pit of the player's own that holds seeds";
        gives.then_some(("turn.empty_row", why))
    }

    /// Whether it must be said now how many seeds of a pit are sown, or which way captured ones go.
    fn is_asked_for_numbers(&self) -> bool {
        let (plan, phase) = (self.plan(), self.position().phase);
        plan.count_pit(phase).is_some() || plan.store_count(phase).is_some()
    }

    /// Whether a pit beside the landing pit may be taken now.
    fn is_offered_beside(&self) -> bool {
        self.plan().beside_pit(self.position().phase).is_some()
    }

    /// Why such a pit is not taken, or why something must be said of it first.
    fn why_not_beside(&self, known: Action) -> &'static str {
        match known {
            _ if !self.is_offered_beside() => "there is no pit beside a landing pit to choose now",
            Action::Take(_) => {
                "the pit does not lie beside the landing pit, or does not hold as many seeds"
            }
            _ => "a pit beside the landing pit is taken now, or none",
        }
    }

    /// Why so many seeds are not sown now, or why something else must be said first.
    fn why_no_number(&self, known: Action) -> (String, String) {
        let (plan, at) = (self.plan(), self.position());
        let (field, why) = match (known, plan.count_pit(at.phase)) {
            (Action::Count(_), Some(pit)) => {
                let most = plan.most_sown(at.cells[pit]);
                ("moves.up_to", format!("of this pit 1 to {most} seeds may be sown"))
            }
            (Action::Count(_), None) => {
                ("moves.up_to", "a pit is chosen first, then how many seeds".to_owned())
            }
            (_, Some(_)) => {
                ("moves.up_to", "it must be said now how many seeds of the pit are sown".to_owned())
            }
            _ if plan.store_count(at.phase).is_some() => (
                "moves.store_back",
                "it must be said now which way the captured seeds go".to_owned(),
            ),
            _ => ("moves.store_up_to", why_not_stored(at.cells[STORE].min(plan.store_up_to))),
        };
        (field.to_owned(), why)
    }

    /// Whether a seed of the reserve is put in a pit now, before the game.
    fn is_placing(&self) -> bool {
        let (mut copy, mut silent) = (*self.position(), Silent);
        Engine::of(self.plan(), &mut copy, &mut silent).is_placing()
    }

    /// Why a seed is not put in a pit so before the game.
    fn why_not_placed(&self, action: usize) -> (String, String) {
        let plan = self.plan();
        let said = |field: &str, why: &str| (field.to_owned(), why.to_owned());
        let own = || said("moves.reserve", "a seed is put in a pit of the player's own now");
        let Some(places) = plan.places else { return own() };
        match plan.action(action) {
            Some(Action::Sow { slot, direction: 0 }) if !places.by_one && slot < HALF => {
                self.why_not_filled(places, slot)
            }
            _ if !places.by_one => own(),
            Some(Action::Sow { slot, direction: 0 }) => {
                if places.pits >> (slot % HALF) & 1 == 0 {
                    said("moves.reserve_at", "no seeds are laid out in this pit")
                } else {
                    said("moves.filled", "the seeds that are left are due in other pits")
                }
            }
            _ => said("moves.reserve", "a seed is put in a pit of either side now"),
        }
    }

    /// Why a player puts no seed in this pit of their own before the game.
    fn why_not_filled(&self, places: PlacePlan, slot: usize) -> (String, String) {
        let held = |pit: usize| self.position().cells[pit] > 0;
        let row = self.plan().inner_row();
        let full =
            row.clone().filter(|pit| held(*pit)).count() >= usize::from(places.inner_singles);
        let single = places.inner_singles > 0 && row.contains(&slot);
        let (field, why) = if single && held(slot) {
            ("moves.inner_singles", "this pit of the inner row holds its seed")
        } else if single && full {
            ("moves.inner_singles", "no more pits of the inner row get a seed")
        } else {
            ("moves.filled", "the seeds that are left are due in other pits")
        };
        (field.to_owned(), why.to_owned())
    }

    fn why_no_reserve(&self) -> String {
        let at = self.position();
        match (at.phase, at.cells[RESERVE]) {
            (0, 0) => "the reserve is spent".to_owned(),
            (0, _) => "after it no pit would hold enough to be played".to_owned(),
            _ => "the reserve was just entered; a pit is sown now".to_owned(),
        }
    }

    /// The error for an action that is not legal.
    #[must_use]
    pub fn illegal(&self, action: i64) -> IllegalAction {
        let (field, why) = self.forbidden(action);
        let rules = self.plan().rules();
        let clause = rules.clause(&field);
        IllegalAction {
            action: action.to_string(),
            field: field.into(),
            clause_text: rules.quoted(&clause).into(),
            clause,
            why,
            legal: self.legal_actions().collect(),
        }
    }
}

fn why_not_stored(most: u8) -> String {
    match most {
        0 => "there are no captured seeds to sow".to_owned(),
        _ => format!("of the captured seeds 1 to {most} may be sown"),
    }
}

fn why_not_sown(state: &State, number: usize, slot: usize, direction: usize) -> (String, String) {
    let (plan, at) = (state.plan(), state.position());
    let seeds = at.cells[slot];
    let said = |field: &str, why: &str| (field.to_owned(), why.to_owned());
    let (mut copy, mut silent) = (*at, Silent);
    let engine = Engine::of(plan, &mut copy, &mut silent);
    if plan.owns_pits && engine.owner(slot) != 0 {
        return said("rounds.short", "the pit belongs to the other player in this round");
    }
    if slot >= HALF && !plan.symmetric && !plan.owns_pits {
        return said("moves.symmetric", "the other player's pits are not played");
    }
    let drops = engine.is_dropping();
    if seeds == 0 && !drops {
        return said("moves.least", "the pit is empty");
    }
    let pit = slot % HALF;
    if plan.bars_pits && (plan.forward | plan.backward) >> pit & 1 == 0 {
        return said("moves.barred", "no sowing begins from this pit");
    }
    if engine.is_barred(slot) {
        if plan.full_pit > 0 {
            return said("rounds.short", "nobody sows from a pit that is not full yet");
        }
        if plan.holds_pits {
            return said("rounds.held", "nobody sows from a pit that is held for the round");
        }
        return said("marks.play", "nobody sows from a marked pit");
    }
    if seeds < plan.least && !drops {
        let (field, why) = why_no_single(plan, at, pit);
        return said(field, &why);
    }
    let opens = plan.closed_first != 0 && engine.pits_to_open() >> pit & 1 == 1;
    if plan.closed_first != 0 && engine.is_closed(slot) && !opens {
        let why = if plan.reopens_stuck && plan.reopens_at >> pit & 1 == 1 {
            "the pit is out of play as long as an open one can be played"
        } else {
            "the pit is out of play until the player opens theirs with another one"
        };
        return said("moves.reopens", why);
    }
    if plan.rests() && engine.resting_pits() >> pit & 1 == 1 {
        let why = match plan.rest {
            Rest::FirstTurns => "in the first turns no pit is played twice",
            Rest::LoneSeed => {
                "a single seed of the other player has just come here, and does not go straight back"
            }
            Rest::UntilSown | Rest::Never => {
                "the pit rests until a seed of the other player has fallen in it"
            }
        };
        return said("moves.rest", why);
    }
    let ways = if direction == 0 { plan.forward } else { plan.backward };
    if ways >> pit & 1 == 0 {
        return said("moves.direction", "this pit is not sown in this direction");
    }
    let heading = usize::from(at.cells[Register::Heading.cell()]);
    if plan.fixes_heading && heading != 0 && heading != 1 + direction {
        return said("moves.direction", "the sowing that fixed the direction went the other way");
    }
    if plan.lone >> number & 1 == 1 && seeds == 1 {
        return said("moves.lone", "a single seed stays in its row");
    }
    let alone = plan.inner_row().all(|other| other == pit || at.cells[other] == 0);
    if plan.leaving >> number & 1 == 1 && alone {
        return said("moves.last_pit", "no other pit of the inner row holds seeds");
    }
    // Nothing but the rule of the first turns keeps from a pit that has passed the tests above.
    if engine.pits_to_play() >> number & 1 == 0 {
        let why = if plan.put().is_some() {
            "in the first turns seeds are put in another pit"
        } else {
            "in the first turns other pits are played"
        };
        return said("opening.turns", why);
    }
    if direction == 1 && !engine.may_go_back(slot) {
        let why = "the other way it would have to end in one of some pits, and capture";
        return said("moves.back_into", why);
    }
    if !plan.plays.is_empty() && engine.permitted_pits() >> number & 1 == 0 {
        let index = engine.barring_play(number);
        return (plan.play_field(index), "other pits are played now, or none".to_owned());
    }
    if engine.try_out(slot, direction) == Trial::Forbidden {
        let why = "it would capture all seeds of the other player";
        return (plan.slam_field(), why.to_owned());
    }
    if engine.permitted_pits() >> number & 1 == 1 {
        return said("moves.spared", "the pit is spared as long as another action is legal");
    }
    if let Trial::Feeds { .. } = engine.try_out(slot, direction) {
        return said("moves.fed", "another action gives the other player more seeds");
    }
    let why = if plan.fed_pit > 1 {
        "it leaves the other player no pit that they can play, though another action leaves them one"
    } else {
        "it leaves the other player without seeds though another action feeds them"
    };
    said("moves.feeding", why)
}

fn why_no_single(plan: &Plan, at: &Position, pit: usize) -> (&'static str, String) {
    if plan.unplayed && at.marks[0] >> pit & 1 == 1 {
        let why = "the seed there is unplayed and stays until another is dropped in its pit";
        return ("setup.unplayed", why.to_owned());
    }
    if !plan.singles {
        return ("moves.least", format!("a pit needs {} seeds to be played", plan.least));
    }
    let larger = at.cells[..plan.side].iter().any(|n| *n >= plan.least);
    let why = if larger {
        "a lone seed moves only when no pit holds more"
    } else {
        "a lone seed moves only into an empty next pit"
    };
    ("moves.singles", why.to_owned())
}
