//! The end of a game, its rounds and its limits taken apart, with no `..`.

use super::Feature;
use super::found::Found;
use crate::rules::{
    Begins, EndTest, Ending, Endless, FillFrom, FinalCount, Layout, Limits, MaxActions, Repetition,
    RoundSeeds, Rounds, Score, When, Winner,
};

impl Found {
    pub fn ending(&mut self, ending: &Ending) {
        // `few`, `enough` and `row` say what some of the conditions speak of.
        let Ending {
            when,
            few: _,
            enough: _,
            row: _,
            last_seeds,
            test,
            final_count,
            winner,
            score,
            clause: _,
        } = ending;
        self.add(*last_seeds > 0, Feature::LastSeeds);
        for when in when {
            self.note(match when {
                When::EitherEmpty | When::MoverEmpty => Some(Feature::EndsEmpty),
                When::CannotMove => Some(Feature::EndsStuck),
                When::NobodyCanMove => None, // GE-8 ends every game so
                When::AboveHalf => Some(Feature::EndsAboveHalf),
                When::Enough => Some(Feature::EndsEnough),
                When::AllSingle => Some(Feature::EndsAllSingle),
                When::Few => Some(Feature::EndsFew),
                When::EachFew => Some(Feature::EndsEachFew),
                When::RowEmpty => Some(Feature::EndsRow),
                When::FieldsEmpty => Some(Feature::EndsFields),
                When::EndsTaken => Some(Feature::EndsTaken),
            });
        }
        self.note(match test {
            EndTest::Turn => None,
            EndTest::Lap => Some(Feature::EndsAtLaps),
        });
        self.note(Some(match final_count {
            FinalCount::Home => Feature::CountsHome,
            FinalCount::Owner => Feature::CountsOwner,
            FinalCount::Emptied => Feature::CountsEmptied,
            FinalCount::LastMover | FinalCount::Other => Feature::CountsOneSide,
        }));
        self.note(Some(match winner {
            Winner::MostSeeds => Feature::WonBySeeds,
            Winner::Enough => Feature::WonByEnough,
            Winner::MostRounds => Feature::WonByRounds,
            Winner::MostPoints => Feature::WonByPoints,
            Winner::LastMover | Winner::LastMoverUnlessEnough => Feature::WonByLastMove,
            Winner::Emptied | Winner::HasSeeds => Feature::WonByPits,
            Winner::Stuck => Feature::WonByBeingStuck,
            Winner::HasRow | Winner::HasRowOrLastMover => Feature::WonByRow,
        }));
        self.add(*winner == Winner::HasRowOrLastMover, Feature::WonByLastMove);
        self.add(*winner == Winner::LastMoverUnlessEnough, Feature::WonByEnough);
        self.note(match score {
            Score::Store => None,
            Score::Owned => Some(Feature::ScoresOwned),
        });
    }

    /// How they are laid out, and who begins, is asked only where there are any.
    pub fn rounds(&mut self, rounds: &Rounds) {
        let Rounds {
            refill: _,
            fields,
            seeds,
            order,
            short: _,
            unfilled,
            gained: _,
            remainder: _,
            held: _,
            opposite: _,
            start,
            layout,
            points: _, // goes together with the winner
            most: _,
            clause: _,
        } = rounds;
        let again = rounds.are_played() && *layout == Layout::Setup;
        self.add(again, Feature::LaysAgain);
        let anew = rounds.are_played() && *seeds == RoundSeeds::Anew;
        self.add(anew, Feature::BeginsAnew);
        let chosen = match order {
            FillFrom::Left | FillFrom::Right => false,
            FillFrom::Chosen => rounds.choose_pits(),
        };
        self.add(chosen, Feature::LeavesPits);
        let lots = match start {
            Begins::Alternate | Begins::Winner | Begins::Loser | Begins::Same => false,
            Begins::Lot => rounds.draw_lots(),
        };
        self.add(lots, Feature::DrawsLots);
        self.add(rounds.are_played(), Feature::Rounds);
        self.add(rounds.close_pits(), Feature::ClosedPits);
        self.add(rounds.are_played() && unfilled.is_asked(), Feature::UnfilledPits);
        self.add(rounds.are_played() && *fields > 0, Feature::FillsFields);
        self.add(rounds.match_pits(), Feature::MatchedPits);
        self.add(rounds.hold_pits(), Feature::HoldsPits);
        self.add(rounds.protect_pits(), Feature::FillsPits);
        self.add(rounds.spread_seeds(), Feature::SpreadSeeds);
        self.add(rounds.own_pits(), Feature::OwnedPits);
        self.add(rounds.gain_one(), Feature::GainsOnePit);
    }

    pub fn limits(&mut self, limits: &Limits) {
        let Limits { endless, repetition, max_actions, clause: _ } = limits;
        self.note(Some(match endless {
            Endless::Void => Feature::EndlessVoid,
            Endless::Loss => Feature::EndlessLoss,
        }));
        self.note(match repetition {
            Repetition::None => None,
            Repetition::FirstSinceCapture => Some(Feature::History),
        });
        let MaxActions(most) = max_actions;
        self.add(most.is_some(), Feature::Cap);
    }
}
