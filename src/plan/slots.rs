//! All that a position holds for a player, in one list: who swaps, copies, hashes, packs, encodes,
//! observes, writes or pickles positions walks it. State is listed nowhere else. (What belongs to
//! no player, the phase and who is to move, stands in [`crate::position::Position`] itself.)

use super::{HALF, RESERVE, RoundPlan, STORE};
use crate::rules::{Block, Direction, MAX_SEEDS, Row, Rules, Unplayed, Winner};

/// A number that a player carries from action to action, besides seeds and marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Register {
    /// Turns played, as far as the opening, laps that may be turned, or an entry of a table tell them apart.
    Turns,
    /// The direction that a player's first sowing has fixed: 0 none yet, 1 forward, 2 backward.
    Heading,
    /// Rounds that are over; the same for both players.
    Round,
    /// Whether this player began the round: 1 or 0.
    Began,
    /// Rounds that this player has won before the present one, where these decide.
    Won,
    /// Last seeds that this player has dropped in pits that the other one has marked, in this round, as far as
    /// entries of the landing table tell them apart.
    Visits,
    /// Captures that this player has made by entries of the landing table in this round, as far as these tell them
    /// apart.
    Captures,
    /// Seeds that this player has dropped while both sow to begin with, until both have: no more than 255.
    Raced,
    /// Points that this player has got before the present round, where these decide.
    Points,
    /// The own pit, counted from 1, from which seeds are sown that this player may capture now; 0 where nothing is so
    /// captured.
    Reentry,
    /// Whether this player has had the turn in which an entry of the table of plays fitted that does so once: 1 or 0.
    Once,
}

impl Register {
    /// All registers, in the order of their numbers.
    pub const ALL: &'static [Self] = &[
        Self::Turns,
        Self::Heading,
        Self::Round,
        Self::Began,
        Self::Won,
        Self::Visits,
        Self::Captures,
        Self::Raced,
        Self::Points,
        Self::Reentry,
        Self::Once,
    ];
    /// Those that count from the beginning of a round.
    pub const OF_A_ROUND: [Self; 6] =
        [Self::Turns, Self::Heading, Self::Visits, Self::Captures, Self::Raced, Self::Once];
    /// The number of all.
    pub const COUNT: usize = Self::ALL.len();

    /// The name in positions and observations.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Heading => "heading",
            Self::Round => "round",
            Self::Began => "began",
            Self::Won => "won",
            Self::Visits => "visits",
            Self::Captures => "captures",
            Self::Raced => "raced",
            Self::Points => "points",
            Self::Reentry => "reentry",
            Self::Once => "once",
        }
    }

    /// Its place among the cells of a half, behind the reserve.
    #[must_use]
    pub const fn cell(self) -> usize {
        RESERVE + 1 + self as usize
    }
}

/// Where the claims of a half begin among its marks: the marks that players make in games whose other
/// marks say whose a pit is for the round, or those that they make in pits of their own.
pub const CLAIMS: usize = 16;

/// Where the bits of pits begin whose seeds were lifted to be sown.
pub const LIFTS: usize = 2 * CLAIMS;

const _: () = assert!(RESERVE + Register::COUNT < HALF);

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// The seeds of a pit.
    Pit(usize),
    /// The seeds of the store; captured seeds where the board has none.
    Store,
    /// The seeds in reserve.
    Reserve,
    /// Whether a pit is marked; where there are houses, whether it is one.
    Mark(usize),
    /// Whether a pit is claimed: marked by a player, where marks say whose a pit is; or marked by the
    /// player whose pit it is, where both can mark it; or blocked for a turn.
    Claim(usize),
    /// Whether seeds of a pit were lifted to be sown in this round.
    Lifted(usize),
    /// A register.
    Register(Register),
}

/// Where a half holds a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Among its cells.
    Cell(usize),
    /// Among its marks, one bit of [`crate::position::Position::marks`].
    Mark(usize),
}

/// One thing that a position holds for each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it is.
    pub held: Held,
    /// Its largest value.
    pub most: u8,
}

impl Slot {
    /// Where a half holds it.
    #[inline]
    #[must_use]
    pub const fn kept(self) -> Kept {
        match self.held {
            Held::Pit(pit) => Kept::Cell(pit),
            Held::Store => Kept::Cell(STORE),
            Held::Reserve => Kept::Cell(RESERVE),
            Held::Register(register) => Kept::Cell(register.cell()),
            Held::Mark(pit) => Kept::Mark(pit),
            Held::Claim(pit) => Kept::Mark(CLAIMS + pit),
            Held::Lifted(pit) => Kept::Mark(LIFTS + pit),
        }
    }

    /// Whether it holds seeds, which are constant in all (GE-7).
    #[must_use]
    pub fn holds_seeds(self) -> bool {
        matches!(self.held, Held::Pit(_) | Held::Store | Held::Reserve)
    }

    /// Its name in an observation, after "own" or "other".
    #[must_use]
    pub fn name(self) -> String {
        match self.held {
            Held::Pit(pit) => format!("pit_{pit}"),
            Held::Store => "store".to_owned(),
            Held::Reserve => "reserve".to_owned(),
            Held::Mark(pit) => format!("mark_{pit}"),
            Held::Claim(pit) => format!("claim_{pit}"),
            Held::Lifted(pit) => format!("lifted_{pit}"),
            Held::Register(register) => register.name().to_owned(),
        }
    }

    /// The group in which an observation lists it: pits and store first, then what few games have.
    fn group(self) -> u8 {
        match self.held {
            Held::Pit(_) | Held::Store => 0,
            Held::Reserve => 1,
            Held::Mark(_) | Held::Claim(_) | Held::Lifted(_) => 2,
            Held::Register(_) => 3,
        }
    }
}

/// What the slots of a game follow from.
pub(super) struct Shape {
    pub pits: usize,
    pub reserve: bool,
    /// Pits that can be marked, and claimed, and those of which it is kept that seeds were lifted there.
    pub marks: Vec<usize>,
    pub claims: Vec<usize>,
    pub lifts: Vec<usize>,
    /// The registers that the game has, each with its largest value.
    pub registers: Vec<(Register, u8)>,
}

impl Shape {
    /// That of a game. `most`: what its registers of turns, visits and captures come to.
    pub(super) fn of(rules: &Rules, most: [u8; 3]) -> Self {
        let rounds = &rules.rounds;
        let unplayed = rules.setup.unplayed != Unplayed::None;
        let marks = unplayed
            || rules.marks_pits()
            || rules.closes_pits()
            || rounds.protect_pits()
            || rounds.choose_pits()
            || rounds.own_pits();
        let claims = rules.marks_pits() && rounds.own_pits() || rules.marks_own_pits();
        let shared = |pit: &usize| rules.marks.shared.0.contains(&(*pit as i64));
        let pits = |all: bool| {
            let markable = 0..rules.board.markable() as usize;
            markable.filter(|pit| all || shared(pit)).collect()
        };
        let numbers =
            |pits: &[i64]| -> Vec<usize> { pits.iter().map(|pit| *pit as usize).collect() };
        let mut houses = numbers(&rules.setup.houses.0);
        houses.extend(numbers(&rules.setup.closed.0)); // there is only the one or the other
        houses.sort_unstable();
        let blocked: Vec<i64> = rules.board.pits_in(Row::Inner).collect();
        let blocked = numbers(&blocked);
        Self {
            pits: rules.board.pits_per_side() as usize,
            // Captured seeds wait there where a lap may be turned round.
            reserve: rules.setup.reserve > 0
                || rules.laps.turn_at.is_asked()
                || rules.laps.again_at.is_asked(),
            marks: if houses.is_empty() { pits(marks) } else { houses },
            claims: if rules.turn.block == Block::None { pits(claims) } else { blocked },
            lifts: if rules.keeps_lifted() { pits(true) } else { Vec::new() },
            registers: registers(rules, most),
        }
    }
}

/// The registers that a game has, each with its largest value: of turns, visits and captures, `most`.
fn registers(
    rules: &Rules,
    [most_turns, most_visits, most_captures]: [u8; 3],
) -> Vec<(Register, u8)> {
    let fixed = matches!(rules.moves.direction, Direction::FixedByFirst | Direction::FixedBySecond);
    let rounds = RoundPlan::new(rules).map_or(0, |rounds| rounds.most - 1);
    let counts = rules.ending.winner == Winner::MostRounds;
    let won = if counts { rounds } else { 0 };
    let registers = [
        (Register::Turns, most_turns),
        (Register::Heading, 2 * u8::from(fixed)),
        (Register::Round, rounds),
        (Register::Began, u8::from(rounds > 0)),
        (Register::Won, won),
        (Register::Visits, most_visits),
        (Register::Captures, most_captures),
        (Register::Raced, if rules.opening.race { u8::MAX } else { 0 }),
        (
            Register::Reentry,
            if rules.may_take_on() { rules.board.pits_per_side() as u8 } else { 0 },
        ),
        (Register::Once, u8::from(rules.play.iter().any(|entry| entry.once))),
        // Who has as many as win has won.
        (Register::Points, if rounds > 0 { (rules.rounds.points - 1).max(0) as u8 } else { 0 }),
    ];
    registers.into_iter().filter(|(_, most)| *most > 0).collect()
}

/// The slots of one player, in the order in which an observation lists them.
pub(super) fn slots(shape: &Shape) -> Vec<Slot> {
    let most = MAX_SEEDS as u8;
    let mut slots: Vec<Slot> =
        (0..shape.pits).map(|pit| Slot { held: Held::Pit(pit), most }).collect();
    slots.push(Slot { held: Held::Store, most });
    if shape.reserve {
        slots.push(Slot { held: Held::Reserve, most });
    }
    slots.extend(shape.marks.iter().map(|pit| Slot { held: Held::Mark(*pit), most: 1 }));
    slots.extend(shape.claims.iter().map(|pit| Slot { held: Held::Claim(*pit), most: 1 }));
    slots.extend(shape.lifts.iter().map(|pit| Slot { held: Held::Lifted(*pit), most: 1 }));
    let register =
        |(register, most): &(Register, u8)| Slot { held: Held::Register(*register), most: *most };
    slots.extend(shape.registers.iter().map(register));
    slots
}

/// The slots of both players as an observation lists them: group by group, and in each group the
/// mover's (0) before the other player's (1).
pub(super) fn by_group(slots: &[Slot]) -> Vec<(usize, Slot)> {
    let groups = slots.chunk_by(|a, b| a.group() == b.group());
    let halves = groups.flat_map(|group| [0, 1].map(|half| (half, group)));
    halves.flat_map(|(half, group)| group.iter().map(move |slot| (half, *slot))).collect()
}
