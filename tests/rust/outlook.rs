//! The outlook of positions, beside what the reference engine plays.

use std::sync::Arc;

use mancalab::batch::Level;
use mancalab::batch::encode::{Encoding, Kind};
use mancalab::game::{State, observation_names};
use mancalab::plan::{Feature, Plan};
use mancalab::random::GameKey;
use mancalab::rules::{MaxActions, catalogue};
use mancalab::tree::{Outlook, two_rows};
use proptest::prelude::*;

use crate::common::{any_rules, any_within, cases, plan, play_out, written};
use crate::lanes::without_repetition;

/// Numbers of an action.
const NUMBERS: usize = 3;

/// How far a player is ahead by the definition of a gain: of the boards of two rows, or of all other games.
fn ahead(state: &State, side: usize, boards: bool) -> i16 {
    let features = &state.plan().features;
    let own_sides = features.has(Feature::FourRows) || features.has(Feature::OwnRowsSown);
    let (pits, store, reserve, _) = state.side(1 - side);
    if own_sides && !boards {
        return -(pits.iter().map(|n| i16::from(*n)).sum::<i16>() + i16::from(store + reserve));
    }
    i16::from(state.side(side).1) - i16::from(store)
}

/// What the player of a side gains by an action.
fn gain(before: &State, after: &State, side: usize, boards: bool) -> i16 {
    let winner = after.end().map(|end| end.result.winner());
    let chooses = before.plan().leaves(before.position().phase);
    match winner {
        Some(winner) if !boards => winner.map_or(0, |it| if it == side { 12 } else { -12 }),
        None if after.is_chance() || chooses => 0,
        _ if before.rounds_begun() != after.rounds_begun() => 0,
        _ => ahead(after, side, boards) - ahead(before, side, boards),
    }
}

/// The numbers of a player, from a state in which they are to move; `side` is theirs.
fn definition(state: &State, side: u8) -> Vec<[f32; NUMBERS]> {
    let plan = state.plan();
    let boards = two_rows::refusal(plan).is_none();
    let sows = [Feature::SowsOwnStore, Feature::SowsBothStores];
    let sown = i16::from(sows.iter().any(|feature| plan.features.has(*feature)));
    let mut told = vec![[0.0; NUMBERS]; plan.actions.count];
    if state.position().to_move != side || state.is_chance() {
        return told; // they were skipped, or nobody chooses
    }
    for action in state.legal_actions() {
        let next = state.play(action as i64).expect("legal");
        let gain = gain(state, &next, usize::from(side), boards);
        let decides = next.end().is_none() && !next.is_chance();
        let again = decides && next.position().to_move == side;
        told[action] = [
            f32::from(u8::from(again)),
            f32::from(u8::from(gain > sown)),
            f32::from(gain.clamp(-12, 12)) / 6.0,
        ];
    }
    told
}

/// The numbers of a player who would be to move instead of the one who is: none in any phase but 0,
/// and where the position could not be theirs.
fn instead(state: &State) -> Vec<[f32; NUMBERS]> {
    let side = 1 - state.position().to_move;
    let nothing = vec![[0.0; NUMBERS]; state.plan().actions.count];
    let mut setup = written(state);
    if setup.phase != 0 {
        return nothing;
    }
    setup.to_move = side.into();
    if state.plan().blocks {
        setup.claims = Default::default(); // the block is over with the turn
    }
    State::set_up(state.plan(), &setup).map_or(nothing, |other| definition(&other, side))
}

/// Compares the outlooks of the positions of some random games; gives how many.
fn compare(plan: &Arc<Plan>, games: u64, seed: u64) -> usize {
    let outlook = Outlook::new(plan);
    let mut compared = 0;
    for game in 0..games {
        play_out(State::start(Arc::clone(plan)), GameKey::new(seed, game), |state, _, _| {
            if state.plies() + 1 == plan.max_actions || plan.max_actions == 1 {
                return; // what is left of a game is not told
            }
            let mover = state.position().to_move;
            let wanted = [definition(state, mover), instead(state)].concat();
            let mut found = vec![9.0; outlook.numbers()];
            outlook.write(&state.observation(), &mut found);
            assert_eq!(found.as_chunks().0, wanted, "{}\n{state}", plan.rules().to_toml());
            compared += 1;
        });
    }
    compared
}

#[test]
fn every_game_of_the_catalogue() {
    for rules in catalogue::games() {
        let mut rules = without_repetition(rules.clone());
        rules.limits.max_actions = MaxActions(Some(200)); // long matches are as their first rounds
        let compared = compare(&plan(&rules), 2, 1);
        assert!(compared > 10, "{}: {compared}", rules.name);
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn outlooks_are_what_the_reference_engine_plays(
        rules in any_within(two_rows::PLAYS, |rules| rules.board.columns = rules.board.columns.min(7)),
        seed in any::<u64>(),
    ) {
        compare(&plan(&rules), 1, seed);
    }

    #[test]
    fn any_bytes_have_an_outlook(
        rules in any_rules(),
        bytes in prop::collection::vec(prop_oneof![Just(0_u8), 0..6_u8, any::<u8>()], 200),
    ) {
        let plan = plan(&rules);
        let outlook = Outlook::new(&plan);
        let numbers = observation_names(&plan).len();
        for observation in bytes.windows(numbers).step_by(7) {
            let mut out = vec![f32::NAN; outlook.numbers()];
            outlook.write(observation, &mut out);
            prop_assert!(out.iter().all(|number| (-2.0..=2.0).contains(number)));
        }
    }

    #[test]
    fn so_are_those_of_all_other_games(rules in any_rules(), seed in any::<u64>()) {
        compare(&plan(&without_repetition(rules)), 1, seed);
    }
}

/// Any bytes are observations; what is more than the seeds of a game has no outlook.
#[test]
fn outlooks_follow_the_numbers_on_any_threads_at_every_level() {
    let plan = plan(catalogue::find("kalah").expect("in the catalogue"));
    let outlook = Outlook::new(&plan);
    let (lanes, more) = (9_000, outlook.numbers());
    let numbers: Vec<u8> = (0..14 * lanes as u64)
        .map(|i| {
            (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as u8 % if i % 5 == 0 { 255 } else { 9 }
        })
        .collect();
    let read = |first: usize, rows: &mut [u8]| {
        rows.copy_from_slice(&numbers[first * 14..][..rows.len()]);
    };
    for (kind, planes) in [(Kind::Scaled, 1), (Kind::Thermometer, 2), (Kind::OneHot, 40)] {
        for level in Level::available() {
            let encoding = Encoding::new(&plan, kind, planes, level);
            let width = 14 * encoding.depth();
            let mut plain = vec![9.0; width * lanes];
            encoding.write_floats(1, &mut plain, read);
            for threads in [1, 3] {
                let mut out = vec![9.0; (width + more) * lanes];
                let tell = |numbers: &[u8], out: &mut [f32]| outlook.write(numbers, out);
                encoding.write_with_more(threads, &mut out, more, read, tell);
                for (lane, out) in out.chunks(width + more).enumerate() {
                    let mut wanted = vec![9.0; more];
                    outlook.write(&numbers[14 * lane..][..14], &mut wanted);
                    assert_eq!(
                        out[..width],
                        plain[width * lane..][..width],
                        "{kind:?} {level:?} {lane}"
                    );
                    assert_eq!(out[width..], wanted, "{kind:?} {level:?} {lane}");
                }
            }
        }
    }
    let mut out = vec![9.0; more];
    outlook.write(&[255; 14], &mut out);
    assert_eq!(out, vec![0.0; more]);
}
