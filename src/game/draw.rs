//! A position as text for a terminal.

use std::fmt;

use super::State;
use crate::rules::Direction;

impl fmt::Display for State {
    /// North on top, each row as South sees it; a mark is an apostrophe, a claim `^`, seeds that were
    /// lifted before `*`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let plan = self.plan();
        writeln!(f, "{}: {}", plan.rules().printed_name(), self.headline())?;
        let columns = plan.columns;
        // Pit numbers of each row from South's left to right, from the top of the board down.
        let mut rows: Vec<(usize, Vec<usize>)> = if plan.four_rows {
            vec![
                (1, (0..columns).rev().collect()),
                (1, (columns..2 * columns).collect()),
                (0, (columns..2 * columns).rev().collect()),
                (0, (0..columns).collect()),
            ]
        } else {
            vec![(1, (0..columns).rev().collect()), (0, (0..columns).collect())]
        };
        // Clockwise games list the pits from the player's right.
        if plan.rules().moves.direction == Direction::Clockwise {
            for (_, pits) in &mut rows {
                pits.reverse();
            }
        }
        for (index, (side, pits)) in rows.iter().enumerate() {
            let outermost = index == 0 || index + 1 == rows.len();
            writeln!(
                f,
                "{}{}",
                self.row(*side, pits),
                if outermost { self.owner(*side) } else { String::new() }
            )?;
        }
        Ok(())
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
            n if self.plan().leaves(n) => format!("{mover} to leave a pit without seeds"),
            _ if self.plan().actions.files.is_some() => format!("{mover} to choose another file"),
            n if self.plan().turn_pit(n).is_some() => {
                format!("{mover} to say which way the sowing goes on")
            }
            n if self.plan().stop_pit(n).is_some() => format!("{mover} to sow on or end the turn"),
            n if self.plan().put_pit(n).is_some() => {
                format!("{mover} to put the seeds in another pit")
            }
            1 if self.plan().actions.takes.is_some() => format!("{mover} to choose one more pit"),
            n if self.plan().actions.takes.is_some() => format!("{mover} to choose {n} more pits"),
            _ => format!("{mover} to move after the reserve"),
        }
    }

    fn row(&self, side: usize, pits: &[usize]) -> String {
        let (seeds, _, _, marks) = self.side(side);
        let width = 1 + usize::from(self.plan().claims) + usize::from(self.plan().lifts);
        let cell = |pit: &usize| {
            let mark = if marks >> pit & 1 == 1 { "'" } else { "" };
            let claim = if self.claims(side) >> pit & 1 == 1 { "^" } else { "" };
            let lifted = if self.lifted(side) >> pit & 1 == 1 { "*" } else { "" };
            let signs = format!("{mark}{claim}{lifted}");
            format!("{:>4}{signs:width$}", seeds[*pit])
        };
        let row: String = pits.iter().map(cell).collect();
        row.trim_end().to_owned()
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
