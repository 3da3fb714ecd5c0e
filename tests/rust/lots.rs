//! Lots between rounds, worked out by hand.

use std::sync::Arc;

use mancalab::agents::alphabeta::{AlphaBeta, Memory};
use mancalab::agents::{Mcts, Player, Simple};
use mancalab::batch::{LanePlan, Level, PLAYS};
use mancalab::game::{EventKind, State};
use mancalab::notation;
use mancalab::plan::Plan;
use mancalab::random::GameKey;
use mancalab::rules::{Begins, Rules};
use mancalab::run::Run;
use mancalab::solve::{self, Request};
use mancalab::study::{LaneMatch, Opening, play_match};

use crate::common::{any_rules, drawn, play_out, turned_round, written};
use crate::shortcuts::without_shortcuts;
use crate::side_by_side;

/// Two pits a side of one seed each. A last seed that falls in an occupied pit of the other player takes
/// it. A round is over when the player to move has no seeds; what is left is its owner's. Two rounds.
const SMALL: &str = "name = \"small\"\n\
    board = { rows = 2, columns = 2 }\n\
    setup = { seeds = 1 }\n\
    landing = [{ was = \"occupied\", side = \"other\", take = [\"landing\"] }]\n\
    ending = { when = [\"mover_empty\"], final_count = \"owner\" }\n\
    rounds = { refill = 1, short = \"open\", start = \"lot\", most = 2 }";

fn plan_of(text: &str) -> Arc<Plan> {
    Arc::new(Plan::new(Rules::from_toml(text).expect("good rules")).expect("good rules"))
}

fn at(plan: &Arc<Plan>, text: &str) -> State {
    notation::state(plan, text).expect("a position")
}

fn text(state: &State) -> String {
    notation::position_text(state)
}

fn play(state: &State, action: i64) -> State {
    state.play(action).expect("a legal action")
}

/// South's seed moves to pit 1, and North has none: the round is over, and South's two seeds are South's.
/// South has three seeds then, North one. The lot lays out the next round: South's two pits are filled,
/// North's pit 0; the player begins on whom it falls.
#[test]
fn a_lot_says_who_begins_the_next_round() {
    let plan = plan_of(SMALL);
    let state = at(&plan, "S[1 1|1] N[0 0|1] S");
    let waiting = play(&state, 0);
    assert_eq!(text(&waiting), "S[0 0|3] N[0 0|1] N:1");
    assert!(waiting.is_chance() && !state.is_chance());
    assert_eq!(waiting.legal_actions().collect::<Vec<_>>(), [2, 3]);
    // It is North who is "to move": the first lot falls on North, the second on South.
    let north = play(&waiting, 2);
    assert_eq!(text(&north), "S[1 1|1 round=1] N[1 0|0 round=1 began=1] N");
    let south = play(&waiting, 3);
    assert_eq!(text(&south), "S[1 1|1 round=1 began=1] N[1 0|0 round=1] S");
    assert!(!north.is_chance() && !south.is_chance());
    assert_eq!(notation::action_text(&plan, 2).as_deref(), Some("l"));
    assert_eq!(notation::action_text(&plan, 3).as_deref(), Some("ol"));
    let told = waiting.trace(3, false).expect("a legal action");
    assert_eq!(told[0].kind, EventKind::Lot);
    assert_eq!(told[0].to_string(), "The lot falls on South, who begins the round.");
    assert_eq!(told[1].to_string(), "Round 2 begins.");
    // The same written down, and with the sides exchanged (GE-4).
    assert_eq!(at(&plan, &text(&waiting)), waiting);
    let turned = State::set_up(&plan, &turned_round(&written(&waiting))).expect("a position");
    assert_eq!(play(&turned, 3), State::set_up(&plan, &turned_round(&written(&south))).unwrap());
}

/// After the second round no lot is drawn, nor where North has no seed for a pit, nor inside a round.
#[test]
fn no_lot_is_drawn_where_no_round_follows() {
    let plan = plan_of(SMALL);
    let last = play(&at(&plan, "S[1 1|1 round=1] N[0 0|1 round=1] S"), 0);
    assert!(last.end().is_some() && !last.is_chance());
    let poor = play(&at(&plan, "S[1 1|2] N[0 0|0] S"), 0);
    assert!(poor.end().is_some());
    let start = State::start(Arc::clone(&plan));
    let error = start.play(2).expect_err("no lot now");
    assert_eq!(
        (&*error.field, &*error.why),
        ("rounds.start", "a lot is drawn only between two rounds")
    );
    let waiting = at(&plan, "S[0 0|3] N[0 0|1] N:1");
    let error = waiting.play(0).expect_err("a lot");
    assert_eq!(&*error.why, "a lot is drawn now: who begins the next round");
    for (position, why) in [
        ("S[1 0|2] N[0 0|1] N:1", "all pits are empty"),
        ("S[0 0|4] N[0 0|0] N:1", "no other round follows"),
        ("S[0 0|3 round=1] N[0 0|1 round=1] N:1", "no other round follows"),
        ("S[0 0|3] N[0 0|1] N:2", "allowed are 0 and 1"),
    ] {
        let error = notation::state(&plan, position).expect_err(position).to_string();
        assert!(error.contains(why), "{error}");
    }
}

/// In rounds that are counted the lot changes nothing in who has won the one before; and with pits that
/// change hands the beginner's lie where the lot says.
#[test]
fn a_lot_goes_with_other_rules_of_rounds() {
    let counted = SMALL.replace("\"owner\"", "\"owner\", winner = \"most_rounds\"");
    let waiting = play(&at(&plan_of(&counted), "S[1 1|1] N[0 0|1] S"), 0);
    assert_eq!(text(&waiting), "S[0 0|3] N[0 0|1] N:1");
    assert_eq!(text(&play(&waiting, 2)), "S[1 1|1 round=1 won=1] N[1 0|0 round=1 began=1] N");
    // South owns three pits, North one: the beginner's lie from the beginner's first pit on. (Pits of both
    // rows have numbers there, so the lots are 4 and 5.)
    let owned = SMALL.replace("\"open\"", "\"owned\", gained = \"beginner\"");
    let waiting = play(&at(&plan_of(&owned), "S[1 1|1] N[0 0|1] S"), 0);
    assert_eq!(text(&play(&waiting, 5)), "S[1 1|0 round=1 began=1] N[1' 1|0 round=1] S");
    assert_eq!(text(&play(&waiting, 4)), "S[1 1|0 round=1] N[1 1'|0 round=1 began=1] N");
}

const KEY: GameKey = GameKey::new(7, 1);

fn values(state: &State, depth: u32) -> (f64, Vec<(usize, f64)>) {
    let agent = AlphaBeta { depth: Some(depth), ..AlphaBeta::default() };
    let found = agent.analyse_means(state, KEY, true, &Run::default()).expect("not stopped");
    (found.value, found.values.expect("asked for"))
}

/// South to move, `S[1 1|1] N[0 0|1]`. Action 0 ends the round, see above: a lot. Then North begins with
/// `S[1 1|1] N[1 0|0]` and can only move to pit 1, so South is one seed ahead; or South begins, takes both
/// seeds in North's pit 0 with pit 1, and North has none: the game is over, 4 to 0. The mean is 2.5
/// seeds. Action 1 feeds North, `S[1 0|1] N[1 0|1]`, who moves to pit 1; then South moves to pit 1: 0.
#[test]
fn a_lot_is_worth_the_mean() {
    let plan = plan_of(SMALL);
    let state = at(&plan, "S[1 1|1] N[0 0|1] S");
    assert_eq!(values(&state, 3), (2.5, vec![(0, 2.5), (1, 0.0)]));
    // The lot itself, seen by North, is worth the mean of its children at one action less.
    let waiting = play(&state, 0);
    for depth in 2..8 {
        let [north, south] = [2, 3].map(|lot| {
            let next = play(&waiting, lot);
            let sign = if next.position().to_move == 1 { 1.0 } else { -1.0 };
            sign * values(&next, depth - 1).0
        });
        let found = values(&waiting, depth);
        assert_eq!(found, (f64::midpoint(north, south), vec![(2, north), (3, south)]), "{depth}");
    }
    assert_eq!(values(&waiting, 2), (-2.5, vec![(2, -1.0), (3, -4.0)]));
    let agent = AlphaBeta { depth: Some(3), ..AlphaBeta::default() };
    let found = agent.analyse_means(&state, KEY, false, &Run::default()).expect("not stopped");
    assert_eq!((found.action, found.principal_variation), (0, vec![0]));
    // Nobody searches such a game as if lots were chosen.
    assert!(agent.analyse(&mut Memory::default(), &state, KEY, false, &Run::default()).is_none());
    let chosen = agent.choose(&mut Memory::default(), &state, KEY, 0, &Run::default());
    assert_eq!(chosen, Ok(Some(0)));
}

/// Without a window: the same values by plain recursion, over all positions of random games.
#[test]
fn alpha_beta_gives_the_values_of_means() {
    fn plain(state: &State, depth: u32) -> f64 {
        let side = usize::from(state.position().to_move);
        let after = |action: usize| {
            let next = play(state, action as i64);
            let scores = next.scores().map(f64::from);
            if next.end().is_some() {
                return scores[side] - scores[1 - side];
            }
            let mover = usize::from(next.position().to_move);
            let value = if depth == 1 {
                scores[mover] - scores[1 - mover]
            } else {
                plain(&next, depth - 1)
            };
            if mover == side { value } else { -value }
        };
        let values = state.legal_actions().map(after);
        if state.is_chance() { values.sum::<f64>() / 2.0 } else { values.fold(f64::MIN, f64::max) }
    }
    let plan =
        plan_of(&SMALL.replace("columns = 2", "columns = 3").replace("most = 2", "most = 4"));
    let mut lots = 0;
    for game in 0..12 {
        play_out(State::start(Arc::clone(&plan)), GameKey::new(2, game), |state, _, _| {
            lots += u32::from(state.is_chance());
            for depth in 1..5 {
                let found = values(state, depth).0;
                assert!((found - plain(state, depth)).abs() < 1e-9, "{} {depth}", text(state));
            }
        });
    }
    assert!(lots > 5, "{lots}");
}

/// A search by random games sees lots too, and prefers the action that leads to the good one.
#[test]
fn random_search_draws_lots() {
    let state = at(&plan_of(SMALL), "S[1 1|1] N[0 0|1] S");
    let mcts = Mcts {
        simulations: Some(4000),
        time: None,
        rollout: Simple::Random,
        leaf_batch: None,
        exploration: 1.0,
        seed: 3,
    };
    let waiting = play(&state, 0);
    let found = mcts.analyse(&waiting, KEY, &Run::default()).expect("not stopped");
    let [north, south] = found.actions[..] else { panic!("two lots") };
    // Drawn 4000 times: each lot 2000 times, give or take five standard deviations of 31.6.
    assert!(north.visits.abs_diff(2000) < 159 && south.visits == 4000 - north.visits);
    let again = mcts.analyse(&waiting, KEY, &Run::default()).expect("not stopped");
    assert_eq!(found.actions, again.actions);
    let found = mcts.analyse(&state, KEY, &Run::default()).expect("not stopped");
    assert_eq!(found.principal_variation, [0]);
}

/// Who may not choose says so.
#[test]
fn solvers_refuse_games_with_lots() {
    let plan = plan_of(SMALL);
    let state = State::start(Arc::clone(&plan));
    let stop = std::sync::atomic::AtomicBool::new(false);
    let request = Request { memory: 1 << 20, ..Request::default() };
    let error = solve::solve(&state, &request, &stop).expect_err("refused").to_string();
    assert!(error.contains("the solver cannot play games with rounds"), "{error}");
    let refused = mancalab::executors::refusals(&plan);
    for (who, why) in refused {
        assert_eq!(why.is_none(), who == "lanes", "{who}: {why:?}");
    }
}

/// In 20,000 random games of two rounds the lot falls on each side equally often, within 5 standard
/// deviations (70.7 each); and one engine draws as the other does.
#[test]
fn lots_are_fair_and_alike_in_both_engines() {
    let text = SMALL.replace("columns = 2", "columns = 4").replace("seeds = 1", "seeds = 3");
    let plan = plan_of(&text.replace("refill = 1", "refill = 3"));
    let mut drawn = [0_i64; 2];
    let mut games = 0;
    while drawn[0] + drawn[1] < 20_000 {
        play_out(State::start(Arc::clone(&plan)), GameKey::new(11, games), |state, _, next| {
            if state.is_chance() {
                drawn[usize::from(next.register(1, mancalab::plan::Register::Began))] += 1;
            }
        });
        games += 1;
    }
    assert!((drawn[0] - 10_000).abs() < 354, "{drawn:?}");
    let opening = Opening::standard(&plan);
    let lane_plan = Arc::new(LanePlan::new(Arc::clone(&plan)).expect("lanes play it"));
    for agents in [[Simple::Random; 2], [Simple::Greedy, Simple::Random], [Simple::Greedy; 2]] {
        let numbers = 0..2_000;
        let [a, b] = &agents;
        let by_book = play_match([a, b], &opening, numbers.clone(), 5, &Run::default()).unwrap();
        for level in Level::available() {
            let lanes = LaneMatch::new(&lane_plan, agents, &opening, 5, level).expect("it runs");
            let (tally, _) = lanes.play(numbers.clone(), &Run::default()).expect("not stopped");
            assert_eq!(tally, by_book, "{agents:?} {level:?}");
        }
    }
}

/// Games of rounds that nobody has thought of, each with lots: lanes play them as the reference engine does,
/// also without shortcuts.
#[test]
fn any_rounds_with_lots_are_alike_in_both_engines() {
    let rounds = drawn(any_rules(), 200).filter(|rules| rules.rounds.are_played());
    let mut games = 0;
    for mut rules in rounds {
        rules.rounds.start = Begins::Lot;
        let Ok(plan) = Plan::new(rules) else { continue };
        games += 1;
        let level = *Level::available().last().expect("one at least");
        for plan in [Arc::new(plan.clone()), without_shortcuts(&plan, PLAYS)] {
            side_by_side::compare(&State::start(plan), level, games, usize::MAX);
        }
    }
    assert!(games > 0);
}
