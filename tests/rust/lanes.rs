//! The lane engine against the reference engine, lane by lane and action by action.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use mancalab::agents::Simple;
use mancalab::batch::Chooser;
use mancalab::batch::columns::targets::Fill;
use mancalab::batch::{
    Autoreset, Batch, CHAINS, FUSED_PLAYS, Lane, LanePlan, Level, Options, PLAYS, Rewards,
};
use mancalab::game::State;
use mancalab::plan::Plan;
use mancalab::random::GameKey;
use mancalab::rules::{
    CaptureTo, Chain, Counts, Occupancy, Repetition, Rules, Take, Whose, catalogue,
};
use mancalab::study::{LaneMatch, Opening, Run, play_match};
use proptest::prelude::*;

use crate::common::{
    any_foreseen, any_rules, any_within, cases, drawn, levels_in_turn, nightly, plan, play_out,
};
use crate::shortcuts::without_shortcuts;
use crate::side_by_side::{self, start_of};

/// Games in all lanes from the opening.
fn compare(plan: &Arc<Plan>, level: Level, seed: u64) -> usize {
    side_by_side::compare(&State::start(Arc::clone(plan)), level, seed, usize::MAX)
}

pub fn options(seed: u64, opening: &State, autoreset: Autoreset, level: Level) -> Options {
    let starts = vec![start_of(opening).expect("somebody is to move")].into();
    Options { seed, autoreset, rewards: Rewards::Result, starts, level }
}

pub fn without_repetition(mut rules: Rules) -> Rules {
    rules.limits.repetition = Repetition::None;
    rules
}

#[test]
fn every_game_of_the_catalogue() {
    for (number, rules) in catalogue::games().iter().enumerate() {
        for level in levels_in_turn(number) {
            let compared = compare(&plan(&without_repetition(rules.clone())), level, 1);
            assert!(compared > 300, "{}: only {compared} actions", rules.name);
        }
    }
}

/// A later lap backward passes over the pit of the turn and ends beyond it: the pit where it ends is
/// no longer unplayed.
#[test]
fn marks_are_cleared_beyond_a_pit_passed_over() {
    let text = "name = \"t\"\nboard = { rows = 4, columns = 3 }\n\
                setup = { outer = 1, inner = 1, unplayed = \"outer\" }\n\
                sowing = { skip = \"turn\" }\nlaps = { relay = \"landing\", turn_round = true }\n\
                landing = [{ row = \"outer\", lap = \"later\" }]\n\
                ending = { when = [\"cannot_move\"] }";
    let rules = without_repetition(Rules::from_toml(text).expect("good rules"));
    for level in Level::available() {
        for seed in 0..20 {
            compare(&plan(&rules), level, seed);
        }
    }
}

/// Pits that entries close, with all that decides where the next seed falls.
#[test]
fn pits_close_in_lanes_as_in_the_reference_engine() {
    let mut compared = 0;
    for closed in ["passed", "other_removed"] {
        for (skip, first) in [("none", "next"), ("lap", "next"), ("turn", "origin")] {
            for (relay, direction) in
                [("none", "chosen"), ("landing", "clockwise"), ("next", "chosen")]
            {
                for (to, then) in [("store", "again"), ("removed", "relay_next"), ("hand", "end")] {
                    let text = format!(
                        "name = \"t\"\nboard = {{ rows = 2, columns = 4, stores = true }}\n\
                         setup = {{ seeds = 3 }}\nmoves = {{ direction = \"{direction}\" }}\n\
                         sowing = {{ stores = \"own\", skip = \"{skip}\", first = \"{first}\", closed = \"{closed}\" }}\n\
                         laps = {{ relay = \"{relay}\" }}\n\
                         landing = [{{ at = [0, 2, 3], counts = [2, 3, 5], take = \"landing\", to = \"{to}\", \
                         reentry = \"landing\", then = \"{then}\", close = true }}, \
                         {{ next = \"empty\", take = \"beyond\" }}]\n\
                         ending = {{ when = [\"cannot_move\"] }}"
                    );
                    let rules = without_repetition(Rules::from_toml(&text).expect("good rules"));
                    let level = *Level::available().last().expect("a level");
                    compared += compare(&plan(&rules), level, 7);
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// Pits that captures mark, with all that decides which are taken and how the next round begins.
#[test]
fn pits_are_shared_in_lanes_as_in_the_reference_engine() {
    let mut compared = 0;
    for (sharing, shared) in [("by_pit", "[1]"), ("together", "[1, 2]"), ("together", "[0]")] {
        for (short, order) in [("closed", "left"), ("partial", "right"), ("matched", "left")] {
            for (take, direction) in [
                ("[\"beyond\", \"beyond_facing\"]", "counterclockwise"),
                ("[\"facing\", \"landing\"]", "chosen"),
                ("\"facing\", chain = \"neighbours\"", "clockwise"),
            ] {
                let next = if take.contains("chain") { "" } else { "next = \"empty\", " };
                let text = format!(
                    "name = \"t\"\nboard = {{ rows = 2, columns = 4 }}\nsetup = {{ seeds = 3 }}\n\
                     moves = {{ direction = \"{direction}\", barred = {shared} }}\n\
                     laps = {{ relay = \"next\" }}\nlanding = [{{ {next}take = {take} }}]\n\
                     marks = {{ shared = {shared}, sharing = \"{sharing}\" }}\n\
                     ending = {{ when = [\"cannot_move\"], final_count = \"owner\" }}\n\
                     rounds = {{ refill = 3, short = \"{short}\", order = \"{order}\", unfilled = {shared} }}\n\
                     limits = {{ max_actions = 200 }}"
                );
                let rules = without_repetition(Rules::from_toml(&text).expect("good rules"));
                let level = *Level::available().last().expect("a level");
                compared += compare(&plan(&rules), level, 7);
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// A capture that may be called off, and that asks whether the next pit is a field.
#[test]
fn grand_slams_ask_for_the_next_field_in_lanes() {
    for slam in ["capture", "legal_no_capture", "forbidden"] {
        for wanted in [true, false] {
            let text = format!(
                "name = \"t\"\nboard = {{ rows = 2, columns = 3, fields = true }}\nsetup = {{ seeds = 4 }}\n\
                 landing = [{{ side = \"other\", next_field = {wanted}, take = \"landing\", grand_slam = \"{slam}\" }}]\n\
                 ending = {{ when = [\"cannot_move\"] }}\nlimits = {{ max_actions = 100 }}"
            );
            let rules = without_repetition(Rules::from_toml(&text).expect("good rules"));
            for level in Level::available() {
                assert!(compare(&plan(&rules), level, 3) > 300);
            }
        }
    }
}

/// Pits that are never played are not put elsewhere in the first turns, either.
#[test]
fn barred_pits_are_not_put_elsewhere_in_lanes() {
    let text = "name = \"t\"\nboard = { rows = 4, columns = 2 }\nsetup = { outer = 1, inner = 2 }\n\
                moves = { barred = [1, 3] }\n\
                opening = { turns = 2, onto = \"own\", onto_row = \"inner\" }\n\
                ending = { when = [\"nobody_can_move\"] }";
    let rules = without_repetition(Rules::from_toml(text).expect("good rules"));
    for level in Level::available() {
        assert!(compare(&plan(&rules), level, 1) > 100);
    }
}

/// Games that are played in one go, as far as their features say.
fn any_fused() -> impl Strategy<Value = Rules> {
    any_within(FUSED_PLAYS, |rules| rules.board.columns = 6)
}

/// Games whose slams can be foreseen.
fn any_chain() -> impl Strategy<Value = Rules> {
    any_within(CHAINS, capture_by_chains)
}

/// Games that are played in one go, with chains.
fn any_fused_chain() -> impl Strategy<Value = Rules> {
    any_within(FUSED_PLAYS, |rules| {
        rules.board.columns = 6;
        capture_by_chains(rules);
        for entry in &mut rules.landing {
            entry.was = Occupancy::Any;
        }
    })
}

/// There is one capture at most: of the landing pit in the other player's row, and of those before.
fn capture_by_chains(rules: &mut Rules) {
    rules.landing.truncate(1);
    for entry in rules.landing.iter_mut().filter(|entry| entry.is_on()) {
        (entry.side, entry.take) = (Whose::Other, Take::Landing.into());
        (entry.to, entry.chain) = (CaptureTo::Store, Chain::Backward);
        if !matches!(entry.counts, Counts::From(2..)) {
            entry.counts = Counts::List(vec![2, 3]);
        }
    }
}

fn lane_plan(rules: &Rules) -> LanePlan {
    LanePlan::new(plan(&without_repetition(rules.clone()))).expect("no repetition")
}

#[test]
fn quick_ways_are_drawn() {
    let fused = drawn(any_fused(), 100).filter(|rules| lane_plan(rules).fused.is_some()).count();
    let chains = drawn(any_chain(), 100).filter(|rules| lane_plan(rules).slams.is_some()).count();
    let in_one_go = |rules: &Rules| {
        let lane_plan = lane_plan(rules);
        lane_plan.fused.is_some() && lane_plan.entries.iter().any(|entry| !entry.simple)
    };
    let fused_chains = drawn(any_fused_chain(), 100).filter(in_one_go).count();
    let foresees = |rules: &Rules| lane_plan(rules).foresees.is_some_and(|seen| seen.captures);
    let foreseen = drawn(any_foreseen(), 100).filter(foresees).count();
    assert!(fused > 50 && chains > 50 && foreseen > 30, "{fused} {chains} {foreseen}");
    assert!(fused_chains > 30, "{fused_chains}");
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn lanes_play_like_the_reference_engine(rules in any_rules(), seed in any::<u64>()) {
        let plan = plan(&without_repetition(rules));
        for level in Level::available() {
            compare(&plan, level, seed);
        }
    }

    #[test]
    fn fused_lanes_play_like_the_reference_engine(rules in any_fused(), seed in any::<u64>()) {
        let plan = plan(&rules);
        for level in Level::available() {
            compare(&plan, level, seed);
        }
    }

    #[test]
    fn fused_chains_are_those_of_the_reference_engine(rules in any_fused_chain(), seed in any::<u64>()) {
        let plan = plan(&rules);
        for level in Level::available() {
            compare(&plan, level, seed);
        }
    }

    #[test]
    fn foreseen_slams_are_those_of_the_reference_engine(rules in any_chain(), seed in any::<u64>()) {
        let plan = plan(&rules);
        for level in Level::available() {
            compare(&plan, level, seed);
        }
    }

    #[test]
    fn foreseen_laps_are_those_of_the_reference_engine(rules in any_foreseen(), seed in any::<u64>()) {
        let plan = plan(&without_repetition(rules));
        for level in Level::available() {
            compare(&plan, level, seed);
        }
    }

    #[test]
    fn lanes_play_the_same_without_shortcuts(rules in any_rules(), seed in any::<u64>()) {
        let plan = without_shortcuts(&plan(&without_repetition(rules)), PLAYS);
        let lane_plan = LanePlan::new(Arc::clone(&plan)).expect("no repetition");
        assert!(lane_plan.fused.is_none() && lane_plan.slams.is_none() && !lane_plan.simple_moves);
        assert!(lane_plan.foresees.is_none());
        assert!(lane_plan.keeps_legal && lane_plan.trials && !lane_plan.plain && lane_plan.removes);
        compare(&plan, Level::chosen().expect("a level"), seed);
    }
}

/// Actions as a step reads them.
fn from(actions: &[u8]) -> impl Fn(usize, &mut [u8]) + Sync {
    |first, out| out.copy_from_slice(&actions[first..first + out.len()])
}

/// A batch of `lanes` random games stepped until lane `i` has ended game `i`: what each first game
/// came to.
pub fn first_games(plan: &Arc<Plan>, lanes: usize, options: Options, threads: usize) -> Vec<Lane> {
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(plan)).expect("rules without repetition"));
    let mut batch = Batch::new(lane_plan, lanes, options, 0).unwrap();
    let mut ends = vec![None; lanes];
    while ends.iter().any(Option::is_none) {
        let mut actions = vec![0; lanes];
        batch.choose(threads, Chooser::Random, &mut actions);
        batch.step(threads, from(&actions)).expect("sampled actions are legal");
        for (i, end) in ends.iter_mut().enumerate().filter(|(_, end)| end.is_none()) {
            *end = Some(batch.lane(i)).filter(|lane| lane.end.is_some());
        }
    }
    ends.into_iter().flatten().collect()
}

#[test]
fn a_batch_plays_the_games_of_the_reference_engine() {
    for name in ["kalah", "oware", "awari", "mwambulula", "chuba", "elf", "um-el-bagara"] {
        let rules = catalogue::find(name).expect("in the catalogue").clone();
        let plan = plan(&without_repetition(rules));
        let opening = State::start(Arc::clone(&plan));
        for (level, threads) in Level::available().into_iter().zip([1, 2, 3]) {
            let options = options(7, &opening, Autoreset::Disabled, level);
            for (game, lane) in first_games(&plan, 200, options, threads).iter().enumerate() {
                let key = GameKey::new(7, game as u64);
                let last = play_out(opening.clone(), key, |_, _, _| {});
                assert_eq!(lane.position, *last.position(), "{name}, game {game}");
                assert_eq!((lane.plies, lane.end), (last.plies(), last.end()), "{name} {game}");
            }
        }
    }
}

#[test]
fn lanes_that_rest_play_the_same_games_later() {
    for name in ["kalah", "oware", "awari", "adidada", "shono", "mwambulula", "chuba", "pratt"] {
        let plan = plan(&catalogue::find(name).expect("in the catalogue").clone());
        let lane_plan =
            Arc::new(LanePlan::new(Arc::clone(&plan)).expect("rules without repetition"));
        for (level, threads) in Level::available().into_iter().zip([1, 2, 3]) {
            let opening = State::start(Arc::clone(&plan));
            let options = options(11, &opening, Autoreset::SameStep, level);
            let mut fast = Batch::new(Arc::clone(&lane_plan), 100, options.clone(), 0).unwrap();
            let mut slow = Batch::new(Arc::clone(&lane_plan), 100, options, 0).unwrap();
            let mut actions = vec![0; 100];
            for step in 0..120 {
                fast.choose(threads, Chooser::Random, &mut actions);
                fast.step(threads, from(&actions)).expect("sampled actions are legal");
                // One block first, then the rest in two parts, each with actions for all lanes.
                for part in 0..3 {
                    let plays =
                        |lane: usize| part == (lane / 64 + usize::from(lane % 7 == step % 7));
                    let players: Vec<bool> = (0..100).map(plays).collect();
                    slow.step_some(threads, &players, Fill::NOTHING, from(&actions))
                        .expect("legal where played");
                }
                for lane in 0..100 {
                    let (fast, slow) = (fast.lane(lane), slow.lane(lane));
                    assert_eq!(fast.position, slow.position, "{name}, step {step}, lane {lane}");
                    assert_eq!((fast.plies, fast.end), (slow.plies, slow.end), "{name} {lane}");
                }
            }
        }
    }
}

#[test]
fn an_illegal_action_steps_nothing() {
    let plan = plan(&catalogue::find("kalah").expect("in the catalogue").clone());
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(&plan)).expect("rules without repetition"));
    let level = Level::chosen().expect("a level");
    let options = options(0, &State::start(plan), Autoreset::SameStep, level);
    let options = Options { rewards: Rewards::Margin, ..options };
    let mut batch = Batch::new(lane_plan, 100, options, 0).unwrap();
    let before = batch.to_bytes().unwrap();
    let mut actions = vec![2; 100];
    (actions[70], actions[90]) = (6, 6);
    let refused = batch.step(1, from(&actions));
    assert_eq!(refused, Err(70));
    assert!((0..100).all(|lane| batch.lane(lane).plies == 0));
    batch.step(1, from(&[2; 100])).expect("pit 2 may be played");
    assert_ne!(batch.to_bytes().unwrap(), before);
    assert!((0..100).all(|lane| batch.lane(lane).plies == 1));
}

#[test]
fn a_batch_is_not_made_when_told_to_stop_or_without_memory() {
    let plan = plan(&catalogue::find("kalah").expect("in the catalogue").clone());
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(&plan)).expect("rules without repetition"));
    let options = options(3, &State::start(plan), Autoreset::SameStep, Level::Baseline);
    let made = |lanes, run: &Run| {
        Batch::while_allowed(Arc::clone(&lane_plan), lanes, options.clone(), 0, run)
    };
    let told = Run::default();
    told.stop.store(true, Ordering::Relaxed);
    assert!(made(100, &told).is_none());
    let mut batch = made(100, &Run::default()).expect("not stopped");
    assert!(batch.select(&[0; 100], &told).is_none());
    assert_eq!(told.lack.get(), None);
    let starved = Run::default();
    assert!(made(1 << 50, &starved).is_none());
    let text = starved.lack.get().expect("no machine has that").to_string();
    assert!(text.contains("a batch of fewer lanes asks for less"), "{text}");
    assert!(Batch::new(Arc::clone(&lane_plan), 1 << 50, options, 0).is_err());
}

#[test]
fn bytes_and_selections_play_on_alike() {
    let plan = plan(&catalogue::find("chuba").expect("in the catalogue").clone());
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(&plan)).expect("rules without repetition"));
    let options = options(3, &State::start(plan), Autoreset::SameStep, Level::Baseline);
    let mut batch = Batch::new(Arc::clone(&lane_plan), 130, options.clone(), 0).unwrap();
    let go = |batch: &mut Batch, steps: usize| {
        for _ in 0..steps {
            let mut actions = vec![0; batch.len()];
            batch.choose(1, Chooser::Random, &mut actions);
            batch.step(1, from(&actions)).expect("sampled actions are legal");
        }
    };
    go(&mut batch, 100);
    let (bytes, advance) = batch.to_bytes().unwrap();
    let again = Batch::from_bytes(&lane_plan, options.clone(), 130, advance, &bytes).unwrap();
    let mut again = again.expect("sound");
    let short = Batch::from_bytes(&lane_plan, options, 131, advance, &bytes[1..]);
    assert!(short.unwrap().is_none());
    let mut some = batch.select(&[129, 0, 64, 64], &Run::default()).unwrap();
    let mut copy = batch.copy().unwrap();
    for batch in [&mut batch, &mut again, &mut some, &mut copy] {
        go(batch, 200);
    }
    assert_eq!(batch.to_bytes(), again.to_bytes());
    assert_eq!(batch.to_bytes(), copy.to_bytes());
    for (i, lane) in [129, 0, 64, 64].into_iter().enumerate() {
        assert_eq!(some.lane(i), batch.lane(lane));
    }
}

#[test]
fn lanes_that_run_on_independently_count_like_the_reference_engine() {
    for rules in catalogue::games() {
        let plan = plan(&without_repetition(rules.clone()));
        let opening = Opening::standard(&plan);
        let lane_plan = Arc::new(LanePlan::new(Arc::clone(&plan)).expect("no repetition"));
        for agents in [[Simple::Random; 2], [Simple::Greedy, Simple::Random]] {
            // A match of several rounds is several games.
            let [whole, of_rounds, greedy] =
                if nightly() { [1500, 300, 100] } else { [200, 100, 100] };
            let games = match (agents[0], plan.rounds.is_some()) {
                (Simple::Random, false) => whole,
                (Simple::Random, true) => of_rounds,
                _ => greedy,
            };
            let run = Run::default();
            let [first, second] = &agents;
            let wanted = play_match([first, second], &opening, 0..games, 5, &run).unwrap();
            for level in Level::available() {
                let lanes = LaneMatch::new(&lane_plan, agents, &opening, 5, level).unwrap();
                let (tally, _) = lanes.play(0..games, &run).unwrap();
                assert!(tally == wanted, "{}: {agents:?} at {}", rules.name, level.name());
            }
        }
    }
}

/// After its reserve a player may make a capture that is forbidden otherwise: nothing follows it.
#[test]
fn nothing_follows_a_forbidden_capture() {
    let text = r#"
name = "drawn"
board = { rows = 4, columns = 1 }
setup = { seeds = 1, reserve = 2 }
moves = { reserve = "one_in_each_pit_then_move" }
landing = [
    { before = "empty", captured = false, crossed = false },
    { facing = "empty", take = ["file", "beyond_facing"], grand_slam = "forbidden", to = "landing", then = "again" },
]
ending = { when = ["cannot_move"] }
limits = { endless = "loss", max_actions = 300 }
"#;
    let plan = plan(&Rules::from_toml(text).expect("good rules"));
    for level in Level::available() {
        assert!(compare(&plan, level, 0) > 500);
    }
}
