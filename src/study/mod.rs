//! Many games: matches between two players, counted exactly.

mod distinct;
mod games;
mod lane_series;
mod lanes;
mod series;
mod survey;

pub use crate::agents::start_of;
pub use crate::run::Run;
pub use distinct::{Distinct, MOST};
pub use games::{MatchError, Opening, play_match, play_match_in_parallel};
pub use lanes::LaneMatch;
pub use series::{Moments, Series, play_series, play_series_in_parallel};
pub use survey::{Survey, survey};
