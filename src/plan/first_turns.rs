//! The rule of the first turns.

use super::actions::sowings;
use super::{Action, CountSet, HALF, MAX_PITS, NO_SLOT, SlotTable};
use crate::rules::{LastSeed, MAX_PORTIONS, Onto, Opening, PutTake, PutTo, Rules, Who};

/// The rule of the first turns of each player.
#[derive(Clone, Copy, Debug)]
pub struct FirstTurns {
    /// How many there are.
    pub turns: u8,
    /// Actions that sow a pit which may be played in them, one bit each.
    pub actions: u64,
    /// The seeds that such a pit holds.
    pub counts: CountSet,
    /// For each of these pits the one in which its first seed is laid; [`NO_SLOT`] where they are sown.
    pub into: [u8; MAX_PITS],
    /// For each of these pits the one turn in which it may be played, in turns from 0; none where it may be
    /// played in each.
    turn: [Option<u8>; MAX_PITS],
    /// How many seeds of such a pit are sown, where it is not all of them.
    pub lift: Option<u8>,
    /// Whether the player who has had fewer turns copies the other one.
    pub copied: bool,
    /// Whether only the player who begins has such a turn.
    pub only_first: bool,
    /// How many seeds the first lap from such a pit drops in the first pits.
    pub portions: Portions,
    /// Whether a last seed of that lap that would fall in a pit of the mover's falls in the first pit across.
    pub last_across: bool,
    /// What becomes of the seeds of such a pit, if they are put in another one.
    pub put: Option<PutPlan>,
}

/// How many seeds a lap drops in the first pits that it comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Portions {
    seeds: [u8; MAX_PORTIONS],
    pits: usize,
}

impl Portions {
    fn new(seeds: &[i64]) -> Self {
        let mut portions = Self { pits: seeds.len(), ..Self::default() };
        for (portion, seeds) in portions.seeds.iter_mut().zip(seeds) {
            *portion = *seeds as u8;
        }
        portions
    }

    /// Those of the first pits; one seed falls in each that follows.
    #[must_use]
    pub fn first(&self) -> &[u8] {
        &self.seeds[..self.pits]
    }

    /// Whether a seed, after so many others of its lap, falls where the one before it fell.
    #[must_use]
    pub fn stays(&self, sown: u8) -> bool {
        let mut before = 0_u32;
        self.first().iter().any(|seeds| {
            let first = before;
            before += u32::from(*seeds);
            (first + 1..before).contains(&u32::from(sown))
        })
    }
}

impl FirstTurns {
    /// The one turn in which the pit at this slot may be played, in turns from 0, where these turns have an order.
    #[must_use]
    pub fn turn_of(&self, slot: usize) -> Option<u8> {
        self.turn[slot % HALF]
    }

    /// Whether a pit with so many seeds may be played in such a turn, the player having had so many before.
    #[must_use]
    pub fn plays(&self, action: usize, slot: usize, held: u8, turns: u8) -> bool {
        self.actions >> action & 1 == 1
            && self.counts.has(held)
            && self.turn_of(slot).is_none_or(|turn| turn == turns)
    }

    /// Whether pits are sown otherwise than later on.
    #[must_use]
    pub fn sows_otherwise(&self) -> bool {
        self.lift.is_some() || self.sows_apart()
    }

    /// Whether a first lap drops seeds elsewhere than others do.
    #[must_use]
    pub fn sows_apart(&self) -> bool {
        self.last_across || self.portions.pits > 0
    }

    pub(super) fn new(
        rules: &Rules,
        decoded: &[Action],
        [facing, next]: [&SlotTable; 2],
    ) -> Option<Self> {
        let opening = &rules.opening;
        let actions = sowings(decoded, |slot, direction| {
            let pit = (slot % HALF) as i64;
            // Where seeds are put, a pit is chosen by its first action.
            let is_first = direction == 0 || !opening.puts();
            is_first && opening.at.has(pit) && rules.board.pits_in(opening.row).contains(&pit)
        });
        opening.is_played().then(|| Self {
            turns: opening.turns as u8,
            actions,
            counts: CountSet::new(&opening.counts),
            into: std::array::from_fn(|pit| laid_into(opening, pit)),
            turn: std::array::from_fn(|pit| turn_of(opening, pit)),
            lift: opening.sows_some().then_some(opening.lift as u8),
            copied: opening.copied,
            only_first: opening.who == Who::First,
            portions: Portions::new(opening.portions.as_deref().unwrap_or_default()),
            last_across: opening.last == LastSeed::Across,
            put: PutPlan::new(rules, facing, next),
        })
    }
}

/// Seeds that are put in another pit than the one that they are lifted from.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // each answers a question of its own
pub struct PutPlan {
    /// How many seeds at most.
    pub lift: u8,
    /// The seeds that the other pit holds before.
    pub counts: CountSet,
    /// For each own pit the slot that its seeds are not put in though others are, or [`NO_SLOT`].
    pub barred: [u8; MAX_PITS],
    /// For each own pit the only slot in which its seeds are put, where there is just one.
    pub next: Option<[u8; MAX_PITS]>,
    /// Whether it goes on so all round.
    pub all_round: bool,
    /// Whether the seeds may also be sown.
    pub or_sown: bool,
    /// Whether the seeds of the other player in the column of the own pit are taken.
    pub takes: bool,
    /// Whether they go to the store; otherwise they leave the game.
    pub stored: bool,
    /// Pits that the player takes besides.
    pub choices: u8,
}

impl PutPlan {
    fn new(rules: &Rules, facing: &SlotTable, next: &SlotTable) -> Option<Self> {
        let opening = &rules.opening;
        let columns = rules.board.columns as usize;
        // Of rows with an even number of pits, none lies in the middle.
        let in_middle = |pit: usize| 2 * (pit % columns) + 1 == columns;
        let barred = |pit: usize| match opening.onto {
            Onto::AnyButFacing if !in_middle(pit) => facing[pit],
            _ => NO_SLOT as u8,
        };
        opening.puts().then(|| Self {
            lift: if opening.lift == 0 { u8::MAX } else { opening.lift as u8 },
            counts: CountSet::new(&opening.onto_counts),
            barred: std::array::from_fn(barred),
            next: (opening.onto == Onto::Next).then(|| std::array::from_fn(|pit| next[pit])),
            all_round: opening.onto_round,
            or_sown: opening.onto_or_sown,
            takes: opening.take == PutTake::File,
            stored: opening.to == PutTo::Store,
            choices: opening.choices as u8,
        })
    }
}

/// Where a pit is named in [`Opening::at`].
fn place_in(opening: &Opening, pit: usize) -> Option<usize> {
    opening.at.0.iter().position(|at| *at == pit as i64)
}

/// The only turn in which a pit is played, where they are played in order.
fn turn_of(opening: &Opening, pit: usize) -> Option<u8> {
    place_in(opening, pit).filter(|_| opening.in_order).map(|place| place as u8)
}

/// Where the first seed of a pit is laid.
fn laid_into(opening: &Opening, pit: usize) -> u8 {
    let into = place_in(opening, pit).and_then(|place| opening.into.as_ref()?.get(place));
    into.map_or(NO_SLOT as u8, |into| *into as u8)
}
