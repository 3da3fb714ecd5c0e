//! Many games: matches between two players, counted exactly.

mod games;
mod lanes;
mod series;
mod survey;

pub use games::{MatchError, Opening, Run, play_match, play_match_in_parallel};
pub use lanes::{LaneMatch, start_of};
pub use series::{Moments, Series, play_series, play_series_in_parallel};
pub use survey::{Survey, survey};
