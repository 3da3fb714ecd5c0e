//! What a proof search is to find out of a position, and what it has found.

use crate::game::actions_of;
use crate::solve::kept::{Found, Spent};
use crate::solve::proof::Proof;
use crate::solve::solution::{Method, Request, Solution};
use crate::solve::{Bounds, Halt};
use crate::tree::two_rows::Node;
use crate::tree::{Game, TwoRows};

/// What is wanted of a position, and what is known of it; all values still to come.
pub struct Job<'a> {
    game: &'a TwoRows,
    node: Node,
    /// Whether the values of all actions are wanted.
    wants_actions: bool,
    /// Whether at least this is still to come, where nothing else is wanted.
    at_least: Option<i16>,
    known: Bounds,
    actions: Vec<(usize, Bounds)>,
    line: Vec<usize>,
}

impl<'a> Job<'a> {
    pub fn new(game: &'a TwoRows, node: &Node, request: &Request) -> Self {
        let known = Bounds::widest(game, node);
        let margin = game.margin(node);
        Self {
            game,
            node: *node,
            wants_actions: request.actions,
            at_least: request.at_least.map(|value| value.saturating_sub(margin)),
            known,
            actions: actions_of(game.legal(node)).map(|action| (action, known)).collect(),
            line: Vec::new(),
        }
    }

    /// What is known, as it is kept; the rest of that is given.
    pub fn found(&self, stage: u64, spent: Spent) -> Found {
        let (bounds, actions) = self.values();
        Found { bounds, actions, line: self.line.clone(), stage, spent }
    }

    /// Takes over what was kept.
    pub fn take(&mut self, found: &Found) {
        let margin = self.game.margin(&self.node);
        let left = |bounds: Bounds| bounds.plus(-margin);
        self.known = left(found.bounds);
        self.actions = found.actions.iter().map(|(action, all)| (*action, left(*all))).collect();
        self.line.clone_from(&found.line);
    }

    /// Whether all that is wanted is known.
    pub fn is_done(&self) -> bool {
        if let Some(value) = self.at_least {
            return self.known.reach(value).is_some();
        }
        let wanted = self.actions.iter().filter(|_| self.wants_actions);
        let mut all = wanted.map(|(_, known)| known).chain([&self.known]);
        !self.line.is_empty() && all.all(|known| !known.is_open())
    }

    /// Whether proven bounds exclude each other, so that something was not proven.
    pub fn contradicts_itself(&self) -> bool {
        let all = self.actions.iter().map(|(_, known)| known).chain([&self.known]);
        all.into_iter().any(|known| known.lower > known.upper)
    }

    /// Goes on with what is not known yet.
    pub fn go_on(&mut self, proof: &Proof) -> Result<(), Halt> {
        if let Some(value) = self.at_least {
            return proof.decide(&self.node, value, &mut self.known);
        }
        proof.narrow(&self.node, &mut self.known)?;
        if self.line.is_empty() {
            self.line = proof.best_line(&self.node, self.known.lower)?;
        }
        if self.wants_actions {
            for (action, known) in &mut self.actions {
                if known.is_open() {
                    proof.narrow_action(&self.node, *action, known)?;
                }
            }
        }
        Ok(())
    }

    /// Bounds of the final value, and of those of all actions.
    fn values(&self) -> (Bounds, Vec<(usize, Bounds)>) {
        let margin = self.game.margin(&self.node);
        let actions = self.actions.iter().map(|(action, known)| (*action, known.plus(margin)));
        (self.known.plus(margin), actions.collect())
    }

    /// The answer of a run that looked at so many positions, after what earlier ones have cost.
    pub fn solution(self, nodes: u64, earlier: Spent) -> Solution {
        let (bounds, actions) = self.values();
        Solution {
            goal: self.game.goal(),
            bounds,
            actions: self.wants_actions.then_some(actions),
            line: self.line,
            nodes,
            method: Method::Proof,
            earlier,
        }
    }
}
