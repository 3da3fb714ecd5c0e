//! Parts of a plan: what every drop may do, what is captured when a sowing is over, what
//! players choose, and how rounds follow one another.

use super::actions::sowings;
use super::derived::bits_of;
use super::landing::pit_set;
use super::{Action, CountSet, HALF};
use crate::rules::{
    Begins, CaptureTo, Choose, Direction, DropLast, DropTaker, FillFrom, Filled, Gained, Layout,
    Moves, OnDrop, Opposite, PitNumbers, PutTo, Remainder, ReserveEntry, RoundSeeds, Row, Rules,
    Short, Swap, Whose, Winner,
};

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

/// How players put the seeds of their reserve in their pits before the game.
#[derive(Clone, Copy, Debug)]
pub struct PlacePlan {
    /// Whether they do so in turn, seed by seed.
    pub in_turn: bool,
    /// Whether one player does so with the seeds of both, on both sides.
    pub by_one: bool,
    /// The pits of a side that are filled, one bit each.
    pub pits: u64,
    /// What these pits must hold in the end.
    pub filled: Filled,
    /// Most pits of the inner row that get a seed each; 0: as many seeds fall there as players like.
    pub inner_singles: u8,
    /// Whether who turns the board round begins all the same.
    pub keeps_start: bool,
}

impl PlacePlan {
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let Moves { reserve, reserve_at, filled, inner_singles, swap, .. } = &rules.moves;
        let pits = (0..rules.board.pits_per_side()).filter(|pit| reserve_at.has(*pit));
        rules.places_seeds().then(|| Self {
            in_turn: *reserve == ReserveEntry::PlacedInTurn,
            by_one: rules.one_places(),
            pits: pits.fold(0, |set, pit| set | 1 << pit),
            filled: *filled,
            inner_singles: *inner_singles as u8,
            keeps_start: *swap == Swap::KeepsStart,
        })
    }

    /// Whether it is said which pits may be filled.
    #[must_use]
    pub fn limits(self) -> bool {
        self.by_one || self.filled.is_largest_first() || self.inner_singles > 0
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
    /// Seeds that each field gets first.
    pub fields: u8,
    /// Pits of each row that nobody fills, one bit each; and the field at its end, which is filled apart.
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
    /// Points with which a player has won; 0 where rounds bring none.
    pub points: u8,
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
            fields: rounds.fields as u8,
            unfilled: bits_of(&rounds.unfilled) | rules.board.field().map_or(0, |field| 1 << field),
            gained: rounds.gained,
            remainder: rounds.remainder,
            held: rounds.held.is_asked().then(|| CountSet::new(&rounds.held)),
            opposite: rounds.opposite,
            start: rounds.start,
            seeds: rounds.seeds,
            counted: rules.ending.winner == Winner::MostRounds,
            points: rounds.points as u8,
            as_setup: rounds.layout == Layout::Setup,
            most: rounds.most_rounds() as u8,
        })
    }
}
