//! Numbers of pits, and of seeds, that there can be.

use super::check::Faults;
use super::{Board, Counts, MAX_COLUMNS, MAX_SEEDS, PitNumbers, Row};

/// Numbers of pits that the board has, each once, at least one of them in this row.
pub(super) fn check_pits(
    field: &str,
    pits: &PitNumbers,
    row: Row,
    board: &Board,
    faults: &mut Faults,
) {
    let before = faults.0.len();
    let most = 2 * MAX_COLUMNS as usize;
    if pits.0.len() > most {
        let found = format!("{} numbers", pits.0.len());
        return faults.add(field, found, &format!("at most {most} are allowed"));
    }
    for (place, pit) in pits.0.iter().enumerate() {
        let field = format!("{field}[{place}]");
        faults.range(&field, *pit, 0, board.pits_per_side() - 1);
        let again = pits.0[..place].contains(pit);
        faults.unless(!again, &field, pit, "stands there twice");
    }
    // Rows of a side on any other board are a fault of their own.
    if board.has_inner_rows() && pits.is_asked() && faults.0.len() == before {
        let lies_there = |pit: &i64| board.pits_in(row).contains(pit);
        let never = "no pit of that row has one of these numbers";
        faults.unless(pits.0.iter().any(lies_there), field, pits, never);
    }
}

/// Numbers of seeds that there can be, from `least` on.
pub(super) fn check_counts(field: &str, counts: &Counts, least: i64, faults: &mut Faults) {
    match counts {
        Counts::List(numbers) if numbers.len() > MAX_SEEDS as usize => {
            let found = format!("{} numbers", numbers.len());
            faults.add(field, found, &format!("at most {MAX_SEEDS} are allowed"));
        }
        Counts::List(numbers) => {
            for (place, n) in numbers.iter().enumerate() {
                faults.range(&format!("{field}[{place}]"), *n, least, MAX_SEEDS);
            }
        }
        Counts::From(n) if !(least..=MAX_SEEDS).contains(n) => {
            let allowed = format!("allowed are \"{least}..\" to \"{MAX_SEEDS}..\"");
            faults.add(field, counts, &allowed);
        }
        Counts::UpTo(n) if !(least..=MAX_SEEDS).contains(n) => {
            let allowed = format!("allowed are \"..{least}\" to \"..{MAX_SEEDS}\"");
            faults.add(field, counts, &allowed);
        }
        _ => {}
    }
}
