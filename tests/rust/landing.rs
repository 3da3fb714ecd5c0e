//! The landing table: positions in which engines once differed, entries that are dead, the older
//! spelling, and what a digest tells apart.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use mancalab::batch::{Block, Engine, LanePlan, Level};
use mancalab::game::{Event, EventKind, State};
use mancalab::notation;
use mancalab::plan::Plan;
use mancalab::random::GameKey;
use mancalab::rules::{Counts, Landing, LapTest, Occupancy, Row, Rules, Whose};
use mancalab::tree::{Game, Goal, TwoRows};
use proptest::prelude::*;

use crate::common::{any_rules, cases, plan, play_out};
use crate::side_by_side::start_of;

/// The text of what an action leads to, the same on every engine that plays the game.
fn after(plan: &Arc<Plan>, position: &str, action: usize) -> String {
    let state = notation::state(plan, position).expect("a good position");
    let next = state.play(action as i64).expect("a legal action");
    for level in Level::available() {
        let lane_plan = Arc::new(LanePlan::new(Arc::clone(plan)).expect("rules for lanes"));
        let (mut engine, mut block) = (Engine::new(lane_plan, level), Block::empty(level));
        let start = start_of(&state).expect("it runs");
        block.put(&engine.lane_plan, 0, &start, GameKey::new(0, 0));
        block.action.0[0] = action as u8;
        engine.step(&mut block);
        assert_eq!(block.position(plan, 0), *next.position(), "{}", level.name());
        assert_eq!(block.end(0), next.end(), "{}", level.name());
    }
    if let Ok(game) = TwoRows::new(plan, Goal::Margin) {
        let step = game.play(&game.node(&state), action);
        let mover = next.position().to_move;
        assert_eq!(game.position(step.node.board, mover), *next.position());
        assert_eq!(step.end.map(|end| end.reason), next.end().map(|end| end.reason));
    }
    let end = next.end().map_or("runs", |end| end.reason.name());
    format!("{} {end}", notation::position_text(&next))
}

fn described(text: &str) -> Arc<Plan> {
    plan(&Rules::from_toml(&format!("name = \"described\"\n{text}")).expect("a good description"))
}

/// Captured seeds are sown from the outer pit beside the landing pit, whose own seeds stay there; but a single one takes
/// them along.
#[test]
fn captured_seeds_are_sown_from_the_outer_pit() {
    let rules = |single: bool| {
        described(&format!(
            "board = {{ rows = 4, columns = 2 }}\nsetup = {{ seeds = 2 }}\n\
             laps = {{ relay = \"landing\", single_hand = {single} }}\n\
             landing = [{{ was = \"occupied\", row = \"inner\", facing = \"occupied\", take = \"file\", to = \"hand\", \
             reentry = \"outer\" }}]\n\
             ending = {{ when = [\"cannot_move\"], winner = \"last_mover\", score = \"owned\" }}"
        ))
    };
    // Pit 1 ends in pit 3, beside which pit 0 lies: with one seed of North's pit 2 to pit 1, ...
    let one = "S[3 2 0 1|0] N[0 0 1 2|0] S";
    assert_eq!(after(&rules(false), one, 1), "S[3 1 1 2|0] N[0 0 0 2|0] N runs");
    // ... or with the three of pit 0 once round the board.
    assert_eq!(after(&rules(true), one, 1), "S[1 1 2 3|0] N[0 0 0 2|0] N runs");
    // With two, of North's pits 2 and 1, to pit 2; then relays from there and from pit 0.
    for single in [false, true] {
        let two = "S[3 2 0 1|0] N[1 1 1 0|0] S";
        assert_eq!(after(&rules(single), two, 1), "S[1 2 1 4|0] N[1 0 0 0|0] N runs");
    }
}

/// A last seed does not fall in an empty pit but in the one after it, whatever lies there, and the turn ends: after a
/// relay, past the pit that is passed over, and on two rows in the other one. A lone seed that stays is no such seed.
#[test]
fn last_seeds_fall_past_an_empty_pit() {
    let rules = |sowing: &str| {
        described(&format!(
            "board = {{ rows = 2, columns = 3 }}\nsetup = {{ seeds = 1 }}\n\
             sowing = {{ last = \"past_empty\", {sowing} }}\nlaps = {{ relay = \"landing\" }}\n\
             landing = [{{ side = \"other\", was = \"occupied\", take = \"landing\" }}]\n\
             ending = {{ when = [\"cannot_move\"], winner = \"last_mover\" }}"
        ))
    };
    let two = rules("skip = \"none\"");
    // Pit 0 would end in pit 1, and ends in pit 2, whose two seeds are not sown on.
    assert_eq!(after(&two, "S[1 0 1|0] N[1 1 1|0] S", 0), "S[0 0 2|0] N[1 1 1|0] N runs");
    // Into the other row: nothing is captured there.
    assert_eq!(after(&two, "S[1 0 1|0] N[0 1 1|0] S", 2), "S[1 0 0|0] N[0 2 1|0] N runs");
    // After a relay from pit 1.
    assert_eq!(after(&two, "S[1 1 1|0] N[0 0 1|0] S", 0), "S[0 0 2|0] N[0 1 1|0] N runs");
    // The last of six seeds comes to where they were lifted, and past it.
    let round = "S[6 1 0|0] N[1 1 1|0] S";
    assert_eq!(after(&two, round, 0), "S[0 3 1|0] N[2 2 2|0] N runs");
    let skips = rules("skip = \"lap\"");
    assert_eq!(after(&skips, "S[1 0 0|0] N[1 0 1|0] S", 0), "S[0 0 1|0] N[1 0 1|0] N runs");
    assert_eq!(after(&skips, "S[0 5 1|0] N[1 1 1|0] S", 1), "S[0 0 3|0] N[2 2 2|0] N runs");
    let stays = rules("first = \"origin\"");
    assert_eq!(after(&stays, "S[1 0 1|0] N[1 1 1|0] S", 0), "S[1 0 1|0] N[1 1 1|0] N runs");
    assert_eq!(after(&stays, "S[2 0 1|0] N[1 1 1|0] S", 0), "S[1 0 2|0] N[1 1 1|0] N runs");
}

/// Captured seeds are sown from the nearest empty pit before the landing pit, backward or forward; from the landing pit
/// itself where no other is empty.
#[test]
fn captured_seeds_are_sown_from_an_empty_pit() {
    let rules = |direction: &str, first: &str| {
        described(&format!(
            "board = {{ rows = 4, columns = 3 }}\nsetup = {{ seeds = 1 }}\n\
             moves = {{ direction = \"{direction}\" }}\nsowing = {{ first = \"{first}\" }}\n\
             landing = [{{ row = \"inner\", facing = \"occupied\", take = \"facing\", to = \"hand\", \
             reentry = \"after_empty\" }}]\n\
             ending = {{ when = [\"cannot_move\"], winner = \"last_mover\", score = \"owned\" }}"
        ))
    };
    let one = rules("counterclockwise", "next");
    // Pit 2 ends in pit 4, before which pit 2 is empty: two seeds fall in pits 3 and 4, where nothing is left to take.
    let first = after(&one, "S[0 0 2 1 1 0|0] N[1 0 0 0 2 0|0] S", 2);
    assert_eq!(first, "S[0 0 0 3 3 0|0] N[1 0 0 0 0 0|0] N runs");
    // All are full once the seven seeds of pit 3 have gone round: from pit 4 on.
    let full = after(&one, "S[1 1 1 7 1 1|0] N[1 0 0 0 2 0|0] S", 3);
    assert_eq!(full, "S[3 2 2 1 3 3|0] N[1 0 0 0 0 0|0] N runs");
    // The pit that was played keeps a seed: pit 0 is the nearest empty one.
    let kept = rules("counterclockwise", "origin");
    let further = after(&kept, "S[0 3 1 1 0 0|0] N[1 0 0 0 0 1|0] S", 1);
    assert_eq!(further, "S[0 2 2 2 0 0|0] N[1 0 0 0 0 0|0] N runs");
    // Clockwise, what lies before is after: pit 5 is sown backward, in pits 4 and 3.
    let both = rules("chosen", "next");
    let back = after(&both, "S[0 0 0 1 1 2|0] N[1 2 0 0 0 2|0] S", 11);
    assert_eq!(back, "S[0 0 0 3 3 0|0] N[1 2 0 0 0 0|0] N runs");
}

/// A captured hand is still on the board where the end is looked for: it counts as it would lie if
/// the sowing stopped.
#[test]
fn a_captured_hand_counts_where_the_end_is_looked_for() {
    let plan = described(
        r#"
        board = { rows = 2, columns = 3 }
        setup = { seeds = 2 }
        landing = [{ was = "occupied", take = "facing", to = "hand" }]
        ending = { when = ["few"], few = 6, test = "lap", final_count = "owner" }
        "#,
    );
    // Two seeds are taken and sown on, then one: in the hand or not, seven are on the board.
    assert_eq!(after(&plan, "S[1 1 1|0] N[1 2 1|0] S", 0), "S[0 4 2|0] N[0 0 1|0] N runs");
}

/// The end of the game stops a sowing between two laps; the captured hand stays where it is.
#[test]
fn a_captured_hand_stays_in_the_landing_pit_when_the_game_is_over() {
    let plan = described(
        r#"
        board = { rows = 2, columns = 3 }
        setup = { seeds = 2 }
        landing = [{ was = "occupied", take = "facing", to = "hand" }]
        ending = { when = ["either_empty"], test = "lap", final_count = "home" }
        "#,
    );
    assert_eq!(after(&plan, "S[1 1 1|0] N[0 2 0|0] S", 0), "S[0 4 1|0] N[0 0 0|0] N side_empty");
    let state = notation::state(&plan, "S[1 1 1|0] N[0 2 0|0] S").expect("a position");
    let events = state.trace(0, false).expect("legal");
    let stop = events.iter().find(|event| event.key == "sweep.hand").expect("told");
    assert_eq!((stop.from, stop.count, &*stop.field), (None, 2, "ending.test"));
    assert_eq!(stop.to_string(), "The sowing stops; the hand, 2 seeds, stays in South's pit 1.");
}

/// On four rows every landing is on the own side: what fails there is the row.
#[test]
fn the_row_that_failed_is_told() {
    let game = |landing: &str, rows: u8| {
        described(&format!(
            "board = {{ rows = {rows}, columns = 2 }}\nsetup = {{ seeds = 1 }}\n\
             ending = {{ when = [\"cannot_move\"] }}\n[[landing]]\nname = \"a\"\ntake = \"facing\"\n{landing}"
        ))
    };
    let failed = |plan: Arc<Plan>| {
        let events = State::start(plan).trace(0, true).expect("legal");
        let test = events.into_iter().find(|event| event.kind == EventKind::Test).expect("a test");
        (test.field.clone(), test.to_string())
    };
    let told = "Not landing.a at South's pit 1: it asks for an inner pit.".to_owned();
    for landing in ["row = \"inner\"", "row = \"inner\"\nside = \"own\""] {
        assert_eq!(failed(game(landing, 4)), ("landing.a.row".to_owned(), told.clone()));
    }
    let told = "Not landing.a at South's pit 1: it asks for a pit of the other player.".to_owned();
    assert_eq!(failed(game("side = \"other\"", 2)), ("landing.a.side".to_owned(), told));
}

#[test]
fn a_choice_is_told_by_an_entry_that_can_have_led_to_it() {
    let plan = described(
        r#"
        board = { rows = 2, columns = 3 }
        setup = { seeds = 1 }
        ending = { when = ["cannot_move"] }
        [[landing]]
        side = "own"
        [[landing]]
        name = "dead"
        side = "own"
        take = "facing"
        choose = "pits"
        choices = 1
        [[landing]]
        name = "alive"
        side = "other"
        take = "landing"
        choose = "pits"
        choices = 1
        "#,
    );
    assert_eq!(plan.rules().dead_entries(), [(1, 0)]);
    let state = notation::state(&plan, "S[0 0 1|0] N[1 2 1|0] S").expect("a position");
    let state = state.play(2).expect("legal");
    let choice = state.legal_actions().next().expect("a pit") as i64;
    let events = state.trace(choice, false).expect("legal");
    assert_eq!(events[0].field, "landing.alive.choose");
}

/// The entries of a game, in the order in which they are tried.
fn on(rules: &Rules) -> Vec<usize> {
    (0..rules.landing.len()).filter(|index| rules.landing[*index].is_on()).collect()
}

/// The entry that an event speaks of.
fn entry_of(rules: &Rules, event: &Event) -> Option<usize> {
    let (path, _) = event.field.rsplit_once('.')?;
    on(rules).into_iter().find(|index| rules.entry_path(*index) == path)
}

/// The entries that fit somewhere in a traced action: those with an event of their own, and those
/// behind which no further test was made.
fn fitting(rules: &Rules, events: &[Event]) -> BTreeSet<usize> {
    let entries = on(rules);
    let mut fitting = BTreeSet::new();
    let mut failed = 0;
    for event in events.iter().map(Some).chain([None]) {
        let entry = event.and_then(|event| entry_of(rules, event));
        if event.is_some_and(|event| event.kind == EventKind::Test) {
            assert_eq!(entry, Some(entries[failed]), "entries are tried in order");
            failed += 1;
            continue;
        }
        fitting.extend(entry);
        fitting.extend(entries.get(failed).filter(|_| failed > 0));
        failed = 0;
    }
    fitting
}

/// The same entry, asking for more.
fn stricter(entry: &Landing, more: u32, four_rows: bool) -> Landing {
    let asks = |bit: u32| more >> bit & 1 == 1;
    let number = |bit: u32, counts: &Counts, strict: Counts| match counts {
        Counts::Any if asks(bit) => strict,
        same => same.clone(),
    };
    let mut entry = Landing { name: String::new(), ..entry.clone() };
    entry.counts = number(0, &entry.counts, Counts::List(vec![1, 2, 3, 5]));
    entry.next = number(1, &entry.next, Counts::Occupied);
    entry.before = number(2, &entry.before, Counts::Empty);
    entry.facing = number(3, &entry.facing, Counts::Even);
    entry.hand = number(4, &entry.hand, Counts::From(2));
    entry.turns = number(5, &entry.turns, Counts::Odd);
    if asks(6) && entry.was == Occupancy::Any {
        entry.was = Occupancy::Occupied;
    }
    if asks(7) && entry.side == Whose::Any && !four_rows {
        entry.side = Whose::Own;
    }
    if asks(8) && entry.row == Row::Any && four_rows {
        entry.row = Row::Inner;
    }
    if asks(9) && entry.lap == LapTest::Any {
        entry.lap = LapTest::Later;
    }
    if asks(10) {
        entry.crossed = entry.crossed.or(Some(true));
    }
    if asks(11) && entry.other_inner == Occupancy::Any {
        entry.other_inner = Occupancy::Occupied;
    }
    entry
}

proptest! {
    #![proptest_config(cases(200))]

    /// An entry behind one that asks for less is dead, and no dead entry ever fits.
    #[test]
    fn dead_entries_never_fit(rules in any_rules(), which: usize, more: u32, seed: u64) {
        let mut rules = rules;
        let mut added = None;
        if !rules.landing.is_empty() {
            let first = which % rules.landing.len();
            let four_rows = rules.board.rows == 4;
            rules.landing.push(stricter(&rules.landing[first], more, four_rows));
            if rules.check().is_empty() {
                added = rules.landing[first].is_on().then_some(rules.landing.len() - 1);
            } else {
                rules.landing.pop();
            }
        }
        let dead: BTreeSet<usize> = rules.dead_entries().into_iter().map(|(dead, _)| dead).collect();
        prop_assert!(added.is_none_or(|added| dead.contains(&added)), "{}", rules.to_toml());
        let relays = rules.keeps_from_relay().is_none();
        play_out(State::start(plan(&rules)), GameKey::new(seed, 0), |state, action, _| {
            let events = state.trace(action as i64, true).expect("legal");
            assert!(relays || events.iter().all(|event| event.field != "laps.relay"));
            let fitting = fitting(&rules, &events);
            assert!(fitting.is_disjoint(&dead), "{dead:?} {fitting:?}\n{}", rules.to_toml());
        });
    }
}

/// A `[[capture]]` entry as it is written, and what it says as `[[landing]]`.
struct Both {
    older: String,
    newer: String,
}

fn pick<'a>(draw: &mut impl FnMut() -> u8, names: &[&'a str]) -> &'a str {
    names[usize::from(draw()) % names.len()]
}

/// Any entry in the older spelling, beside the newer one, put down by the documents of the two.
fn spelled(draw: &mut impl FnMut() -> u8) -> Both {
    let (mut older, mut newer) = ("[[capture]]\n".to_owned(), "[[landing]]\n".to_owned());
    let same = ["grand_slam", "to", "reentry"];
    let values: [&[&str]; 3] = [
        &["capture", "legal_no_capture", "forbidden"],
        &["store", "other_store", "landing", "hand", "removed", "none"],
        &["lap", "landing", "turn"],
    ];
    for (field, values) in same.into_iter().zip(values) {
        let line = format!("{field} = {:?}\n", pick(draw, values));
        older += &line;
        newer += &line;
    }
    let was = pick(draw, &["any", "empty", "occupied"]);
    let numbers: &[i64] = [&[][..], &[], &[1], &[2, 3], &[1, 4], &[4]][usize::from(draw()) % 6];
    let chain = pick(draw, &["none", "backward"]);
    let _ = write!(older, "landing = {was:?}\ncounts = {numbers:?}\nchain = {chain:?}\n");
    // In the older spelling a chain asks every pit for what it asks the landing pit.
    let counts = match (chain, was, numbers) {
        ("backward", "empty", [] | [1] | [1, ..]) => "[1]".to_owned(),
        ("backward", "occupied", []) => "\"2..\"".to_owned(),
        ("backward", "occupied", [1, 4]) => "[4]".to_owned(),
        _ => format!("{numbers:?}"),
    };
    let _ = write!(newer, "was = {was:?}\ncounts = {counts}\nchain = {chain:?}\n");
    match draw() % 4 {
        0 => newer += "side = \"own\"\n", // unless it is said
        1 => (older, newer) = (older + "side = \"own\"\n", newer + "side = \"own\"\n"),
        2 => (older, newer) = (older + "side = \"other\"\n", newer + "side = \"other\"\n"),
        _ => older += "side = \"any\"\n",
    }
    match draw() % 4 {
        0 => newer += "take = \"facing\"\n", // unless it is said
        1 => {
            older += "take = \"facing_and_landing\"\n";
            newer += "take = [\"landing\", \"facing\"]\n";
        }
        2 => (older, newer) = (older + "take = \"file\"\n", newer + "take = \"file\"\n"),
        _ => (older, newer) = (older + "take = \"landing\"\n", newer + "take = \"landing\"\n"),
    }
    if draw().is_multiple_of(2) {
        (older, newer) = (older + "row = \"inner\"\n", newer + "row = \"inner\"\n");
    }
    if draw().is_multiple_of(2) {
        (older, newer) = (older + "needs_opposite = true\n", newer + "facing = \"occupied\"\n");
    }
    if draw().is_multiple_of(4) {
        older += "then = \"choose_another_file\"\n";
        newer += "choose = \"another_file\"\n";
    }
    Both { older, newer }
}

const TWO_ROWS: &str = "name = \"spelled\"\nboard = { rows = 2, columns = 4, stores = true }\n\
    setup = { seeds = 3 }\nsowing = { stores = \"own\" }\n\
    ending = { when = [\"either_empty\"], final_count = \"owner\" }\n";
const FOUR_ROWS: &str = "name = \"spelled\"\nboard = { rows = 4, columns = 4 }\n\
    setup = { seeds = 2 }\nlaps = { relay = \"landing\" }\n\
    ending = { when = [\"cannot_move\"], winner = \"last_mover\" }\n";

proptest! {
    #![proptest_config(cases(500))]

    /// `[[capture]]` says what the documents of its fields say, in the words of `[[landing]]`: both
    /// are faulty, or both are the same game, by their digests and in play.
    #[test]
    fn the_older_spelling_says_the_same(draws in prop::collection::vec(any::<u8>(), 48), seed: u64) {
        let mut draws = draws.into_iter();
        let mut draw = || draws.next().unwrap_or(0);
        let head = if draw().is_multiple_of(2) { TWO_ROWS } else { FOUR_ROWS };
        let (mut older, mut newer) = (head.to_owned(), head.to_owned());
        for _ in 0..=draw() % 3 {
            let both = spelled(&mut draw);
            older += &both.older;
            newer += &both.newer;
        }
        let (older, newer) = (Rules::from_toml(&older), Rules::from_toml(&newer));
        prop_assert_eq!(older.is_ok(), newer.is_ok(), "{:?}\n{:?}", older, newer);
        let (Ok(older), Ok(newer)) = (older, newer) else { return Ok(()) };
        prop_assert_eq!(older.digest(), newer.digest());
        same_play(&older, &newer, seed);
        prop_assert_eq!(Rules::from_toml(&older.to_toml()).expect("as written"), older);
    }

    /// Rules of one digest are one game: an entry with another test or effect has another digest,
    /// unless it plays the same.
    #[test]
    fn games_of_one_digest_are_played_alike(
        rules in any_rules(), other in any_rules(), which: usize, key: usize, seed: u64,
    ) {
        if rules.landing.is_empty() || other.landing.is_empty() {
            return Ok(());
        }
        let mut changed = rules.clone();
        let index = which % rules.landing.len();
        let from = &other.landing[which % other.landing.len()];
        exchange(&mut changed.landing[index], from, Landing::FIELDS[key % Landing::FIELDS.len()]);
        if changed.check().is_empty() && changed.digest() == rules.digest() {
            same_play(&rules, &changed, seed);
        }
    }
}

/// A chain backward that asks its pits for no number, and one that asks each for what the landing
/// pit must have been.
#[test]
fn chains_that_ask_for_other_pits_are_other_games() {
    for (was, counts, pits) in [("empty", "[1]", "3 4 2 0"), ("occupied", "\"2..\"", "3 0 2 1")] {
        let entry = |counts: &str| {
            let toml = format!(
                "{TWO_ROWS}[[landing]]\nwas = {was:?}\ntake = \"landing\"\n\
                 chain = \"backward\"\n{counts}"
            );
            Rules::from_toml(&toml).expect("a good description")
        };
        let (any, some) = (entry(""), entry(&format!("counts = {counts}\n")));
        assert_ne!(any.digest(), some.digest(), "{was}");
        let position = format!("S[{pits}|0] N[1 1 1 1|0] S");
        let both = [any, some].map(|rules| after(&plan(&rules), &position, 0));
        assert_ne!(both[0], both[1], "{was}");
    }
}

/// Plays one game by two descriptions.
fn same_play(one: &Rules, two: &Rules, seed: u64) {
    let mut there = State::start(plan(two));
    play_out(State::start(plan(one)), GameKey::new(seed, 0), |state, action, next| {
        let context = || format!("{state}\n{}\n{}", one.to_toml(), two.to_toml());
        assert_eq!(there.legal_set(), state.legal_set(), "{}", context());
        there.advance(action);
        let both = [&there, next].map(|state| (*state.position(), state.end()));
        assert_eq!(both[0], both[1], "{}", context());
    });
}

/// Takes one field over from another entry.
fn exchange(entry: &mut Landing, from: &Landing, field: &str) {
    let value = |entry: &Landing| serde_json::to_value(entry).expect("an entry");
    let mut table = value(entry);
    match value(from).get(field) {
        Some(found) => table[field] = found.clone(),
        None => drop(table.as_object_mut().expect("a table").remove(field)),
    }
    *entry = serde_json::from_value(table).expect("an entry");
}
