//! What a position holds is told apart wherever positions are kept: positions that differ in any
//! slot, in the phase or in who is to move are different states, texts, observations, words and
//! columns; and each of these leads back to the position.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use mancalab::batch::{
    Autoreset, Batch, Block, Bytes, LANES, LanePlan, Level, Options, Rewards, Start,
};
use mancalab::game::State;
use mancalab::notation;
use mancalab::plan::{Held, Plan};
use mancalab::position::Position;
use mancalab::random::GameKey;
use mancalab::rules::MAX_SEEDS;
use mancalab::solve::packed::{Packed, PackedBoards, PackedStates};
use mancalab::tree::{Goal, TwoRows};
use proptest::prelude::*;

use crate::common::{any_rules, cases, plan, play_out};
use crate::lanes::without_repetition;

/// What a changed position differs in.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    /// What a slot holds.
    Slot(Held),
    Phase,
    ToMove,
}

/// All positions that differ in one thing: each slot of each half by one, the phase, the player.
fn changed(plan: &Plan, at: &Position) -> Vec<(Change, Position)> {
    let mut all = Vec::new();
    for half in 0..2 {
        for slot in &plan.slots {
            let (value, mut other) = (at.get(half, *slot), *at);
            assert!(value <= slot.most, "{slot:?} holds {value}");
            other.set(half, *slot, if value > 0 { value - 1 } else { 1 });
            all.push((Change::Slot(slot.held), other));
        }
    }
    if plan.has_phases() {
        all.push((Change::Phase, Position { phase: u8::from(at.phase == 0), ..*at }));
    }
    all.push((Change::ToMove, Position { to_move: 1 - at.to_move, ..*at }));
    all
}

fn state_of(plan: &Arc<Plan>, at: Position) -> State {
    State::from_parts(Arc::clone(plan), at, 0, None, Vec::new())
}

/// Some positions in which somebody is to move, from the first moves of a game on.
fn some_states(plan: &Arc<Plan>, seed: u64) -> Vec<State> {
    let mut states = Vec::new();
    play_out(State::start(Arc::clone(plan)), GameKey::new(seed, 0), |state, _, _| {
        if state.plies() % 7 == 0 || state.position().phase > 0 {
            states.push(state.clone());
        }
    });
    states.truncate(12);
    states
}

fn hash(state: &State) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(state)
}

/// A position written slot by slot.
fn written_anew(plan: &Plan, at: &Position) -> Position {
    let mut copy = Position::empty(at.to_move);
    copy.phase = at.phase;
    for half in 0..2 {
        for slot in &plan.slots {
            copy.set(half, *slot, at.get(half, *slot));
        }
    }
    copy
}

fn in_words<P: Packed>(game: &P, node: &P::Node) -> Vec<u64> {
    let mut words = vec![0; game.words()];
    game.pack(node, &mut words);
    words
}

/// All that a block says of the position in a lane.
fn in_columns(block: &Block, lane: usize) -> Vec<u8> {
    let seeds = block.board.cells.iter();
    let marks = block.board.marks.iter().flatten();
    seeds.chain(marks).chain([&block.phase, &block.to_move]).map(|bytes| bytes.0[lane]).collect()
}

/// Puts these positions into the lanes of a block.
fn block_of(lane_plan: &LanePlan, positions: &[Position]) -> Box<Block> {
    let mut block = Block::empty(Level::Baseline);
    for (lane, position) in positions.iter().enumerate() {
        let start = Start { position: *position, legal: 1, plies: 0 };
        block.put(lane_plan, lane, &start, GameKey::new(0, lane as u64));
    }
    block
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn states_are_told_apart(rules in any_rules(), seed: u64) {
        let plan = plan(&rules);
        for state in some_states(&plan, seed) {
            let at = *state.position();
            prop_assert_eq!(written_anew(&plan, &at), at);
            let copy = state_of(&plan, at);
            prop_assert_eq!((&copy, hash(&copy)), (&state, hash(&state)));
            for (change, other) in changed(&plan, &at) {
                prop_assert_eq!(written_anew(&plan, &other), other);
                prop_assert!(state_of(&plan, other) != state, "{:?}", change);
            }
        }
    }

    #[test]
    fn texts_and_observations_tell_positions_apart(rules in any_rules(), seed: u64) {
        let plan = plan(&rules);
        for state in some_states(&plan, seed) {
            let text = notation::position_text(&state);
            let again = notation::state(&plan, &text).expect("a good text");
            prop_assert_eq!(&again, &state, "{}", &text);
            prop_assert_eq!(again.legal_set(), state.legal_set());
            for (change, other) in changed(&plan, state.position()) {
                let other = state_of(&plan, other);
                prop_assert_ne!(notation::position_text(&other), &*text, "{:?}", change);
                let seen = other.observation() != state.observation();
                prop_assert_eq!(seen, change != Change::ToMove, "{:?}", change);
            }
        }
    }

    /// Stores are left out where that is asked for; which side the player to move is, always.
    #[test]
    fn words_tell_positions_apart(rules in any_rules(), seed: u64, stores: bool) {
        let plan = plan(&without_repetition(rules));
        let game = PackedStates::new(&plan, Goal::of(&plan), MAX_SEEDS as u32, stores);
        let told = |change| match change {
            Change::Slot(Held::Store) => stores,
            change => change != Change::ToMove,
        };
        for state in some_states(&plan, seed) {
            let node = game.node(&state);
            let words = in_words(&game, &node);
            let mut expected = Position { to_move: 0, ..*state.position() };
            for slot in plan.slots.iter().filter(|slot| slot.held == Held::Store && !stores) {
                (0..2).for_each(|half| expected.set(half, *slot, 0));
            }
            prop_assert_eq!(*game.unpack(&words).position(), expected);
            for (change, other) in changed(&plan, state.position()) {
                let other = in_words(&game, &state_of(&plan, other));
                prop_assert_eq!(other != words, told(change), "{:?}", change);
            }
        }
    }

    #[test]
    fn words_of_boards_tell_positions_apart(rules in any_rules(), seed: u64, stores: bool) {
        let plan = plan(&without_repetition(rules));
        let goal = Goal::of(&plan);
        let Ok(boards) = TwoRows::new(&plan, goal) else { return Ok(()) };
        let game = PackedBoards::new(boards.clone(), MAX_SEEDS as u32, stores);
        for state in some_states(&plan, seed) {
            let (node, at) = (game.node(&state), state.position());
            prop_assert_eq!(boards.position(node.board, at.to_move), *at);
            let words = in_words(&game, &node);
            if stores {
                prop_assert_eq!(game.unpack(&words), node);
            }
            for (change, other) in changed(&plan, at) {
                let other = in_words(&game, &game.node(&state_of(&plan, other)));
                let told = change != Change::ToMove && (stores || change != Change::Slot(Held::Store));
                prop_assert_eq!(other != words, told, "{:?}", change);
            }
        }
    }

    #[test]
    fn lanes_tell_positions_apart(rules in any_rules(), seed: u64) {
        let plan = plan(&without_repetition(rules));
        let lane_plan = Arc::new(LanePlan::new(Arc::clone(&plan)).expect("no repetition"));
        for state in some_states(&plan, seed) {
            let at = *state.position();
            let others: Vec<Position> =
                changed(&plan, &at).into_iter().map(|(_, other)| other).collect();
            for others in others.chunks(LANES - 1) {
                let all: Vec<Position> = [&[at], others].concat();
                let block = block_of(&lane_plan, &all);
                let first = in_columns(&block, 0);
                for (lane, position) in all.iter().enumerate() {
                    prop_assert_eq!(block.position(&plan, lane), *position);
                    prop_assert_eq!(in_columns(&block, lane) == first, lane == 0);
                }
                moved_between_boards(&lane_plan, &block, &all);
            }
        }
    }

    #[test]
    fn batches_keep_positions(rules in any_rules(), seed: u64) {
        let plan = plan(&without_repetition(rules));
        let states = some_states(&plan, seed);
        let Some(state) = states.first() else { return Ok(()) };
        let lane_plan = Arc::new(LanePlan::new(Arc::clone(&plan)).expect("no repetition"));
        let start = |position| Start { position, legal: 1, plies: 0 };
        let options = Options {
            seed,
            autoreset: Autoreset::Disabled,
            rewards: Rewards::Result,
            starts: vec![start(*state.position())].into(),
            level: Level::Baseline,
        };
        let mut batch = Batch::new(lane_plan, 1, options, 0).expect("memory");
        for state in &states {
            for (_, other) in changed(&plan, state.position()) {
                batch.set_lane(0, &start(other));
                prop_assert_eq!(batch.lane(0).position, other);
            }
        }
    }
}

/// Copied boards hold the same, and a board whose halves changed places twice too.
fn moved_between_boards(lane_plan: &LanePlan, block: &Block, positions: &[Position]) {
    let mut copy = Block::empty(Level::Baseline);
    (copy.phase, copy.to_move) = (block.phase, block.to_move);
    let mut some = copy.clone();
    copy.board.copy(lane_plan, &block.board);
    let odd = Bytes(std::array::from_fn(|lane| if lane % 2 == 1 { 255 } else { 0 }));
    some.board.copy_lanes(lane_plan, &block.board, odd);
    for (lane, position) in positions.iter().enumerate() {
        let empty = Position { phase: position.phase, ..Position::empty(position.to_move) };
        assert_eq!(copy.position(&lane_plan.plan, lane), *position);
        let expected = if lane % 2 == 1 { *position } else { empty };
        assert_eq!(some.position(&lane_plan.plan, lane), expected);
    }
    if !lane_plan.plan.has_stores {
        return; // stores that are always empty stay where they are
    }
    copy.board.swap(lane_plan, odd);
    for (lane, position) in positions.iter().enumerate() {
        let mut expected = *position;
        if lane % 2 == 1 {
            expected.pass_turn();
            expected.to_move = position.to_move; // which the block notes elsewhere
        }
        assert_eq!(copy.position(&lane_plan.plan, lane), expected);
    }
}
