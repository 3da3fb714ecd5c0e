//! Which actions are legal, and why another is not.

use std::fmt;

use super::relay::Trial;
use super::trace::{Silent, Watch};
use super::{Engine, Position, State};
use crate::plan::{Action, HALF, Plan, RESERVE};
use crate::rules::{Feeding, NO_CLAUSE};

/// An action that the rules do not allow, with the position untouched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The action asked for.
    pub action: String,
    /// The field of the rules that forbids it.
    pub field: &'static str,
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

/// The action numbers in a set, ascending.
pub fn actions_of(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let action = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (action < 64).then_some(action as usize)
    })
}

/// Actions by what they would do, one bit each.
#[derive(Default)]
struct Trials {
    feeding: u64,
    starving: u64,
    endless: u64,
}

/// Bits 0 to `n - 1`.
fn low_bits(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

impl<W: Watch> Engine<'_, W> {
    /// The legal actions, one bit each.
    #[inline]
    pub fn legal(&self) -> u64 {
        match self.at.phase {
            0 => self.ordinary(),
            _ if self.plan.actions.files.is_some() => self.files(),
            _ => self.pits_to_play(),
        }
    }

    #[inline]
    fn ordinary(&self) -> u64 {
        let pits = self.pits_to_play();
        let pits = if self.plan.must_try { self.permitted(pits) } else { pits };
        pits | self.reserve_action()
    }

    /// Pits with enough seeds (KG-2, EL-3, PR-2, MW-2, CH-3), in each direction (KT-2).
    #[inline]
    fn pits_to_play(&self) -> u64 {
        let plan = self.plan;
        let holding = |base: usize| self.at.holding(base, plan.side, plan.least);
        let mut pits = holding(0);
        if plan.symmetric {
            pits |= holding(HALF) << plan.side;
        }
        if pits == 0 && plan.singles {
            pits = self.singles();
        }
        pits & plan.forward | (pits & plan.backward) << plan.actions.pits
    }

    /// Lone seeds with an empty pit before them (CH-4).
    fn singles(&self) -> u64 {
        let (cells, next) = (&self.at.cells, &self.plan.next[0]);
        let movable = |pit: &usize| cells[*pit] == 1 && cells[usize::from(next[*pit])] == 0;
        (0..self.plan.side).filter(movable).fold(0, |set, pit| set | 1 << pit)
    }

    /// The reserve may be entered at the start of a turn if a pit can be played after it, which
    /// with `least = 2` asks for a seed on the board (MW-3).
    fn reserve_action(&self) -> u64 {
        let Some(action) = self.plan.actions.reserve else { return 0 };
        let held = self.at.cells[RESERVE] > 0;
        let plays_on = self.at.holding(0, self.plan.side, self.plan.least - 1) != 0;
        u64::from(held && plays_on) << action
    }

    /// All files but the one just captured (CH-7).
    fn files(&self) -> u64 {
        let first = self.plan.actions.files.unwrap_or(0);
        let all = low_bits(self.plan.columns) << first;
        all & !(1 << (first + usize::from(self.at.phase) - 1))
    }

    /// What is left when forbidden captures (OW-6) and actions that break the duty to feed are
    /// taken out. Endless actions stay (PR-8); if no action feeds, none is broken by not doing so
    /// where the duty is always on (OW-9).
    fn permitted(&self, pits: u64) -> u64 {
        let starving = self.plan.feeding == Feeding::Forced && self.other_is_empty();
        if !(starving || self.plan.forbids_slams || self.plan.feeding == Feeding::Always) {
            return pits;
        }
        let trials = self.try_all(pits);
        match self.plan.feeding {
            Feeding::Forced if starving => trials.feeding | trials.endless,
            Feeding::Always if trials.feeding != 0 => trials.feeding | trials.endless,
            _ => trials.feeding | trials.endless | trials.starving,
        }
    }

    /// Whether any action leaves the other player seeds; an endless one does not count (PR-6).
    pub fn can_feed(&self) -> bool {
        self.try_all(self.pits_to_play()).feeding != 0
    }

    fn try_all(&self, pits: u64) -> Trials {
        let mut trials = Trials::default();
        for action in actions_of(pits) {
            let Some(Action::Sow { slot, direction }) = self.plan.action(action) else { continue };
            match self.try_out(slot, direction) {
                Trial::Feeds => trials.feeding |= 1 << action,
                Trial::Endless => trials.endless |= 1 << action,
                Trial::Starves => trials.starving |= 1 << action,
                Trial::Forbidden => {}
            }
        }
        trials
    }

    #[inline]
    pub fn mover_is_empty(&self) -> bool {
        self.at.is_empty(0)
    }

    #[inline]
    pub fn other_is_empty(&self) -> bool {
        self.at.is_empty(HALF)
    }
}

impl State {
    /// Why an action is not legal here: the field whose clause forbids it, and the reason.
    fn forbidden(&self, action: i64) -> (&'static str, String) {
        let plan = self.plan();
        let count = plan.actions.count;
        let known = usize::try_from(action).ok().and_then(|number| plan.action(number));
        match known {
            None => ("moves.least", format!("actions are numbered 0 to {}", count - 1)),
            Some(_) if self.end().is_some() => ("ending.when", "the game is over".to_owned()),
            Some(Action::File(_)) if self.position().phase == 0 => {
                ("capture[0].then", "there is no file to choose now".to_owned())
            }
            Some(Action::File(_)) => {
                ("capture[0].then", "this file was just captured; another is chosen".to_owned())
            }
            Some(_) if self.position().phase > 0 && plan.actions.files.is_some() => {
                ("capture[0].then", "another file must be chosen now".to_owned())
            }
            Some(Action::Reserve) => ("moves.reserve", self.why_no_reserve()),
            Some(Action::Sow { slot, direction }) => why_not_sown(self, slot, direction),
        }
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
        let clause = rules.clause(field);
        IllegalAction {
            action: action.to_string(),
            field,
            clause_text: rules.quoted(&clause).into(),
            clause,
            why,
            legal: self.legal_actions().collect(),
        }
    }
}

fn why_not_sown(state: &State, slot: usize, direction: usize) -> (&'static str, String) {
    let (plan, at) = (state.plan(), state.position());
    let seeds = at.cells[slot];
    if slot >= HALF && !plan.symmetric {
        return ("moves.symmetric", "the other player's pits are not played".to_owned());
    }
    if seeds == 0 {
        return ("moves.least", "the pit is empty".to_owned());
    }
    let pit = slot % HALF;
    if seeds < plan.least {
        return why_no_single(plan, at, pit);
    }
    let ways = if direction == 0 { plan.forward } else { plan.backward };
    if ways >> pit & 1 == 0 {
        return ("moves.direction", "this pit is not sown in this direction".to_owned());
    }
    let mut copy = *at;
    let engine = Engine { plan, at: &mut copy, watch: &mut Silent };
    if engine.try_out(slot, direction) == Trial::Forbidden {
        let why = "it would capture all seeds of the other player";
        return ("capture[0].grand_slam", why.to_owned());
    }
    let why = "it leaves the other player without seeds though another action feeds them";
    ("moves.feeding", why.to_owned())
}

fn why_no_single(plan: &Plan, at: &Position, pit: usize) -> (&'static str, String) {
    if at.marks[0] >> pit & 1 == 1 {
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
