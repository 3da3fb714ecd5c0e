//! Marks, claims and lifted seeds of positions set up by hand.

use super::Setup;
use super::setup::SIDES;
use crate::plan::Plan;
use crate::rules::Fault;

/// Marks lie where the game has them; one for an unplayed pit on exactly one seed (CH-2).
pub(super) fn check_marks(plan: &Plan, setup: &Setup, faults: &mut Vec<Fault>) {
    let leaves = u8::try_from(setup.phase).is_ok_and(|phase| plan.leaves(phase));
    for (side, name) in SIDES.iter().enumerate() {
        let marks = &setup.marks[side];
        if marks.is_empty() {
            continue;
        }
        let field = || format!("marks ({name})");
        if marks.len() != plan.side {
            let allowed = format!("{} are needed, one a pit", plan.side);
            faults.push(Fault::new(field(), format!("{} values", marks.len()), allowed));
            continue;
        }
        let held = |pit: usize| plan.holds_pits && setup.pits[side].get(pit) != Some(&0);
        let closed = |pit: usize| marks[pit] && !is_shared(plan, pit) && !held(pit);
        if plan.closes_pits && (0..marks.len()).all(closed) {
            faults.push(Fault::new(field(), "all pits", "a side has a pit that is not closed"));
        }
        for pit in (0..marks.len()).filter(|pit| marks[*pit]) {
            if !plan.marks {
                faults.push(Fault::new(field(), format!("pit {pit}"), "this game has no marks"));
            } else if plan.field == Some(pit) {
                faults.push(Fault::new(field(), format!("pit {pit}"), "a field is never closed"));
            } else if plan.houses != 0 {
                let allowed = if plan.houses >> pit & 1 == 0 {
                    "no pit of this number is a house"
                } else if setup.pits[side].get(pit) == Some(&0) {
                    "a house holds seeds"
                } else {
                    continue;
                };
                faults.push(Fault::new(field(), format!("pit {pit}"), allowed));
            } else if plan.closed_first != 0 {
                let first = plan.closed_first;
                let all = (0..marks.len()).all(|pit| marks[pit] == (first >> pit & 1 == 1));
                let allowed = "the pits of setup.closed are closed, all of them or none";
                if !all {
                    faults.push(Fault::new(field(), format!("pit {pit}"), allowed));
                }
            } else if plan.unplayed && pit >= plan.columns {
                faults.push(Fault::new(
                    field(),
                    format!("pit {pit}"),
                    "only pits of the outer row carry marks",
                ));
            } else if is_shared(plan, pit) {
                // The player of the other row has marked it, whatever it holds now.
            } else if plan.shared != 0 && !plan.closes_pits {
                faults.push(Fault::new(
                    field(),
                    format!("pit {pit}"),
                    "only shared pits are marked",
                ));
            } else if plan.actions.leaves.is_some() && !plan.closes_pits && !leaves {
                let only = "pits are marked only as long as players choose those that stay empty";
                faults.push(Fault::new(field(), format!("pit {pit}"), only));
            } else if held(pit) {
                // Whatever it holds.
            } else if plan.closes_pits && setup.pits[side].get(pit) != Some(&0) {
                faults.push(Fault::new(field(), format!("pit {pit}"), "a closed pit is empty"));
            } else if plan.full_pit > 0 && setup.pits[side][pit] >= i64::from(plan.full_pit) {
                let allowed = format!("a pit that is not full holds less than {}", plan.full_pit);
                faults.push(Fault::new(field(), format!("pit {pit}"), allowed));
            } else if plan.unplayed && setup.pits[side].get(pit) != Some(&1) {
                faults.push(Fault::new(
                    field(),
                    format!("pit {pit}"),
                    "a marked pit holds exactly 1 seed",
                ));
            }
        }
    }
}

/// Whether captures mark a pit of this number.
pub(super) fn is_shared(plan: &Plan, pit: usize) -> bool {
    plan.shared >> pit & 1 == 1
}

/// Claims lie where the game has them, and a pit has one mark of a player.
pub(super) fn check_claims(plan: &Plan, setup: &Setup, faults: &mut Vec<Fault>) {
    for (side, name) in SIDES.iter().enumerate() {
        let claims = &setup.claims[side];
        if claims.is_empty() {
            continue;
        }
        let field = || format!("claims ({name})");
        if claims.len() != plan.side {
            let allowed = format!("{} are needed, one a pit", plan.side);
            faults.push(Fault::new(field(), format!("{} values", claims.len()), allowed));
        } else if !plan.claims {
            let none = "this game has no claims: marks are made elsewhere, or by nobody";
            let claimed = (0..claims.len()).filter(|pit| claims[*pit]);
            faults.extend(claimed.map(|pit| Fault::new(field(), format!("pit {pit}"), none)));
        } else if plan.blocks {
            check_blocked(plan, setup, side, field, faults);
        } else if plan.shared != 0 {
            let only = "only shared pits are marked by a player";
            let claimed = (0..claims.len()).filter(|pit| claims[*pit] && !is_shared(plan, *pit));
            faults.extend(claimed.map(|pit| Fault::new(field(), format!("pit {pit}"), only)));
        } else if plan.own_marks {
            let once = "the other player has marked this pit: one player has";
            let marks = &setup.marks[side];
            let both =
                (0..claims.len()).filter(|pit| claims[*pit] && marks.get(*pit) == Some(&true));
            faults.extend(both.map(|pit| Fault::new(field(), format!("pit {pit}"), once)));
        }
    }
}

/// One pit of the player to move may be blocked, one of the inner row that is no house.
fn check_blocked(
    plan: &Plan,
    setup: &Setup,
    side: usize,
    field: impl Fn() -> String,
    faults: &mut Vec<Fault>,
) {
    let claims = &setup.claims[side];
    let blocked: Vec<usize> = (0..claims.len()).filter(|pit| claims[*pit]).collect();
    for (place, pit) in blocked.iter().enumerate() {
        let holds = |pits: &[i64]| pits.get(*pit) != Some(&0);
        let allowed = if place > 0 {
            "one pit is blocked at most"
        } else if setup.to_move != side as i64 {
            "a pit of the player to move is blocked, or none"
        } else if setup.marks[side].get(*pit) == Some(&true) {
            "a house is never blocked"
        } else if setup.phase == 0 && !holds(&setup.pits[side]) {
            "a blocked pit holds seeds"
        } else if !plan.inner_row().contains(pit) {
            "a pit of the inner row is blocked, or none"
        } else {
            continue;
        };
        faults.push(Fault::new(field(), format!("pit {pit}"), allowed));
    }
}

/// It is known where seeds were lifted in games that ask for it, and nobody has lifted any before a round.
pub(super) fn check_lifted(plan: &Plan, setup: &Setup, faults: &mut Vec<Fault>) {
    for (side, name) in SIDES.iter().enumerate() {
        let lifted = &setup.lifted[side];
        if lifted.is_empty() {
            continue;
        }
        let field = || format!("lifted ({name})");
        let between = u8::try_from(setup.phase).is_ok_and(|phase| plan.leaves(phase));
        let none = if between {
            "no seeds are lifted between two rounds"
        } else {
            "no entry of this game asks which seeds were lifted"
        };
        if lifted.len() != plan.side {
            let allowed = format!("{} are needed, one a pit", plan.side);
            faults.push(Fault::new(field(), format!("{} values", lifted.len()), allowed));
        } else if !plan.lifts || between {
            let wrong = (0..lifted.len()).filter(|pit| lifted[*pit]);
            faults.extend(wrong.map(|pit| Fault::new(field(), format!("pit {pit}"), none)));
        }
    }
}

/// Whether a player has marked a pit of this side, where no pit changes hands.
pub(super) fn is_marked(plan: &Plan, setup: &Setup, side: usize, pit: usize) -> bool {
    let is_in = |marks: &[Vec<bool>; 2]| marks[side].get(pit) == Some(&true);
    is_in(&setup.marks) || plan.own_marks && is_in(&setup.claims)
}
