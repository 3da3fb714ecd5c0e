//! Positions as a few words: what tells them apart, and nothing else.

use std::sync::Arc;

use crate::game::State;
use crate::plan::{Held, OTHER_STORE, Plan, STORE, Slot};
use crate::position::Position;
use crate::rules::Winner;
use crate::tree::{Board, Game, Goal, Reference, TwoRows, two_rows};

/// A game whose positions can be packed and unpacked.
///
/// Positions are seen by the player to move: which side that is makes no difference. Where scores
/// have no influence on play, the stores are left out, and an unpacked position has empty ones.
pub trait Packed: Game {
    /// Words of a packed position; 0 if positions cannot be packed.
    fn words(&self) -> usize;

    /// Packs a position. Two positions are the same if and only if their words are.
    fn pack(&self, node: &Self::Node, words: &mut [u64]);

    /// The position of these words.
    fn unpack(&self, words: &[u64]) -> Self::Node;

    /// How far the player to move is ahead by what lies in the stores, where seeds count.
    fn stored(&self, node: &Self::Node) -> i16;
}

/// What can be done with a game however its positions are packed.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it from a position.
    fn run<P: Packed>(&self, game: &P, root: &P::Node) -> Self::Output;
}

/// Does a task with a state under these rules, which must not have one on repetition, packed as
/// tightly as they allow. The cap on actions does not count.
pub(super) fn run_packed<T: Task>(
    state: &State,
    plan: &Plan,
    goal: Goal,
    stores: bool,
    task: &T,
) -> T::Output {
    let (plan, seeds) = (plan.without_cap(), state.seeds());
    if let Ok(game) = TwoRows::new(&plan, goal) {
        let game = PackedBoards::new(game, seeds, stores);
        return task.run(&game, &game.node(state));
    }
    let game = PackedStates::new(&plan, goal, seeds, stores);
    task.run(&game, &game.node(state))
}

/// Whether the value of a position, its stores apart, depends on what the stores hold.
#[must_use]
pub fn stores_matter(plan: &Plan, goal: Goal) -> bool {
    let by_seeds = plan.winner == Winner::MostSeeds;
    plan.stores_tell()
        || match goal {
            Goal::Margin => plan.may_be_endless, // a void counts 0, whatever was stored
            Goal::Result => by_seeds,
            Goal::Play => !by_seeds || plan.may_be_endless,
        }
}

/// A number for a packed position.
#[inline]
pub(super) fn hash(key: &[u64]) -> u64 {
    let mix = |hash: u64, word: &u64| {
        let product =
            u128::from(hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15_D1B5_4A32_D192_ED03);
        product as u64 ^ (product >> 64) as u64
    };
    let hash = key.iter().fold(0x2545_F491_4F6C_DD1D, mix);
    hash ^ hash >> 32
}

/// Numbers of a fixed width, side by side.
#[derive(Clone, Copy, Debug)]
struct Fields {
    bits: u32,
    per_word: usize,
    mask: u64,
}

impl Fields {
    /// Fields for numbers up to `most`.
    fn up_to(most: u32) -> Self {
        let bits = (u32::BITS - most.leading_zeros()).max(1);
        Self { bits, per_word: (64 / bits) as usize, mask: (1 << bits) - 1 }
    }

    fn words(self, fields: usize) -> usize {
        fields.div_ceil(self.per_word)
    }

    #[inline]
    fn write(self, numbers: impl Iterator<Item = u8>, words: &mut [u64]) {
        let (mut word, mut shift) = (0, 0);
        words.fill(0);
        for number in numbers {
            if shift + self.bits > 64 {
                (word, shift) = (word + 1, 0);
            }
            words[word] |= u64::from(number) << shift;
            shift += self.bits;
        }
    }

    #[inline]
    fn read(self, words: &[u64]) -> impl FnMut() -> u8 {
        let (mut word, mut shift) = (0, 0);
        move || {
            if shift + self.bits > 64 {
                (word, shift) = (word + 1, 0);
            }
            let number = words[word] >> shift & self.mask;
            shift += self.bits;
            number as u8
        }
    }
}

/// A game of two rows, packed.
pub struct PackedBoards {
    game: TwoRows,
    fields: Fields,
    stores: bool,
}

/// Where the store is in a half of a board.
const HIGH: u32 = 56;

impl PackedBoards {
    /// For positions of `seeds` seeds. `stores`: whether they are kept.
    #[must_use]
    pub fn new(game: TwoRows, seeds: u32, stores: bool) -> Self {
        Self { game, fields: Fields::up_to(seeds), stores }
    }

    /// The position of a state.
    #[must_use]
    pub fn node(&self, state: &State) -> two_rows::Node {
        self.game.node(state)
    }

    fn places(&self) -> impl Iterator<Item = u32> + use<> {
        let stores = self.stores.then_some(HIGH);
        (0..self.game.columns() as u32).map(|pit| 8 * pit).chain(stores)
    }
}

impl Packed for PackedBoards {
    fn words(&self) -> usize {
        self.fields.words(2 * (self.game.columns() + usize::from(self.stores)))
    }

    #[inline]
    fn pack(&self, node: &two_rows::Node, words: &mut [u64]) {
        let Board { own, other } = node.board;
        let half = |half: u64| self.places().map(move |place| (half >> place) as u8);
        self.fields.write(half(own).chain(half(other)), words);
    }

    #[inline]
    fn unpack(&self, words: &[u64]) -> two_rows::Node {
        let mut next = self.fields.read(words);
        let mut half = || self.places().fold(0, |half, place| half | u64::from(next()) << place);
        let board = Board { own: half(), other: half() };
        // Settling a settled board only finds its legal actions.
        self.game.settle(board, false).node
    }

    #[inline]
    fn stored(&self, node: &two_rows::Node) -> i16 {
        if self.game.goal() == Goal::Result { 0 } else { node.board.margin() }
    }
}

/// Any game, packed. Plies and history are left out, so the rules must not ask for them.
pub struct PackedStates {
    game: Reference,
    plan: Arc<Plan>,
    goal: Goal,
    fields: Fields,
    stores: bool,
}

impl PackedStates {
    /// For positions of `seeds` seeds. `stores`: whether they are kept.
    #[must_use]
    pub fn new(plan: &Arc<Plan>, goal: Goal, seeds: u32, stores: bool) -> Self {
        Self {
            game: Reference::new(plan, goal),
            plan: Arc::clone(plan),
            goal,
            fields: Fields::up_to(seeds),
            stores,
        }
    }

    /// The position of a state, under the rules of this plan.
    #[must_use]
    pub fn node(&self, state: &State) -> State {
        let plan = Arc::clone(&self.plan);
        State::from_parts(plan, *state.position(), 0, state.end(), Vec::new())
    }

    /// What is packed, slot by slot. Slots that hold seeds fill fields of one width, all others a
    /// byte each behind them.
    fn slots(&self, seeds: bool) -> impl Iterator<Item = (usize, Slot)> + '_ {
        let wanted = move |(_, slot): &(usize, Slot)| {
            slot.holds_seeds() == seeds && (self.stores || slot.held != Held::Store)
        };
        self.plan.observed.iter().copied().filter(wanted)
    }

    fn seed_words(&self) -> usize {
        self.fields.words(self.slots(true).count())
    }

    fn phase(&self, at: &Position) -> Option<u8> {
        self.plan.has_phases().then_some(at.phase)
    }
}

/// Fields for what is no number of seeds.
const BYTES: Fields = Fields { bits: 8, per_word: 8, mask: 0xff };

impl Packed for PackedStates {
    fn words(&self) -> usize {
        let others = self.slots(false).count() + usize::from(self.plan.has_phases());
        self.seed_words() + BYTES.words(others)
    }

    fn pack(&self, node: &State, words: &mut [u64]) {
        let at = node.position();
        let (seeds, rest) = words.split_at_mut(self.seed_words());
        let numbers = |seeds| self.slots(seeds).map(|(half, slot)| at.get(half, slot));
        self.fields.write(numbers(true), seeds);
        BYTES.write(numbers(false).chain(self.phase(at)), rest);
    }

    fn unpack(&self, words: &[u64]) -> State {
        let (seeds, rest) = words.split_at(self.seed_words());
        let mut at = Position::empty(0);
        let (mut next_seeds, mut next_byte) = (self.fields.read(seeds), BYTES.read(rest));
        for (half, slot) in self.slots(true) {
            at.set(half, slot, next_seeds());
        }
        for (half, slot) in self.slots(false) {
            at.set(half, slot, next_byte());
        }
        if self.plan.has_phases() {
            at.phase = next_byte();
        }
        State::from_parts(Arc::clone(&self.plan), at, 0, None, Vec::new())
    }

    fn stored(&self, node: &State) -> i16 {
        stored(node, self.goal)
    }
}

/// Any game with its plies and history, which cannot be packed.
pub(super) struct Whole {
    game: Reference,
    goal: Goal,
}

impl Whole {
    pub fn new(plan: &Arc<Plan>, goal: Goal) -> Self {
        Self { game: Reference::new(plan, goal), goal }
    }
}

impl Packed for Whole {
    fn words(&self) -> usize {
        0
    }

    fn pack(&self, _: &State, _: &mut [u64]) {}

    fn unpack(&self, _: &[u64]) -> State {
        unreachable!("nothing was packed")
    }

    fn stored(&self, node: &State) -> i16 {
        stored(node, self.goal)
    }
}

fn stored(node: &State, goal: Goal) -> i16 {
    let cells = &node.position().cells;
    let stored = i16::from(cells[STORE]) - i16::from(cells[OTHER_STORE]);
    if goal == Goal::Result { 0 } else { stored }
}

/// What all kinds pass on to the game within.
macro_rules! game_within {
    ($packed:ident, $node:ty) => {
        impl Game for $packed {
            type Node = $node;

            #[inline]
            fn legal(&self, node: &$node) -> u64 {
                self.game.legal(node)
            }

            #[inline]
            fn play(&self, node: &$node, action: usize) -> crate::tree::Step<$node> {
                self.game.play(node, action)
            }

            #[inline]
            fn margin(&self, node: &$node) -> i16 {
                self.game.margin(node)
            }

            #[inline]
            fn bounds(&self, node: &$node) -> (i16, i16) {
                self.game.bounds(node)
            }

            #[inline]
            fn key(&self, node: &$node) -> u64 {
                self.game.key(node)
            }
        }
    };
}

game_within!(PackedBoards, two_rows::Node);
game_within!(PackedStates, State);
game_within!(Whole, State);
