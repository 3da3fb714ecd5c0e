//! A position as text for a terminal.

use std::fmt;
use std::ops::Range;

use super::State;
use crate::plan::Plan;
use crate::rules::Direction;

/// A pit of a side, or nothing where no pit lies.
type Cell = Option<(usize, usize)>;

/// The pits of each row from South's left to right, from the top of the board down.
fn rows_of(plan: &Plan) -> Vec<Vec<Cell>> {
    let own = |pits: Range<usize>| pits.map(|pit| Some((0, pit)));
    let other = |pits: Range<usize>| pits.map(|pit| Some((1, pit)));
    let (columns, inner) = (plan.columns, plan.columns..plan.side);
    // Each row is followed by a field.
    let outer = columns + usize::from(plan.field.is_some());
    let mut rows: Vec<Vec<Cell>> = if plan.rules().board.has_halves() {
        // A side begins in the far row, in the middle of the board, and ends in the near one.
        let half = columns / 2;
        let far = own(0..half).rev().chain(other(half..outer).rev());
        vec![far.collect(), own(half..outer).chain(other(0..half)).collect()]
    } else {
        // A row begins beside the field of the other one.
        let beside = std::iter::repeat_n(None, outer - columns);
        let mut rows = vec![other(0..outer).rev().chain(beside.clone()).collect()];
        match plan.rows {
            3 => rows.push(other(inner.clone()).chain(own(inner).rev()).collect()),
            4 => rows.extend([other(inner.clone()).collect(), own(inner).rev().collect()]),
            _ => {}
        }
        rows.push(beside.chain(own(0..outer)).collect());
        rows
    };
    // Clockwise games list the pits from the player's right.
    if plan.rules().moves.direction == Direction::Clockwise {
        for pits in &mut rows {
            pits.reverse();
        }
    }
    rows
}

impl fmt::Display for State {
    /// North on top, each row as South sees it; a mark is an apostrophe, a claim `^`, seeds that were
    /// lifted before `*`. Which of them stand there is said below, by the names that they have in a `State`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let plan = self.plan();
        writeln!(f, "{}: {}", plan.rules().printed_name(), self.headline())?;
        let rows = rows_of(plan);
        let last = rows.len() - 1;
        for (index, pits) in rows.iter().enumerate() {
            let owner = match index {
                0 => self.owner(1),
                n if n == last => self.owner(0),
                _ => String::new(),
            };
            writeln!(f, "{}{owner}", self.row(pits))?;
        }
        match self.legend() {
            none if none.is_empty() => Ok(()),
            signs => writeln!(f, "   {signs}"),
        }
    }
}

impl State {
    fn headline(&self) -> String {
        let name = |side: usize| if side == 0 { "South" } else { "North" };
        if let Some(end) = self.end() {
            return format!("over, {}: {}", end.result.words(), end.reason.words());
        }
        let mover = name(usize::from(self.position().to_move));
        match self.position().phase {
            0 => format!("{mover} to move"),
            _ if self.is_chance() => "a lot to be drawn".to_owned(),
            n if self.plan().swaps(n) => format!("{mover} to leave the board or turn it round"),
            n if self.plan().leaves(n) => format!("{mover} to leave a pit without seeds"),
            n if self.plan().gives_in(n) => format!("{mover} to give a seed"),
            _ if self.plan().actions.files.is_some() => format!("{mover} to choose another file"),
            n if self.plan().turn_pit(n).is_some() || self.plan().store_count(n).is_some() => {
                format!("{mover} to say which way the sowing goes on")
            }
            n if self.plan().end_pit(n).is_some() => {
                format!("{mover} to say from which end captured seeds are sown")
            }
            n if self.plan().count_pit(n).is_some() => {
                format!("{mover} to say how many seeds are sown")
            }
            n if self.plan().stop_pit(n).is_some() => {
                let takes = self.plan().taken_instead().is_some();
                let what = if takes { "capture" } else { "end the turn" };
                format!("{mover} to sow on or {what}")
            }
            n if self.plan().put_pit(n).is_some() => {
                let or_sown = self.plan().put().is_some_and(|put| put.or_sown);
                let or_sow = if or_sown { ", or to sow them" } else { "" };
                format!("{mover} to put the seeds in another pit{or_sow}")
            }
            n if self.plan().beside_pit(n).is_some() => {
                format!("{mover} to take a pit beside the last one sown, or none")
            }
            1 if self.plan().actions.takes.is_some() => format!("{mover} to choose one more pit"),
            n if self.plan().actions.takes.is_some() => format!("{mover} to choose {n} more pits"),
            _ => format!("{mover} to move after the reserve"),
        }
    }

    fn row(&self, cells: &[Cell]) -> String {
        let width = 1 + usize::from(self.plan().claims) + usize::from(self.plan().lifts);
        let text = |cell: &Cell| {
            let Some((side, pit)) = *cell else { return " ".repeat(4 + width) };
            let (seeds, _, _, marks) = self.side(side);
            let mark = if marks >> pit & 1 == 1 { "'" } else { "" };
            let claim = if self.claims(side) >> pit & 1 == 1 { "^" } else { "" };
            let lifted = if self.lifted(side) >> pit & 1 == 1 { "*" } else { "" };
            let signs = format!("{mark}{claim}{lifted}");
            format!("{:>4}{signs:width$}", seeds[pit])
        };
        let row: String = cells.iter().map(text).collect();
        row.trim_end().to_owned()
    }

    /// The signs beside seeds that are on the board, each with its name.
    fn legend(&self) -> String {
        let any = |bits: [u64; 2]| bits.iter().any(|side| *side != 0);
        let signs = [
            ("' marks", any([0, 1].map(|side| self.side(side).3))),
            ("^ claims", any([0, 1].map(|side| self.claims(side)))),
            ("* lifted", any([0, 1].map(|side| self.lifted(side)))),
        ];
        signs
            .iter()
            .filter(|(_, some)| *some)
            .map(|(sign, _)| *sign)
            .collect::<Vec<_>>()
            .join("   ")
    }

    fn owner(&self, side: usize) -> String {
        let (_, store, reserve, _) = self.side(side);
        let mut text = format!("    {} {store}", if side == 0 { "South" } else { "North" });
        if self.plan().reserve > 0 || reserve > 0 {
            text += &format!(", reserve {reserve}");
        }
        text
    }
}
