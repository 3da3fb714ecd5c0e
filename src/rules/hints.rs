//! What may not be meant, in a game that can be played all the same.

use std::collections::BTreeSet;

use super::cited::value_of;
use super::entry_names::call_by_name;
use super::landing_tests::Test;
use super::words::listed;
use super::{
    CaptureTo, Chain, DropLast, DropTaker, Fault, Feeding, FinalCount, Landing, MarkedEnd,
    MarkedPlay, MarkedSeeds, Occupancy, Reentry, Rules, When,
};

impl Rules {
    /// Values that say nothing beside the others, or more than a rule book that has them mostly
    /// means, and clauses that nothing cites. (No faults: an option can make them so.)
    #[must_use]
    pub fn idle_values(&self) -> Vec<Fault> {
        let mut idle = Vec::new();
        for (index, entry) in self.landing.iter().enumerate().filter(|(_, entry)| entry.is_on()) {
            idle_in_entry(&self.entry_path(index), entry, &mut idle);
        }
        idle.extend(self.idle_drop());
        idle.extend(self.idle_marks());
        idle.extend(self.idle_rest());
        idle.extend(self.idle_clauses());
        idle.extend(self.unsaid_clauses());
        idle
    }

    /// Who gets the last seed's captures where the mover gets all.
    fn idle_drop(&self) -> Option<Fault> {
        let rule = self.sowing.on_drop.as_ref()?;
        let why = match (rule.to, rule.last) {
            _ if !rule.last_to_mover => return None,
            (DropTaker::Mover, _) => "says nothing beside to = \"mover\"",
            (_, DropLast::Stays) => "says nothing beside last = \"stays\"",
            _ => return None,
        };
        Some(Fault::new("sowing.on_drop.last_to_mover", rule.last_to_mover, why))
    }

    /// Tests of marks, and what becomes of marked pits, where no entry makes a mark.
    fn idle_marks(&self) -> Vec<Fault> {
        let mut idle = Vec::new();
        if self.marks_pits() {
            return idle;
        }
        let needs = "needs an entry with mark = \"own\": nobody marks a pit here";
        for (index, entry) in self.landing.iter().enumerate().filter(|(_, entry)| entry.is_on()) {
            for (key, test) in entry.tests().into_iter().filter(|(_, test)| test.asks()) {
                let by_rounds = self.rounds.protect_pits() || self.rounds.hold_pits();
                let idles = match test {
                    Test::Marked(_) => !by_rounds,
                    Test::Marks(_)
                    | Test::FacingMarked(_)
                    | Test::Visits(_)
                    | Test::Mirrored(_) => true,
                    _ => false,
                };
                if idles {
                    let field = format!("{}.{key}", self.entry_path(index));
                    idle.push(Fault::new(&field, self.written(&field), needs));
                }
            }
        }
        let marks = &self.marks;
        if marks.play != MarkedPlay::Allowed {
            idle.push(Fault::new("marks.play", marks.play, needs));
        }
        if marks.seeds != MarkedSeeds::Stay {
            idle.push(Fault::new("marks.seeds", marks.seeds, needs));
        }
        if marks.end != MarkedEnd::Owner {
            idle.push(Fault::new("marks.end", marks.end, needs));
        }
        idle
    }

    /// Who gets the rest from a player who cannot play.
    fn idle_rest(&self) -> Option<Fault> {
        let ending = &self.ending;
        if ending.final_count != FinalCount::Other {
            return None;
        }
        let why = if !ending.when.contains(&When::CannotMove) {
            "comes to the same as \"owner\" here: needs \"cannot_move\" in ending.when"
        } else if self.moves.feeding == Feeding::Forced {
            "with moves.feeding = \"forced\" a player who has seeds but cannot feed loses them all to the one who has none; if the rule book only says that a player without seeds loses the rest to the other, write \"owner\""
        } else {
            return None;
        };
        Some(Fault::new("ending.final_count", ending.final_count, why))
    }

    /// The clauses of the game's own rule book that stand beside no field.
    fn idle_clauses(&self) -> Option<Fault> {
        let axes: Vec<_> = self.axes().collect();
        let texts = axes.iter().flat_map(|(_, axis)| axis.clauses().texts());
        let cited: BTreeSet<&str> = texts.flat_map(|(_, text)| text.split(", ")).collect();
        let numbers = self.rule_book().into_iter().map(|(number, _)| number);
        let own = numbers.filter(|number| self.clauses.contains_key(*number));
        let idle: Vec<&str> = own.filter(|number| !cited.contains(number)).collect();
        let (numbers, first) = (listed(&idle, "and"), idle.first()?);
        let are = if idle.len() == 1 { "is" } else { "are" };
        let why = format!(
            "{numbers} {are} cited by no field: write clause = \"{first}\", or more, beside what says it (`stuck` of [ending] is \"who cannot move passes\"); a remark needs none"
        );
        Some(Fault::new("clauses", "", why))
    }

    /// Clauses that stand only beside values of which no sentence speaks.
    fn unsaid_clauses(&self) -> Vec<Fault> {
        let lines = self.lines();
        let said: BTreeSet<&str> = lines.iter().flat_map(|line| line.clause.split(", ")).collect();
        let mut unsaid = Vec::new();
        for (path, axis) in self.axes() {
            for field in axis.clauses().fields() {
                let Some(clause) = axis.clauses().of(field, || value_of(axis, field)) else {
                    continue;
                };
                let own = |number: &str| self.clauses.contains_key(number);
                if clause.split(", ").any(|number| own(number) && !said.contains(number)) {
                    let why = "no sentence speaks of this value, and so none cites the clause";
                    let value = format!("{clause:?}");
                    unsaid.push(Fault::new(format!("{path}.clause.{field}"), value, why));
                }
            }
        }
        for fault in &mut unsaid {
            call_by_name(fault, |list| self.names_in(list));
        }
        unsaid
    }
}

fn idle_in_entry(path: &str, entry: &Landing, idle: &mut Vec<Fault>) {
    let field = |key: &str| format!("{path}.{key}");
    if entry.reentry != Reentry::Lap && entry.to != CaptureTo::Hand {
        let why = "says nothing where captured seeds are not sown on: needs to = \"hand\"";
        idle.push(Fault::new(field("reentry"), entry.reentry, why));
    }
    let asks_nothing = !matches!(entry.chain, Chain::None | Chain::Empties);
    if asks_nothing && !entry.tests().iter().any(|(_, test)| changes_on_a_run(*test)) {
        let remedy = match entry.was {
            Occupancy::Occupied => "counts = \"2..\"",
            Occupancy::Any | Occupancy::Empty => "counts = [1]",
        };
        let why = format!(
            "asks nothing of the pits that it comes to, and takes them all: `was`, `lap`, `captured`, `crossed`, `hand`, `turns` and `marks` are asked of the landing pit only, `counts` of every pit; write {remedy}"
        );
        idle.push(Fault::new(field("chain"), entry.chain, why));
    }
    for (key, test) in entry.tests() {
        if let Some(counts) = test.counts()
            && counts.is_asked()
            && !test.asks()
        {
            let least = *test.values().start();
            let why = format!("asks nothing: the number is always {least} or more");
            idle.push(Fault::new(field(key), counts, why));
        }
    }
}

/// Whether a test asks something of every pit of a run. The other player's inner row is the same at
/// each of them: seeds are taken after all tests.
fn changes_on_a_run(test: Test) -> bool {
    !test.is_behind_the_player() && !matches!(test, Test::OtherInner(_)) && test.asks()
}
