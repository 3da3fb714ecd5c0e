//! Games from the leaves of a tree to their ends.

use std::convert::Infallible;
use std::sync::Arc;

use crate::agents::{Player, Simple, start_of};
use crate::batch::playout::{Job, Workspace, play_in};
use crate::batch::{LanePlan, Level, Start};
use crate::clock::Instant;
use crate::game::State;
use crate::outcome::GameResult;
use crate::plan::Plan;
use crate::random::GameKey;
use crate::run::Run;

/// Fewer leaves than this are played out one after the other: for them alone the lanes take longer.
/// The games are the same.
const FEWEST_FOR_LANES: usize = 8;
/// Actions between two looks at whether to stop.
const ACTIONS_PER_LOOK: u32 = 256;
/// Where a game may go on for ever, one from a leaf is cut short after so many actions, as it is in
/// the games of the catalogue.
const MOST_ACTIONS: u32 = 1000;

/// When rollouts are to stop.
#[derive(Clone, Copy, Debug)]
pub struct Until<'a> {
    pub run: &'a Run,
    /// By the clock, if at all: games without a cap on actions may never end.
    pub deadline: Option<Instant>,
}

impl Until<'_> {
    /// Whether the time is up.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn is_over(&self) -> bool {
        self.run.stopped() || self.is_late()
    }
}

/// Leaves, and what plays the games from there.
#[derive(Debug)]
pub struct Rollouts {
    player: Simple,
    /// The game with a limit to its actions, counted from a leaf, where it has none of its own.
    limited: Option<Arc<Plan>>,
    /// `None` where the rules ask for the history of a game, which lanes do not keep.
    lanes: Option<Lanes>,
    leaves: Vec<Start>,
    /// The leaves with their histories, where there are no lanes.
    states: Vec<State>,
    /// To play single leaves with.
    state: State,
    /// The results of the last games, in the order of their leaves.
    results: Vec<GameResult>,
}

#[derive(Debug)]
struct Lanes {
    lane_plan: Arc<LanePlan>,
    level: Level,
    workspace: Workspace,
}

impl Lanes {
    fn new(plan: &Arc<Plan>, player: Simple) -> Option<Self> {
        let lane_plan = Arc::new(LanePlan::new(Arc::clone(plan)).ok()?);
        let level = Level::chosen().unwrap_or(Level::Baseline);
        let workspace = Workspace::new(&lane_plan, [player.into(); 2], level);
        Some(Self { lane_plan, level, workspace })
    }
}

impl Rollouts {
    /// Rollouts by this player of the game of a state.
    #[must_use]
    pub fn new(state: &State, player: Simple) -> Self {
        let plan = state.plan();
        let limited = (plan.max_actions == u32::MAX).then(|| plan.with_max_actions(MOST_ACTIONS));
        Self {
            player,
            lanes: Lanes::new(limited.as_ref().unwrap_or(plan), player),
            leaves: Vec::new(),
            states: Vec::new(),
            state: counted_anew(state, limited.as_ref()),
            results: Vec::new(),
            limited,
        }
    }

    /// Adds a leaf, in which somebody is to move.
    pub fn push(&mut self, leaf: &State) {
        match self.lanes {
            Some(_) => {
                let start = start_of(leaf);
                let plies = if self.limited.is_some() { 0 } else { start.plies };
                self.leaves.push(Start { plies, ..start });
            }
            None => self.states.push(counted_anew(leaf, self.limited.as_ref())),
        }
    }

    /// Plays one game from each leaf and gives the results in order; no leaves are left. What is
    /// random in them follows from the seed. `None` when stopped.
    pub fn play(&mut self, seed: u64, until: Until) -> Option<&[GameResult]> {
        self.results.clear();
        let finished = match &mut self.lanes {
            Some(lanes) if self.leaves.len() >= FEWEST_FOR_LANES => {
                play_lanes(lanes, self.player, &self.leaves, &mut self.results, seed, until)
            }
            _ => self.play_singly(seed, until),
        };
        self.leaves.clear();
        self.states.clear();
        finished?;
        Some(&self.results)
    }

    fn play_singly(&mut self, seed: u64, until: Until) -> Option<()> {
        for (game, Start { position, legal, plies }) in self.leaves.iter().enumerate() {
            self.state.jump(position, *legal, *plies);
            let key = GameKey::new(seed, game as u64);
            self.results.push(play_out(self.player, &mut self.state, key, until)?);
        }
        for (game, state) in self.states.iter_mut().enumerate() {
            let key = GameKey::new(seed, game as u64);
            self.results.push(play_out(self.player, state, key, until)?);
        }
        Some(())
    }
}

/// A state under the limit of a plan, its actions counted from here; the same state without one.
fn counted_anew(state: &State, limited: Option<&Arc<Plan>>) -> State {
    let Some(plan) = limited else { return state.clone() };
    let history = state.history().to_vec();
    State::from_parts(Arc::clone(plan), *state.position(), 0, state.end(), history)
}

fn play_lanes(
    lanes: &mut Lanes,
    player: Simple,
    leaves: &[Start],
    results: &mut Vec<GameResult>,
    seed: u64,
    until: Until,
) -> Option<()> {
    let job = Job {
        lane_plan: &lanes.lane_plan,
        starts: leaves,
        seats: [player.into(); 2],
        random_plies: 0,
        seed,
        prints: false,
        level: lanes.level,
    };
    results.resize(leaves.len(), GameResult::Void);
    let games = 0..leaves.len() as u64;
    play_in(&mut lanes.workspace, &job, games, &|| until.is_over(), &mut |finished| {
        results[finished.game as usize] = finished.result;
    })
    .map(|_| ())
}

/// Plays a game to its end on the reference engine; `None` when stopped.
fn play_out(player: Simple, state: &mut State, key: GameKey, until: Until) -> Option<GameResult> {
    loop {
        if let Some(end) = state.end() {
            return Some(end.result);
        }
        let ply = state.plies();
        if ply.is_multiple_of(ACTIONS_PER_LOOK) && until.is_over() {
            return None;
        }
        let chosen: Result<_, Infallible> = player.choose(&mut (), state, key, ply, until.run);
        let Ok(action) = chosen;
        state.advance(action? as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::pick;
    use crate::rules::catalogue;

    /// Random play of Oware without a limit hardly ever comes to its end.
    #[test]
    fn a_game_without_a_limit_is_cut_short_after_a_thousand_actions() {
        let until = Until { run: &Run::default(), deadline: None };
        for name in ["oware", "owela-benguela", "chuba", "awari"] {
            let mut rules = catalogue::find(name).unwrap().clone();
            rules.limits.max_actions = crate::rules::MaxActions(None);
            let start = State::start(Arc::new(Plan::new(rules).unwrap()));
            for leaves in [1, 2 * FEWEST_FOR_LANES] {
                let mut rollouts = Rollouts::new(&start, Simple::Random);
                (0..leaves).for_each(|_| rollouts.push(&start));
                assert_eq!(rollouts.play(0, until).unwrap().len(), leaves, "{name}");
            }
        }
    }

    #[test]
    fn lanes_and_single_games_have_the_same_results() {
        let until = Until { run: &Run::default(), deadline: None };
        // Without optimisation, as usual runs compile it, every game takes many minutes.
        let nightly = std::env::var("MANCALAB_PROFILE").is_ok_and(|profile| profile == "nightly");
        let few = ["kalah", "oware", "pratt"];
        for rules in
            catalogue::games().iter().filter(|rules| nightly || few.contains(&&*rules.name))
        {
            let start = State::start(Arc::new(Plan::new(rules.clone()).unwrap()));
            for player in [Simple::Random, Simple::Greedy] {
                let mut leaves = vec![start.clone()];
                for ply in 0..16 {
                    let mut next = leaves[leaves.len() - 1].clone();
                    next.advance(pick(next.legal_set(), GameKey(5), ply));
                    if next.end().is_none() {
                        leaves.push(next);
                    }
                }
                let mut rollouts = Rollouts::new(&start, player);
                // A place that is used again is as good as new.
                for seed in 0..2 {
                    for leaf in &leaves {
                        rollouts.push(leaf);
                    }
                    let results = rollouts.play(seed, until).unwrap().to_vec();
                    let singly = leaves.iter().enumerate().map(|(game, leaf)| {
                        let key = GameKey::new(seed, game as u64);
                        play_out(player, &mut leaf.clone(), key, until).unwrap()
                    });
                    assert_eq!(results, singly.collect::<Vec<_>>(), "{} {player:?}", rules.name);
                }
            }
        }
    }
}
