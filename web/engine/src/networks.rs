//! Trained networks: the page gives each once, with its weights, and then lets it choose.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use half::f16;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use mancalab::agents::batch_mcts;
use mancalab::agents::network::{Layer, Network};
use mancalab::agents::{Learnt, Player, Shown, Trained};
use mancalab::batch::Level;
use mancalab::batch::encode::Kind;
use mancalab::game::State;
use mancalab::plan::Plan;
use mancalab::random::GameKey;
use mancalab::rules::Fault;
use mancalab::run::Run;

use crate::games::Spec;
use crate::request::Refusal;

/// Sizes beyond any network that plays in a page; the number of weights fits into 32 bits.
const MOST_WIDTH: usize = 4096;
const MOST_BLOCKS: usize = 64;
const MOST_PLANES: usize = 255;

/// What a network is, but for its weights.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// The digest of the rules that it was trained for.
    digest: String,
    /// How positions are shown to it, as `Encoding` of the Python package has it.
    kind: String,
    planes: usize,
    outlook: bool,
    /// Numbers between its layers.
    width: usize,
    /// Pairs of layers between the first one and the heads.
    blocks: usize,
}

/// How a network searches.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    simulations: u32,
    /// The constant of PUCT.
    exploration: f64,
}

thread_local! {
    /// By the digest of the rules.
    static KNOWN: RefCell<HashMap<String, Arc<Trained>>> = RefCell::new(HashMap::new());
}

/// Takes a network. Its weights are numbers of half precision: for each layer weights (output by
/// output) and biases, layers in the order of [`Network::of`]; the low bytes of all numbers, then
/// the high ones.
pub fn learn(game: &Spec, layout: &Layout, weights: &[u8]) -> Result<Json, Refusal> {
    let plan = game.plan()?;
    layout.check(&plan)?;
    let kind = layout.kind()?;
    let level = Level::Baseline;
    let shown = Shown::new(&plan, kind, layout.planes, layout.outlook, level);
    let network = layout.network(shown.numbers(), plan.actions.count, &numbers(weights)?)?;
    let trained = Trained::new(&plan, shown, network, level)?;
    KNOWN.with_borrow_mut(|known| known.insert(layout.digest.clone(), Arc::new(trained)));
    Ok(json!({ "digest": layout.digest }))
}

impl Layout {
    fn check(&self, plan: &Plan) -> Result<(), Fault> {
        if self.digest != plan.digest() {
            let needed = format!("{} is that of the game", plan.digest());
            return Err(Fault::new("network.digest", &self.digest, needed));
        }
        let limits = [
            ("network.planes", self.planes, 1..=MOST_PLANES),
            ("network.width", self.width, 1..=MOST_WIDTH),
            ("network.blocks", self.blocks, 0..=MOST_BLOCKS),
        ];
        match limits.into_iter().find(|(_, found, allowed)| !allowed.contains(found)) {
            None => Ok(()),
            Some((field, found, allowed)) => {
                let allowed = format!("{} to {} are allowed", allowed.start(), allowed.end());
                Err(Fault::new(field, found, allowed))
            }
        }
    }

    fn kind(&self) -> Result<Kind, Fault> {
        Kind::ALL.into_iter().find(|kind| kind.name() == self.kind).ok_or_else(|| {
            let allowed = format!("allowed are {}", Kind::ALL.map(Kind::name).join(", "));
            Fault::new("network.kind", &self.kind, allowed)
        })
    }

    /// The layers of these weights.
    fn network(&self, inputs: usize, actions: usize, weights: &[f32]) -> Result<Network, Fault> {
        let inner = std::iter::repeat_n((self.width, self.width), 2 * self.blocks);
        let heads = [(self.width, actions), (self.width, 1)];
        let sizes = [(inputs, self.width)].into_iter().chain(inner).chain(heads);
        let all = sizes.clone().map(|(inputs, outputs)| (inputs + 1) * outputs).sum::<usize>();
        let misfit = || {
            let needed = format!("{all} are needed: {inputs} inputs, {actions} actions");
            Fault::new("weights", format!("{} numbers", weights.len()), needed)
        };
        if weights.len() != all {
            return Err(misfit());
        }
        let mut rest = weights;
        let layers = sizes.map(|(inputs, outputs)| {
            let (weights, later) = rest.split_at(inputs * outputs);
            let (bias, later) = later.split_at(outputs);
            rest = later;
            Layer::new(inputs, weights, bias)
        });
        layers.collect::<Option<Vec<_>>>().and_then(Network::of).ok_or_else(misfit)
    }
}

/// Numbers of half precision.
fn numbers(weights: &[u8]) -> Result<Vec<f32>, Fault> {
    if !weights.len().is_multiple_of(2) {
        let bytes = format!("{} bytes", weights.len());
        return Err(Fault::new("weights", bytes, "two bytes a number are needed"));
    }
    let (low, high) = weights.split_at(weights.len() / 2);
    let found: Vec<f32> = low
        .iter()
        .zip(high)
        .map(|(low, high)| f16::from_le_bytes([*low, *high]).to_f32())
        .collect();
    match found.iter().position(|number| !number.is_finite()) {
        None => Ok(found),
        Some(place) => {
            let field = format!("weights[{place}]");
            Err(Fault::new(field, found[place], "finite numbers are needed"))
        }
    }
}

impl Effort {
    /// What the network of the game chooses.
    pub fn choose(self, state: &State, key: GameKey) -> Result<Option<i64>, Refusal> {
        let plan = state.plan();
        let network = KNOWN.with_borrow(|known| known.get(plan.digest()).cloned());
        let network = network.ok_or_else(|| {
            let name = plan.rules().printed_name();
            Refusal::new(format!("learnt: there is no network for these rules of {name}"))
        })?;
        let player = Learnt::new(network, self.simulations, self.exploration)?;
        player.choose(&mut (), state, key, state.plies(), &Run::default()).map_err(refusal)
    }
}

fn refusal(fault: batch_mcts::Fault) -> Refusal {
    Refusal::new(match fault {
        batch_mcts::Fault::Number { number, .. } => {
            format!("network: it judges a position with {number}; finite numbers are needed")
        }
        batch_mcts::Fault::Memory(lack) => lack.to_string(),
    })
}
