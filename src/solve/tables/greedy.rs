//! How often the greediest action is a mistake, over all positions of a table.

use super::error::TableError;
use super::layers::{Layers, MOST_ACTIONS};
use super::sample::{Sample, Taken, look_through};
use super::table::Table;
use crate::game::actions_of;
use crate::run::Run;
use crate::tree::Game;
use crate::tree::two_rows::Node;

/// The greediest actions of a layer: those after which the mover's store less the other's is
/// greatest, as [`Simple::Greedy`](crate::agents::Simple::Greedy) has it, which takes any of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GreedyLayer {
    /// Distributions looked at.
    pub looked_at: u64,
    /// Those in which the player to move first has no action: they are over, or the other's turn.
    pub without_action: u64,
    /// Those in which all actions are worth the same.
    pub left_out: u64,
    /// Those in which an action turns a win into a draw or a loss, or a draw into a loss, where both
    /// have stored as much (where the stores matter: with what they have stored).
    pub at_stake: u64,
    /// Those in which each of the greediest actions loses value.
    pub mistakes_always: u64,
    /// Those in which some of the greediest actions do.
    pub mistakes_ever: u64,
    /// What they lose, by how many are the greediest.
    losses: [Losses; MOST_ACTIONS + 1],
}

/// Sums over actions, in positions in which the same number are the greediest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Losses {
    mistakes: u64,
    results: u64,
    value: u64,
}

impl GreedyLayer {
    /// Mistakes on average, if any of the greediest actions is as likely: actions that lose value.
    #[must_use]
    pub fn mistakes(&self) -> f64 {
        self.mean(|losses| losses.mistakes)
    }

    /// Actions on average that turn a win into a draw or a loss, or a draw into a loss, where both have
    /// stored as much (where the stores matter: with what they have stored).
    #[must_use]
    pub fn result_losses(&self) -> f64 {
        self.mean(|losses| losses.results)
    }

    /// Value that is lost on average, in all positions together.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.mean(|losses| losses.value)
    }

    fn mean(&self, of: impl Fn(&Losses) -> u64) -> f64 {
        let losses = self.losses.iter().enumerate().skip(1);
        losses.map(|(actions, losses)| of(losses) as f64 / actions as f64).sum()
    }

    fn add(mut self, other: &Self) -> Self {
        self.looked_at += other.looked_at;
        self.without_action += other.without_action;
        self.left_out += other.left_out;
        self.at_stake += other.at_stake;
        self.mistakes_always += other.mistakes_always;
        self.mistakes_ever += other.mistakes_ever;
        for (losses, more) in self.losses.iter_mut().zip(&other.losses) {
            losses.mistakes += more.mistakes;
            losses.results += more.results;
            losses.value += more.value;
        }
        self
    }

    fn note(&mut self, actions: &[Worth]) {
        let best = actions.iter().map(|action| action.value).max().unwrap_or_default();
        let worst = actions.iter().map(|action| action.value).min().unwrap_or_default();
        if worst == best {
            self.left_out += 1;
            return;
        }
        let loses_result = |value: i16| value.signum() < best.signum();
        self.at_stake += u64::from(loses_result(worst));
        let greatest = actions.iter().map(|action| action.stored).max();
        let (mut equal, mut lost) = (0, Losses::default());
        for action in actions.iter().filter(|action| Some(action.stored) == greatest) {
            equal += 1;
            lost.mistakes += u64::from(action.value < best);
            lost.results += u64::from(loses_result(action.value));
            lost.value += (best - action.value) as u64;
        }
        self.mistakes_always += u64::from(lost.mistakes == equal);
        self.mistakes_ever += u64::from(lost.mistakes > 0);
        let losses = &mut self.losses[equal as usize];
        losses.mistakes += lost.mistakes;
        losses.results += lost.results;
        losses.value += lost.value;
    }
}

/// An action, as the mover sees it.
#[derive(Clone, Copy, Default)]
struct Worth {
    /// The own store less the other's after it.
    stored: i16,
    /// What it is worth.
    value: i16,
}

impl Table {
    /// Looks for the greediest actions in a share of the positions, layer by layer, on the threads of
    /// the current pool. `run` is told the number of positions gone through.
    ///
    /// # Errors
    /// If a layer is damaged, or when stopped.
    pub fn greedy(&self, sample: Sample, run: &Run) -> Result<Vec<GreedyLayer>, TableError> {
        self.check_all(run)?;
        let layers = self.layers().layers().iter().enumerate();
        let found = layers.map(|(seeds, layer)| {
            let find = |taken: Taken<'_>| look_at(self.layers(), taken);
            look_through((seeds as u32, layer), sample, run, find, |one, other| one.add(&other))
        });
        let found: Option<Vec<_>> = found.collect();
        self.check_whole()?;
        found.ok_or(TableError::Stopped)
    }
}

fn look_at(layers: &Layers, taken: Taken<'_>) -> GreedyLayer {
    let (mut found, mut actions) = (GreedyLayer::default(), [Worth::default(); MOST_ACTIONS]);
    for pits in taken {
        found.looked_at += 1;
        let step = layers.game().settle(pits, false);
        if step.end.is_some() || step.passed {
            found.without_action += 1;
            continue;
        }
        let legal = actions_of(layers.game().legal(&step.node));
        let mut count = 0;
        for (action, worth) in legal.zip(&mut actions) {
            *worth = Worth::of(layers, &step.node, action);
            count += 1;
        }
        found.note(&actions[..count]);
    }
    found
}

impl Worth {
    fn of(layers: &Layers, node: &Node, action: usize) -> Self {
        let (step, value) = layers.after(node, action);
        Self { stored: step.to_actor(step.node.margin()), value }
    }
}
