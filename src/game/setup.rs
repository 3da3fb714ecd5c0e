//! Positions set up by hand (GE-12).

use std::sync::Arc;

use super::setup_marks::{check_claims, check_lifted, check_marks};
use super::setup_phase::check_phase;
use super::{Position, State};
use crate::engine::{Engine, Silent};
use crate::plan::{Held, Plan, Register, Slot};
use crate::rules::{Fault, MAX_SEEDS};

/// A position as a user writes it, unchecked: `[south, north]`, each in its own sowing order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Seeds in the pits of each side.
    pub pits: [Vec<i64>; 2],
    /// Seeds in the stores.
    pub stores: [i64; 2],
    /// Seeds in the reserves.
    pub reserves: [i64; 2],
    /// Marked pits; empty for none.
    pub marks: [Vec<bool>; 2],
    /// Claimed pits, where marks say whose a pit is or players mark their own, too; empty for none.
    pub claims: [Vec<bool>; 2],
    /// Pits whose seeds were lifted to be sown in this round, where entries ask for it; empty for none.
    pub lifted: [Vec<bool>; 2],
    /// Registers by their numbers, each up to the largest value of its slot in the plan; 0 where the
    /// game does not have one.
    pub registers: [[i64; Register::COUNT]; 2],
    /// The side to move.
    pub to_move: i64,
    /// The phase.
    pub phase: i64,
}

/// A position that the rules do not have, with every fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"))]
pub struct PositionError {
    /// The faults. Never empty.
    pub faults: Vec<Fault>,
}

impl State {
    /// Checks a position and settles it: it may be over at once, or the other side's turn.
    ///
    /// # Errors
    /// Every fault of the position.
    pub fn set_up(plan: &Arc<Plan>, setup: &Setup) -> Result<Self, PositionError> {
        let mut faults = Vec::new();
        check_counts(plan, setup, &mut faults);
        check_marks(plan, setup, &mut faults);
        check_claims(plan, setup, &mut faults);
        check_lifted(plan, setup, &mut faults);
        check_registers(plan, setup, &mut faults);
        check_phase(plan, setup, &mut faults);
        if !faults.is_empty() {
            return Err(PositionError { faults });
        }
        let at = position(plan, setup);
        if plan.is_drawn(at.phase) && !plan.another_round(&at) {
            let allowed = "no other round follows: nobody draws a lot";
            return Err(PositionError { faults: vec![Fault::new("phase", at.phase, allowed)] });
        }
        if plan.leaves(at.phase) && !leaves_pit(plan, at) {
            let allowed = "the mover has no pit to leave without seeds, or no round follows";
            return Err(PositionError { faults: vec![Fault::new("phase", at.phase, allowed)] });
        }
        if let Some(pit) = plan.put_pit(at.phase).filter(|pit| !can_be_put(plan, at, *pit)) {
            let allowed =
                format!("pit {pit} of the mover is not one whose seeds are put elsewhere now");
            return Err(PositionError { faults: vec![Fault::new("phase", at.phase, allowed)] });
        }
        Ok(Self::settled(Arc::clone(plan), at))
    }
}

/// Whether the mover is to choose a pit that stays without seeds, and both players have pits to fill.
fn leaves_pit(plan: &Plan, mut at: Position) -> bool {
    let Some(rounds) = plan.rounds else { return false };
    Engine::of(plan, &mut at, &mut Silent).leaver(rounds) == Some(0)
}

/// Whether the mover may have chosen this own pit, to put its seeds elsewhere.
fn can_be_put(plan: &Plan, at: Position, pit: usize) -> bool {
    let (mut before, mut silent) = (Position { phase: 0, ..at }, Silent);
    let engine = Engine::of(plan, &mut before, &mut silent);
    pit < plan.side && engine.pits_to_play() >> pit & 1 == 1 && engine.is_put(pit)
}

fn position(plan: &Plan, setup: &Setup) -> Position {
    let mut at = Position::empty(setup.to_move as u8);
    at.phase = setup.phase as u8;
    for side in 0..2 {
        let half = usize::from(at.base(side) > 0);
        for slot in &plan.slots {
            at.set(half, *slot, setup.value(side, *slot));
        }
    }
    at
}

impl Setup {
    /// An empty board.
    pub(super) fn empty(plan: &Plan) -> Self {
        Self { pits: [0, 1].map(|_| vec![0; plan.side]), ..Self::default() }
    }

    /// Sets what a side's slot holds; any number but 0 is a mark.
    pub(super) fn set(&mut self, side: usize, slot: Slot, value: u8) {
        let pits = self.pits[side].len();
        let mark = |marks: &mut Vec<bool>, pit: usize| {
            if marks.is_empty() {
                marks.resize(pits, false); // a game without marks has none
            }
            marks[pit] = value != 0;
        };
        match slot.held {
            Held::Pit(pit) => self.pits[side][pit] = value.into(),
            Held::Store => self.stores[side] = value.into(),
            Held::Reserve => self.reserves[side] = value.into(),
            Held::Mark(pit) => mark(&mut self.marks[side], pit),
            Held::Claim(pit) => mark(&mut self.claims[side], pit),
            Held::Lifted(pit) => mark(&mut self.lifted[side], pit),
            Held::Register(register) => self.registers[side][register as usize] = value.into(),
        }
    }

    /// What a side's slot holds.
    fn value(&self, side: usize, slot: Slot) -> u8 {
        match slot.held {
            Held::Pit(pit) => self.pits[side][pit] as u8,
            Held::Store => self.stores[side] as u8,
            Held::Reserve => self.reserves[side] as u8,
            Held::Mark(pit) => u8::from(self.marks[side].get(pit) == Some(&true)),
            Held::Claim(pit) => u8::from(self.claims[side].get(pit) == Some(&true)),
            Held::Lifted(pit) => u8::from(self.lifted[side].get(pit) == Some(&true)),
            Held::Register(register) => self.registers[side][register as usize] as u8,
        }
    }
}

/// The names of the sides in errors.
pub(super) const SIDES: [&str; 2] = ["south", "north"];

fn check_counts(plan: &Plan, setup: &Setup, faults: &mut Vec<Fault>) {
    if !(0..=1).contains(&setup.to_move) {
        faults.push(Fault::new("to_move", setup.to_move, "allowed are 0 (South) and 1 (North)"));
    }
    let mut total = 0_i64;
    for (side, name) in SIDES.iter().enumerate() {
        let pits = &setup.pits[side];
        if pits.len() != plan.side {
            let allowed = format!("{} are needed, one a pit", plan.side);
            faults.push(Fault::new(
                format!("pits ({name})"),
                format!("{} numbers", pits.len()),
                allowed,
            ));
        }
        for (pit, n) in pits.iter().enumerate() {
            check_seeds(*n, || format!("pits ({name}, pit {pit})"), faults);
        }
        for (field, n) in [("stores", setup.stores[side]), ("reserves", setup.reserves[side])] {
            check_seeds(n, || format!("{field} ({name})"), faults);
        }
        let all = pits.iter().chain([&setup.stores[side], &setup.reserves[side]]);
        total = all.fold(total, |total, n| total.saturating_add((*n).max(0)));
        if setup.stores[side] != 0 && !plan.has_stores {
            let allowed = "nothing is ever stored in this game: allowed is 0";
            faults.push(Fault::new(format!("stores ({name})"), setup.stores[side], allowed));
        }
        check_reserve(plan, setup, side, faults);
    }
    if total > MAX_SEEDS {
        faults.push(Fault::new(
            "pits, stores and reserves",
            format!("{total} seeds in all"),
            format!("at most {MAX_SEEDS} seeds in all"),
        ));
    }
}

fn check_seeds(n: i64, field: impl Fn() -> String, faults: &mut Vec<Fault>) {
    if !(0..=MAX_SEEDS).contains(&n) {
        faults.push(Fault::new(field(), n, format!("allowed are 0 to {MAX_SEEDS} seeds")));
    }
}

/// Seeds to be entered together are all there or none; those placed one by one go one by one; and captured
/// seeds are kept there while their captor chooses how a lap goes.
fn check_reserve(plan: &Plan, setup: &Setup, side: usize, faults: &mut Vec<Fault>) {
    let (reserve, full) = (setup.reserves[side], i64::from(plan.reserve));
    let turns = u8::try_from(setup.phase).is_ok_and(|phase| plan.turn_pit(phase).is_some());
    let places = plan.places.is_some();
    let keeps = turns && setup.to_move == side as i64;
    let part = places || plan.drops;
    if keeps || reserve == 0 || reserve == full || part && reserve <= full {
        return;
    }
    let allowed = match (full, part) {
        (0, _) if plan.says_ways() => {
            "allowed is 0, but for a player who says which way a sowing goes".to_owned()
        }
        (0, _) => "this game has no reserve: allowed is 0".to_owned(),
        (full, true) => format!("allowed are 0 to {full}"),
        (full, false) => format!("allowed are 0 and {full}"),
    };
    faults.push(Fault::new(format!("reserves ({})", SIDES[side]), reserve, allowed));
}

fn check_registers(plan: &Plan, setup: &Setup, faults: &mut Vec<Fault>) {
    let both = |register: Register| [0, 1].map(|side| setup.registers[side][register as usize]);
    let [south, north] = both(Register::Round);
    if south != north {
        let found = format!("{south} and {north}");
        faults.push(Fault::new("registers (round)", found, "rounds are the same for both players"));
    }
    let won: i64 = both(Register::Won).iter().sum();
    if won > south && plan.most(Register::Won) > 0 {
        let allowed = format!("allowed are no more than the {south} rounds before this one");
        faults.push(Fault::new("registers (won)", format!("{won} rounds won"), allowed));
    }
    let points = both(Register::Points);
    if south == 0 && points.iter().any(|points| *points > 0) && plan.most(Register::Points) > 0 {
        let found = format!("{} and {}", points[0], points[1]);
        faults.push(Fault::new("registers (points)", found, "no round is over: allowed is 0"));
    }
    check_raced(setup, both(Register::Turns), both(Register::Raced), faults);
    check_reentry(plan, setup, both(Register::Reentry), faults);
    if both(Register::Began) == [1, 1] {
        faults.push(Fault::new("registers (began)", "1 and 1", "one player begins a round"));
    }
    for register in Register::ALL {
        let most = i64::from(plan.most(*register));
        let allowed = || match most {
            0 => "no rule of this game asks for it: allowed is 0".to_owned(),
            _ => format!("allowed are 0 to {most}"),
        };
        for (side, name) in SIDES.iter().enumerate() {
            let value = setup.registers[side][*register as usize];
            if !(0..=most).contains(&value) {
                let field = format!("registers ({name}, {})", register.name());
                faults.push(Fault::new(field, value, allowed()));
            }
        }
    }
}

/// From which pit captured seeds are sown is known where a player may capture them, and only then.
fn check_reentry(plan: &Plan, setup: &Setup, from: [i64; 2], faults: &mut Vec<Fault>) {
    if !plan.takes_on {
        return;
    }
    let pauses = u8::try_from(setup.phase).is_ok_and(|phase| plan.stop_pit(phase).is_some());
    for (side, name) in SIDES.iter().enumerate() {
        let captures = pauses && setup.to_move == side as i64;
        let allowed = match from[side] {
            0 if captures => {
                format!("captured seeds are sown from a pit: allowed are 1 to {}", plan.side)
            }
            n if n != 0 && !captures => {
                "nothing is captured and sown on now: allowed is 0".to_owned()
            }
            _ => continue,
        };
        faults.push(Fault::new(format!("registers ({name}, reentry)"), from[side], allowed));
    }
}

/// Seeds that were dropped count from a player's first turn until both have had theirs.
fn check_raced(setup: &Setup, turns: [i64; 2], raced: [i64; 2], faults: &mut Vec<Fault>) {
    for (side, name) in SIDES.iter().enumerate() {
        // A turn that pauses, or that ends the game, is not counted.
        let sows = setup.to_move == side as i64;
        let allowed = match turns.map(|turns| turns > 0) {
            _ if raced[side] == 0 => continue,
            [true, true] => "both players have sown: allowed is 0",
            had if had[side] || sows => continue,
            _ => "the player has had no turn: allowed is 0",
        };
        let field = format!("registers ({name}, raced)");
        faults.push(Fault::new(field, raced[side], allowed));
    }
}
