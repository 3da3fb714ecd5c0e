//! Random entries of the landing table.

use mancalab::rules::{
    CaptureTo, Chain, Choose, GrandSlam, Landing, LapTest, Lifted, Mark, Marked, Occupancy,
    PitNumbers, Reentry, Row, Take, Takes, Then, Whose,
};

use crate::draws::{any_of, counts};

/// Any entry of the landing table: each test is asked seldom enough that most entries fit somewhere.
pub fn entry(draw: &mut impl FnMut(usize) -> usize) -> Landing {
    let happened = |n: usize| [false, true].get(n).copied();
    let choose = [Choose::AnotherFile, Choose::Pits, Choose::Pits].get(draw(8)).copied();
    let choose = choose.unwrap_or(Choose::None);
    let most = if draw(6) == 0 { 1 + draw(3) as i64 } else { 0 };
    let visits = counts(draw, 8);
    Landing {
        was: any_of!(draw, Occupancy),
        counts: counts(draw, 3),
        side: any_of!(draw, Whose),
        row: any_of!(draw, Row),
        at: PitNumbers((0..draw(12).saturating_sub(8)).map(|_| draw(8) as i64).collect()),
        marked: if visits.is_asked() {
            Marked::Other
        } else if draw(3) == 0 {
            any_of!(draw, Marked)
        } else {
            Marked::Any
        },
        lifted: if draw(4) == 0 { any_of!(draw, Lifted) } else { Lifted::Any },
        marks: counts(draw, 8),
        visits,
        facing_marked: if draw(6) == 0 { any_of!(draw, Marked) } else { Marked::Any },
        mirrored: happened(draw(12)),
        mark: [Mark::None, Mark::None, Mark::Own, Mark::OwnWithFacing, Mark::OwnWithBefore]
            [draw(5)],
        split: draw(6) == 0,
        next: counts(draw, 5),
        beyond: counts(draw, 6),
        before: counts(draw, 6),
        facing: counts(draw, 2),
        behind: counts(draw, 5),
        other_inner: if draw(8) == 0 { any_of!(draw, Occupancy) } else { Occupancy::Any },
        other_pits: counts(draw, 8),
        lap: if draw(5) == 0 { any_of!(draw, LapTest) } else { LapTest::Any },
        captured: happened(draw(10)),
        crossed: happened(draw(10)),
        hand: counts(draw, 8),
        turns: counts(draw, 8),
        capture_number: counts(draw, 8),
        take: if most > 0 { Take::Landing.into() } else { takes(draw) },
        most,
        chain: if most > 0 { Chain::None } else { any_of!(draw, Chain) },
        grand_slam: if most > 0 { GrandSlam::Capture } else { any_of!(draw, GrandSlam) },
        to: any_of!(draw, CaptureTo),
        reentry: any_of!(draw, Reentry),
        choose,
        choices: if choose == Choose::Pits { 1 + draw(3) as i64 } else { 0 },
        exempt: if choose == Choose::Pits { exempt(draw) } else { PitNumbers::default() },
        then: if choose == Choose::None { any_of!(draw, Then) } else { Then::End },
        ..Landing::default()
    }
}

/// Pits that cannot be chosen after a capture, one time in three.
pub fn exempt(draw: &mut impl FnMut(usize) -> usize) -> PitNumbers {
    PitNumbers((0..draw(6).saturating_sub(3)).map(|_| draw(4) as i64).collect())
}

/// Pits from which an entry takes.
pub fn takes(draw: &mut impl FnMut(usize) -> usize) -> Takes {
    Takes((0..draw(4)).map(|_| any_of!(draw, Take)).collect())
}
