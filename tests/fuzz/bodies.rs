//! What the fuzzer calls with bytes, and what the tests call with the bytes kept in `corpus`: anything
//! may come in, nothing may panic, and what is accepted has to hold together.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mancalab::batch::{LanePlan, Level};
use mancalab::game::{Setup, State};
use mancalab::notation;
use mancalab::plan::Plan;
use mancalab::rules::{Rules, catalogue};
use mancalab::run::Run;
use mancalab::solve::tables::{self, Table};
use mancalab::study::Series;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use sha2::{Digest, Sha256};

use crate::draws::any_rules;
use crate::side_by_side;

/// A function that the fuzzer can call.
pub type Body = fn(&[u8]);

/// All of them, by name.
pub const TARGETS: [(&str, Body); 6] = [
    ("rules_text", rules_text),
    ("notation", notation),
    ("position", position),
    ("engines", engines),
    ("table", table),
    ("series", series),
];

/// Actions of a game that are compared, and actions of a state that was set up.
const ACTIONS: usize = 40;
/// Bytes of a TOML text: longer ones are slow and find nothing that short ones do not.
const LONGEST_TEXT: usize = 8192;

/// A description in TOML: what is read can be written, told and played.
pub fn rules_text(data: &[u8]) {
    let Some(text) = str::from_utf8(data).ok().filter(|text| text.len() <= LONGEST_TEXT) else {
        return;
    };
    let Ok(rules) = Rules::from_toml(text) else { return };
    for written in [rules.to_toml(), rules.to_toml_in_full()] {
        let again = Rules::from_toml(&written).expect("what was written can be read");
        assert_eq!(again.digest(), rules.digest(), "{written}");
    }
    let _ = (rules.explain(), rules.rule_book(), rules.option_fields(), rules.entry_keys());
    let _ = (rules.dead_fields(), rules.idle_values(), rules.options());
    play(rules);
}

/// Any rules, drawn from the bytes.
pub fn engines(data: &[u8]) {
    let numbers = TestRng::from_seed(RngAlgorithm::PassThrough, &with_more(data));
    let mut runner = TestRunner::new_with_rng(Config::default(), numbers);
    if let Ok(drawn) = any_rules().new_tree(&mut runner) {
        play(drawn.current());
    }
}

/// The bytes and many more that follow from them: draws that wait for a number that fits would wait
/// for ever at the end of the bytes.
fn with_more(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    let mut sum = Sha256::digest(data);
    while bytes.len() < data.len() + 8192 {
        bytes.extend(sum);
        sum = Sha256::digest(sum);
    }
    bytes
}

/// Plays rules on both engines.
fn play(rules: Rules) {
    if let Ok(plan) = Plan::new(rules) {
        both_engines(&State::start(Arc::new(plan)));
    }
}

fn both_engines(state: &State) {
    if LanePlan::new(Arc::clone(state.plan())).is_ok() {
        let level = Level::chosen().expect("a level");
        side_by_side::compare(state, level, 1, ACTIONS);
    }
}

/// A line of rules, one of a position and one of an action: what is read can be written.
pub fn notation(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let mut lines = text.lines();
    let Ok(plan) = notation::plan(lines.next().unwrap_or_default()) else { return };
    if let Some(line) = notation::rules_text(plan.rules()) {
        let again = notation::plan(&line).expect("what was written can be read");
        assert_eq!(again.digest(), plan.digest(), "{line}");
    }
    if let Ok(state) = notation::state(&plan, lines.next().unwrap_or_default()) {
        let line = notation::position_text(&state);
        let again = notation::state(&plan, &line).expect("what was written can be read");
        assert_eq!(again.position(), state.position(), "{line}");
    }
    if let Ok(action) = notation::action(&plan, lines.next().unwrap_or_default()) {
        let line = notation::action_text(&plan, action).expect("an action has a text");
        assert_eq!(notation::action(&plan, &line).ok(), Some(action));
    }
}

/// A position set up by hand, whether it can be reached or not: both engines play on from it.
pub fn position(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let mut next = || i64::from(bytes.next().unwrap_or(0));
    let games = catalogue::games();
    let rules = games[next() as usize % games.len()].clone();
    let Ok(plan) = Plan::new(rules).map(Arc::new) else { return };
    let mut setup = Setup { to_move: next() & 1, phase: next() % 3, ..Setup::default() };
    for side in 0..2 {
        setup.stores[side] = next() % 64;
        setup.reserves[side] = next() % 16;
        for value in &mut setup.registers[side] {
            *value = next() % 3;
        }
        // Most pits have few seeds, as on boards.
        setup.pits[side] = (0..plan.side).map(|_| (next() - 192).max(0) % 12).collect();
        setup.marks[side] = (0..plan.side).map(|_| next() > 240).collect();
        setup.claims[side] = (0..plan.side).map(|_| next() > 240).collect();
        if plan.lifts {
            setup.lifted[side] = (0..plan.side).map(|_| next() > 240).collect();
        }
    }
    if let Ok(state) = State::set_up(&plan, &setup) {
        both_engines(&state);
    }
}

/// A file of endgame tables: the bytes as they are, or behind a head whose checksum is right.
pub fn table(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let version = tables::VERSIONS[usize::from(first & 2 != 0)];
    let bytes = if first & 1 == 0 { rest.to_vec() } else { with_head(rest, version) };
    let path = scratch();
    std::fs::write(&path, bytes).expect("a scratch file");
    let run = Run::default();
    for verify in [true, false] {
        if let Ok(table) = Table::open(&path, verify, &run) {
            let start = State::start(Arc::clone(table.plan()));
            let _ = (table.probe(&start), table.histogram(0), table.check_all(&run));
        }
    }
    let _ = std::fs::remove_file(path);
}

/// A file whose description reaches to the first byte 0.
fn with_head(data: &[u8], version: u32) -> Vec<u8> {
    let (text, layers) = data.split_at(data.iter().position(|b| *b == 0).unwrap_or(data.len()));
    let mut bytes = tables::MAGIC.to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text);
    bytes.extend(Sha256::digest(&bytes));
    bytes.extend(layers.get(1..).unwrap_or_default());
    bytes
}

fn scratch() -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("mancalab-fuzz-{}-{number}", std::process::id()))
}

/// A series of games as text, as parts of a study are kept.
pub fn series(data: &[u8]) {
    let Ok(series) = serde_json::from_slice::<Series>(data) else { return };
    assert!(series.distinct_games() <= series.tally.games);
    let text = serde_json::to_string(&series).expect("a series can be written");
    assert_eq!(serde_json::from_str::<Series>(&text).expect("read again"), series);
}
