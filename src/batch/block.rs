//! Sixty-four games of the same rules, column by column.

use super::lane_plan::LanePlan;
use super::level::Level;
use super::rare::Rare;
use super::values::{Bytes, Words};
use super::waits::Waits;
use crate::outcome::{End, GameResult, Reason};
use crate::plan::{CLAIMS, HALF, Kept, LIFTS, NO_SLOT, Plan, RESERVE, SLOTS, STORE, Slot, halved};
use crate::position::Position;
use crate::random::GameKey;

/// Marks of a side: those of the outer row, its claims, and where seeds were lifted.
pub const MARKS: usize = LIFTS + CLAIMS;
/// Most actions of a game.
pub const ACTIONS: usize = 64;
/// No result, no reason.
pub const NONE: u8 = 255;

/// The seeds and marks of each game, in the slots of [`crate::plan`].
#[derive(Clone, Debug)]
pub struct Board {
    /// Seeds by slot.
    pub cells: [Bytes; SLOTS],
    /// Whether a pit of the outer row is marked or claimed, or its seeds were lifted (truth): the mover's, the other player's.
    pub marks: [[Bytes; MARKS]; 2],
}

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

impl Board {
    /// A board without seeds.
    pub const EMPTY: Self = Self { cells: [Bytes::ZERO; SLOTS], marks: [[Bytes::ZERO; MARKS]; 2] };

    /// The seeds in the pits of the half that begins at `base`.
    #[inline(always)]
    #[must_use]
    pub fn sum(&self, base: usize, side: usize) -> Bytes {
        let mut sum = Bytes::ZERO;
        for cells in &self.cells[base..base + side] {
            sum = sum.plus(*cells);
        }
        sum
    }

    /// What a slot of a half holds; for a mark, truth.
    #[inline(always)]
    #[must_use]
    pub fn column(&self, half: usize, slot: Slot) -> &Bytes {
        match slot.kept() {
            Kept::Mark(bit) => &self.marks[half][bit],
            Kept::Cell(cell) => &self.cells[half * HALF + cell],
        }
    }

    /// The same, to be changed.
    #[inline(always)]
    pub fn column_mut(&mut self, half: usize, slot: Slot) -> &mut Bytes {
        match slot.kept() {
            Kept::Mark(bit) => &mut self.marks[half][bit],
            Kept::Cell(cell) => &mut self.cells[half * HALF + cell],
        }
    }

    /// All seeds.
    #[inline(always)]
    #[must_use]
    pub fn total(&self, lane_plan: &LanePlan) -> Bytes {
        let mut total = Bytes::ZERO;
        for base in [0, HALF] {
            total = total.plus(self.sum(base, lane_plan.plan.side));
            total = total.plus(self.cells[base + STORE]).plus(self.cells[base + RESERVE]);
        }
        total
    }

    /// Truth: all pits of that half are empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self, base: usize, side: usize) -> Bytes {
        let mut any = Bytes::ZERO;
        for cells in &self.cells[base..base + side] {
            any = any.or(*cells);
        }
        any.is(0)
    }

    /// A pit that is emptied or played upon is no longer unplayed (CH-2).
    #[inline(always)]
    pub fn clear_mark(&mut self, slot: usize, lanes: Bytes) {
        let (half, pit) = halved(slot);
        if slot != NO_SLOT && pit < CLAIMS {
            let mark = &mut self.marks[half][pit];
            *mark = mark.but_not(lanes);
        }
    }

    /// Takes all seeds of a pit.
    #[inline(always)]
    pub fn clear(&mut self, slot: usize, lanes: Bytes) {
        self.cells[slot] = self.cells[slot].but_not(lanes);
    }

    /// Adds seeds.
    #[inline(always)]
    pub fn add(&mut self, slot: usize, seeds: Bytes) {
        self.cells[slot] = self.cells[slot].plus(seeds);
    }

    /// The two halves change places in these lanes.
    #[inline(always)]
    pub fn swap(&mut self, lane_plan: &LanePlan, lanes: Bytes) {
        let (mine, theirs) = self.cells.split_at_mut(HALF);
        for pit in 0..lane_plan.plan.side {
            exchange(&mut mine[pit], &mut theirs[pit], lanes);
        }
        self.swap_besides_pits(lane_plan, lanes);
    }

    /// What is held besides the pits changes places in these lanes.
    #[inline(always)]
    pub(super) fn swap_besides_pits(&mut self, lane_plan: &LanePlan, lanes: Bytes) {
        let columns = &lane_plan.besides_pits;
        let (mine, theirs) = self.cells.split_at_mut(HALF);
        for cell in &columns.cells {
            exchange(&mut mine[*cell], &mut theirs[*cell], lanes);
        }
        let [mine, theirs] = &mut self.marks;
        for mark in &columns.marks {
            exchange(&mut mine[*mark], &mut theirs[*mark], lanes);
        }
    }

    /// Copies these lanes from another board.
    #[inline(always)]
    pub fn copy_lanes(&mut self, lane_plan: &LanePlan, from: &Self, lanes: Bytes) {
        self.write_over(lane_plan, from, |old, new| lanes.choose(new, old));
    }

    /// Copies all lanes of another board.
    #[inline(always)]
    pub fn copy(&mut self, lane_plan: &LanePlan, from: &Self) {
        self.write_over(lane_plan, from, |_, new| new);
    }

    /// Writes all columns that are held anew, from what they are and what they are in another board.
    #[inline(always)]
    fn write_over(
        &mut self,
        lane_plan: &LanePlan,
        from: &Self,
        written: impl Fn(Bytes, Bytes) -> Bytes,
    ) {
        for half in 0..2 {
            for cell in lane_plan.held.cells.iter().map(|cell| half * HALF + cell) {
                self.cells[cell] = written(self.cells[cell], from.cells[cell]);
            }
            for mark in &lane_plan.held.marks {
                let column = &mut self.marks[half][*mark];
                *column = written(*column, from.marks[half][*mark]);
            }
        }
    }
}

/// The columns change places in these lanes.
#[inline(always)]
pub(super) fn exchange(a: &mut Bytes, b: &mut Bytes, lanes: Bytes) {
    let difference = a.zip3(*b, lanes, |a, b, lanes| (a ^ b) & lanes);
    *a = a.zip(difference, |a, d| a ^ d);
    *b = b.zip(difference, |b, d| b ^ d);
}
