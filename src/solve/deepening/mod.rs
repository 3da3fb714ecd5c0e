//! Proven bounds for any state of any game, by searching deeper and deeper.
//!
//! At depth d two searches are made. In the first, a game that is not over after d actions counts
//! the least that it can still be worth to the player of the first position, in the second the
//! most ([`Game::bounds`]). The value lies between what they find: a player who plays as the first
//! search says gets at least that, whatever happens after d actions. Positions that come again
//! are simply searched again, so cycles, voids, the cap on actions and the rule on repetition need
//! no care of their own. Bounds only ever get closer, since the best of all depths are kept.
//!
//! Where d reaches the cap on actions, what is cut off has a known worth and one search is exact.
//!
//! [`Game::bounds`]: crate::tree::Game::bounds

mod table;

use crate::game::{State, actions_of};
use crate::solve::bounds::Bounds;
use crate::solve::budget::{Budget, Halt, LESS};
use crate::solve::packed::{Packed, Task, Whole, run_packed, stores_matter};
use crate::tree::{Goal, Reference};
use table::{Bound, Found, Table};

/// How much a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeepeningLimits {
    /// Most actions to look ahead.
    pub depth: u32,
    /// Most positions to look at.
    pub nodes: u64,
    /// Most bytes for the table of positions.
    pub bytes: u64,
}

impl Default for DeepeningLimits {
    fn default() -> Self {
        Self { depth: 400, nodes: u64::MAX, bytes: 1 << 28 }
    }
}

/// What has been proven: all values are those of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The value lies between these.
    pub bounds: Bounds,
    /// The same for each legal action, ascending, if it was asked for.
    pub actions: Vec<(usize, Bounds)>,
    /// Actions looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

impl Proven {
    /// The value, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<i16> {
        self.bounds.value()
    }

    fn done(&self) -> bool {
        !self.bounds.is_open() && !self.actions.iter().any(|(_, bounds)| bounds.is_open())
    }
}

/// Proves bounds until they meet or the limits are reached. `actions`: for every action as well.
///
/// # Errors
/// Only when it is stopped, or when there is not enough memory: when the time is up, what is proven
/// by then is given.
pub fn deepen(
    state: &State,
    goal: Goal,
    actions: bool,
    limits: &DeepeningLimits,
    budget: &Budget,
) -> Result<Proven, Halt> {
    let plan = state.plan();
    if state.end().is_some() {
        let side = usize::from(state.position().to_move);
        let value = Reference::new(plan, goal).value_of_end(state, side).map_or(0, |end| end.value);
        return Ok(Proven {
            bounds: Bounds::exact(value),
            actions: Vec::new(),
            depth: 0,
            nodes: 0,
        });
    }
    let left = (plan.max_actions < u32::MAX).then(|| plan.max_actions - state.plies());
    if plan.repetition {
        // Whole states count their actions themselves.
        let deepening = Deepening { state, actions, left: None, limits, budget };
        return deepening.run(&Whole::new(plan, goal), state);
    }
    let deepening = Deepening { state, actions, left, limits, budget };
    run_packed(state, plan, goal, stores_matter(plan, goal), &deepening)
}

struct Deepening<'a> {
    state: &'a State,
    actions: bool,
    /// Actions left before the cap; `None` where there is none.
    left: Option<u32>,
    limits: &'a DeepeningLimits,
    budget: &'a Budget<'a>,
}

impl Task for Deepening<'_> {
    type Output = Result<Proven, Halt>;

    fn run<P: Packed>(&self, game: &P, root: &P::Node) -> Self::Output {
        let bounds = Bounds::from(game.bounds(root));
        let known = |action| (action, bounds);
        let actions =
            if self.actions { self.state.legal_actions().map(known).collect() } else { Vec::new() };
        let mut proven = Proven { bounds, actions, depth: 0, nodes: 0 };
        let table = Table::new(game.words(), self.limits.bytes);
        let table = table.map_err(|lack| lack.less_by(LESS))?;
        let most = self.limits.nodes;
        let mut search = Search { game, table, nodes: 0, most, budget: self.budget };
        while !proven.done() && proven.depth < self.limits.depth {
            let depth = proven.depth + 1;
            let cut = self.left.is_some_and(|left| depth >= left);
            let result = search.deeper(root, depth, cut, &mut proven);
            proven.nodes = search.nodes;
            match result {
                Ok(()) => proven.depth = depth,
                Err(Out::Halt(why @ (Halt::Stopped | Halt::Memory(_)))) => return Err(why),
                Err(Out::Halt(Halt::Spent) | Out::Nodes) => break,
            }
            if cut {
                break;
            }
        }
        Ok(proven)
    }
}

/// What a game counts that is not over at the full depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// The least that the player to move can get.
    Least,
    /// The most.
    Most,
    /// The scores as they stand: the cap on actions is reached.
    Cut,
}

impl Leaf {
    /// As the other player sees it.
    fn turned(self) -> Self {
        match self {
            Self::Least => Self::Most,
            Self::Most => Self::Least,
            Self::Cut => Self::Cut,
        }
    }
}

enum Out {
    Halt(Halt),
    Nodes,
}

struct Search<'a, P: Packed> {
    game: &'a P,
    table: Table,
    nodes: u64,
    most: u64,
    budget: &'a Budget<'a>,
}

impl<P: Packed> Search<'_, P> {
    /// Looks this far ahead, and brings the bounds closer.
    fn deeper(
        &mut self,
        root: &P::Node,
        depth: u32,
        cut: bool,
        proven: &mut Proven,
    ) -> Result<(), Out> {
        let leaves: &[Leaf] = if cut { &[Leaf::Cut] } else { &[Leaf::Least, Leaf::Most] };
        for leaf in leaves {
            if proven.actions.is_empty() {
                let stored = self.game.stored(root);
                let window = around(proven.bounds.plus(-stored));
                let value = self.value(root, depth, window, *leaf)? + stored;
                tighten(&mut proven.bounds, *leaf, value);
                continue;
            }
            for (action, bounds) in &mut proven.actions {
                if bounds.is_open() {
                    let stored = self.game.stored(root);
                    let window = around(bounds.plus(-stored));
                    let value = self.action(root, *action, depth, window, *leaf)? + stored;
                    tighten(bounds, *leaf, value);
                }
            }
            proven.bounds = Bounds::of_best(&proven.actions).unwrap_or(proven.bounds);
        }
        Ok(())
    }

    /// What an action is worth to the player who acts, less what they are ahead by the stores
    /// before it.
    fn action(
        &mut self,
        node: &P::Node,
        action: usize,
        depth: u32,
        (alpha, beta): (i16, i16),
        leaf: Leaf,
    ) -> Result<i16, Out> {
        let step = self.game.play(node, action);
        let before = self.game.stored(node);
        if let Some(end) = step.end {
            return Ok(step.to_actor(end.value) - before);
        }
        let gain = step.to_actor(self.game.stored(&step.node)) - before;
        if step.passed {
            let window = (gain - beta, gain - alpha);
            Ok(gain - self.value(&step.node, depth - 1, window, leaf.turned())?)
        } else {
            let window = (alpha - gain, beta - gain);
            Ok(gain + self.value(&step.node, depth - 1, window, leaf)?)
        }
    }

    /// What a position is worth to the player to move, less what they are ahead by the stores; if
    /// that is not between `alpha` and `beta`, a bound on the same side.
    fn value(
        &mut self,
        node: &P::Node,
        depth: u32,
        (alpha, beta): (i16, i16),
        leaf: Leaf,
    ) -> Result<i16, Out> {
        let stored = self.game.stored(node);
        let (low, high) = self.game.bounds(node);
        let (low, high) = (low - stored, high - stored);
        match leaf {
            _ if depth == 0 && leaf == Leaf::Cut => return Ok(self.game.margin(node) - stored),
            Leaf::Least if depth == 0 => return Ok(low),
            Leaf::Most if depth == 0 => return Ok(high),
            _ if low >= beta => return Ok(low),
            _ if high <= alpha => return Ok(high),
            _ => {}
        }
        self.count()?;
        let place = self.table.place(self.game, node, leaf);
        let found = place.as_ref().and_then(|place| self.table.find(place));
        if let Some(value) = found.and_then(|found| found.decides(depth, alpha, beta)) {
            return Ok(value);
        }
        let first = found.map(|found| usize::from(found.action));
        let (mut best, mut best_action) = (i16::MIN, 0);
        let legal = self.game.legal(node);
        let first = first.filter(|action| legal >> action & 1 == 1);
        let rest = first.map_or(legal, |action| legal & !(1 << action));
        for action in first.into_iter().chain(actions_of(rest)) {
            let window = (alpha.max(best), beta);
            let value = self.action(node, action, depth, window, leaf)?;
            if value > best {
                (best, best_action) = (value, action);
            }
            if best >= beta {
                break;
            }
        }
        if let Some(place) = place {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best <= alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.table.keep(&place, Found { depth, value: best, bound, action: best_action as u8 });
        }
        Ok(best)
    }

    fn count(&mut self) -> Result<(), Out> {
        /// Positions between two looks at the clock.
        const BETWEEN_LOOKS: u64 = 256;
        if self.nodes >= self.most {
            return Err(Out::Nodes);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            self.budget.spend(BETWEEN_LOOKS).map_err(Out::Halt)?;
        }
        Ok(())
    }
}

/// The window in which a search finds out the value of what lies within bounds.
fn around(bounds: Bounds) -> (i16, i16) {
    (bounds.lower - 1, bounds.upper + 1)
}

/// Takes in what a search has found; a value beyond what is known adds nothing.
fn tighten(bounds: &mut Bounds, leaf: Leaf, value: i16) {
    if leaf != Leaf::Most {
        bounds.lower = bounds.lower.max(value);
    }
    if leaf != Leaf::Least {
        bounds.upper = bounds.upper.min(value);
    }
}
