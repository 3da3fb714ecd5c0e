//! The same numbers on every processor: what stands in `tests/data/same_numbers.toml` is what both engines and a
//! network give, at every vector width, whatever the machine.
//!
//! The other tests compare two engines on one machine; a fault that both share there, as one of the compiler, of
//! the order of bytes or of the width of a number, is seen only here.

use std::fmt::Write;
use std::sync::Arc;

use mancalab::agents::network::{Layer, Network};
use mancalab::batch::playout::{Job, play};
use mancalab::batch::{Autoreset, Chooser, LanePlan, Level};
use mancalab::fingerprint;
use mancalab::game::State;
use mancalab::notation::position_text;
use mancalab::outcome::End;
use mancalab::plan::Plan;
use mancalab::random::{GameKey, mix64};
use mancalab::rules::catalogue;
use sha2::{Digest, Sha256};

use crate::common::{plan, play_out};
use crate::lanes::{first_games, options, without_repetition};
use crate::side_by_side::start_of;

const SEED: u64 = 2026;
const GAMES: usize = 150;

fn data() -> toml::Table {
    include_str!("../data/same_numbers.toml").parse().expect("a table")
}

fn digest(bytes: impl AsRef<[u8]>) -> String {
    let mut text = String::new();
    for byte in &Sha256::digest(bytes)[..16] {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// What a finished game came to, as a line.
fn line(game: usize, end: End, plies: u32, counted: &impl std::fmt::Debug, last: &State) -> String {
    let (result, reason) = (end.result.name(), end.reason.name());
    format!("{game} {result} {reason} {plies} {counted:?} {}\n", position_text(last))
}

/// What is counted of a game: scores, rounds, legal actions, the squares of their numbers, and the fingerprint.
type Counted = ([u8; 2], u8, u32, u64, u64);

fn by_book(opening: &State) -> String {
    let mut text = String::new();
    for game in 0..GAMES {
        let (mut choices, mut squares, mut print) = (0, 0, fingerprint::begun(0));
        let last = play_out(opening.clone(), GameKey::new(SEED, game as u64), |at, action, _| {
            let legal = at.legal_set().count_ones();
            choices += legal;
            squares += u64::from(legal * legal);
            print = fingerprint::after(print, action as u64);
        });
        let print = fingerprint::finished(print);
        let counted: Counted = (last.scores(), last.rounds_begun(), choices, squares, print);
        text += &line(game, last.end().expect("over"), last.plies(), &counted, &last);
    }
    text
}

fn in_lanes(plan: &Arc<Plan>, opening: &State, level: Level) -> String {
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(plan)).expect("no repetition"));
    let starts = [start_of(opening).expect("somebody is to move")];
    let (seats, random_plies, prints, seed) = ([Chooser::Random; 2], 0, true, SEED);
    let job =
        Job { lane_plan: &lane_plan, starts: &starts, seats, random_plies, seed, prints, level };
    let mut counted: Vec<Counted> = vec![Counted::default(); GAMES];
    play(&job, 0..GAMES as u64, &|| false, &mut |game| {
        let squares = game.choices_squares;
        counted[game.game as usize] = (game.scores, game.rounds, game.choices, squares, game.print);
    })
    .expect("not stopped");
    let options = options(SEED, opening, Autoreset::Disabled, level);
    let mut text = String::new();
    for (game, lane) in first_games(plan, GAMES, options, 1).iter().enumerate() {
        let mut last = opening.clone();
        last.jump(&lane.position, 0, lane.plies);
        text += &line(game, lane.end.expect("over"), lane.plies, &counted[game], &last);
    }
    text
}

#[test]
fn random_games_are_those_of_every_processor() {
    let data = data();
    let games = data["games"].as_table().expect("a table");
    assert!(games.len() > 15);
    let mut wrong = String::new();
    for (name, wanted) in games {
        let rules = catalogue::find(name).expect("in the catalogue").clone();
        let plan = plan(&without_repetition(rules));
        let opening = State::start(Arc::clone(&plan));
        let book = by_book(&opening);
        for level in Level::available() {
            assert!(in_lanes(&plan, &opening, level) == book, "{name} at level {}", level.name());
        }
        if Some(digest(&book).as_str()) != wanted.as_str() {
            let _ = writeln!(wrong, "{name} = \"{}\"", digest(&book));
        }
    }
    assert!(wrong.is_empty(), "other games than in the file:\n{wrong}");
}

#[test]
fn levels_are_those_of_the_architecture() {
    let names: Vec<_> = Level::available().into_iter().map(Level::name).collect();
    if cfg!(target_arch = "aarch64") {
        assert_eq!(names, ["baseline", "neon"]);
    } else {
        assert!(!names.contains(&"neon") && names[0] == "baseline");
    }
    assert!(Level::available().is_sorted(), "the last one is the widest: {names:?}");
}

/// Sums of a network, bit by bit; the value of a position ends in a function of the system.
#[test]
fn sums_of_a_network_are_those_of_every_processor() {
    let number = |at: u64| (mix64(SEED << 32 | at) >> 40) as f32 / (1 << 23) as f32 - 1.0;
    let numbers = |count: usize, first: usize| -> Vec<f32> {
        (first..first + count).map(|at| number(at as u64)).collect()
    };
    let layer = |inputs: usize, outputs: usize, first: usize| {
        let bias = numbers(outputs, first + inputs * outputs);
        Layer::new(inputs, &numbers(inputs * outputs, first), &bias).expect("they fit")
    };
    let block = [layer(100, 100, 20_000), layer(100, 100, 40_000)];
    let (first, policy, value) = (layer(30, 100, 0), layer(100, 7, 60_000), layer(100, 1, 70_000));
    let network = Network::new(first, vec![block], &policy, &value).expect("they fit");
    for level in Level::available() {
        let (mut logits, mut values) = (vec![0.0; 7 * 100], vec![0.0; 100]);
        network.judge(level, &numbers(30 * 100, 80_000), &mut logits, &mut values);
        let bytes: Vec<u8> = logits.iter().flat_map(|logit| logit.to_le_bytes()).collect();
        assert_eq!(data()["logits"].as_str(), Some(digest(bytes).as_str()), "{}", level.name());
    }
}
