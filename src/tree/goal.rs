//! What a finished game is worth.

use crate::outcome::{End, GameResult, Reason};
use crate::plan::Plan;
use crate::plan::shortcuts::SEEDS_BOUND;
use crate::rules::{Endless, MAX_SEEDS, Winner};

/// What the player to move wants as much as possible of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The final margin in seeds. A void counts 0; a game cut off counts as its scores stand.
    Margin,
    /// 1 for a win, -1 for a loss, 0 for anything else.
    Result,
    /// What an agent plays for: the margin, but where seeds do not decide, a win is worth more
    /// than any margin.
    Play,
}

/// A win in a game that is not won by seeds, for [`Goal::Play`].
pub const WIN: i16 = 10_000;

/// No margin is greater.
const MOST: i16 = MAX_SEEDS as i16;

impl Goal {
    /// What solving a game means under its own winning rule: the margin where seeds decide every
    /// game, else the result.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let seeds = plan.winner == Winner::MostSeeds;
        let lost = plan.may_be_endless && plan.endless == Endless::Loss;
        if seeds && !lost { Self::Margin } else { Self::Result }
    }

    /// What its values are called: "margin", in seeds, or "result".
    #[must_use]
    pub fn name(self) -> &'static str {
        if self == Self::Result { "result" } else { "margin" }
    }

    /// The value of a finished game to a player: `won` by them, by the other, or by
    /// nobody; `margin` is how far they are ahead.
    #[inline]
    pub(super) fn value(self, plan: &Plan, end: End, won: Option<bool>, margin: i16) -> i16 {
        let by_result = match won {
            Some(true) => 1,
            Some(false) => -1,
            None => 0,
        };
        let seeds = plan.winner == Winner::MostSeeds;
        match self {
            Self::Result => by_result,
            _ if end.result == GameResult::Void => 0,
            Self::Margin => margin,
            Self::Play if seeds && end.reason != Reason::EndlessSowing => margin,
            Self::Play if end.result == GameResult::Truncated => margin,
            Self::Play => by_result * WIN,
        }
    }

    /// Values between which a game ends, as far as its seeds tell.
    #[inline]
    pub(super) fn bounds(self, plan: &Plan, margin: i16, rest: i16) -> (i16, i16) {
        let bounded = plan.features.within(SEEDS_BOUND);
        let (low, high) = if bounded { (margin - rest, margin + rest) } else { (-MOST, MOST) };
        let seeds = plan.winner == Winner::MostSeeds;
        match self {
            Self::Result => (-1, 1),
            Self::Play if !seeds || plan.may_be_endless => (-WIN, WIN),
            _ if plan.may_be_endless => (low.min(0), high.max(0)),
            _ => (low, high),
        }
    }
}
