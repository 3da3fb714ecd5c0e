//! Alpha-beta over states with an evaluation of the caller: any numbers, and no table.

use super::search::Limits;
use super::{AlphaBeta, Analysis, MOST_DEPTH};
use crate::clock::Instant;
use crate::game::{State, actions_of};
use crate::random::GameKey;
use crate::tree::{Game, Goal, Reference, Step};

/// Who judges positions.
pub trait Evaluate {
    /// What keeps it from judging.
    type Error;

    /// How good a state is for the player to move in it: a finite number.
    ///
    /// # Errors
    /// Whatever goes wrong.
    fn value(&mut self, state: &State) -> Result<f64, Self::Error>;

    /// Called at every position that is not judged.
    ///
    /// # Errors
    /// When the search is to be given up.
    fn look(&mut self) -> Result<(), Self::Error>;
}

/// What ends a search before its time.
enum Halt<E> {
    Limit,
    Error(E),
}

/// What a search of one depth found.
#[derive(Default)]
struct Found {
    value: f64,
    /// The best actions, one bit each.
    best: u64,
    /// The line of play that follows each of them, itself included.
    lines: Vec<Vec<usize>>,
    /// The value of every action, or a bound below the best value.
    values: Vec<(usize, f64)>,
}

impl Found {
    /// The same where one of these actions is drawn: none of them is better, and the value is the mean.
    fn drawn(self, legal: u64) -> Self {
        let sum: f64 = self.values.iter().map(|(_, value)| value).sum();
        let lines = actions_of(legal).map(|action| vec![action]).collect();
        Self { value: sum / self.values.len() as f64, best: legal, lines, values: self.values }
    }
}

struct Search<'a, J> {
    game: Reference,
    judge: &'a mut J,
    limits: Limits,
    nodes: u64,
}

impl AlphaBeta {
    /// The same as [`AlphaBeta::analyse`] with another evaluation of positions. A finished game
    /// has the value that it always has.
    ///
    /// # Errors
    /// Those of the evaluation.
    pub fn analyse_by<J: Evaluate>(
        &self,
        judge: &mut J,
        state: &State,
        key: GameKey,
        all_values: bool,
    ) -> Result<Analysis<f64>, J::Error> {
        let game = Reference::new(state.plan(), Goal::Play);
        let mut search = Search { game, judge, limits: Limits::NONE, nodes: 0 };
        let deepest = self.depth.unwrap_or(MOST_DEPTH);
        let limited = self.nodes.is_some() || self.time.is_some();
        let limits = self.limits(Instant::now(), 1.0);
        // Without a table, shallow searches do not help a deep one.
        let first = if limited { 1 } else { deepest };
        let (mut depth, mut found) = (0, Found::default());
        for next in first..=deepest {
            match search.root(state, next, all_values) {
                Ok(deeper) => (depth, found) = (next, deeper),
                Err(Halt::Limit) => break,
                Err(Halt::Error(error)) => return Err(error),
            }
            // One action ahead is looked whatever the limits.
            search.limits = limits;
        }
        let action = self.choice(found.best, key, state.plies());
        let line = found.lines.into_iter().find(|line| line[0] == action);
        let mut values = found.values;
        values.sort_by_key(|(action, _)| *action);
        Ok(Analysis {
            action,
            value: found.value,
            principal_variation: line.unwrap_or_default(),
            line_cut: false,
            depth,
            nodes: search.nodes,
            values: all_values.then_some(values),
        })
    }
}

impl<J: Evaluate> Search<'_, J> {
    fn root(
        &mut self,
        state: &State,
        depth: u32,
        all_values: bool,
    ) -> Result<Found, Halt<J::Error>> {
        let (mut value, mut best) = (f64::NEG_INFINITY, 0);
        let (mut lines, mut values) = (Vec::new(), Vec::new());
        for (action, step) in self.expand(state) {
            let mut line = Vec::new();
            // The window tells an equal value from a smaller one. Of lots all values are needed.
            let alpha =
                if all_values || state.is_chance() { f64::NEG_INFINITY } else { value.next_down() };
            let found = self.follow(&step, depth - 1, [alpha, f64::INFINITY], &mut line)?;
            values.push((action, found));
            if found > value {
                (value, best) = (found, 0);
                lines.clear();
            }
            if found >= value {
                best |= 1 << action;
                line.insert(0, action);
                lines.push(line);
            }
        }
        let found = Found { value, best, lines, values };
        Ok(if state.is_chance() { found.drawn(state.legal_set()) } else { found })
    }

    /// The value of a state within the window, else a bound; `line` becomes the play expected.
    fn search(
        &mut self,
        state: &State,
        depth: u32,
        [alpha, beta]: [f64; 2],
        line: &mut Vec<usize>,
    ) -> Result<f64, Halt<J::Error>> {
        if depth == 0 {
            return self.judge.value(state).map_err(Halt::Error);
        }
        self.look()?;
        if state.is_chance() {
            return self.mean(state, depth);
        }
        let mut best = f64::NEG_INFINITY;
        for (action, step) in self.expand(state) {
            let mut deeper = Vec::new();
            let value = self.follow(&step, depth - 1, [alpha.max(best), beta], &mut deeper)?;
            if value > best {
                best = value;
                line.clear();
                line.push(action);
                line.append(&mut deeper);
            }
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The mean of what the lots lead to. No window can be had for them: whatever one of them is worth,
    /// the other decides with it. The line of play ends here, since nobody knows how the lot falls.
    fn mean(&mut self, state: &State, depth: u32) -> Result<f64, Halt<J::Error>> {
        let open = [f64::NEG_INFINITY, f64::INFINITY];
        let steps = self.expand(state);
        let number = steps.len() as f64;
        let mut sum = 0.0;
        for (_, step) in steps {
            sum += self.follow(&step, depth - 1, open, &mut Vec::new())?;
        }
        Ok(sum / number)
    }

    fn follow(
        &mut self,
        step: &Step<State>,
        depth: u32,
        [alpha, beta]: [f64; 2],
        line: &mut Vec<usize>,
    ) -> Result<f64, Halt<J::Error>> {
        match step.end {
            Some(end) => Ok(f64::from(step.to_actor(end.value))),
            None if step.passed => Ok(-self.search(&step.node, depth, [-beta, -alpha], line)?),
            None => self.search(&step.node, depth, [alpha, beta], line),
        }
    }

    /// All actions, those first that win the most seeds at once.
    fn expand(&mut self, state: &State) -> Vec<(usize, Step<State>)> {
        let game = &self.game;
        let actions = actions_of(state.legal_set());
        let mut steps: Vec<_> = actions.map(|action| (action, game.play(state, action))).collect();
        self.nodes += steps.len() as u64;
        steps.sort_by_key(|(_, step)| -step.to_actor(game.margin(&step.node)));
        steps
    }

    fn look(&mut self) -> Result<(), Halt<J::Error>> {
        self.judge.look().map_err(Halt::Error)?;
        let late = self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.nodes >= self.limits.nodes { Err(Halt::Limit) } else { Ok(()) }
    }
}
