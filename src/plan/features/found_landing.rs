//! An entry of the landing table taken apart, with no `..`.

use super::Feature;
use super::found::Found;
use crate::plan::landing::takes;
use crate::plan::{Spot, Spots};
use crate::rules::{
    CaptureTo, Chain, Choose, Counts, GrandSlam, Landing, LapTest, Lifted, Mark, Marked, Occupancy,
    Reentry, Row, Take, Then, Whose,
};

impl Found {
    #[allow(clippy::too_many_lines)] // one line for each field of an entry
    pub fn entry(&mut self, entry: &Landing, own_circuits: bool) {
        let Landing {
            name: _,
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
            house: _,   // with `setup.houses`
            blocked: _, // with `turn.block`
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
            take,
            most,
            chain,
            grand_slam,
            to,
            reentry,
            near_end: _, // with `reentry`
            mark,
            split,
            close,
            hold,
            choose,
            choices: _, // with `choose`
            exempt,
            chosen: _, // with `choose`
            then,
            lift,
            clause: _,
        } = entry;
        self.add(dropped.is_some(), Feature::AsksDropped);
        self.add(*lift > 0, Feature::LiftsSome);
        self.note(Some(match was {
            Occupancy::Any => Feature::FromAny,
            Occupancy::Empty => Feature::FromEmpty,
            Occupancy::Occupied => Feature::FromOccupied,
        }));
        self.add(counts.is_asked(), Feature::LandingCounts);
        self.add(own_circuits || *side != Whose::Other, Feature::OnOwnSide);
        self.add(!own_circuits && *side != Whose::Own, Feature::OnOtherSide);
        self.add(*row != Row::Any, Feature::OneRow);
        self.add(at.is_asked(), Feature::AtPits);
        self.add(*marked != Marked::Any, Feature::AsksMarked);
        self.note(match lifted {
            Lifted::Any => None,
            Lifted::Never | Lifted::Before | Lifted::Each => Some(Feature::AsksLifted),
        });
        self.add(marks.is_asked(), Feature::AsksMarks);
        self.add(*facing_marked != Marked::Any, Feature::AsksFacingMarked);
        self.add(visits.is_asked(), Feature::AsksVisits);
        self.add(mirrored.is_some(), Feature::AsksMirrored);
        self.add(*most > 0, Feature::TakesSome);
        self.add(exempt.is_asked(), Feature::ExemptsPits);
        self.marking(*mark, *side);
        self.add(*split, Feature::Splits);
        self.add(*close, Feature::ClosesLanding);
        self.add(*hold, Feature::HoldsLanding);
        self.note(match facing {
            Counts::Any => None,
            Counts::Occupied => Some(Feature::AsksFacing),
            _ => Some(Feature::CountsFacing),
        });
        self.add(behind.is_asked(), Feature::AsksBehind);
        let ahead = [next, beyond, before];
        self.add(ahead.into_iter().any(Counts::is_asked), Feature::AsksAhead);
        self.add(next_field.is_some(), Feature::AsksNextField);
        self.add(*other_inner != Occupancy::Any, Feature::AsksRow);
        self.add(other_pits.is_asked(), Feature::AsksOtherPits);
        self.add(*lap != LapTest::Any, Feature::AsksLap);
        self.add(captured.is_some(), Feature::AsksCaptured);
        self.add(crossed.is_some(), Feature::AsksCrossed);
        self.add(hand.is_asked(), Feature::AsksHand);
        self.add(turns.is_asked(), Feature::AsksTurns);
        self.add(capture_number.is_asked(), Feature::AsksCaptureNumber);
        self.takes(takes(entry));
        self.add(take.has(Take::FirstOfFile), Feature::TakesFirst);
        self.add(take.is_empty(), Feature::Exceptions);
        self.add(!take.is_empty(), Feature::Captures);
        self.note(match chain {
            Chain::None => None,
            Chain::Backward => Some(Feature::ChainsBack),
            Chain::Forward | Chain::Neighbours | Chain::Alternate => Some(Feature::Chains),
            Chain::Empties => Some(Feature::ChainsEmpties),
            Chain::Beside => Some(Feature::ChainsBeside),
        });
        self.note(match grand_slam {
            GrandSlam::Capture => None,
            GrandSlam::NoCapture => Some(Feature::SlamsCalledOff),
            GrandSlam::Forbidden => Some(Feature::SlamsForbidden),
        });
        self.note(match to {
            CaptureTo::Store | CaptureTo::None => None,
            CaptureTo::OtherStore => Some(Feature::ToOtherStore),
            CaptureTo::Landing => Some(Feature::ToLanding),
            CaptureTo::Hand => Some(Feature::Resows),
            CaptureTo::Removed => Some(Feature::Removes),
        });
        // Where seeds are sown on from is asked only where they are.
        self.note(match reentry {
            _ if *to != CaptureTo::Hand => None,
            Reentry::Lap => None,
            Reentry::Landing => Some(Feature::ReentersAtLanding),
            Reentry::Turn => Some(Feature::ReentersAtTurn),
            Reentry::Outer => Some(Feature::ReentersOutside),
            Reentry::AfterEmpty => Some(Feature::ReentersAfterEmpty),
            Reentry::RowEnd => Some(Feature::ReentersAtEnd),
            Reentry::ChosenEnd => Some(Feature::ChoosesEnd),
        });
        self.follows(*choose, *then);
        self.add(entry.takes_on(), Feature::ThenMayResow);
    }

    fn marking(&mut self, mark: Mark, side: Whose) {
        self.note(match mark {
            Mark::None => None,
            Mark::Own | Mark::OwnWithFacing | Mark::OwnWithBefore => Some(Feature::MarksPits),
        });
        let marks_facing = mark == Mark::OwnWithFacing;
        let marks_before = mark == Mark::OwnWithBefore;
        let marks_own = marks_facing || marks_before || mark == Mark::Own && side != Whose::Other;
        self.add(marks_own, Feature::MarksOwnPits);
        self.add(marks_facing, Feature::MarksFacing);
        self.add(marks_before, Feature::MarksBefore);
    }

    fn follows(&mut self, choose: Choose, then: Then) {
        self.note(match choose {
            Choose::None => None,
            Choose::AnotherFile => Some(Feature::ChoosesFile),
            Choose::Pits => Some(Feature::ChoosesPits),
            Choose::Beside => Some(Feature::ChoosesBeside),
        });
        self.note(match then {
            Then::End => None,
            Then::Relay => Some(Feature::ThenRelays),
            Then::RelayNext => Some(Feature::ThenRelaysNext),
            Then::Again => Some(Feature::ThenAgain),
            Then::RelayOrEnd => Some(Feature::ThenMayRelay),
            Then::RelayOrTake => Some(Feature::ThenMayTake),
        });
    }

    fn takes(&mut self, takes: Spots) {
        for spot in takes.iter() {
            let feature = match spot {
                Spot::Landing => Feature::TakesLanding,
                Spot::Facing => Feature::TakesFacing,
                Spot::Behind => Feature::TakesBehind,
                Spot::Next
                | Spot::Beyond
                | Spot::Before
                | Spot::NextFacing
                | Spot::BeyondFacing => Feature::TakesAhead,
            };
            self.add(true, feature);
        }
    }
}
