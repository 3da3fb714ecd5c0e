//! Endgame tables against plain search and against published numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use mancalab::plan::{Feature, Plan};
use mancalab::rules::{
    Counts, FinalCount, Rules, Skip, SownStores, Take, Value, When, Winner, catalogue,
};
use mancalab::run::Run;
use mancalab::solve::tables::rank::{Order, distributions};
use mancalab::solve::tables::shape::Shape;
use mancalab::solve::tables::{most_seeds, refusal};
use mancalab::solve::{Layers, is_acyclic};
use mancalab::tree::two_rows::Node;
use mancalab::tree::{Board, Game, Goal, Step, TwoRows};
use proptest::prelude::*;

use crate::common::{any_rules, cases, game, plan};

fn on_threads(threads: usize, game: &TwoRows, seeds: u32) -> Layers {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| Layers::build(game, seeds, &Run::default())).expect("nobody stops it")
}

fn two_rows(plan: &Arc<Plan>) -> TwoRows {
    TwoRows::new(plan, Goal::of(plan)).expect("a game of two rows")
}

/// The boards of every supported game of the catalogue on a few columns.
fn supported(columns: i64) -> Vec<(String, TwoRows)> {
    let narrow = [("columns".to_owned(), Value::Int(columns))];
    let rules = catalogue::games().iter().filter_map(|rules| rules.replace(&narrow).ok());
    let plans = rules.map(|rules| plan(&rules)).filter(|plan| refusal(plan).is_none());
    plans.map(|plan| (plan.rules().name.clone(), two_rows(&plan))).collect()
}

#[test]
fn ranks_count_up_through_all_distributions() {
    for (columns, most) in [(1, 127), (2, 20), (3, 9), (4, 7), (6, 5), (7, 4)] {
        for seeds in 0..=most {
            let order = Order::new(Shape::pits(columns), seeds).expect("small");
            assert_eq!(Some(order.len() as u64), distributions(columns, seeds));
            let mut cursor = order.from(0);
            for rank in 0..order.len() {
                let board = cursor.board();
                assert_eq!((order.rank(board), order.unrank(rank)), (rank, board));
                let pits = board.own.to_le_bytes().into_iter().chain(board.other.to_le_bytes());
                assert_eq!(pits.map(u32::from).sum::<u32>(), seeds);
                assert_eq!((board.own | board.other) >> (8 * columns), 0);
                cursor.advance();
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn ranks_of_large_layers(
        (columns, seeds) in prop_oneof![(5_usize..=7, 10_u32..=16), (5_usize..=6, 30_u32..=36)],
        at in any::<u64>(),
    ) {
        let order = Order::new(Shape::pits(columns), seeds).expect("not too many");
        let rank = at as usize % order.len();
        let mut cursor = order.from(rank);
        prop_assert_eq!(order.rank(cursor.board()), rank);
        if rank + 1 < order.len() {
            cursor.advance();
            prop_assert_eq!(order.rank(cursor.board()), rank + 1);
        }
    }
}

#[test]
fn layers_too_large_have_no_order() {
    assert!(
        [(7, 127), (6, 40)].iter().all(|(columns, seeds)| Order::new(
            Shape::pits(*columns),
            *seeds
        )
        .is_none())
    );
}

/// Values of Awari for all distributions of up to 10 seeds, from an independent program.
#[test]
fn awari_is_as_published() {
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../data/awari_layers.json")).expect("JSON");
    let known = file["layers"].as_array().expect("a list");
    let layers = on_threads(2, &two_rows(&game("awari", &[])), known.len() as u32 - 1);
    assert_eq!((known.len(), layers.layers().len()), (11, 11));
    for (layer, known) in layers.layers().iter().zip(known) {
        let mut histogram = BTreeMap::new();
        for value in layer.values().expect("not packed") {
            *histogram.entry(value.to_string()).or_insert(0) += 1;
        }
        assert_eq!(serde_json::json!(histogram), sorted(&known["histogram"]), "{}", known["seeds"]);
    }
}

fn sorted(histogram: &serde_json::Value) -> serde_json::Value {
    let sorted: BTreeMap<_, _> = histogram.as_object().expect("a histogram").iter().collect();
    serde_json::json!(sorted)
}

/// What is still to come by plain search, in a game without cycles.
fn search(game: &TwoRows, board: Board) -> i16 {
    let step = game.settle(board, false);
    let value = step.end.map_or_else(
        || {
            best(
                game,
                |step| {
                    step.end.map_or_else(
                        || {
                            game.margin(&step.node)
                                + search(game, game.relevant_of(step.node.board))
                        },
                        |end| end.value,
                    )
                },
                &step.node,
            )
        },
        |end| end.value,
    );
    step.to_actor(value) - game.stored(board)
}

fn best(game: &TwoRows, value: impl Fn(&Step<Node>) -> i16, node: &Node) -> i16 {
    let legal = game.legal(node);
    let actions = (0..64).filter(|action| legal >> action & 1 == 1);
    let steps = actions.map(|action| game.play(node, action));
    steps.map(|step| step.to_actor(value(&step))).max().expect("some action is legal")
}

#[test]
fn tables_without_cycles_agree_with_plain_search() {
    let mut games = 0;
    for (columns, seeds) in [(2, 6), (3, 4)] {
        for (name, game) in supported(columns) {
            if !is_acyclic(game.plan()) {
                continue;
            }
            games += 1;
            let layers = on_threads(2, &game, seeds);
            for layer in layers.layers() {
                let mut cursor = layer.order().from(0);
                for value in layer.values().expect("not packed") {
                    assert_eq!(
                        i16::from(*value),
                        search(&game, cursor.board()),
                        "{name} {cursor:?}"
                    );
                    cursor.advance();
                }
            }
        }
    }
    assert!(games >= 2 * 10);
}

/// Compares the tables of a game without cycles, position by position, with the best of what its
/// actions lead to.
fn follow_from_each_other(game: &TwoRows, seeds: u32) {
    let layers = on_threads(2, game, seeds);
    for layer in layers.layers() {
        let mut cursor = layer.order().from(0);
        for found in layer.values().expect("not packed") {
            follows(&layers, cursor.board(), *found);
            cursor.advance();
        }
    }
}

fn follows(layers: &Layers, board: Board, found: i8) {
    let game = layers.game();
    let value = |step: &Step<Node>| match step.end {
        Some(end) => end.value,
        None => game.margin(&step.node) + layers.probe(step.node.board).expect("as many or fewer"),
    };
    let step = game.settle(board, false);
    let known = |end: mancalab::tree::Final| end.value;
    let expected = step.end.map_or_else(|| best(game, value, &step.node), known);
    let toml = || game.plan().rules().to_toml();
    let to_come = step.to_actor(expected) - game.stored(board);
    assert_eq!(i16::from(found), to_come, "{board:?}\n{}", toml());
}

/// Kalah with each clause changed that a game may have whose actions are one lap.
#[test]
fn tables_of_one_lap_follow_from_the_rules() {
    type Change = fn(&mut Rules);
    let changes: [Change; 10] = [
        |_| {},
        |rules| rules.landing.clear(),
        |rules| rules.landing[0].facing = Counts::Any,
        |rules| rules.landing[0].take = Take::Facing.into(),
        |rules| rules.landing[0].take = Take::Landing.into(),
        |rules| rules.sowing.skip = Skip::Lap,
        |rules| rules.sowing.stores = SownStores::Both,
        |rules| rules.turn.replay = false,
        |rules| rules.ending.when = vec![When::MoverEmpty],
        |rules| {
            rules.ending.when = vec![When::CannotMove];
            rules.ending.winner = Winner::LastMover;
            rules.ending.final_count = FinalCount::Home;
        },
    ];
    for (columns, seeds) in [(1, 127), (2, 24), (3, 8), (4, 6), (5, 4), (6, 4), (7, 3)] {
        for change in changes {
            let mut rules = game("kalah", &[("columns", Value::Int(columns))]).rules().clone();
            change(&mut rules);
            let game = two_rows(&plan(&rules));
            assert!(Layers::new(game.clone()).are_quick(), "{}", rules.to_toml());
            follow_from_each_other(&game, seeds);
        }
    }
    let relay = two_rows(&game("kalaha-ethiopian", &[]));
    assert!(!Layers::new(relay).are_quick());
}

/// From four million positions on, values are kept in memory of another kind.
#[test]
fn tables_of_large_layers_follow_from_the_rules() {
    let layers = on_threads(2, &two_rows(&game("kalah", &[])), 14);
    let layer = &layers.layers()[14];
    assert!(layer.order().len() > 1 << 22);
    for rank in (0..layer.order().len()).step_by(999) {
        follows(&layers, layer.order().unrank(rank), layer.values().expect("not packed")[rank]);
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn tables_without_cycles_follow_from_any_rules(
        plan in any_rules().prop_map(|rules| plan(&rules)).prop_filter(
            "tables without cycles", |plan| refusal(plan).is_none() && is_acyclic(plan),
        ),
    ) {
        let most = most_seeds(&plan).min([30, 9, 6, 4, 3, 3, 2][plan.columns - 1]);
        follow_from_each_other(&two_rows(&plan), most);
    }
}

/// What can be forced in so many actions, by waves: in each, the positions all of whose values
/// follow from the wave before.
fn by_waves(layers: &Layers, seeds: u32) -> Vec<i16> {
    let (game, order) = (layers.game(), layers.layers()[seeds as usize].order());
    let boards: Vec<_> = (0..order.len()).map(|rank| order.unrank(rank)).collect();
    let mut values = vec![0; boards.len()];
    loop {
        let value = |step: &Step<Node>| match step.end {
            Some(end) => end.value,
            None if game.seeds_in_pits(step.node.board) == seeds => {
                game.margin(&step.node) + values[order.rank(game.relevant_of(step.node.board))]
            }
            None => game.margin(&step.node) + layers.probe(step.node.board).expect("a lower layer"),
        };
        let next: Vec<_> = boards
            .iter()
            .map(|board| {
                let step = game.settle(*board, false);
                let found = |end: mancalab::tree::Final| end.value;
                let worth = step.end.map_or_else(|| best(game, value, &step.node), found);
                step.to_actor(worth) - game.stored(*board)
            })
            .collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

/// All at once from 0 on, one action more each time: no value is taken before it can be forced.
#[test]
fn tables_with_cycles_are_what_can_be_forced() {
    let mut games = 0;
    for (columns, most) in [(2, 8), (3, 5)] {
        for (name, game) in supported(columns) {
            if is_acyclic(game.plan()) {
                continue;
            }
            games += 1;
            let layers = on_threads(2, &game, most);
            for (seeds, layer) in layers.layers().iter().enumerate() {
                let values: Vec<_> = layer
                    .values()
                    .expect("not packed")
                    .iter()
                    .map(|value| i16::from(*value))
                    .collect();
                assert_eq!(values, by_waves(&layers, seeds as u32), "{name}, {seeds} seeds");
            }
        }
    }
    assert!(games >= 8, "{games} games");
}

#[test]
fn one_thread_finds_what_two_find() {
    for name in ["kalah", "awari", "bohnenspiel", "oware"] {
        let game = two_rows(&game(name, &[]));
        let [one, two] = [1, 2].map(|threads| on_threads(threads, &game, 8));
        for (one, two) in one.layers().iter().zip(two.layers()) {
            assert_eq!(one.values(), two.values(), "{name}");
        }
    }
}

#[test]
fn a_stopped_build_gives_nothing() {
    for name in ["kalah", "awari"] {
        let run = Run::default();
        run.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(Layers::build(&two_rows(&game(name, &[])), 3, &run).is_none());
    }
}

#[test]
fn refused_games_name_the_field() {
    let refused = |name: &str| refusal(&game(name, &[])).map(|fault| fault.field);
    let known = [
        ("kalah", None),
        ("awari", None),
        ("oware", None),
        ("uril", None),
        ("congklak", Some("rounds.refill")),
        ("pratt", Some("laps.relay")),
        ("mwambulula", Some("board.rows")),
    ];
    for (name, field) in known {
        assert_eq!(refused(name).as_deref(), field, "{name}");
    }
    for rules in catalogue::games() {
        refused_where_neither_pits_nor_stores_tell(rules);
    }
}

fn refused_where_neither_pits_nor_stores_tell(rules: &Rules) {
    let plan = plan(rules);
    let has = |feature| plan.features.has(feature);
    // A store of more than half ends a game. Half of what is left is another matter.
    let by_half = has(Feature::EndsAboveHalf) && !has(Feature::Removes);
    let by_half = by_half && !plan.may_be_endless && !plan.stores_stop_singles();
    let game = TwoRows::new(&plan, Goal::of(&plan));
    // What the last mover takes at the end does not follow from a position either.
    let told = !has(Feature::CountsOneSide);
    let supported = told && game.is_ok_and(|game| by_half || game.depends_on_pits_only());
    assert_eq!(refusal(&plan).is_none(), supported, "{}", rules.to_toml());
}

/// Nobody can lose what is in their store: who wins by more than half wins where it is played on, too. So a table of
/// stores and pits has as many wins as follow from the table of the pits alone.
#[test]
fn tables_of_stores_have_the_winners_of_play_on() {
    for (name, seeds) in [("oware", 7), ("uril", 5), ("bestemshe", 9)] {
        let layers = on_threads(2, &two_rows(&game(name, &[])), seeds);
        let plays_on = game(name, &[("end_above_half", Value::Bool(false))]);
        let to_come = on_threads(2, &two_rows(&plays_on), seeds);
        for layer in layers.layers() {
            for rank in 0..layer.order().len() {
                let (board, value) =
                    (layer.order().unrank(rank), layer.values().expect("not packed")[rank]);
                let on = to_come.probe(board).expect("as many seeds");
                let results = [i16::from(value), on].map(|value| (board.margin() + value).signum());
                assert_eq!(results[0], results[1], "{name} {board:?}");
            }
        }
    }
}

#[test]
fn ranks_count_up_through_all_stores() {
    for (name, seeds) in [("oware", 0), ("oware", 4), ("bestemshe", 27), ("chonka", 3)] {
        let plan = game(name, &[("columns", Value::Int(2))]);
        let shape = Shape::of(&plan);
        let seeds = seeds.min(shape.all_seeds().expect("the stores matter"));
        let order = Order::new(shape, seeds).expect("small");
        assert_eq!(Some(order.len() as u64), shape.positions(seeds));
        let mut cursor = order.from(0);
        for rank in 0..order.len() {
            let board = cursor.board();
            assert_eq!((order.find(board), order.unrank(rank)), (Some(rank), board));
            let all = board.own.to_le_bytes().into_iter().chain(board.other.to_le_bytes());
            assert_eq!(Some(all.map(u32::from).sum()), shape.all_seeds());
            cursor.advance();
        }
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn any_game_is_refused_where_neither_pits_nor_stores_tell(rules in any_rules()) {
        refused_where_neither_pits_nor_stores_tell(&rules);
    }
}
