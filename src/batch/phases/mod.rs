//! The phases of an action, in their order, in all lanes at once.

pub mod after;
pub mod begin;
pub mod chain;
pub mod choose;
mod circle;
mod deal;
mod distances;
pub mod effects;
pub mod end;
pub mod landing;
pub mod last_drops;
pub mod leave;
pub mod legal;
pub mod margins;
pub mod marks;
pub mod next_round;
mod owned;
pub mod pass;
mod put;
pub mod relay;
pub mod settle;
mod shared;
pub mod sow;
pub mod sow_open;
pub mod spots;
pub mod trial;
pub mod turn;
