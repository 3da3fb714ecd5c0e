//! The outlook of positions, beside what the reference engine plays.

use std::sync::Arc;

use mancalab::batch::Level;
use mancalab::batch::encode::{Encoding, Kind};
use mancalab::game::State;
use mancalab::plan::{Feature, Plan};
use mancalab::random::GameKey;
use mancalab::rules::catalogue;
use mancalab::tree::{Outlook, two_rows};
use proptest::prelude::*;

use crate::common::{any_within, cases, plan, play_out, written};
use crate::lanes::without_repetition;

/// Numbers of an action.
const NUMBERS: usize = 3;

/// The numbers of a player, from a state in which they are to move; `side` is theirs.
fn definition(state: &State, side: u8) -> Vec<[f32; NUMBERS]> {
    let plan = state.plan();
    let sows = [Feature::SowsOwnStore, Feature::SowsBothStores];
    let sown = i16::from(sows.iter().any(|feature| plan.features.has(*feature)));
    let mut told = vec![[0.0; NUMBERS]; plan.actions.count];
    if state.position().to_move != side {
        return told; // they were skipped
    }
    let margin = |state: &State| {
        let stores = [0, 1].map(|side| i16::from(state.side(side).1));
        stores[usize::from(side)] - stores[usize::from(1 - side)]
    };
    for action in state.legal_actions() {
        let next = state.play(action as i64).expect("legal");
        let gain = margin(&next) - margin(state);
        let again = next.end().is_none() && next.position().to_move == side;
        told[action] = [
            f32::from(u8::from(again)),
            f32::from(u8::from(gain > sown)),
            f32::from(gain.clamp(-12, 12)) / 6.0,
        ];
    }
    told
}

/// Compares the outlooks of the positions of some random games; gives how many.
fn compare(plan: &Arc<Plan>, games: u64, seed: u64) -> usize {
    let Ok(outlook) = Outlook::new(plan) else { return 0 };
    let mut compared = 0;
    for game in 0..games {
        play_out(State::start(Arc::clone(plan)), GameKey::new(seed, game), |state, _, _| {
            if state.plies() + 1 == plan.max_actions {
                return; // boards do not count actions
            }
            let mover = state.position().to_move;
            let mut setup = written(state);
            setup.to_move = i64::from(1 - mover);
            let other = State::set_up(plan, &setup).expect("a position");
            let wanted = [definition(state, mover), definition(&other, 1 - mover)].concat();
            let mut found = vec![9.0; outlook.numbers()];
            outlook.write(&state.observation(), &mut found);
            assert_eq!(found.as_chunks().0, wanted, "{}\n{state}", plan.rules().to_toml());
            compared += 1;
        });
    }
    compared
}

#[test]
fn every_game_of_two_rows_in_the_catalogue() {
    let mut told = 0;
    for rules in catalogue::games() {
        let plan = plan(&without_repetition(rules.clone()));
        let compared = compare(&plan, 2, 1);
        assert_eq!(compared > 10, two_rows::refusal(&plan).is_none(), "{}: {compared}", rules.name);
        told += usize::from(compared > 0);
    }
    assert!(told >= 40);
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
}

/// Any bytes are observations; what is more than the seeds of a game has no outlook.
#[test]
fn outlooks_follow_the_numbers_on_any_threads_at_every_level() {
    let plan = plan(catalogue::find("kalah").expect("in the catalogue"));
    let outlook = Outlook::new(&plan).expect("it has two rows");
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
