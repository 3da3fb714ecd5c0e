//! Phases that few games have, compiled for every vector width like the kernels of [`super::simd`].
//!
//! Kernels call them instead of holding them, so that the code of the other games stays small. A function that is
//! not inlined into its kernel would be compiled for the baseline; so each block carries the table of its level.

// See the proof at `table` in `simd`.
#![allow(unsafe_code)]

use super::block::Block;
use super::lane_entry::LaneEntry;
use super::lane_plan::LanePlan;
use super::level::Level;
use super::phases::pass::Look;
use super::phases::sow::Landed;
use super::phases::{
    around, begin, beside, effects, gift, landing, leave, legal, lift, marks, next_round, place,
    play, row_ends, store, turning,
};
use super::simd::{level, table, table_of};
use super::values::Bytes;
use crate::plan::{PlacePlan, Spot};

impl Level {
    /// The rare phases compiled for this level.
    #[must_use]
    pub fn rare(self) -> &'static Rare {
        table_of!(self)
    }
}

/// Hands the list of rare phases to a macro: name, arguments, result, and the body that is compiled.
macro_rules! with_rare {
    ($macro:ident $($first:tt)*) => {
        $macro! { $($first)*
            /// [`around::out_of_play`]
            fn out_of_play(
                lane_plan: &LanePlan, block: &Block, entry: &LaneEntry, place: Bytes, spot: Spot
            ) -> Bytes = around::out_of_play;
            /// [`begin::begin_apart`]
            fn begin_apart(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> ()
                = begin::begin_apart;
            /// [`beside::let_take_beside`]
            fn let_take_beside(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> ()
                = beside::let_take_beside;
            /// [`beside::offer_beside`]
            fn offer_beside(
                lane_plan: &LanePlan, block: &mut Block, entry: &LaneEntry, landed: &Landed, lanes: Bytes
            ) -> () = beside::offer_beside;
            /// [`beside::places_beside`]
            fn places_beside(lane_plan: &LanePlan, landing: Bytes) -> [Bytes; 2]
                = beside::places_beside;
            /// [`beside::take_beside`]
            fn take_beside(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> ()
                = beside::take_beside;
            /// [`effects::keep_origin`]
            fn keep_origin(
                lane_plan: &LanePlan, block: &mut Block, entry: &LaneEntry, landed: &Landed, lanes: Bytes
            ) -> () = effects::keep_origin;
            /// [`effects::outer_pits`]
            fn outer_pits(lane_plan: &LanePlan, entry: &LaneEntry, landing: Bytes) -> Bytes
                = effects::outer_pits;
            /// [`gift::ask_for_gifts`]
            fn ask_for_gifts(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes, look: Look) -> Bytes
                = gift::ask_for_gifts;
            /// [`landing::take_otherwise`]
            fn take_otherwise(
                lane_plan: &LanePlan, block: &mut Block, entry: &LaneEntry, landed: &Landed, asked: Bytes
            ) -> Bytes = landing::take_otherwise;
            /// [`leave::leave`]
            fn leave(
                lane_plan: &LanePlan, block: &mut Block, filled: &[Bytes; 2], begins: Bytes, lanes: Bytes
            ) -> Bytes = leave::leave;
            /// [`legal::keep_from_closed`]
            fn keep_from_closed(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes
                = legal::keep_from_closed;
            /// [`legal::spare_in`]
            fn spare_in(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> () = legal::spare_in;
            /// [`lift::lift_in_play`]
            fn lift_in_play(
                lane_plan: &LanePlan, block: &mut Block, entry: &LaneEntry, landed: &Landed, taken: Bytes,
                lanes: [Bytes; 3]
            ) -> () = lift::lift_in_play;
            /// [`marks::other_pits`]
            fn other_pits(lane_plan: &LanePlan, block: &Block) -> Bytes = marks::other_pits;
            /// [`next_round::go_on_leaving`]
            fn go_on_leaving(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> ()
                = next_round::go_on_leaving;
            /// [`place::pits_to_fill`]
            fn pits_to_fill(
                lane_plan: &LanePlan, block: &mut Block, places: PlacePlan, lanes: Bytes
            ) -> () = place::pits_to_fill;
            /// [`play::spend_once`]
            fn spend_once(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> ()
                = play::spend_once;
            /// [`row_ends::let_choose_end`]
            fn let_choose_end(
                lane_plan: &LanePlan, block: &mut Block, entry: &LaneEntry, landed: &Landed, lanes: Bytes
            ) -> () = row_ends::let_choose_end;
            /// [`row_ends::ends_to_choose`]
            fn ends_to_choose(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> ()
                = row_ends::ends_to_choose;
            /// [`store::begin_store`]
            fn begin_store(
                lane_plan: &LanePlan, block: &mut Block, lanes: [Bytes; 2], laps: [Bytes; 2]
            ) -> [Bytes; 3] = store::begin_store;
            /// [`store::let_say_way`]
            fn let_say_way(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> Bytes
                = store::let_say_way;
            /// [`store::let_sow_store`]
            fn let_sow_store(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> ()
                = store::let_sow_store;
            /// [`turning::ways_to_turn`]
            fn ways_to_turn(lane_plan: &LanePlan, block: &mut Block, lanes: Bytes) -> ()
                = turning::ways_to_turn;
        }
    };
}

with_rare!(table Rare [cfg_attr(all(), cold, inline(never))]);
with_rare!(level baseline Rare Baseline [inline(never)]);
#[cfg(all(target_arch = "x86_64", not(fuzzing)))]
with_rare!(level avx2 Rare Avx2 [target_feature(enable = "avx2")]);
#[cfg(all(target_arch = "x86_64", not(fuzzing)))]
with_rare!(level avx512 Rare Avx512
    [target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]);
