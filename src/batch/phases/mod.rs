//! The phases of an action, in their order, in all lanes at once.
//!
//! What few games ask for stands in functions of its own that are cold and never inlined: they get and give values, so
//! that what lives in registers on the usual way is neither kept in memory nor moved for their sake. Those that take
//! long stand in the table of [`super::rare`], which has them for each level.

pub mod after;
mod apart;
pub mod around;
pub mod begin;
pub mod beside;
pub mod blocked;
pub mod chain;
pub mod choose;
mod circle;
mod count;
mod deal;
mod distances;
mod drop;
pub mod effects;
pub mod end;
mod every_second;
mod fields;
pub mod foresee;
pub mod gift;
mod houses;
pub mod landing;
pub mod last_drops;
pub mod leave;
pub mod legal;
pub mod lift;
pub mod margins;
pub mod marks;
pub mod next_round;
mod on_drop;
mod owned;
pub mod pass;
pub mod past_empty;
pub mod place;
pub mod play;
mod put;
mod race;
pub mod relay;
pub mod row_ends;
pub mod settle;
mod shared;
pub mod sow;
pub mod sow_open;
pub mod sow_passing;
pub mod spots;
pub mod store;
pub mod trial;
pub mod turn;
pub mod turning;
