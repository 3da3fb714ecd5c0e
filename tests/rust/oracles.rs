//! What small games are worth, by ways that share nothing with the solver.

use std::collections::HashMap;

use mancalab::game::State;
use mancalab::position::Position;
use mancalab::rules::{Repetition, Rules, Seeds, Value, Winner};
use mancalab::tree::{Goal, Reference};

/// The rules on a small board, with this cap on actions and no rule on repetition.
pub fn small(mut rules: Rules, columns: i64, seeds: i64, cap: Option<i64>) -> Rules {
    rules.limits.repetition = Repetition::None;
    // Rounds are refused.
    (rules.rounds.refill, rules.rounds.fields, rules.rounds.unfilled) = Default::default();
    (rules.rounds.held, rules.rounds.opposite) = Default::default();
    for entry in &mut rules.landing {
        entry.hold = false;
    }
    if matches!(rules.ending.winner, Winner::MostRounds | Winner::MostPoints) {
        rules.ending.winner = Winner::MostSeeds;
        rules.rounds.points = 0;
    }
    rules.limits.max_actions.0 = cap;
    let changes = [("columns", columns), ("seeds", seeds)];
    for (name, value) in changes {
        if let Ok(changed) = rules.replace(&[(name.to_owned(), Value::Int(value))]) {
            rules = changed;
        }
    }
    if rules.board.rows == 4 {
        let narrow = narrow(rules.clone(), columns);
        rules = if narrow.check().is_empty() { narrow } else { rules };
    }
    rules
}

/// A game of four rows with fewer columns.
fn narrow(mut rules: Rules, columns: i64) -> Rules {
    rules.board.columns = columns;
    if rules.setup.reserve > 0 {
        rules.setup.reserve = rules.board.pits_per_side();
    }
    for row in [&mut rules.setup.seeds, &mut rules.setup.outer, &mut rules.setup.inner] {
        if matches!(row, Some(Seeds::List(_))) {
            *row = Some(Seeds::Each(1));
        }
    }
    rules
}

/// What a state is worth to South as the scores stand, if the game is cut off now.
pub fn standing(state: &State, goal: Goal) -> i16 {
    let [south, north] = state.scores();
    if goal == Goal::Result { 0 } else { i16::from(south) - i16::from(north) }
}

/// What a finished state is worth to South.
pub fn finished(state: &State, goal: Goal) -> Option<i16> {
    Reference::new(state.plan(), goal).value_of_end(state, 0).map(|end| end.value)
}

pub fn sign(state: &State) -> i16 {
    if state.position().to_move == 0 { 1 } else { -1 }
}

/// The value to South by plain minimax over states, the cap on actions included.
pub fn minimax(state: &State, goal: Goal, seen: &mut HashMap<(Position, u32), i16>) -> i16 {
    if let Some(value) = finished(state, goal) {
        return value;
    }
    if let Some(value) = seen.get(&(*state.position(), state.plies())) {
        return *value;
    }
    let next = state.legal_actions().map(|action| state.play(action as i64).unwrap());
    let values = next.map(|next| sign(state) * minimax(&next, goal, seen));
    let value = sign(state) * values.max().expect("has actions");
    seen.insert((*state.position(), state.plies()), value);
    value
}

/// A state, and where each of its actions leads: to a state of that number, or to the end.
pub type Explored = (State, Vec<Result<usize, State>>);

/// All states within reach, and where their actions lead; `None` beyond so many.
pub fn explore(start: &State, most: usize) -> Option<Vec<Explored>> {
    let mut numbers = HashMap::from([(*start.position(), 0)]);
    let mut all = vec![(start.clone(), Vec::new())];
    let mut at = 0;
    while at < all.len() {
        for action in all[at].0.legal_actions() {
            let next = all[at].0.play(action as i64).unwrap();
            let known = all.len();
            let edge = if next.end().is_some() {
                Err(next)
            } else {
                let number = *numbers.entry(*next.position()).or_insert(known);
                if number == known {
                    all.push((next, Vec::new()));
                }
                Ok(number)
            };
            all[at].1.push(edge);
        }
        at += 1;
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// Whether stores only grow, so that play goes round among equal stores.
pub fn stores_grow(all: &[Explored]) -> bool {
    let grows = |state: &State, next: &State| {
        (0..2).all(|side| next.position().store(side) >= state.position().store(side))
    };
    all.iter().all(|(state, edges)| {
        edges.iter().filter_map(|edge| edge.as_ref().ok()).all(|next| grows(state, &all[*next].0))
    })
}

/// Who can force a win of a game without a cap, to South: 1, -1 or 0.
pub fn by_force(all: &[Explored]) -> i16 {
    let forces = |side: u8| {
        let wanted = if side == 0 { 1 } else { -1 };
        let mut won = vec![false; all.len()];
        loop {
            let before = won.clone();
            for (number, (state, edges)) in all.iter().enumerate() {
                let good = |edge: &Result<usize, State>| match edge {
                    Ok(next) => before[*next],
                    Err(end) => finished(end, Goal::Result) == Some(wanted),
                };
                won[number] = if state.position().to_move == side {
                    edges.iter().any(good)
                } else {
                    edges.iter().all(good)
                };
            }
            if won == before {
                return won[0];
            }
        }
    };
    i16::from(forces(0)) - i16::from(forces(1))
}

/// The value to South of a game without a cap, threshold by threshold: South gets at least `t` if
/// they can force the end of the game there, or if the scores stand so in play that never ends.
///
/// Only for games in which nothing but stores is counted, and nothing is paid out of them: play goes round among equal
/// stores.
pub fn by_thresholds(all: &[Explored], goal: Goal) -> i16 {
    let most = all[0].0.seeds() as i16 + 1;
    let holds = |t: i16| {
        // The player who is content with what stands if nothing ends waits; the other must force.
        let south_waits = |state: &State| standing(state, goal) >= t;
        let mut won: Vec<bool> = all.iter().map(|(state, _)| south_waits(state)).collect();
        // A greatest fixed point among states that satisfy South, a least one among the others:
        // stores only grow, so layers of equal stores are settled from the fullest down.
        let unstored = |state: &State| {
            let stored = [0, 1].map(|side| u32::from(state.position().store(side)));
            state.seeds() - stored[0] - stored[1]
        };
        let mut layers: Vec<_> = all.iter().map(|(state, _)| unstored(state)).collect();
        layers.sort_unstable();
        layers.dedup();
        for layer in layers {
            let members: Vec<_> =
                (0..all.len()).filter(|i| unstored(&all[*i].0) == layer).collect();
            loop {
                let mut changed = false;
                for member in &members {
                    let (state, edges) = &all[*member];
                    let good = |edge: &Result<usize, State>| match edge {
                        Ok(next) => won[*next],
                        Err(end) => finished(end, goal).unwrap() >= t,
                    };
                    let now = if state.position().to_move == 0 {
                        edges.iter().any(good)
                    } else {
                        edges.iter().all(good)
                    };
                    changed |= now != won[*member];
                    won[*member] = now;
                }
                if !changed {
                    break;
                }
            }
        }
        won[0]
    };
    (-most..=most).rev().find(|t| holds(*t)).expect("at least the worst")
}
