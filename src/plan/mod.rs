//! Checked rules compiled once into flat tables, shared by both engines.
//!
//! Everything here is seen by the player to move: slots `0..side` are his own pits in his own
//! sowing order, [`STORE`] his store, [`RESERVE`] his reserve, and the same again from [`HALF`] on
//! for the other player. So no table and no phase of an engine asks who the player is.

mod tables;

use std::sync::Arc;

use crate::rules::{
    CaptureTo, Endless, Feeding, FinalCount, Forfeit, GrandSlam, Landing, Reentry, Relay,
    Repetition, Rules, RulesError, Score, Singles, Skip, SownStores, Then, Unplayed, When, Winner,
};
use tables::{
    action_space, compile_capture, decode, directions, forbids_slams, has_stores, opposites, rings,
    sows_captures,
};

/// Slots of one player: up to 32 pits, the store, the reserve, and padding.
pub const HALF: usize = 40;
/// Slots of both players.
pub const SLOTS: usize = 2 * HALF;
/// Most pits of one player.
pub const MAX_PITS: usize = 32;
/// The mover's store.
pub const STORE: usize = 32;
/// The other player's store.
pub const OTHER_STORE: usize = HALF + STORE;
/// The mover's reserve.
pub const RESERVE: usize = 33;
/// No slot.
pub const NO_SLOT: usize = 255;

/// A table with an entry for every slot.
pub type SlotTable = [u8; SLOTS];

/// An action number, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Sow the pit in this slot, in this direction (an index of [`Plan::next`]).
    Sow {
        /// The pit.
        slot: usize,
        /// 0: forward, 1: backward.
        direction: usize,
    },
    /// Enter the reserve.
    Reserve,
    /// Take this file of the other player too.
    File(usize),
}

/// The action space of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Actions {
    /// Pits with a number: those of one side, or of both.
    pub pits: usize,
    /// Directions in which each can be sown.
    pub directions: usize,
    /// Number of the reserve action.
    pub reserve: Option<usize>,
    /// Number of the action that takes file 0.
    pub files: Option<usize>,
    /// Size of the action space.
    pub count: usize,
}

/// A capture at the end of a lap.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // what is taken is any combination of pits
pub struct CapturePlan {
    /// Which of the description's capture rules this is.
    pub index: usize,
    /// State of the landing pit before the last seed.
    pub landing: Landing,
    /// Pits on which a landing captures, one bit a slot.
    pub slots: u128,
    /// Numbers of seeds the landing pit must hold, one bit each; all bits for any number.
    pub counts: [u128; 2],
    /// Whether the pit opposite must hold seeds.
    pub needs_opposite: bool,
    /// Whether the landing pit is taken.
    pub takes_landing: bool,
    /// Whether the pit opposite is taken.
    pub takes_facing: bool,
    /// Whether the outer pit behind the pit opposite is taken.
    pub takes_behind: bool,
    /// Whether it goes on backward from the landing pit.
    pub chain: bool,
    /// A capture of all that the other player has.
    pub grand_slam: GrandSlam,
    /// Destination.
    pub to: CaptureTo,
    /// Where a captured hand starts from.
    pub reentry: Reentry,
    /// What follows.
    pub then: Then,
}

impl CapturePlan {
    /// Whether the landing pit may hold this many seeds.
    #[inline]
    #[must_use]
    pub fn has_count(&self, seeds: u8) -> bool {
        self.counts[usize::from(seeds >> 7)] >> (seeds & 127) & 1 == 1
    }
}

/// A capture by any drop.
#[derive(Clone, Copy, Debug)]
pub struct DropPlan {
    /// Seeds that make it.
    pub count: u8,
    /// Whether the last seed of a lap gives them to the mover.
    pub last_to_mover: bool,
}

/// A game ready to be played.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is one independent rule of the game
pub struct Plan {
    rules: Rules,
    digest: String,
    /// Pits in a row.
    pub columns: usize,
    /// Pits of one player.
    pub side: usize,
    /// Four rows: each side has its own ring.
    pub four_rows: bool,
    /// The slot sown after each slot, forward and backward.
    pub next: [SlotTable; 2],
    /// The pit opposite (enemy inner pit on four rows), or [`NO_SLOT`].
    pub facing: SlotTable,
    /// The enemy's outer pit behind the pit opposite, or [`NO_SLOT`].
    pub behind: SlotTable,
    /// The action space.
    pub actions: Actions,
    /// The action numbers taken apart.
    decoded: Vec<Action>,
    /// Whether either side's pits may be played.
    pub symmetric: bool,
    /// Pits that may be sown forward, one bit for each numbered pit.
    pub forward: u64,
    /// Pits that may be sown backward.
    pub backward: u64,
    /// Fewest seeds of a pit that may be played.
    pub least: u8,
    /// Whether lone seeds may move into an empty pit when nothing larger can.
    pub singles: bool,
    /// The duty to feed.
    pub feeding: Feeding,
    /// The pit a sowing passes over.
    pub skip: Skip,
    /// A capture by any drop.
    pub on_drop: Option<DropPlan>,
    /// Relay from an occupied landing pit.
    pub relay: bool,
    /// Whether an action may be illegal because of what it would do, so that it has to be tried.
    pub must_try: bool,
    /// Whether a capture of all that the other player has is illegal.
    pub forbids_slams: bool,
    /// Whether a sowing may never end: relays with no store on the way that takes a seed each
    /// time round, or captures that are sown on.
    pub may_be_endless: bool,
    /// Captures in the order in which they are tried.
    pub captures: Vec<CapturePlan>,
    /// Extra turn in the own store.
    pub replay: bool,
    /// Whether any seed can come into a store.
    pub has_stores: bool,
    /// Whether pits carry marks.
    pub marks: bool,
    /// Whether unplayed men are forfeited.
    pub forfeit: bool,
    /// Conditions that end the game, in the order in which they are tested.
    pub ends: Vec<When>,
    /// Who gets the rest.
    pub final_count: FinalCount,
    /// Who wins.
    pub winner: Winner,
    /// What the score counts.
    pub score: Score,
    /// What an endless sowing does.
    pub endless: Endless,
    /// Whether a position that comes again ends the game.
    pub repetition: bool,
    /// Most actions of a game.
    pub max_actions: u32,
    /// The side that starts.
    pub start: u8,
    /// Pits of South and North at the start.
    pub opening: [Vec<u8>; 2],
    /// Seeds in reserve at the start.
    pub reserve: u8,
}

impl Plan {
    /// Compiles a description.
    ///
    /// # Errors
    /// Every fault of the description.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        RulesError::unless_empty(rules.check())?;
        let columns = rules.board.columns as usize;
        let four_rows = rules.board.rows == 4;
        let side = rules.board.pits_per_side() as usize;
        let (facing, behind) = opposites(columns, four_rows);
        let symmetric = rules.moves.symmetric;
        let narrow = |pits: Vec<i64>| pits.into_iter().map(|n| n as u8).collect();
        let actions = action_space(&rules, side);
        let captures = rules.capture.iter().enumerate();
        let captures = captures.filter(|(_, rule)| rule.to != CaptureTo::None);
        Ok(Self {
            digest: rules.digest(),
            columns,
            side,
            four_rows,
            next: rings(side, four_rows, rules.sowing.stores),
            facing,
            behind,
            forward: directions(&rules, &actions, 0),
            backward: directions(&rules, &actions, 1),
            decoded: decode(&actions, side, columns),
            actions,
            symmetric,
            least: rules.moves.least as u8,
            singles: rules.moves.singles == Singles::IntoEmpty,
            feeding: rules.moves.feeding,
            skip: rules.sowing.skip,
            on_drop: rules.sowing.on_drop.as_ref().map(|rule| DropPlan {
                count: rule.count as u8,
                last_to_mover: rule.last_to_mover,
            }),
            relay: rules.laps.relay == Relay::Landing,
            may_be_endless: sows_captures(&rules)
                || rules.laps.relay == Relay::Landing && rules.sowing.stores == SownStores::None,
            must_try: matches!(rules.moves.feeding, Feeding::Forced | Feeding::Always)
                || forbids_slams(&rules),
            forbids_slams: forbids_slams(&rules),
            captures: captures.map(|(i, rule)| compile_capture(i, rule, columns, side)).collect(),
            replay: rules.turn.replay,
            has_stores: has_stores(&rules),
            marks: rules.setup.unplayed != Unplayed::None,
            forfeit: rules.turn.forfeit != Forfeit::None,
            ends: rules.ending.when.clone(),
            final_count: rules.ending.final_count,
            winner: rules.ending.winner,
            score: rules.ending.score,
            endless: rules.limits.endless,
            repetition: rules.limits.repetition != Repetition::None,
            max_actions: rules.limits.max_actions.0.map_or(u32::MAX, |n| n as u32),
            start: rules.setup.start as u8,
            opening: rules.setup.pits(&rules.board).map(narrow),
            reserve: rules.setup.reserve as u8,
            rules,
        })
    }

    /// The description.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The digest of the description, computed once.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The same rules with no limit on actions.
    #[must_use]
    pub fn without_cap(&self) -> Arc<Self> {
        Arc::new(Self { max_actions: u32::MAX, ..self.clone() })
    }

    /// Whether what a player may do can depend on what a store holds: where a lone seed moves into
    /// an empty place only, and that is a store.
    #[must_use]
    pub fn stores_stop_singles(&self) -> bool {
        let is_store = |slot: &u8| matches!(usize::from(*slot), STORE | OTHER_STORE);
        self.singles && self.next[0][..self.side].iter().any(is_store)
    }

    /// Takes an action number apart; `None` when there is no such number.
    #[inline]
    #[must_use]
    pub fn action(&self, number: usize) -> Option<Action> {
        self.decoded.get(number).copied()
    }
}
