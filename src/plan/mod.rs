//! Checked rules compiled once into flat tables, shared by both engines.
//!
//! Everything here is seen by the player to move: slots `0..side` are their own pits in their own
//! sowing order, [`STORE`] their store, [`RESERVE`] their reserve, and the same again from [`HALF`]
//! on for the other player. So no table and no phase of an engine asks who the player is.

mod actions;
mod answers;
mod beside;
mod compile;
mod derived;
mod ends;
pub mod features;
mod first_turns;
mod landing;
mod parts;
mod paused;
mod phases;
mod play;
pub mod shortcuts;
pub mod slots;
mod spots;
mod tables;

use crate::rules::{
    Endless, Feeding, FinalCount, FirstSeed, Relay, Rest, Rules, Score, Sharing, Skip, When, Winner,
};
pub use actions::{Action, Actions};
pub use beside::BesidePlan;
pub use ends::EndSet;
pub use features::{Feature, Features};
pub use first_turns::{FirstTurns, Portions, PutPlan};
pub use landing::{Chooses, Entry, SoFar};
pub use parts::{AfterPlan, ChoicePlan, DropPlan, PlacePlan, RoundPlan, SparedPlan};
pub use paused::Paused;
pub use play::{Lands, PlayEntry};
pub use slots::{CLAIMS, Held, Kept, LIFTS, Register, Slot};
pub use spots::{CountSet, Spot, Spots};
pub use tables::{SpotTables, Tables};

/// Slots of one player: up to 32 pits, the store, the reserve, and padding.
pub const HALF: usize = 48;
/// Slots of both players.
pub const SLOTS: usize = 2 * HALF;
/// The half of a slot, and its number there: quicker than a division.
#[must_use]
#[inline]
pub const fn halved(slot: usize) -> (usize, usize) {
    if slot < HALF { (0, slot) } else { (1, slot - HALF) }
}
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

/// A game ready to be played.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is one independent rule of the game
pub struct Plan {
    rules: Rules,
    digest: String,
    /// What the game asks of those who play it.
    pub features: Features,
    /// Pits in a row.
    pub columns: usize,
    /// Pits of one player.
    pub side: usize,
    /// Rows of pits.
    pub rows: usize,
    /// The number of a field, in games that have fields at the ends of the board.
    pub field: Option<usize>,
    /// Whether its seeds are sown on like those of a pit.
    pub lifts_fields: bool,
    /// Whether a player to move whose row is empty fills it from their store.
    pub restocks: bool,
    /// Whether they are given a seed by the other player.
    pub gives: bool,
    /// Pits of one player, from the first on, that can be marked: on four rows those of the outer one.
    pub markable: usize,
    /// All that depends on where things lie.
    pub tables: Tables,
    /// All that a position holds for a player.
    pub slots: Vec<Slot>,
    /// The slots of both players as an observation lists them, the mover's as half 0: pits and stores, then reserves,
    /// and so on, the mover's first in each group.
    pub observed: Vec<(usize, Slot)>,
    /// The action space.
    pub actions: Actions,
    /// Whether either side's pits may be played.
    pub symmetric: bool,
    /// Pits that may be sown forward, one bit for each numbered pit.
    pub forward: u64,
    /// Pits that may be sown backward.
    pub backward: u64,
    /// Whether a player's first sowing, or one of their second turn, fixes the direction of all others.
    pub fixes_heading: bool,
    /// Turns that a player has had before one that does: 0 or 1.
    pub heading_from: u8,
    /// How players put the seeds of their reserve in their pits before the game, if they do.
    pub places: Option<PlacePlan>,
    /// Which pits may be played, entry by entry; all are where there is none.
    pub plays: Vec<PlayEntry>,
    /// Seeds of a player at the start, in their pits and in reserve, of which entries say how many they have lost.
    pub owned: u8,
    /// The rule of the first turns, if they have one of their own.
    pub first_turns: Option<FirstTurns>,
    /// Whether the players sow at the same time to begin with: a turn of each, of which one decides who is next.
    pub race: bool,
    /// Pits that are played only where nothing else is legal.
    pub spared: Option<SparedPlan>,
    /// Own pits into which others are sown the other way if that captures, one bit each; 0 where there are
    /// none.
    pub back_into: u32,
    /// Own pits in which a later lap may be turned round, one bit each; 0 where there are none.
    pub turn_at: u32,
    /// The turns of a player in which one may be.
    pub turned_in: CountSet,
    /// Own pits from which captured seeds may be sown clockwise again, one bit each; 0 where there are none.
    pub again_at: u32,
    /// Whether a single captured seed takes along what lies in the pit from which it is sown.
    pub single_hand: bool,
    /// Whether some pits, or fields, are never played: they can be sown neither forward nor backward.
    pub bars_pits: bool,
    /// Fewest seeds of a pit that may be played.
    pub least: u8,
    /// Whether lone seeds may move into an empty pit when nothing larger can.
    pub singles: bool,
    /// Most seeds of a pit among which players choose how many they sow; 0 where they sow all.
    pub up_to: u8,
    /// Fewest seeds that then stay in the pit.
    pub stay: u8,
    /// Most captured seeds among which players choose how many they sow in place of a pit; 0 where they sow none.
    pub store_up_to: u8,
    /// The pit in which the first of them falls.
    pub store_into: usize,
    /// For each direction the slot before it.
    pub store_before: [u8; 2],
    /// Whether they stay in the player's own row.
    pub store_in_row: bool,
    /// Whether they may go the other way if that captures.
    pub store_back: bool,
    /// Actions that are barred to a single seed: it would leave its row. One bit each.
    pub lone: u64,
    /// Actions that sow a pit of the inner row out of it, which the only one with seeds there is not; one bit
    /// each.
    pub leaving: u64,
    /// Whether turns begin with a seed of the reserve as long as there are any.
    pub drops: bool,
    /// Own pits that begin as houses, one bit each; 0 where there are none.
    pub houses: u32,
    /// Own pits that are closed at first, one bit each; 0 where there are none.
    pub closed_first: u32,
    /// Of these, those that may be played, and open them all.
    pub reopens_at: u64,
    /// Whether that is only so where no open pit can be played.
    pub reopens_stuck: bool,
    /// Whether the one pit that is threatened is blocked.
    pub blocks: bool,
    /// For each direction the slot before the pit of the own inner row to which a lap comes first.
    pub row_ends: [u8; 2],
    /// Whether players say from which of them captured seeds are sown.
    pub chooses_end: bool,
    /// Whether players may capture seeds in place of sowing on, and sow them on.
    pub takes_on: bool,
    /// Whether a turn that pauses keeps which way it goes, and how it began.
    pub keeps_sowing: bool,
    /// The duty to feed.
    pub feeding: Feeding,
    /// Fewest seeds that feeding gives, if an action gives so many.
    pub fed: u8,
    /// Fewest seeds of one of their pits, so that the other player has something to play with.
    pub fed_pit: u8,
    /// The pit a sowing passes over.
    pub skip: Skip,
    /// Seeds of one round of a sowing after which it goes on round the other player's row; none where it goes
    /// on round the board.
    pub circles_after: Option<u8>,
    /// Where the first seed of a lifted hand falls.
    pub first: FirstSeed,
    /// Seeds with which a pit is passed over, but by the last seed; none where no pit is.
    pub passes: Option<CountSet>,
    /// Whether a last seed that comes to an empty pit falls in the one after it, and ends the turn.
    pub past_empty: bool,
    /// A capture by any drop.
    pub on_drop: Option<DropPlan>,
    /// Pits that players choose after a capture.
    pub choices: Option<ChoicePlan>,
    /// A pit beside the landing pit that they may take.
    pub beside: Option<BesidePlan>,
    /// A capture when the last lap of an action is over.
    pub after: Option<AfterPlan>,
    /// What is sown on where no entry fits.
    pub relay: Relay,
    /// Whether an action may be illegal because of what it would do, so that it has to be tried.
    pub must_try: bool,
    /// Whether a capture of all that the other player has is illegal.
    pub forbids_slams: bool,
    /// Whether a last seed in the mover's store is followed by a lap from the pit after it.
    pub past_store: bool,
    /// Whether each later lap of an action goes the other way.
    pub turn_round: bool,
    /// Whether a sowing may never end.
    pub may_be_endless: bool,
    /// Whether more than one lap may follow from an action.
    pub many_laps: bool,
    /// Whether a drop can do more than add a seed, or counts for a test of what has happened.
    pub watches_drops: bool,
    /// The pits of which entries ask whether a seed has fallen there, one bit a slot: those of the other player, or
    /// on four rows the inner row of the mover.
    pub across: u128,
    /// Whether an entry asks what has happened in the action, or before it.
    pub asks_so_far: bool,
    /// The largest number of turns that is told apart; 0 where nobody asks.
    pub most_turns: u8,
    /// Last seeds in pits marked by the other player that are told apart; 0: none are.
    pub most_visits: u8,
    /// Captures of a player that are told apart; 0: none are.
    pub most_captures: u8,
    /// Whether the game goes on as long as both sides hold seeds: the mover has an action, and
    /// nothing else ends the game.
    pub goes_on_with_seeds: bool,
    /// Extra turn in the own store.
    pub replay: bool,
    /// Whether any seed can come into a store.
    pub has_stores: bool,
    /// Whether pits carry marks.
    pub marks: bool,
    /// Whether marks say that a pit is unplayed: they are there at the start, and go when it is played
    /// upon or emptied. All other marks are made by entries of the landing table, and stay: those of a
    /// player lie on the other player's side. Where pits change hands, marks say which have, and the
    /// marks that players make are claims; where players mark pits of their own too, those are claims.
    pub unplayed: bool,
    /// Whether players make marks, by entries of the landing table.
    pub makes_marks: bool,
    /// Whether marks go when pits are emptied.
    pub unmarks: bool,
    /// Whether the game is within [`shortcuts::SLIM_BOARD`].
    pub slim: bool,
    /// Rounds, if there is more than one.
    pub rounds: Option<RoundPlan>,
    /// Whether all marks, but for those on shared pits, are pits that are closed for the round, or the game: no
    /// seed falls there.
    pub closes_pits: bool,
    /// Whether marks on pits that hold seeds are pits that are held for the round: nobody sows or captures what lies
    /// there. (A held pit holds seeds, and a closed pit none.)
    pub holds_pits: bool,
    /// Whether a seed that would fall in a closed pit of the other player leaves the game.
    pub removes_passing: bool,
    /// Whether pits carry claims.
    pub claims: bool,
    /// Whether it is kept of which pits seeds were lifted to be sown in this round.
    pub lifts: bool,
    /// Which of the own pits among these rest, and until when.
    pub rest: Rest,
    /// Whether claims are marks of players in pits of their own.
    pub own_marks: bool,
    /// Whether marks, but for claims, are pits that belong to the player of the other row for the round.
    pub owns_pits: bool,
    /// Where among the marks of a half those begin that players make: [`CLAIMS`] in games whose first
    /// marks say whose a pit is.
    pub made_marks: usize,
    /// Whether seeds in marked pits go to the stores of those who marked them.
    pub sends_home: bool,
    /// Whether nobody sows from a marked pit.
    pub bars_marked: bool,
    /// Seeds with which a pit is marked no more that was not filled for the round; 0: no pit is marked so.
    pub full_pit: u8,
    /// Whether the seeds left in marked pits at the end are those of the players who marked them.
    pub counts_marked: bool,
    /// Pits that captures mark, one bit a slot: with a mark for the player of the other row, with a claim for
    /// their own player. 0 where there are none.
    pub shared: u128,
    /// How their seeds are divided when the round, or the game, is over.
    pub sharing: Sharing,
    /// Whether unplayed men are forfeited.
    pub forfeit: bool,
    /// Conditions that end the game, in the order in which they are tested.
    pub ends: Vec<When>,
    /// The same as a set.
    pub ends_set: EndSet,
    /// Most seeds in all pits for [`When::Few`], and in those of each player for [`When::EachFew`].
    pub few: u8,
    /// Seeds of a store, or a score, that are enough for [`When::Enough`] and [`Winner::Enough`].
    pub enough: u8,
    /// Most seeds in all pits of which the next capture takes all; 0 where there is no such rule.
    pub last_seeds: u8,
    /// The pits of a side, from the first to before the last, that [`When::RowEmpty`] and
    /// [`Winner::HasRow`] speak of.
    pub row: (usize, usize),
    /// Whether a player wins who takes, in one turn, the seeds of the other player's pits of [`Plan::end_pits`].
    pub takes_ends: bool,
    /// The pits at both ends of the row that faces the other player.
    pub end_pits: [usize; 2],
    /// Whether the conditions of the board are tested after every lap too.
    pub ends_at_laps: bool,
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
    /// Pits of the player who starts that the other player has marked, one bit a pit.
    pub marked: u32,
    /// The side that starts.
    pub start: u8,
    /// Pits of South and North at the start.
    pub opening: [Vec<u8>; 2],
    /// Seeds in the stores of South and North at the start.
    pub stored: [u8; 2],
    /// Seeds in reserve at the start.
    pub reserve: u8,
}
