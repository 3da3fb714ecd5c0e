//! The tests of an entry of the landing table: one list for all who read them.

use std::ops::RangeInclusive;

use super::{
    Counts, Landing, LapTest, Lifted, MAX_COLUMNS, MAX_SEEDS, Marked, Occupancy, PitNumbers, Row,
    Whose,
};

/// One test of an entry, with what it asks for.
#[derive(Clone, Copy)]
pub(super) enum Test<'a> {
    Was(Occupancy),
    Side(Whose),
    Row(Row),
    At(&'a PitNumbers),
    Marked(Marked),
    Lifted(Lifted),
    /// Pits that the mover has marked.
    Marks(&'a Counts),
    /// Who has marked the pit opposite.
    FacingMarked(Marked),
    Mirrored(Option<bool>),
    House(Option<bool>),
    NextField(Option<bool>),
    Blocked(Option<bool>),
    /// Seeds of the landing pit.
    Landing(&'a Counts),
    /// Seeds of a pit around it, and what that pit is called.
    Pit(&'static str, &'a Counts),
    OtherInner(Occupancy),
    /// Pits of the other player that hold seeds.
    OtherPits(&'a Counts),
    Lap(LapTest),
    Captured(Option<bool>),
    Crossed(Option<bool>),
    Dropped(Option<bool>),
    Hand(&'a Counts),
    Turns(&'a Counts),
    Visits(&'a Counts),
    CaptureNumber(&'a Counts),
}

/// The pit behind the one opposite.
pub(super) const BEHIND: &str = "outer pit of the other player in that file";

impl Landing {
    /// All its tests, each with its field, in the order in which a description is written.
    pub(super) fn tests(&self) -> [(&'static str, Test<'_>); 28] {
        // Taken apart with no `..`: a new field does not compile until it stands below.
        let Self {
            was,
            counts,
            side,
            row,
            at,
            marked,
            lifted,
            marks,
            facing_marked,
            visits,
            mirrored,
            house,
            blocked,
            next,
            next_field,
            beyond,
            before,
            facing,
            behind,
            other_inner,
            other_pits,
            lap,
            captured,
            crossed,
            dropped,
            hand,
            turns,
            capture_number,
            // No tests:
            name: _,
            take: _,
            most: _,
            chain: _,
            grand_slam: _,
            to: _,
            reentry: _,
            near_end: _,
            mark: _,
            split: _,
            close: _,
            hold: _,
            choose: _,
            choices: _,
            exempt: _,
            chosen: _,
            then: _,
            lift: _,
            clause: _,
        } = self;
        [
            ("was", Test::Was(*was)),
            ("counts", Test::Landing(counts)),
            ("side", Test::Side(*side)),
            ("row", Test::Row(*row)),
            ("at", Test::At(at)),
            ("marked", Test::Marked(*marked)),
            ("lifted", Test::Lifted(*lifted)),
            ("marks", Test::Marks(marks)),
            ("facing_marked", Test::FacingMarked(*facing_marked)),
            ("visits", Test::Visits(visits)),
            ("mirrored", Test::Mirrored(*mirrored)),
            ("house", Test::House(*house)),
            ("blocked", Test::Blocked(*blocked)),
            ("next", Test::Pit("next pit", next)),
            ("next_field", Test::NextField(*next_field)),
            ("beyond", Test::Pit("pit beyond the next one", beyond)),
            ("before", Test::Pit("pit before the landing pit", before)),
            ("facing", Test::Pit("pit opposite", facing)),
            ("behind", Test::Pit(BEHIND, behind)),
            ("other_inner", Test::OtherInner(*other_inner)),
            ("other_pits", Test::OtherPits(other_pits)),
            ("lap", Test::Lap(*lap)),
            ("captured", Test::Captured(*captured)),
            ("crossed", Test::Crossed(*crossed)),
            ("dropped", Test::Dropped(*dropped)),
            ("hand", Test::Hand(hand)),
            ("turns", Test::Turns(turns)),
            ("capture_number", Test::CaptureNumber(capture_number)),
        ]
    }
}

impl<'a> Test<'a> {
    /// The numbers it asks for, if it is a test of a number.
    pub(super) fn counts(self) -> Option<&'a Counts> {
        match self {
            Self::Landing(counts)
            | Self::Pit(_, counts)
            | Self::Marks(counts)
            | Self::Visits(counts)
            | Self::OtherPits(counts)
            | Self::CaptureNumber(counts)
            | Self::Hand(counts)
            | Self::Turns(counts) => Some(counts),
            Self::Was(_)
            | Self::Side(_)
            | Self::Row(_)
            | Self::At(_)
            | Self::Marked(_)
            | Self::FacingMarked(_)
            | Self::Lifted(_)
            | Self::Mirrored(_)
            | Self::House(_)
            | Self::NextField(_)
            | Self::Blocked(_)
            | Self::OtherInner(_)
            | Self::Lap(_)
            | Self::Captured(_)
            | Self::Crossed(_)
            | Self::Dropped(_) => None,
        }
    }

    /// Whether it asks what lies behind the player, once for a whole run of captures.
    pub(super) fn is_behind_the_player(self) -> bool {
        match self {
            Self::Was(_)
            | Self::Marks(_)
            | Self::Visits(_)
            | Self::OtherPits(_)
            | Self::CaptureNumber(_)
            | Self::Lap(_)
            | Self::Captured(_)
            | Self::Crossed(_)
            | Self::Dropped(_)
            | Self::Hand(_)
            | Self::Turns(_)
            | Self::Lifted(Lifted::Any | Lifted::Never | Lifted::Before) => true,
            Self::Side(_)
            | Self::Row(_)
            | Self::At(_)
            | Self::Marked(_)
            | Self::FacingMarked(_)
            | Self::Lifted(Lifted::Each)
            | Self::Mirrored(_)
            | Self::House(_)
            | Self::NextField(_)
            | Self::Blocked(_)
            | Self::Landing(_)
            | Self::Pit(..)
            | Self::OtherInner(_) => false,
        }
    }

    /// All that it can meet with: a number of seeds, marks or turns, or of a pit; for the other tests 0, 1 and so on, in the
    /// order of their values. A seed of the reserve falls with none in the hand, and turns and visits are counted from 1.
    pub(super) fn values(self) -> RangeInclusive<i64> {
        match self {
            Self::Landing(_) | Self::Turns(_) | Self::Visits(_) | Self::CaptureNumber(_) => {
                1..=MAX_SEEDS
            }
            // 0 is for a seed that falls by itself; `check_drops` refuses to leave out that alone.
            Self::Hand(counts) if !(counts.is_asked() && counts.has(0)) => 1..=MAX_SEEDS,
            Self::Pit(..) | Self::Hand(_) | Self::Marks(_) | Self::OtherPits(_) => 0..=MAX_SEEDS,
            Self::At(_) => 0..=2 * MAX_COLUMNS - 1,
            Self::Marked(_) | Self::FacingMarked(_) => 0..=2,
            Self::Was(_)
            | Self::Side(_)
            | Self::Row(_)
            | Self::Lifted(_)
            | Self::Mirrored(_)
            | Self::House(_)
            | Self::NextField(_)
            | Self::Blocked(_)
            | Self::OtherInner(_)
            | Self::Lap(_)
            | Self::Captured(_)
            | Self::Crossed(_)
            | Self::Dropped(_) => 0..=1,
        }
    }

    /// Whether it lets one of its values through.
    pub(super) fn lets(self, value: i64) -> bool {
        match self {
            Self::Was(wanted) | Self::OtherInner(wanted) => match wanted {
                Occupancy::Any => true,
                Occupancy::Empty => value == 0,
                Occupancy::Occupied => value == 1,
            },
            Self::Side(wanted) => match wanted {
                Whose::Any => true,
                Whose::Own => value == 0,
                Whose::Other => value == 1,
            },
            Self::Row(wanted) => match wanted {
                Row::Any => true,
                Row::Inner => value == 0,
                Row::Outer => value == 1,
            },
            Self::Lap(wanted) => match wanted {
                LapTest::Any => true,
                LapTest::First => value == 0,
                LapTest::Later => value == 1,
            },
            Self::At(pits) => pits.has(value),
            Self::Marked(wanted) | Self::FacingMarked(wanted) => match wanted {
                Marked::Any => true,
                Marked::No => value == 0,
                Marked::Own => value == 1,
                Marked::Other => value == 2,
            },
            Self::Lifted(wanted) => match wanted {
                Lifted::Any => true,
                Lifted::Never => value == 0,
                Lifted::Before | Lifted::Each => value == 1,
            },
            Self::Captured(wanted)
            | Self::Crossed(wanted)
            | Self::Dropped(wanted)
            | Self::Mirrored(wanted)
            | Self::House(wanted)
            | Self::NextField(wanted)
            | Self::Blocked(wanted) => wanted.is_none_or(|wanted| wanted == (value == 1)),
            Self::Landing(counts)
            | Self::Pit(_, counts)
            | Self::Marks(counts)
            | Self::Visits(counts)
            | Self::OtherPits(counts)
            | Self::CaptureNumber(counts)
            | Self::Hand(counts)
            | Self::Turns(counts) => counts.has(value),
        }
    }

    /// Whether there is anything that it does not let through.
    pub(super) fn asks(self) -> bool {
        !self.values().all(|value| self.lets(value))
    }

    /// Whether it lets through all that the same test of another entry does.
    pub(super) fn covers(self, other: Test) -> bool {
        let mut values = self.values().chain(other.values());
        values.all(|value| self.lets(value) || !other.lets(value))
    }
}
