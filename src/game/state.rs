//! A game at one moment: the position, how many plies it took, and whether it is over.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::trace::Recorder;
use super::{End, Event, IllegalAction, Position, Reason, actions_of};
use crate::engine::{Engine, Silent, Turned, Watch};
use crate::outcome::GameResult;
use crate::plan::{Action, CLAIMS, Held, LIFTS, Plan, RESERVE, Register, STORE};

/// An immutable game state; [`State::play`] makes the next one.
///
/// # Equality
/// Rules (by digest), side to move, phase, and every slot of both players (`Plan::slots`), but not
/// plies or history. Both games go on, or both are over with the same result: the state after an
/// endless sowing, which is taken back (GE-9), is another than the one before.
#[derive(Clone, Debug)]
pub struct State {
    plan: Arc<Plan>,
    position: Position,
    legal: u64,
    plies: u32,
    end: Option<End>,
    /// Positions since the last capture, where the rules ask (OW-8); else empty.
    history: Vec<Position>,
}

/// The cap on actions ends a game that the last action did not end (GE-10).
const TRUNCATED: Result<u64, End> =
    Err(End { result: GameResult::Truncated, reason: Reason::MaxActions });

impl State {
    /// The opening, settled.
    #[must_use]
    pub fn start(plan: Arc<Plan>) -> Self {
        let mut position = Position::empty(plan.start);
        for side in 0..2 {
            let base = position.base(side);
            position.cells[base..base + plan.side].copy_from_slice(&plan.opening[side]);
            position.cells[base + STORE] = plan.stored[side];
            position.cells[base + RESERVE] = plan.reserve;
        }
        if plan.unplayed {
            position.marks = [u64::MAX >> (64 - plan.columns); 2];
        }
        for marks in &mut position.marks {
            *marks |= u64::from(plan.houses | plan.closed_first);
        }
        position.marks[0] |= u64::from(plan.marked) << plan.made_marks;
        if plan.rounds.is_some() {
            position.cells[Register::Began.cell()] = 1;
        }
        Self::settled(plan, position)
    }

    /// A state at this position, after the settling step of GE-12.
    pub(super) fn settled(plan: Arc<Plan>, position: Position) -> Self {
        let mut state = Self { plan, position, legal: 0, plies: 0, end: None, history: Vec::new() };
        state.set_to(&position);
        state
    }

    /// Becomes the state of a position of the same game that is set up by hand, after the settling step
    /// of GE-12. Faster than [`State::set_up`], which also checks the position.
    pub fn set_to(&mut self, position: &Position) {
        self.jump(position, 0, 0);
        let mut silent = Silent;
        let mut engine = Engine::of(&self.plan, &mut self.position, &mut silent);
        let next =
            if engine.at.phase == 0 { engine.settle(Turned::SetUp) } else { Ok(engine.legal()) };
        (self.legal, self.end) = (next.unwrap_or(0), next.err());
        if self.plan.repetition {
            self.history.push(self.position);
        }
    }

    /// The rules.
    #[must_use]
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Actions played since the start or since the position was set up.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How the game ended; `None` while it runs.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether the next action is drawn, not chosen: a lot that says who begins the next round. Each of the
    /// legal actions is as likely, whoever is to move.
    #[must_use]
    pub fn is_chance(&self) -> bool {
        self.end.is_none() && self.plan.is_drawn(self.position.phase)
    }

    /// The scores of South and North.
    #[must_use]
    pub fn scores(&self) -> [u8; 2] {
        self.plan.scores(&self.position)
    }

    /// The number of the round, from 1; 0 in a game that has no rounds.
    #[must_use]
    pub fn rounds_begun(&self) -> u8 {
        let round = self.position.cells[Register::Round.cell()];
        if self.plan.rounds.is_some() { round.saturating_add(1) } else { 0 }
    }

    /// The rounds that South and North have won, with the last one when the game was played to its end;
    /// `None` where the rules do not count them.
    #[must_use]
    pub fn rounds_won(&self) -> Option<[u8; 2]> {
        let over = self.end().is_some_and(|end| end.result.is_scored());
        self.plan.rounds_won(&self.position, over)
    }

    /// The points that South and North have, with those of the last round when the game was played to its end;
    /// `None` where rounds bring none.
    #[must_use]
    pub fn points(&self) -> Option<[u16; 2]> {
        let over = self.end().is_some_and(|end| end.result.is_scored());
        self.plan.points(&self.position, over)
    }

    /// The legal actions, one bit each; empty only when the game is over.
    #[inline]
    #[must_use]
    pub fn legal_set(&self) -> u64 {
        self.legal
    }

    /// The legal actions, ascending.
    pub fn legal_actions(&self) -> impl Iterator<Item = usize> + use<> {
        actions_of(self.legal)
    }

    /// The state after an action.
    ///
    /// # Errors
    /// [`IllegalAction`] names the clause that forbids it and the legal actions.
    pub fn play(&self, action: i64) -> Result<Self, IllegalAction> {
        let number = self.checked(action)?;
        let mut next = self.clone();
        next.advance(number);
        Ok(next)
    }

    fn checked(&self, action: i64) -> Result<usize, IllegalAction> {
        match usize::try_from(action) {
            Ok(number) if number < 64 && self.legal >> number & 1 == 1 => Ok(number),
            _ => Err(self.illegal(action)),
        }
    }

    /// Plays a legal action in place. An action that is not legal gives a meaningless state.
    #[inline]
    pub fn advance(&mut self, action: usize) {
        self.advance_watched(action, &mut Silent);
    }

    /// Becomes another state of the same game in which somebody is to move, without any history.
    /// Faster than a new state, for searches that go to and fro.
    #[inline]
    pub fn jump(&mut self, position: &Position, legal: u64, plies: u32) {
        (self.position, self.legal, self.plies, self.end) = (*position, legal, plies, None);
        self.history.clear();
    }

    #[inline]
    fn advance_watched<W: Watch>(&mut self, action: usize, watch: &mut W) {
        debug_assert!(self.legal >> action & 1 == 1, "action {action} is not legal");
        let Some(decoded) = self.plan.action(action) else { return };
        let (plan, mover) = (&*self.plan, self.position.to_move);
        let mut next = if plan.slim {
            Engine::of_slim(plan, &mut self.position, watch).act(decoded)
        } else {
            act_rich(plan, &mut self.position, decoded, watch)
        };
        if plan.repetition && next.is_ok() {
            next = self.remember(mover, watch).map_or(next, Err);
        }
        // A game without a cap on actions may run longer than anybody counts.
        self.plies = self.plies.saturating_add(1);
        let next = if self.plies < self.plan.max_actions { next } else { next.and(TRUNCATED) };
        self.legal = next.unwrap_or(0);
        self.end = next.err();
    }

    /// Ends the game at the first position seen before since the last capture (OW-8).
    fn remember<W: Watch>(&mut self, mover: u8, watch: &mut W) -> Option<End> {
        let stored = |at: &Position| [0, 1].map(|side| at.store(side));
        if self.history.last().is_some_and(|last| stored(last) != stored(&self.position)) {
            self.history.clear();
        }
        if self.history.contains(&self.position) {
            let again = self.position.to_move == mover;
            let turned = if again { Turned::Again } else { Turned::Passed };
            let mut engine = Engine::of(&self.plan, &mut self.position, watch);
            return Some(engine.end_by_rule(Reason::Repetition, turned));
        }
        self.history.push(self.position);
        None
    }

    /// What happens when an action is played, event by event. `tests`: also which entries of the
    /// landing table did not fit, and for which test.
    ///
    /// # Errors
    /// [`IllegalAction`], as [`State::play`].
    pub fn trace(&self, action: i64, tests: bool) -> Result<Vec<Event>, IllegalAction> {
        let number = self.checked(action)?;
        let mut after = self.clone();
        let mut recorder = Recorder::new(&self.plan, tests);
        after.advance_watched(number, &mut recorder);
        Ok(recorder.finish(&after))
    }

    /// All seeds of the position: constant throughout a game (GE-7).
    #[must_use]
    pub fn seeds(&self) -> u32 {
        self.position.seeds()
    }

    /// The same game with the board turned round: South is North and North is South (GE-4).
    #[must_use]
    pub fn turned(&self) -> Self {
        let turn = |end: End| {
            let result = match end.result {
                GameResult::South => GameResult::North,
                GameResult::North => GameResult::South,
                other => other,
            };
            End { result, ..end }
        };
        let mut position = self.position;
        position.to_move ^= 1;
        let mut turned = self.clone();
        (turned.position, turned.end) = (position, self.end.map(turn));
        for past in &mut turned.history {
            past.to_move ^= 1;
        }
        turned
    }

    /// Pits, stores and reserves of a side; marks as one bit a pit.
    #[must_use]
    pub fn side(&self, side: usize) -> (&[u8], u8, u8, u64) {
        let at = &self.position;
        (at.pits(side, self.plan.side), at.store(side), at.reserve(side), self.marked(side, 0))
    }

    /// The claimed pits of a side, one bit a pit: those that players have marked, where marks say whose
    /// a pit is; or those that their own player has marked.
    #[must_use]
    pub fn claims(&self, side: usize) -> u64 {
        self.marked(side, CLAIMS)
    }

    /// The pits of a side whose seeds were lifted to be sown in this round, one bit a pit, where entries ask for
    /// it.
    #[must_use]
    pub fn lifted(&self, side: usize) -> u64 {
        self.marked(side, LIFTS)
    }

    /// The marks of a side from this bit on, one bit a pit.
    fn marked(&self, side: usize, first: usize) -> u64 {
        self.position.marks_of(side) >> first & ((1 << CLAIMS) - 1)
    }

    /// A register of a side.
    #[must_use]
    pub fn register(&self, side: usize, register: Register) -> u8 {
        self.position.cells[self.position.base(side) + register.cell()]
    }

    /// The registers that the game has, each with South's and North's value.
    pub fn registers(&self) -> impl Iterator<Item = (Register, [u8; 2])> + '_ {
        self.plan.slots.iter().filter_map(|slot| match slot.held {
            Held::Register(register) => {
                Some((register, [0, 1].map(|side| self.register(side, register))))
            }
            _ => None,
        })
    }

    /// A state put together from parts that [`State::position`], [`State::plies`],
    /// [`State::end`] and [`State::history`] gave. Nothing is settled.
    #[must_use]
    pub fn from_parts(
        plan: Arc<Plan>,
        position: Position,
        plies: u32,
        end: Option<End>,
        history: Vec<Position>,
    ) -> Self {
        let mut copy = position;
        let mut silent = Silent;
        let engine = Engine::of(&plan, &mut copy, &mut silent);
        let legal = if end.is_some() { 0 } else { engine.legal() };
        Self { plan, position, legal, plies, end, history }
    }

    /// Positions since the last capture, where the rules ask for them; else empty.
    #[must_use]
    pub fn history(&self) -> &[Position] {
        &self.history
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let result = |state: &Self| state.end.map(|end| end.result);
        self.position == other.position
            && result(self) == result(other)
            && (Arc::ptr_eq(&self.plan, &other.plan) || self.plan.digest() == other.plan.digest())
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.plan.digest().hash(state);
        self.position.hash(state);
    }
}

/// The same in a game with marks, registers or rounds. (A call, so that the other games keep the whole
/// engine in one loop.)
#[inline(never)]
fn act_rich<W: Watch>(
    plan: &Plan,
    at: &mut Position,
    action: Action,
    watch: &mut W,
) -> Result<u64, End> {
    Engine::of(plan, at, watch).act(action)
}
