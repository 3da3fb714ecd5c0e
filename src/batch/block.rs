//! Sixty-four games of the same rules, column by column.

use super::board::Board;
use super::lane_plan::LanePlan;
use super::level::Level;
use super::rare::Rare;
use super::values::{Bytes, Words};
use super::waits::Waits;
use crate::outcome::{End, GameResult, Reason};
use crate::plan::{HALF, Kept, Plan, RESERVE, SLOTS, STORE};
use crate::position::Position;
use crate::random::GameKey;

/// Most actions of a game.
pub const ACTIONS: usize = 64;
/// No result, no reason.
pub const NONE: u8 = 255;

/// What has happened in the action of each lane, as truth; kept up where an entry asks for it.
#[derive(Clone, Copy, Debug)]
pub struct SoFar {
    /// A lap is over.
    pub later: Bytes,
    /// An entry has taken seeds.
    pub captured: Bytes,
    /// A seed has fallen in a pit of the other player.
    pub crossed: Bytes,
    /// The first lap went the other way, into one of the pits for which it may if seeds are captured.
    pub went_back: Bytes,
    /// The action began with a seed of the reserve.
    pub dropped: Bytes,
}

impl SoFar {
    /// Nothing has.
    pub const NOTHING: Self = Self {
        later: Bytes::ZERO,
        captured: Bytes::ZERO,
        crossed: Bytes::ZERO,
        went_back: Bytes::ZERO,
        dropped: Bytes::ZERO,
    };
}

/// Sixty-four games.
#[derive(Clone, Debug)]
pub struct Block {
    /// Phases that few games have, compiled for the level at which it is played.
    pub rare: &'static Rare,
    /// Seeds and marks.
    pub board: Board,
    /// For each action whether it is legal: 0 or 1.
    pub legal: [Bytes; ACTIONS],
    /// The number of legal actions.
    pub choices: Bytes,
    /// All seeds at the start of the game.
    pub seeds: Bytes,
    /// 0: ordinary; 1: after the reserve entry; `1 + f`: choose a file after capturing file `f`.
    pub phase: Bytes,
    /// The player to move: 0 South, 1 North.
    pub to_move: Bytes,
    /// What each lane waits for.
    pub waits: Waits,
    /// The action chosen.
    pub action: Bytes,
    /// Seeds in the hand; 0 when nothing is being sown.
    pub hand: Bytes,
    /// The place on the ring where the lap began.
    pub origin: Bytes,
    /// The place of the pit that the player chose.
    pub turn_origin: Bytes,
    /// Truth: against the direction of the ring.
    pub backward: Bytes,
    /// Truth: the hand comes from the pit where the lap begins, which it leaves empty.
    pub lifts: Bytes,
    /// Truth: the lap is the first one of an action which drops seeds elsewhere than others do. Kept up where there
    /// are such laps.
    pub apart: Bytes,
    /// The place from which captured seeds may go clockwise again. Kept up where they may, and of use only where a lap
    /// ends.
    pub again_from: Bytes,
    /// Truth: it is not asked whether the lap is turned round, the first one. Kept up where some first laps may be.
    pub unasked: Bytes,
    /// Laps of this action, up to `thresholds::MANY_LAPS`.
    pub laps: Bytes,
    /// Truth: the action gives an extra turn.
    pub again: Bytes,
    /// What entries of the landing table ask of the action so far.
    pub so_far: SoFar,
    /// Truth by slot: a seed of the action has fallen in the pit. Kept up where a rule asks for it.
    pub sown: [Bytes; SLOTS],
    /// Truth by slot: an entry takes the pit. Of use only while one entry is carried out.
    pub taken: [Bytes; SLOTS],
    /// What the ring held before a lap, by slot, where drops may capture the last seeds. Of use until it is sown.
    pub before: [Bytes; SLOTS],
    /// The player who made the last action, where the end asks for them.
    pub actor: Bytes,
    /// The phase in which the player chooses after a capture; 0 where they do not.
    pub choosing: Bytes,
    /// Where laps are tried that may be turned round; made when it is first needed.
    pub trial: Option<Box<Block>>,
    /// The ends of the other player's row that the turn has taken, one bit each. Kept up where that wins.
    pub ends: Bytes,
    /// Truth: the action began with a sowing and captured nothing, and its player has passed. Kept up where that
    /// blocks a pit.
    pub quiet: Bytes,
    /// Truth: the action put a seed of the reserve in a pit. Kept up where players place seeds.
    pub placed: Bytes,
    /// Whether sowings stop at their first capture: all that is asked of them is whether they make one.
    pub stops_at_capture: bool,
    /// Truth: the sowing would make a capture that is forbidden (trials only).
    pub forbidden: Bytes,
    /// Truth: the sowing never ends.
    pub endless: Bytes,
    /// Truth: the other player had no seeds before the action.
    pub starved: Bytes,
    /// Truth: somebody without an action has just been passed over.
    pub skipped: Bytes,
    /// Truth: an alternative that was tried leaves the other player seeds.
    pub feeds: Bytes,
    /// The result, as [`GameResult`], where the game is over.
    pub result: Bytes,
    /// The reason, as [`Reason`], where the game is over.
    pub reason: Bytes,
    /// Actions played.
    pub plies: Words,
    /// The low halves of the keys of the games.
    pub key_low: Words,
    /// The high halves.
    pub key_high: Words,
    /// Truth: captured seeds are sown, and it is not known yet whether their player may say which way. Of use only while
    /// an action begins.
    pub from_store: Bytes,
}

impl Block {
    /// A block without games.
    #[must_use]
    pub fn empty(level: Level) -> Box<Self> {
        Box::new(Self {
            rare: level.rare(),
            board: Board::EMPTY,
            legal: [Bytes::ZERO; ACTIONS],
            choices: Bytes::ZERO,
            seeds: Bytes::ZERO,
            phase: Bytes::ZERO,
            to_move: Bytes::ZERO,
            waits: Waits::NONE,
            action: Bytes::ZERO,
            hand: Bytes::ZERO,
            origin: Bytes::ZERO,
            turn_origin: Bytes::ZERO,
            backward: Bytes::ZERO,
            lifts: Bytes::ZERO,
            apart: Bytes::ZERO,
            again_from: Bytes::ZERO,
            unasked: Bytes::ZERO,
            laps: Bytes::ZERO,
            again: Bytes::ZERO,
            so_far: SoFar::NOTHING,
            sown: [Bytes::ZERO; SLOTS],
            taken: [Bytes::ZERO; SLOTS],
            before: [Bytes::ZERO; SLOTS],
            actor: Bytes::ZERO,
            choosing: Bytes::ZERO,
            trial: None,
            ends: Bytes::ZERO,
            quiet: Bytes::ZERO,
            placed: Bytes::ZERO,
            stops_at_capture: false,
            forbidden: Bytes::ZERO,
            endless: Bytes::ZERO,
            starved: Bytes::ZERO,
            skipped: Bytes::ZERO,
            feeds: Bytes::ZERO,
            result: Bytes::all(NONE),
            reason: Bytes::all(NONE),
            plies: Words::ZERO,
            key_low: Words::ZERO,
            key_high: Words::ZERO,
            from_store: Bytes::ZERO,
        })
    }

    /// The key of the game in a lane.
    #[inline(always)]
    pub fn set_key(&mut self, lane: usize, key: GameKey) {
        (self.key_low.0[lane], self.key_high.0[lane]) = (key.0 as u32, (key.0 >> 32) as u32);
    }

    /// The position of a lane.
    #[must_use]
    pub fn position(&self, plan: &Plan, lane: usize) -> Position {
        let mut position = Position::empty(self.to_move.0[lane]);
        for half in 0..2 {
            for slot in &plan.slots {
                let byte = self.board.column(half, *slot).0[lane];
                let value = if matches!(slot.kept(), Kept::Mark(_)) { byte & 1 } else { byte };
                position.set(half, *slot, value);
            }
        }
        position.phase = self.phase.0[lane];
        position
    }

    /// No seed has fallen yet in these lanes.
    #[inline(always)]
    pub fn forget_sown(&mut self, lane_plan: &LanePlan, lanes: Bytes) {
        if lane_plan.asks_sown {
            for slot in lane_plan.pits() {
                self.sown[slot] = self.sown[slot].but_not(lanes);
            }
        }
    }

    /// The legal actions of a lane, one bit each.
    #[must_use]
    pub fn legal_set(&self, lane: usize) -> u64 {
        let columns = self.legal.iter().enumerate();
        columns.fold(0, |set, (action, column)| set | u64::from(column.0[lane] & 1) << action)
    }

    /// How the game of a lane ended, if it is over.
    #[must_use]
    pub fn end(&self, lane: usize) -> Option<End> {
        end_of(self.result.0[lane], self.reason.0[lane])
    }

    /// The scores of the mover and of the other player on the board as it stands.
    #[inline(always)]
    #[must_use]
    pub fn scores(&self, lane_plan: &LanePlan) -> [Bytes; 2] {
        [self.score(lane_plan, 0), self.score(lane_plan, HALF)]
    }

    /// The scores of South and of North on the board as it stands.
    #[inline(always)]
    #[must_use]
    pub fn scores_by_side(&self, lane_plan: &LanePlan) -> [Bytes; 2] {
        let [mine, theirs] = self.scores(lane_plan);
        let north = self.to_move.at_least(1);
        [north.choose(theirs, mine), north.choose(mine, theirs)]
    }

    #[inline(always)]
    fn score(&self, lane_plan: &LanePlan, base: usize) -> Bytes {
        let store = self.board.cells[base + STORE];
        match lane_plan.plan.score {
            crate::rules::Score::Store => store,
            crate::rules::Score::Owned => {
                let reserve = self.board.cells[base + RESERVE];
                store.plus(reserve).plus(self.board.sum(base, lane_plan.plan.side))
            }
        }
    }
}

/// An end by the codes of its result and reason.
#[must_use]
pub fn end_of(result: u8, reason: u8) -> Option<End> {
    let result = *GameResult::ALL.get(usize::from(result))?;
    let reason = *Reason::ALL.get(usize::from(reason))?;
    Some(End { result, reason })
}
