//! The engine of mancalab's web page: what the page asks in JSON is answered in JSON.
//!
//! * [`answer`]: a request, a text of JSON, to its answer. The page needs nothing else.
//! * `request`: what can be asked.
//! * `games`: rules from the catalogue or from a description, with their faults, and in words.
//! * `positions`: a game so far, and what an action does.
//! * `thinking`: players, values by search, exact values.
//! * `networks`: trained networks, which are given once and then asked.
//! * `counting`: many games.
//! * `border`: functions that a page can call.

mod border;
mod counting;
mod games;
mod networks;
mod positions;
mod request;
mod thinking;

pub use request::answer;
