//! One body of code, compiled for every vector width that the processor may have.
//!
//! The phases of the lane engine are plain loops (`for`: a closure that an iterator is given may end as
//! a function of its own, compiled for the baseline). Here each of them becomes a *kernel*: a function
//! compiled once for the baseline of the architecture and once for each wider instruction set,
//! which is chosen when the program runs. All levels do the same arithmetic on integers, so they
//! give the same games.

// See the proofs at `table_of` and `table`, which `rare` uses, too.
#![allow(unsafe_code)]

use super::block::Block;
use super::columns::memory::View;
use super::columns::targets::Fill;
use super::columns::{Layout, flags, targets, transfer};
use super::encode::Encoding;
use super::fused::{kernel, rounds};
use super::lane_plan::LanePlan;
use super::level::Level;
use super::phases::blocked::Threats;
use super::phases::foresee::Foreseen;
use super::phases::margins::Margins;
use super::phases::next_round::Begun;
use super::phases::play::Whens;
use super::phases::relay::Kept;
use super::phases::sow::Landed;
use super::phases::{
    begin, blocked, choose, end, margins, next_round, play, relay, settle, sow, sow_open,
    sow_passing, store, trial, turn, turning,
};
use super::rounds::counters::{Census, Counters};
use super::rounds::{counters, round};
use super::values::{Bytes, Words};
use super::{encode, masked, numbers};

/// The table of a level; that of the baseline where the processor lacks it, and for NEON.
macro_rules! table_of {
    ($level:expr) => {{
        // Soundness: the table of a level leaves this place only after the processor was asked for every feature that
        // its functions are compiled with.
        #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
        if $level.is_available() {
            match $level {
                Level::Avx512 => return &avx512::TABLE,
                Level::Avx2 => return &avx2::TABLE,
                Level::Baseline | Level::Neon => {}
            }
        }
        // NEON has no table of its own: compilers for aarch64 take it for granted, so that the baseline
        // is compiled with it, and a second table would be the same code again.
        &baseline::TABLE
    }};
}

impl Level {
    /// The kernels compiled for this level.
    #[must_use]
    pub fn kernels(self) -> &'static Kernels {
        table_of!(self)
    }
}

/// Hands the list of kernels to a macro: name, arguments, result, and the body that is compiled.
macro_rules! with_kernels {
    ($macro:ident $($first:tt)*) => {
        $macro! { $($first)*
            /// [`choose::choose`]
            fn choose(lane_plan: &LanePlan, block: &mut Block) -> () = choose::choose;
            /// [`round::slim_laps`]
            fn slim_laps(lane_plan: &LanePlan, block: &mut Block, patience: usize) -> Census
                = round::slim_laps;
            /// [`round::rich_laps`]
            fn rich_laps(
                kernels: &Kernels, lane_plan: &LanePlan, block: &mut Block, patience: usize
            ) -> Census = round::rich_laps;
            /// [`begin::begin`]
            fn begin_actions(lane_plan: &LanePlan, block: &mut Block) -> () = begin::begin::<false>;
            /// [`kernel::act_and_count`]
            fn act(lane_plan: &LanePlan, block: &mut Block) -> () = kernel::act_and_count;
            /// [`relay::slim_lap`]
            fn slim_lap(lane_plan: &LanePlan, block: &mut Block) -> () = relay::slim_lap;
            /// [`sow::sow_plain`]
            fn sow_plain(lane_plan: &LanePlan, block: &mut Block) -> Landed = sow::sow_plain::<false>;
            /// [`sow::sow_plain`], with captures by drops
            fn sow_drops(lane_plan: &LanePlan, block: &mut Block) -> Landed = sow::sow_plain::<true>;
            /// [`sow::sow_any`]
            fn sow_any(lane_plan: &LanePlan, block: &mut Block) -> Landed = sow::sow_any;
            /// [`sow_open::sow_open`]
            fn sow_open(lane_plan: &LanePlan, block: &mut Block) -> Landed = sow_open::sow_open;
            /// [`sow_passing::sow_passing`]
            fn sow_passing(lane_plan: &LanePlan, block: &mut Block) -> Landed
                = sow_passing::sow_passing;
            /// [`relay::end_lap`]
            fn end_lap(lane_plan: &LanePlan, block: &mut Block, landed: &Landed) -> ()
                = relay::end_lap::<false, true>;
            /// [`relay::end_lap`], of slim laps
            fn end_slim_lap(lane_plan: &LanePlan, block: &mut Block, landed: &Landed) -> ()
                = relay::end_lap::<true, true>;
            /// [`relay::slim_sow_most`]
            fn slim_sow_most(lane_plan: &LanePlan, block: &mut Block, few: usize) -> ()
                = relay::slim_sow_most;
            /// [`counters::count`]
            fn count(block: &Block, counters: &mut Counters) -> () = counters::count;
            /// [`relay::keep`]
            fn keep(lane_plan: &LanePlan, block: &Block, kept: &mut Kept, lanes: Bytes) -> ()
                = relay::keep;
            /// [`relay::compare`]
            fn compare(lane_plan: &LanePlan, block: &mut Block, kept: &Kept) -> ()
                = relay::compare;
            /// [`turn::settle`]
            fn settle(lane_plan: &LanePlan, block: &mut Block) -> () = turn::settle::<false>;
            /// [`trial::begin_trial`]
            fn begin_trial(
                lane_plan: &LanePlan, block: &Block, trial: &mut Block, sower: usize, lanes: Bytes
            ) -> bool = trial::begin_trial;
            /// [`trial::judge`]
            fn judge(lane_plan: &LanePlan, trial: &Block) -> Bytes = trial::judge;
            /// [`turning::begin_turns`]
            fn begin_turns(lane_plan: &LanePlan, block: &Block, trial: &mut Block) -> bool
                = turning::begin_turns;
            /// [`turning::offer_turns`]
            fn offer_turns(lane_plan: &LanePlan, block: &mut Block, captured: Bytes) -> ()
                = turning::offer_turns;
            /// [`store::begin_back`]
            fn begin_back(lane_plan: &LanePlan, block: &Block, trial: &mut Block) -> bool
                = store::begin_back;
            /// [`store::offer_back`]
            fn offer_back(lane_plan: &LanePlan, block: &mut Block, captured: Bytes) -> ()
                = store::offer_back;
            /// [`blocked::swap_sides`]
            fn swap_sides(
                lane_plan: &LanePlan, block: &Block, turned: &mut Block, lanes: Bytes
            ) -> () = blocked::swap_sides;
            /// [`blocked::foresee_threats`]
            fn foresee_threats(
                lane_plan: &LanePlan, turned: &Block, whens: &Whens, threats: &mut Threats, lanes: Bytes
            ) -> () = blocked::foresee_threats;
            /// [`blocked::can_capture`]
            fn can_capture(
                lane_plan: &LanePlan, turned: &mut Block, threats: &Threats, lanes: Bytes
            ) -> Bytes = blocked::can_capture;
            /// [`blocked::block_pits`]
            fn block_pits(
                lane_plan: &LanePlan, block: &mut Block, turned: &mut Block, threats: &Threats,
                lanes: Bytes
            ) -> () = blocked::block_pits;
            /// [`turning::join_single`]
            fn join_single(lane_plan: &LanePlan, block: &mut Block) -> () = turning::join_single;
            /// [`turning::foresee_turns`]
            fn foresee_turns(lane_plan: &LanePlan, block: &mut Block) -> () = turning::foresee_turns;
            /// [`play::see_whens`]
            fn see_whens(lane_plan: &LanePlan, block: &Block, whens: &mut Whens) -> () = play::see_whens;
            /// [`play::foresee_plays`]
            fn foresee_plays(
                lane_plan: &LanePlan, block: &Block, whens: &Whens, fitting: &mut [Bytes], lanes: Bytes
            ) -> () = play::foresee_plays;
            /// [`play::steps_that_fit`]
            fn steps_that_fit(
                lane_plan: &LanePlan, block: &Block, whens: &Whens, lap: &Foreseen, sower: usize
            ) -> Bytes = play::steps_that_fit;
            /// [`settle::permit`]
            fn permit(lane_plan: &LanePlan, block: &mut Block, verdicts: &[Bytes], lanes: Bytes)
                -> () = settle::permit;
            /// [`turn::truncate`]
            fn truncate(lane_plan: &LanePlan, block: &mut Block) -> u32
                = turn::truncate;
            /// [`next_round::begin_rounds`]
            fn begin_rounds(lane_plan: &LanePlan, block: &mut Block, few: usize) -> Begun
                = next_round::begin_rounds;
            /// [`end::finish`]
            fn finish(lane_plan: &LanePlan, block: &mut Block, spared: Bytes) -> () = end::finish;
            /// [`round::round`]
            fn round(lane_plan: &LanePlan, block: &mut Block, counters: &mut Counters, patience: usize)
                -> Census = round::round;
            /// [`rounds::fused_rounds`]
            fn fused_rounds(
                lane_plan: &LanePlan, block: &mut Block, counters: &mut Counters, most: u32,
                enough: [usize; 2], chosen: bool
            ) -> Census = rounds::fused_rounds;
            /// [`counters::print`]
            fn print(block: &Block, counters: &mut Counters) -> () = counters::print;
            /// [`counters::spill`]
            fn spill(counters: &mut Counters) -> () = counters::spill;
            /// [`transfer::load`]
            fn load(lane_plan: &LanePlan, layout: &Layout, view: &View<'_>, block: &mut Block) -> ()
                = transfer::load;
            /// [`transfer::save`]
            fn save(layout: &Layout, view: &mut View<'_>, block: &Block, finished: Bytes) -> ()
                = transfer::save;
            /// [`flags::publish`]
            fn publish(layout: &Layout, view: &mut View<'_>, block: &Block, kept: Bytes) -> Bytes
                = flags::publish;
            /// [`targets::fill`]
            fn fill(fill: Fill<'_>, layout: &Layout, view: &mut View<'_>) -> () = targets::fill;
            /// [`masked::count_legal`]
            fn count_legal(mask: &[Bytes]) -> Bytes = masked::count_legal;
            /// [`masked::nth_legal`]
            fn nth_legal(mask: &[Bytes], which: Bytes) -> Bytes = masked::nth_legal;
            /// [`masked::drawn`]
            fn drawn(mask: &[Bytes], numbers: &Words) -> Bytes = masked::drawn;
            /// [`masked::greatest`]
            fn greatest(mask: &[Bytes], values: &[f32]) -> Bytes = masked::greatest;
            /// [`encode::scale`]
            fn scale(most: &[f32], rows: &[u8], out: &mut [f32]) -> () = encode::scale;
            /// [`encode::expand`]
            fn expand(encoding: &Encoding, rows: &[u8], out: &mut [f32]) -> () = encode::expand;
            /// [`numbers::narrow_16`]
            fn narrow_16(from: &[u16], out: &mut [u8]) -> () = numbers::narrow_16;
            /// [`numbers::narrow_32`]
            fn narrow_32(from: &[u32], out: &mut [u8]) -> () = numbers::narrow_32;
            /// [`numbers::narrow_64`]
            fn narrow_64(from: &[u64], out: &mut [u8]) -> () = numbers::narrow_64;
            /// [`transfer::check`]
            fn check(layout: &Layout, view: &View<'_>, actions: Bytes, finished: Bytes) -> Bytes
                = transfer::check;
            /// [`transfer::sample`]
            fn sample(
                lane_plan: &LanePlan, layout: &Layout, view: &View<'_>, block: &mut Block, lanes: Bytes
            ) -> Bytes = transfer::sample;
            /// [`round::restart`]
            fn restart(lane_plan: &LanePlan, block: &mut Block, opening: &Block, lanes: Bytes) -> ()
                = round::restart;
            /// [`margins::try_action`]
            fn try_action(
                lane_plan: &LanePlan, block: &Block, trial: &mut Block, lanes: Bytes, action: u8
            ) -> bool = margins::try_action;
            /// [`margins::margins`]
            fn margins(lane_plan: &LanePlan, block: &Block, trial: &Block) -> Margins
                = margins::margins;
            /// [`margins::choose_best`]
            fn choose_best(
                lane_plan: &LanePlan, block: &mut Block, margins: &[Margins], lanes: Bytes
            ) -> () = margins::choose_best;
        }
    };
}

/// A table of the functions of a list.
macro_rules! table {
    ($table:ident [$how:meta] $($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) -> $out:ty = $body:path;)*) => {
        /// The phases compiled for one level.
        ///
        /// Soundness: the fields are functions that may only run on a processor with the features
        /// of the level. They are private, the tables are only reached through
        /// [`Level::kernels`] or [`Level::rare`], and a processor does not lose features while a program runs.
        pub struct $table {
            /// The level.
            pub level: Level,
            $($name: unsafe fn($($type),*) -> $out,)*
        }

        impl $table {
            $($(#[$doc])*
            #[$how]
            pub fn $name(&self, $($arg: $type),*) -> $out {
                // SAFETY: this table was reached through its level, so the processor has the features (see the
                // type).
                unsafe { (self.$name)($($arg),*) }
            })*
        }

        impl std::fmt::Debug for $table {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.debug_struct(stringify!($table)).field("level", &self.level).finish_non_exhaustive()
            }
        }
    };
}

/// Hands the functions of a list, compiled for one level, to a table.
macro_rules! level {
    ($module:ident $table:ident $level:ident [$feature:meta]
        $($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) -> $out:ty = $body:path;)*
    ) => {
        mod $module {
            #[allow(clippy::wildcard_imports, reason = "what the list of kernels names")]
            use super::*;

            pub static TABLE: $table = $table { level: Level::$level, $($name,)* };

            $(#[$feature]
            fn $name($($arg: $type),*) -> $out {
                $body($($arg),*)
            })*
        }
    };
}

with_kernels!(table Kernels [inline(always)]);
with_kernels!(level baseline Kernels Baseline [inline(never)]);
#[cfg(all(target_arch = "x86_64", not(fuzzing)))]
with_kernels!(level avx2 Kernels Avx2 [target_feature(enable = "avx2")]);
#[cfg(all(target_arch = "x86_64", not(fuzzing)))]
with_kernels!(level avx512 Kernels Avx512
    [target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]);

pub(super) use {level, table, table_of};
