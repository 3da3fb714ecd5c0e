//! Parts of a plan: the first turns, what every drop may do, what is captured when a sowing is over, what
//! players choose, and how rounds follow one another.

use super::actions::sowings;
use super::derived::bits_of;
use super::landing::pit_set;
use super::{Action, CountSet, HALF, MAX_PITS, NO_SLOT, SlotTable};
use crate::rules::{
    Begins, CaptureTo, Choose, Direction, DropLast, DropTaker, FillFrom, Gained, LastSeed, Layout,
    MAX_PORTIONS, OnDrop, Onto, Opening, Opposite, PitNumbers, PutTake, PutTo, Remainder,
    ReserveEntry, RoundSeeds, Row, Rules, Short, Who, Whose, Winner,
};

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
    /// For each of these pits the one turn in which it may be played, in turns from 0; none where it may be played in each.
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
pub struct PutPlan {
    /// How many seeds at most.
    pub lift: u8,
    /// The seeds that the other pit holds before.
    pub counts: CountSet,
    /// For each own pit the slot that its seeds are not put in though others are, or [`NO_SLOT`].
    pub barred: [u8; MAX_PITS],
    /// For each own pit the only slot in which its seeds are put, where there is just one.
    pub next: Option<[u8; MAX_PITS]>,
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
            or_sown: opening.onto_or_sown,
            takes: opening.take == PutTake::File,
            stored: opening.to == PutTo::Store,
            choices: opening.choices as u8,
        })
    }
}

/// Pits that are played only where nothing else is legal.
#[derive(Clone, Copy, Debug)]
pub struct SparedPlan {
    /// Actions that sow such a pit, one bit each.
    pub actions: u64,
    /// The seeds with which it is spared.
    pub counts: CountSet,
}

impl SparedPlan {
    pub(super) fn new(rules: &Rules, decoded: &[Action]) -> Option<Self> {
        let spared = &rules.moves.spared;
        // A pit of the other row that belongs to the player is none of these.
        let is_theirs = |slot: usize| slot < HALF || rules.moves.symmetric;
        spared.is_asked().then(|| Self {
            actions: sowings(decoded, |slot, _| {
                is_theirs(slot) && spared.has((slot % HALF) as i64)
            }),
            counts: CountSet::new(&rules.moves.spared_counts),
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

/// How players put the seeds of their reserve in their pits before the game.
#[derive(Clone, Copy, Debug)]
pub struct PlacePlan {
    /// Whether they do so in turn, seed by seed.
    pub in_turn: bool,
}

impl PlacePlan {
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        match rules.moves.reserve {
            ReserveEntry::None | ReserveEntry::OneInEachPit | ReserveEntry::OneATurn => None,
            ReserveEntry::PlacedInTurn => Some(Self { in_turn: true }),
            ReserveEntry::PlacedAtOnce => Some(Self { in_turn: false }),
        }
    }
}

/// A capture by any drop.
#[derive(Clone, Copy, Debug)]
pub struct DropPlan {
    /// Seeds that make it.
    pub count: u8,
    /// Whether pits of the mover's, and of the other player's, are captured so.
    pub sides: [bool; 2],
    /// Whether the mover gets the seeds, not the owner of the pit.
    pub to_mover: bool,
    /// Whether the last seed of a lap gives them to the mover.
    pub last_to_mover: bool,
    /// Whether the last seed of a lap captures nothing so.
    pub last_stays: bool,
}

impl DropPlan {
    pub(super) fn new(rule: &OnDrop) -> Self {
        Self {
            count: rule.count as u8,
            sides: [rule.side != Whose::Other, rule.side != Whose::Own],
            to_mover: rule.to == DropTaker::Mover,
            last_to_mover: rule.last_to_mover,
            last_stays: rule.last == DropLast::Stays,
        }
    }
}

/// Pits that players choose after a capture.
#[derive(Clone, Copy, Debug)]
pub struct ChoicePlan {
    /// Most of them after one capture.
    pub most: u8,
    /// Whether their seeds go to the store; otherwise they leave the game.
    pub stored: bool,
    /// The pits of the other player that are never chosen, one bit each.
    pub exempt: u64,
}

impl ChoicePlan {
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let choosing =
            rules.landing.iter().filter(|entry| entry.is_on() && entry.choose == Choose::Pits);
        let opening = Some(&rules.opening).filter(|opening| opening.choices > 0);
        let choices = choosing.clone().map(|entry| entry.choices);
        let most = choices.chain(opening.map(|opening| opening.choices)).max()? as u8;
        let stored = choosing.clone().all(|entry| entry.to == CaptureTo::Store)
            && opening.is_none_or(|opening| opening.to == PutTo::Store);
        let exempt = choosing.flat_map(|entry| &entry.exempt.0).fold(0, |set, pit| set | 1 << pit);
        Some(Self { most, stored, exempt })
    }
}

/// A capture from every pit that fits when the last lap of an action is over.
#[derive(Clone, Copy, Debug)]
pub struct AfterPlan {
    /// Seeds of the pits that are taken.
    pub counts: CountSet,
    /// The pits that are looked at, one bit a slot.
    pub slots: u128,
    /// Whether a seed of the action must have fallen there.
    pub sown: bool,
    /// Whether the mover gets the seeds, not the owner of the pit.
    pub to_mover: bool,
    /// The pits in which the last lap must end, one bit a slot; `None` where it is not asked.
    pub ended: Option<u128>,
}

impl AfterPlan {
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let after = &rules.after;
        let pits = pit_set(&rules.board, after.row, &after.at);
        let all = pit_set(&rules.board, Row::Any, &PitNumbers::default());
        let own_too = if after.ended_at.is_asked() {
            pit_set(&rules.board, Row::Any, &after.ended_at)
        } else {
            0
        };
        let of_side = |whose: Whose, pits: u128| match whose {
            Whose::Any => pits | pits << HALF,
            Whose::Own => pits,
            Whose::Other => pits << HALF,
        };
        let asked = after.ended != Whose::Any;
        after.is_on().then(|| Self {
            counts: CountSet::new(&after.counts),
            slots: of_side(after.side, pits),
            sown: after.sown,
            to_mover: after.to == DropTaker::Mover,
            ended: asked.then(|| of_side(after.ended, all) | own_too),
        })
    }
}

/// How the seeds are laid out for the next round.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is one independent rule of the game
pub struct RoundPlan {
    /// Seeds a pit.
    pub refill: u8,
    /// Whether players fill their pits from the last one in their sowing order.
    pub from_last: bool,
    /// Whether they choose the pits that stay without seeds.
    pub chosen: bool,
    /// What becomes of pits for which the seeds do not suffice.
    pub short: Short,
    /// Pits of each row that nobody fills, one bit each.
    pub unfilled: u32,
    /// Which pits of the other row a player gains, if any.
    pub gained: Gained,
    /// What becomes of seeds that fill no pit, where pits are owned.
    pub remainder: Remainder,
    /// Seeds with which a pit that is filled in part is held; none where no pit is.
    pub held: Option<CountSet>,
    /// What the other player lays out opposite such a pit.
    pub opposite: Opposite,
    /// Who begins.
    pub start: Begins,
    /// With which seeds they do.
    pub seeds: RoundSeeds,
    /// Whether the rounds that the players have won are counted.
    pub counted: bool,
    /// Whether the seeds then lie as at the start of the game.
    pub as_setup: bool,
    /// Most rounds.
    pub most: u8,
}

impl RoundPlan {
    /// Whether the last pit that both players fill gets what the poorer one has left.
    #[inline]
    #[must_use]
    pub fn matches_partly(self) -> bool {
        self.short.matches() && self.remainder == Remainder::Partial
    }

    /// Whether what the poorer player has left is laid out seed by seed, by both.
    #[inline]
    #[must_use]
    pub fn matches_singly(self) -> bool {
        self.short.matches() && self.remainder == Remainder::Singly
    }

    /// Whether both players lay out as many seeds as the poorer one has.
    #[inline]
    #[must_use]
    pub fn lays_poorer(self) -> bool {
        self.matches_partly() || self.matches_singly()
    }

    /// Whether a pit that gets so many seeds is held for the round.
    #[inline]
    #[must_use]
    pub fn holds(&self, seeds: u8) -> bool {
        (1..self.refill).contains(&seeds) && self.held.is_some_and(|held| held.has(seeds))
    }

    /// Seeds that stay in the store, for a full pit opposite one that gets so many.
    #[inline]
    #[must_use]
    pub fn kept_back(&self, opposite: u8) -> u8 {
        match self.opposite {
            Opposite::Same if (1..self.refill).contains(&opposite) => self.refill - opposite,
            Opposite::Less if opposite < self.refill => opposite,
            Opposite::Full | Opposite::Same | Opposite::Less => 0,
        }
    }

    /// GE-2: left and right change places where sowing is clockwise.
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let rounds = &rules.rounds;
        let clockwise = rules.moves.direction == Direction::Clockwise;
        rounds.are_played().then_some(Self {
            refill: rounds.refill as u8,
            from_last: (rounds.order == FillFrom::Right) != clockwise,
            chosen: rounds.choose_pits(),
            short: rounds.short,
            unfilled: bits_of(&rounds.unfilled),
            gained: rounds.gained,
            remainder: rounds.remainder,
            held: rounds.held.is_asked().then(|| CountSet::new(&rounds.held)),
            opposite: rounds.opposite,
            start: rounds.start,
            seeds: rounds.seeds,
            counted: rules.ending.winner == Winner::MostRounds,
            as_setup: rounds.layout == Layout::Setup,
            most: rounds.most_rounds() as u8,
        })
    }
}
