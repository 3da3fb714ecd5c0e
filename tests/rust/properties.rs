//! What must hold in every game, under every combination of options, at every ply.

use crate::common::{any_rules, game, plan, play_out, turned_round, written};
use mancalab::game::{EventKind, Place, Reason, State};
use mancalab::outcome::GameResult;
use mancalab::plan::Feature;
use mancalab::random::GameKey;
use mancalab::rules::{Rules, Value};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn config() -> ProptestConfig {
    let persistence = FileFailurePersistence::WithSource("regressions");
    ProptestConfig { failure_persistence: Some(Box::new(persistence)), ..ProptestConfig::default() }
}

fn text(name: &str) -> Value {
    Value::Text(name.to_owned())
}

proptest! {
    #![proptest_config(config())]

    /// GE-7: no seed appears or vanishes. GE-8: somebody can always act until the game is over.
    /// GE-10: no game is longer than `max_actions`.
    #[test]
    fn seeds_are_conserved_and_somebody_can_act(rules in any_rules(), seed: u64) {
        let start = State::start(plan(&rules));
        let (seeds, most) = (start.seeds(), start.plan().max_actions);
        let removing = [Feature::Removes, Feature::RemovesPassing];
        let removes = removing.iter().any(|feature| start.plan().features.has(*feature));
        let last = play_out(start, GameKey::new(seed, 0), |state, _, next| {
            if removes {
                assert!(next.seeds() <= state.seeds());
            } else {
                assert_eq!(next.seeds(), seeds);
            }
            assert_eq!(next.legal_set() == 0, next.end().is_some());
            assert!(next.plies() <= most);
        });
        prop_assert!(last.legal_actions().next().is_none());
    }

    /// `play` accepts exactly the actions that the list has.
    #[test]
    fn the_legal_list_is_what_play_accepts(rules in any_rules(), seed: u64) {
        let start = State::start(plan(&rules));
        let count = start.plan().actions.count as i64;
        play_out(start, GameKey::new(seed, 1), |state, _, _| {
            let listed: Vec<i64> = state.legal_actions().map(|action| action as i64).collect();
            let accepted: Vec<i64> = (-2..count + 3).filter(|a| state.play(*a).is_ok()).collect();
            assert_eq!(listed, accepted);
        });
    }

    /// GE-4: turning the board round and exchanging the players commutes with every action. The
    /// turned position goes through the public constructor, in absolute sides.
    #[test]
    fn the_board_can_be_turned_round(rules in any_rules(), seed: u64) {
        let start = State::start(plan(&rules));
        play_out(start, GameKey::new(seed, 2), |state, action, next| {
            let there = State::set_up(state.plan(), &turned_round(&written(state))).unwrap();
            assert_eq!(there.legal_set(), state.legal_set());
            let there = there.play(action as i64).unwrap();
            // The position does not tell how long the game has lasted, or what came before.
            let past = [Reason::MaxActions, Reason::Repetition];
            if !next.end().is_some_and(|end| past.contains(&end.reason)) {
                assert_eq!(written(&there), turned_round(&written(next)));
                assert_eq!(there.end(), next.turned().end());
            }
        });
    }

    /// GE-12: a running position is its own settlement.
    #[test]
    fn settling_twice_changes_nothing(rules in any_rules(), seed: u64) {
        let start = State::start(plan(&rules));
        play_out(start, GameKey::new(seed, 3), |state, _, _| {
            let again = State::set_up(state.plan(), &written(state)).unwrap();
            assert_eq!(&again, state);
            assert_eq!(again.legal_set(), state.legal_set());
            assert!(again.end().is_none());
        });
    }

    /// The text of a game, read again, is the same game; its canonical form too.
    #[test]
    fn rules_can_be_written_and_read(rules in any_rules()) {
        let read = Rules::from_toml(&rules.to_toml()).unwrap();
        prop_assert_eq!(&read, &rules);
        prop_assert_eq!(read.digest(), rules.digest());
        prop_assert!(rules.diff(&read).is_empty());
    }

    /// The events of an action, carried out one by one, lead to the state that `play` gives.
    #[test]
    fn the_trace_tells_what_happens(rules in any_rules(), seed: u64) {
        let start = State::start(plan(&rules));
        play_out(start, GameKey::new(seed, 4), |state, action, next| {
            let events = state.trace(action as i64, false).unwrap();
            assert!(events.iter().all(|event| !event.clause.is_empty()));
            let over = events.last().is_some_and(|event| event.kind == EventKind::End);
            assert_eq!(over, next.end().is_some());
            let void = next.end().is_some_and(|end| end.reason == Reason::EndlessSowing);
            if !void {
                assert_eq!(carried_out(state, &events), board(next));
            }
        });
    }

    /// A game is a pure function of its number: played twice it is the same.
    #[test]
    fn games_repeat(rules in any_rules(), seed: u64, number: u64) {
        let play = || play_out(State::start(plan(&rules)), GameKey::new(seed, number), |_, _, _| {});
        let (one, two) = (play(), play());
        prop_assert_eq!(&one, &two);
        prop_assert_eq!((one.plies(), one.end()), (two.plies(), two.end()));
    }

    /// PR-8 with `feeding = forced`: nobody is ever punished; GE-9 may still make a game void.
    #[test]
    fn forced_feeding_leaves_nothing_to_punish(seed: u64, relay: bool) {
        let options = [("feeding", text("forced")), ("relay", Value::Bool(relay))];
        let start = State::start(game("pratt", &options));
        let last = play_out(start, GameKey::new(seed, 5), |state, action, next| {
            let [_, other] = both(state);
            if other.iter().all(|n| *n == 0) && next.end().is_none() {
                let now = next.side(1 - usize::from(state.position().to_move)).0;
                assert!(now.iter().any(|n| *n > 0), "action {action} feeds");
            }
        });
        prop_assert_ne!(last.end().unwrap().reason, Reason::Penalty);
    }

    /// KN-3: a drop that makes four is followed by the capture of these four at once.
    #[test]
    fn no_pit_keeps_a_four_made_by_a_drop(seed: u64, last_to_mover: bool) {
        let options = [("last_four_to_mover", Value::Bool(last_to_mover))];
        let start = State::start(game("kalaha-nigerian", &options));
        play_out(start, GameKey::new(seed, 6), |state, action, _| {
            let mut cells = board(state);
            let events = state.trace(action as i64, false).unwrap();
            for (index, event) in events.iter().enumerate() {
                apply(&mut cells, event);
                let Some(Place { side, pit: Some(pit) }) = event.to else { continue };
                if event.kind == EventKind::Drop && cells[side][pit] == 4 {
                    let taken = &events[index + 1];
                    assert_eq!((taken.kind, taken.from), (EventKind::Capture, event.to));
                }
            }
        });
    }

    /// CH-2: an unplayed mark stands on exactly one man. CH-9: the mover keeps the man that was dropped.
    #[test]
    fn chuba_keeps_its_promises(seed: u64) {
        play_out(State::start(game("chuba", &[])), GameKey::new(seed, 7), |state, _, next| {
            for side in 0..2 {
                let (pits, _, _, marks) = next.side(side);
                for pit in (0..pits.len()).filter(|pit| marks >> pit & 1 == 1) {
                    assert_eq!(pits[pit], 1);
                }
            }
            let mover = usize::from(state.position().to_move);
            assert!(next.side(mover).0.iter().any(|n| *n > 0));
        });
    }

    /// ELF without captures, with replay, own pits only, sows as general Kalaha does.
    #[test]
    fn plain_elf_sows_as_kalaha(seed: u64) {
        let elf = [("capture", text("none")), ("replay", Value::Bool(true)), ("symmetric", Value::Bool(false))];
        let kalaha = game("kalaha-general", &[("capture", text("none"))]);
        play_out(State::start(game("elf", &elf)), GameKey::new(seed, 8), |state, action, next| {
            let there = State::set_up(&kalaha, &written(state)).unwrap();
            assert_eq!(there.legal_set(), state.legal_set());
            let there = there.play(action as i64).unwrap();
            if next.end().is_none() {
                assert_eq!(written(&there), written(next));
            }
        });
    }

    /// GE-9: the detector stops exactly the sowings that come back to an earlier configuration,
    /// as a plain set of all configurations finds them.
    #[test]
    fn endless_sowings_are_those_that_repeat(pits in prop::collection::vec(0_u8..6, 12), pit in 0_usize..6) {
        let mut pits = pits;
        pits[pit] = pits[pit].max(1);
        let mut setup = mancalab::game::Setup::default();
        for side in 0..2 {
            setup.pits[side] = pits[6 * side..6 * side + 6].iter().map(|n| i64::from(*n)).collect();
        }
        let state = State::set_up(&game("pratt", &[]), &setup).unwrap();
        if state.end().is_some() {
            return Ok(()); // South cannot feed North (PR-6)
        }
        let next = state.play(pit as i64).unwrap();
        let void = next.end().is_some_and(|end| end.result == GameResult::Void);
        prop_assert_eq!(void, repeats(pits, pit));
    }
}

/// Whether a relay of Pratt's game without stores comes back to a configuration.
fn repeats(mut pits: Vec<u8>, mut origin: usize) -> bool {
    let mut seen = std::collections::HashSet::new();
    loop {
        let mut hand = std::mem::take(&mut pits[origin]);
        if !seen.insert((pits.clone(), origin, hand)) {
            return true;
        }
        let mut at = origin;
        while hand > 0 {
            at = (at + 1) % 12;
            if at != origin {
                pits[at] += 1;
                hand -= 1;
            }
        }
        if pits[at] == 1 {
            return false;
        }
        origin = at;
    }
}

/// Pits of each side with the store behind them.
fn board(state: &State) -> [Vec<i32>; 2] {
    [0, 1].map(|side| {
        let (pits, store, _, _) = state.side(side);
        pits.iter().chain([&store]).map(|n| i32::from(*n)).collect()
    })
}

/// The pits of the player to move and of the other.
fn both(state: &State) -> [Vec<u8>; 2] {
    let mover = usize::from(state.position().to_move);
    [mover, 1 - mover].map(|side| state.side(side).0.to_vec())
}

fn carried_out(state: &State, events: &[mancalab::game::Event]) -> [Vec<i32>; 2] {
    let mut cells = board(state);
    for event in events {
        apply(&mut cells, event);
    }
    cells
}

fn apply(cells: &mut [Vec<i32>; 2], event: &mancalab::game::Event) {
    let count = i32::from(event.count);
    let mut add = |place: Option<Place>, n: i32| {
        if let Some(Place { side, pit }) = place {
            let store = cells[side].len() - 1;
            cells[side][pit.unwrap_or(store)] += n;
        }
    };
    add(event.from, -count);
    add(event.to, count);
    if event.kind == EventKind::Reserve && event.key == "reserve" {
        let pits = cells[event.side].len() - 1;
        cells[event.side][..pits].iter_mut().for_each(|n| *n += 1);
    }
}
