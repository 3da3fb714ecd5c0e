//! A trained network as a player of one game: the search of `batch_mcts` with a single tree.

use std::sync::Arc;

use super::batch_mcts::{
    Answers, Fault as SearchFault, MOST_SIMULATIONS, Method, Origin, PLAYS, Results, Rows, Search,
    Trees,
};
use super::network::Network;
use super::{Player, Shown};
use crate::batch::encode::Kind;
use crate::batch::{Crew, Level, Rewards};
use crate::game::State;
use crate::plan::Plan;
use crate::random::GameKey;
use crate::rules::Fault;
use crate::run::Run;

/// A network, the game that it was made for, and what it is shown of it.
#[derive(Debug)]
pub struct Trained {
    plan: Arc<Plan>,
    shown: Shown,
    network: Network,
    level: Level,
}

impl Trained {
    /// A network for a game.
    ///
    /// # Errors
    /// What does not fit, and what would; or why the game is not searched.
    pub fn new(
        plan: &Arc<Plan>,
        shown: Shown,
        network: Network,
        level: Level,
    ) -> Result<Self, Fault> {
        if let Some(fault) = plan.features.refusal(PLAYS, plan.rules(), "a network") {
            return Err(fault);
        }
        if shown.encoding().kind() == Kind::Raw {
            return Err(Fault::new(
                "kind",
                "raw",
                "floats are needed: scaled, thermometer, one_hot",
            ));
        }
        let sizes = [
            ("inputs", network.inputs(), shown.numbers()),
            ("actions", network.actions(), plan.actions.count),
        ];
        match sizes.into_iter().find(|(_, found, needed)| found != needed) {
            Some((field, found, needed)) => {
                Err(Fault::new(field, found, format!("{needed} are needed for this game")))
            }
            None => Ok(Self { plan: Arc::clone(plan), shown, network, level }),
        }
    }
}

/// A network that searches before each choice, by PUCT and without noise: nothing is random in it.
/// It is asked about states of its own game only.
#[derive(Clone, Debug)]
pub struct Learnt {
    network: Arc<Trained>,
    simulations: u32,
    exploration: f64,
}

impl Learnt {
    /// A player with so many simulations, and with this constant of PUCT.
    ///
    /// # Errors
    /// A number that is not allowed.
    pub fn new(network: Arc<Trained>, simulations: u32, exploration: f64) -> Result<Self, Fault> {
        if !(1..=MOST_SIMULATIONS).contains(&simulations) {
            let allowed = format!("1 to {MOST_SIMULATIONS} are allowed");
            return Err(Fault::new("simulations", simulations, allowed));
        }
        if !(exploration.is_finite() && exploration >= 0.0) {
            return Err(Fault::new("exploration", exploration, "0 or more is allowed"));
        }
        Ok(Self { network, simulations, exploration })
    }
}

impl Player for Learnt {
    type Memory = ();
    type Error = SearchFault;

    fn choose(
        &self,
        (): &mut (),
        state: &State,
        key: GameKey,
        _ply: u32,
        run: &Run,
    ) -> Result<Option<i64>, SearchFault> {
        let Trained { plan, shown, network, level } = &*self.network;
        debug_assert_eq!(state.plan().digest(), plan.digest());
        let method = Method::Puct { exploration: self.exploration, noise: None };
        let search = Search::new(plan, self.simulations, method, Rewards::Result, 0);
        let mut trees = Trees::new(plan, search);
        let mut observation = vec![0; shown.encoding().width()];
        let mut mask = vec![false; network.actions()];
        let mut seen = vec![0.0; shown.numbers()];
        let (mut logits, mut value) = (vec![0.0; network.actions()], [0.0]);
        let rows = Rows { observations: &mut observation, mask: &mut mask };
        let mut left = trees.begin_one(Origin::of(state, key), self.simulations, rows)?;
        while left > 0 {
            if run.stopped() {
                return Ok(None);
            }
            shown.write(Crew::ALONE, &mut seen, |_, row| row.copy_from_slice(&observation));
            network.judge_here(*level, &seen, &mut logits, &mut value);
            let answers = Answers { logits: &logits, values: &value };
            let rows = Rows { observations: &mut observation, mask: &mut mask };
            left = trees.advance(answers, rows, 1)?;
        }
        Ok(Some(chosen(&trees, network.actions())))
    }
}

/// What the only tree has found to be best.
fn chosen(trees: &Trees, actions: usize) -> i64 {
    let (mut policies, mut visits) = (vec![0.0; actions], vec![0; actions]);
    let (mut values, mut q_values, mut best) = ([0.0], vec![0.0; actions], [0]);
    trees.results(Results {
        policies: &mut policies,
        values: &mut values,
        visits: &mut visits,
        q_values: &mut q_values,
        actions: &mut best,
    });
    i64::from(best[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::batch_mcts::Asked;
    use crate::agents::network::Layer;
    use crate::agents::start_of;
    use crate::batch::{Autoreset, Batch, LanePlan, Options};
    use crate::random::mix64;
    use crate::rules::catalogue;

    const WIDTH: usize = 20;

    fn layer(inputs: usize, outputs: usize, seed: u64) -> Layer {
        let number = |at: u64| (mix64(seed << 32 | at) >> 40) as f32 / (1 << 24) as f32 - 0.5;
        let weights: Vec<f32> = (0..(inputs * outputs) as u64).map(number).collect();
        Layer::new(inputs, &weights, &vec![0.1; outputs]).expect("they fit")
    }

    /// A network of random weights.
    fn trained(plan: &Arc<Plan>, outlook: bool, more: usize) -> Result<Trained, Fault> {
        let level = Level::Baseline;
        let shown = Shown::new(plan, Kind::Thermometer, 5, outlook, level);
        let sizes = [
            (shown.numbers() + more, WIDTH),
            (WIDTH, WIDTH),
            (WIDTH, WIDTH),
            (WIDTH, plan.actions.count),
            (WIDTH, 1),
        ];
        let layers = (1..).zip(sizes).map(|(seed, (inputs, outputs))| layer(inputs, outputs, seed));
        let network = Network::of(layers.collect()).expect("they fit");
        Trained::new(plan, shown, network, level)
    }

    /// The choices of a search of many lanes, as `mancalab.agents.Network` has them.
    fn together(learnt: &Learnt, states: &[State]) -> Vec<i64> {
        let Trained { plan, shown, network, level } = &*learnt.network;
        let options = Options {
            seed: 1,
            autoreset: Autoreset::Disabled,
            rewards: Rewards::Result,
            starts: vec![start_of(&State::start(Arc::clone(plan)))].into(),
            level: *level,
        };
        let lane_plan = Arc::new(LanePlan::new(Arc::clone(plan)).expect("in lanes"));
        let lanes = states.len();
        let mut batch = Batch::new(lane_plan, lanes, options, 0).expect("room");
        for (lane, state) in states.iter().enumerate() {
            batch.set_lane(lane, &start_of(state));
        }
        let method = Method::Puct { exploration: learnt.exploration, noise: None };
        let search = Search::new(plan, learnt.simulations, method, Rewards::Result, 0);
        let mut trees = Trees::new(plan, search);
        let (width, actions) = (shown.encoding().width(), network.actions());
        let (mut bytes, mut mask) = (vec![0; lanes * width], vec![false; lanes * actions]);
        let asked = Asked { simulations: learnt.simulations, lanes: None };
        let rows = Rows { observations: &mut bytes, mask: &mut mask };
        let mut left = trees.begin(&mut batch, &asked, rows, 1).expect("room");
        while left > 0 {
            let mut seen = vec![0.0; left * shown.numbers()];
            shown.write(1, &mut seen, |lane, rows| {
                rows.copy_from_slice(&bytes[lane * width..][..rows.len()]);
            });
            let (mut logits, mut values) = (vec![0.0; left * actions], vec![0.0; left]);
            network.judge_here(*level, &seen, &mut logits, &mut values);
            let answers = Answers { logits: &logits, values: &values };
            let rows = Rows { observations: &mut bytes, mask: &mut mask };
            left = trees.advance(answers, rows, 1).expect("finite numbers");
        }
        let (mut policies, mut visits) = (vec![0.0; lanes * actions], vec![0; lanes * actions]);
        let (mut values, mut q_values) = (vec![0.0; lanes], vec![0.0; lanes * actions]);
        let mut chosen = vec![0; lanes];
        trees.results(Results {
            policies: &mut policies,
            values: &mut values,
            visits: &mut visits,
            q_values: &mut q_values,
            actions: &mut chosen,
        });
        chosen.into_iter().map(i64::from).collect()
    }

    #[test]
    fn one_game_is_searched_as_a_lane_among_many() {
        for (name, outlook) in [("kalah", true), ("oware", false), ("bao-ki-arabu", true)] {
            let rules = catalogue::find(name).expect("in the catalogue").clone();
            let plan = Arc::new(Plan::new(rules).expect("sound"));
            let network = Arc::new(trained(&plan, outlook, 0).expect("it fits"));
            let learnt = Learnt::new(network, 24, 0.5).expect("allowed");
            let mut states = vec![State::start(Arc::clone(&plan))];
            while let (Some(state), true) = (states.last(), states.len() < 40) {
                let legal: Vec<usize> = state.legal_actions().collect();
                let next =
                    state.play(legal[mix64(states.len() as u64) as usize % legal.len()] as i64);
                match next.expect("legal") {
                    next if next.end().is_none() => states.push(next),
                    _ => break,
                }
            }
            let key = GameKey::new(1, 0);
            let alone = states.iter().map(|state| {
                let run = Run::default();
                learnt.choose(&mut (), state, key, 0, &run).expect("finite").expect("not stopped")
            });
            let alone: Vec<i64> = alone.collect();
            assert_eq!(alone, together(&learnt, &states), "{name}");
            assert!(alone.iter().any(|action| *action != alone[0]), "{name}");
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let plan = |name: &str| {
            let rules = catalogue::find(name).expect("in the catalogue").clone();
            Arc::new(Plan::new(rules).expect("sound"))
        };
        let fault = |found: Result<Trained, Fault>| found.err().map(|fault| fault.to_string());
        let found = fault(trained(&plan("kalah"), true, 1));
        assert_eq!(found.as_deref(), Some("inputs = 121: 120 are needed for this game"));
        let network = Arc::new(trained(&plan("kalah"), false, 0).expect("it fits"));
        let refused = |simulations, exploration| {
            Learnt::new(Arc::clone(&network), simulations, exploration).err().map(|it| it.field)
        };
        assert_eq!(refused(0, 0.5).as_deref(), Some("simulations"));
        assert_eq!(refused(1, f64::NAN).as_deref(), Some("exploration"));
    }
}
