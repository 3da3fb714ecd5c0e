//! One who walks through a tree to answer a question, and stops wherever it has to wait.

use super::Proof;
use super::memory::{Known, NO_ACTION, PROVEN};
use super::question::{Answer, Child, Found, Question, Way};
use super::search::{Lookup, Spot};
use crate::fetch::fetch;
use crate::solve::budget::Halt;
use crate::tree::Game;
use crate::tree::two_rows::{MOST_COLUMNS, Node};

/// Positions between two looks at the budget.
const BETWEEN_REPORTS: u64 = 256;
/// Positions between two looks at what others have found: some milliseconds.
const BETWEEN_LOOKS: u64 = 4096;

/// The order of a remembered action.
const FIRST: i32 = 1 << 28;
/// What puts an action behind all others.
const LATER: i32 = 1 << 29;

/// A position that is looked into.
struct Level {
    spot: Spot,
    question: Question,
    /// How it was come to from the level before.
    way: Way,
    /// The first of its actions in [`Walker::children`]; the last level's are the last there.
    first: usize,
    stage: Stage,
    /// Whether others are told of it.
    told: bool,
    found: Answer,
    /// Positions looked at before.
    before: u64,
}

/// How far a position has been looked into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// What the tables tell of its actions has been asked for.
    Asked,
    /// It has been looked at.
    Ready,
    /// An action was chosen to be looked into.
    Begun,
    /// The answer was found in the memory, as it is kept there.
    Answered,
}

/// The walker: where it stands.
pub struct Walker<'a> {
    proof: &'a Proof<'a>,
    levels: Vec<Level>,
    /// The actions that are not looked at yet.
    children: Vec<Child<'a>>,
    /// Positions looked at, how many of them the budget knows of, and when others were looked at.
    nodes: u64,
    reported: u64,
    looked: u64,
}

impl<'a> Walker<'a> {
    pub fn new(proof: &'a Proof<'a>) -> Self {
        Self { proof, levels: Vec::new(), children: Vec::new(), nodes: 0, reported: 0, looked: 0 }
    }

    /// Begins with a question; its answer where that is known at once.
    pub fn begin(&mut self, node: &Node, question: Question) -> Option<Found> {
        let spot = self.proof.spot(node);
        match self.proof.look_at(spot, question) {
            Lookup::Answered(found) => Some(found),
            Lookup::Open(question, remembered) => {
                let way = Way { action: NO_ACTION, passed: false, gain: 0 };
                self.enter(node, spot, question, way, remembered);
                None
            }
        }
    }

    /// Walks on until something has to be waited for; the answer to the first question when that
    /// is found.
    ///
    /// # Errors
    /// When it is time to stop; nothing wrong is kept.
    pub fn go_on(&mut self) -> Result<Option<Found>, Halt> {
        if self.nodes - self.reported >= BETWEEN_REPORTS {
            self.report()?;
            self.look_around();
        }
        self.look_up();
        loop {
            while let Some(child) = self.next_child() {
                let question = self.level().question.after(child.way);
                let pits = self.proof.game.pits_of(child.node.board);
                let spot = Spot { pits, place: child.place };
                match self.proof.look_at(spot, question) {
                    Lookup::Answered(found) => self.take_in(child.way, found),
                    Lookup::Open(question, remembered) => {
                        self.enter(&child.node, spot, question, child.way, remembered);
                        return Ok(None);
                    }
                }
            }
            let (way, found) = self.leave();
            if self.levels.is_empty() {
                return Ok(Some(found));
            }
            self.take_in(way, found);
        }
    }

    /// Leaves all positions as they are.
    pub fn abandon(&mut self) {
        self.leave_from(0);
        let _ = self.report();
    }

    /// Leaves the positions from one level on as they are.
    fn leave_from(&mut self, at: usize) {
        if let Some(level) = self.levels.get(at) {
            self.children.truncate(level.first);
        }
        for level in self.levels.drain(at..).filter(|level| level.told) {
            self.proof.busy.remove(level.spot.place);
        }
    }

    fn report(&mut self) -> Result<(), Halt> {
        let nodes = self.nodes - self.reported;
        self.reported = self.nodes;
        self.proof.budget.spend(nodes)
    }

    fn level(&mut self) -> &mut Level {
        self.levels.last_mut().expect("a question is open")
    }

    /// Plays all actions of a position. What the tables tell of them is asked for all at once, so
    /// that it comes together; what is remembered, only of those that are looked into, one ahead.
    #[inline]
    fn enter(&mut self, node: &Node, spot: Spot, question: Question, way: Way, remembered: u8) {
        let proof = self.proof;
        let first = self.children.len();
        let margin = proof.game.margin(node);
        let mut seats = [None; MOST_COLUMNS];
        let mut legal = node.legal;
        while legal != 0 {
            let action = legal.trailing_zeros() as u8;
            legal &= legal - 1;
            let (mut child, seat) = proof.play(node, action, margin);
            if let Some(seat) = &seat {
                fetch(seat.start());
            } else if child.exact.is_none() {
                child.order = if action == remembered { FIRST } else { child.promise() };
            }
            seats[usize::from(action)] = seat;
            self.children.push(child);
        }
        for child in &mut self.children[first..] {
            if let Some(seat) = seats[usize::from(child.way.action)] {
                let value = seat.value();
                fetch(value);
                child.kept = Some(value);
            }
        }
        self.ask_for_next(first);
        let before = self.nodes;
        self.nodes += (self.children.len() - first) as u64;
        let told = proof.is_long(spot.pits, question);
        if told {
            proof.busy.add(spot.place);
        }
        self.levels.push(Level {
            spot,
            question,
            way,
            first,
            stage: Stage::Asked,
            told,
            found: Answer::default(),
            before,
        });
    }

    /// Asks for what is remembered of the action that is likely to be looked into next.
    #[inline]
    fn ask_for_next(&self, first: usize) {
        let next = self.children[first..].iter().max_by_key(|child| child.order);
        if let Some(child) = next {
            self.proof.memory.fetch(child.place);
        }
    }

    /// Looks at what the tables tell of the actions of the last position.
    #[inline]
    fn look_up(&mut self) {
        let level = self.level();
        if level.stage != Stage::Asked {
            return;
        }
        level.stage = Stage::Ready;
        let mut at = level.first;
        while at < self.children.len() {
            let child = &self.children[at];
            if let Some(value) = child.value() {
                let action = child.way.action;
                self.children.swap_remove(at);
                self.add(action, Found { value, proven: true });
            } else {
                at += 1;
            }
        }
    }

    /// The next action to be looked into: the most promising, but rather none that somebody else
    /// is looking into, unless it is the first. (The first answers most questions that any answers;
    /// where it does not, all the others have to be looked at, in whatever order.)
    #[inline]
    fn next_child(&mut self) -> Option<Child<'a>> {
        let level = self.levels.last_mut().expect("a question is open");
        let children = &mut self.children[level.first..];
        let avoids_others = level.told && level.stage == Stage::Begun;
        let chosen = loop {
            let best = (0..children.len()).max_by_key(|at| children[*at].order)?;
            let child = &mut children[best];
            if avoids_others && child.order > -FIRST && self.proof.busy.has(child.place) {
                child.order -= LATER;
            } else {
                break best;
            }
        };
        level.stage = Stage::Begun;
        let first = level.first;
        let child = self.children.swap_remove(first + chosen);
        self.ask_for_next(first);
        Some(child)
    }

    /// Takes in what the last position's action is worth to the player to move after it.
    #[inline]
    fn take_in(&mut self, way: Way, found: Found) {
        self.add(way.action, Found { value: way.value(found.value), ..found });
    }

    /// Takes in what the last position's action is worth.
    #[inline]
    fn add(&mut self, action: u8, found: Found) {
        let level = self.levels.last_mut().expect("a question is open");
        level.found.add(action, found, level.question.beta);
        if found.value >= level.question.beta {
            self.children.truncate(level.first);
        }
    }

    /// Leaves the last position, all of whose actions that matter are looked at: how it was come to
    /// and what was found.
    fn leave(&mut self) -> (Way, Found) {
        let level = self.levels.pop().expect("a question is open");
        if level.told {
            self.proof.busy.remove(level.spot.place);
        }
        if level.stage != Stage::Answered {
            self.keep(&level);
        }
        (level.way, level.found.as_found())
    }

    /// Keeps what was found of a position.
    fn keep(&self, level: &Level) {
        let Level { spot, question, ref found, .. } = *level;
        let depth = if found.proven { PROVEN } else { question.depth };
        let stake = self.proof.stake(spot.pits);
        let (mut lower, mut upper) = (-stake, stake);
        let mut best = found.action;
        if let Some(old) = self.proof.memory.get_at(spot.place, spot.pits) {
            if old.depth == PROVEN && depth < PROVEN {
                return;
            }
            if old.depth == depth {
                (lower, upper) = (old.lower, old.upper);
            }
            // The action that is worth the lower bound is on the line of best play.
            let keeps_lower = found.value < question.beta && lower > -stake;
            if best == NO_ACTION || keeps_lower || found.value < lower {
                best = old.best;
            }
        }
        if found.value >= question.beta {
            lower = lower.max(found.value);
        } else {
            upper = upper.min(found.value);
        }
        let nodes = self.nodes - level.before;
        let effort = (64 - nodes.leading_zeros()).min(31) as u8;
        self.proof.memory.put_at(
            spot.place,
            spot.pits,
            Known { lower, upper, best, depth, effort },
        );
    }

    /// Looks whether others have answered a question that this walker is at.
    fn look_around(&mut self) {
        if self.nodes - self.looked < BETWEEN_LOOKS {
            return;
        }
        self.looked = self.nodes;
        let answered = self.levels.iter().enumerate().find_map(|(at, level)| {
            let known = self.proof.memory.get_at(level.spot.place, level.spot.pits)?;
            Some((at, known.best, known.answers(level.question.beta, level.question.depth)?))
        });
        let Some((at, best, found)) = answered else { return };
        self.leave_from(at + 1);
        let level = self.level();
        level.stage = Stage::Answered;
        level.found = Answer { value: found.value, proven: found.proven, action: best };
        let first = level.first;
        self.children.truncate(first);
    }
}
