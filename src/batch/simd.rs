//! One body of code, compiled for every vector width that the processor may have.
//!
//! The phases of the lane engine are plain loops. Here each of them becomes a *kernel*: a function
//! compiled once for the baseline of the architecture and once for each wider instruction set,
//! which is chosen when the program runs. All levels do the same arithmetic on integers, so they
//! give the same games.

// The only `unsafe` of the lane engine: see the proofs at `Kernels` and `Level::kernels`.
#![allow(unsafe_code)]

use std::sync::OnceLock;

use super::block::Block;
use super::columns::Layout;
use super::course::Course;
use super::greedy::Margins;
use super::lanes::Bytes;
use super::relay::Kept;
use super::store::View;
use super::tracks::{Census, Tracks};

/// A vector width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What every processor of the architecture has (SSE2 on x86-64, NEON on aarch64).
    Baseline,
    /// AVX2, 32 bytes.
    Avx2,
    /// AVX-512 with byte and word instructions, 64 bytes.
    Avx512,
}

/// The environment variable that chooses a level.
pub const VARIABLE: &str = "MANCALAB_SIMD";

impl Level {
    /// All levels, the narrowest first.
    pub const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Whether this processor has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Baseline => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The levels of this processor, the narrowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        Self::ALL.into_iter().filter(|level| level.is_available()).collect()
    }

    /// The level of that name.
    ///
    /// # Errors
    /// When there is no such level, or this processor does not have it.
    pub fn from_name(name: &str) -> Result<Self, String> {
        let found = Self::available().into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| {
            let names: Vec<_> = Self::available().into_iter().map(Self::name).collect();
            format!("{VARIABLE} = {name:?}: allowed on this processor are {}", names.join(", "))
        })
    }

    /// The level to use: the widest, unless the environment variable says otherwise.
    ///
    /// # Errors
    /// When the variable names a level that this processor does not have.
    pub fn chosen() -> Result<Self, String> {
        static CHOSEN: OnceLock<Result<Level, String>> = OnceLock::new();
        let choose = || match std::env::var(VARIABLE) {
            Ok(name) if !name.is_empty() => Self::from_name(&name),
            _ => Ok(Self::available().into_iter().max().unwrap_or(Self::Baseline)),
        };
        CHOSEN.get_or_init(choose).clone()
    }

    /// The kernels compiled for this level, or for the baseline where the processor lacks it.
    #[must_use]
    pub fn kernels(self) -> &'static Kernels {
        // Soundness: the table of a level leaves this function only after the processor was asked
        // for every feature that its functions are compiled with.
        #[cfg(target_arch = "x86_64")]
        if self.is_available() {
            match self {
                Self::Avx512 => return &avx512::KERNELS,
                Self::Avx2 => return &avx2::KERNELS,
                Self::Baseline => {}
            }
        }
        &baseline::KERNELS
    }
}

/// Hands the list of kernels to a macro: name, arguments, result, and the body that is compiled.
macro_rules! with_kernels {
    ($macro:ident $($first:tt)*) => {
        $macro! { $($first)*
            /// [`super::choose::choose`]
            fn choose(course: &Course, block: &mut Block) -> () = super::super::choose::choose;
            /// [`super::choose::begin`]
            fn begin(course: &Course, block: &mut Block) -> () = super::super::choose::begin;
            /// [`super::swift::act`]
            fn act(course: &Course, block: &mut Block) -> () = super::super::swift::act_if_swift;
            /// [`super::relay::lap`]
            fn lap(course: &Course, block: &mut Block) -> () = super::super::relay::lap;
            /// [`super::relay::sow_most`]
            fn sow_most(course: &Course, block: &mut Block, few: usize) -> ()
                = super::super::relay::sow_most;
            /// [`super::relay::keep`]
            fn keep(course: &Course, block: &Block, kept: &mut Kept) -> ()
                = super::super::relay::keep;
            /// [`super::relay::compare`]
            fn compare(course: &Course, block: &mut Block, kept: &Kept) -> ()
                = super::super::relay::compare;
            /// [`super::turn::settle`]
            fn settle(course: &Course, block: &mut Block) -> () = super::super::turn::settle;
            /// [`super::legal::begin_trial`]
            fn begin_trial(course: &Course, block: &Block, trial: &mut Block, sower: usize)
                -> bool = super::super::legal::begin_trial;
            /// [`super::legal::judge`]
            fn judge(course: &Course, trial: &Block) -> Bytes = super::super::legal::judge;
            /// [`super::turn::permit`]
            fn permit(course: &Course, block: &mut Block, verdicts: &[Bytes]) -> ()
                = super::super::turn::permit;
            /// [`super::turn::truncate`]
            fn truncate(course: &Course, block: &mut Block) -> u32
                = super::super::turn::truncate;
            /// [`super::end::finish`]
            fn finish(course: &Course, block: &mut Block) -> () = super::super::end::finish;
            /// [`super::tracks::round`]
            fn round(course: &Course, block: &mut Block, tracks: &mut Tracks, patience: usize)
                -> Census = super::super::tracks::round;
            /// [`super::tracks::swift_round`]
            fn swift_round(course: &Course, block: &mut Block, tracks: &mut Tracks) -> Census
                = super::super::tracks::swift_round;
            /// [`super::tracks::print`]
            fn print(block: &Block, tracks: &mut Tracks) -> () = super::super::tracks::print;
            /// [`super::tracks::spill`]
            fn spill(tracks: &mut Tracks) -> () = super::super::tracks::spill;
            /// [`super::columns::load`]
            fn load(course: &Course, layout: &Layout, view: &View<'_>, block: &mut Block) -> ()
                = super::super::columns::load;
            /// [`super::columns::save`]
            fn save(layout: &Layout, view: &mut View<'_>, block: &Block, finished: Bytes) -> ()
                = super::super::columns::save;
            /// [`super::columns::publish`]
            fn publish(layout: &Layout, view: &mut View<'_>, block: &Block, kept: Bytes) -> ()
                = super::super::columns::publish;
            /// [`super::columns::check`]
            fn check(layout: &Layout, view: &View<'_>, actions: Bytes, finished: Bytes) -> Bytes
                = super::super::columns::check;
            /// [`super::worker::sample`]
            fn sample(
                course: &Course, layout: &Layout, view: &View<'_>, block: &mut Block, lanes: Bytes
            ) -> Bytes = super::super::worker::sample;
            /// [`super::playout::restart`]
            fn restart(course: &Course, block: &mut Block, opening: &Block, lanes: Bytes) -> ()
                = super::super::playout::restart;
            /// [`super::greedy::try_action`]
            fn try_action(
                course: &Course, block: &Block, trial: &mut Block, lanes: Bytes, action: u8
            ) -> bool = super::super::greedy::try_action;
            /// [`super::greedy::margins`]
            fn margins(course: &Course, block: &Block, trial: &Block) -> Margins
                = super::super::greedy::margins;
            /// [`super::greedy::choose_best`]
            fn choose_best(
                course: &Course, block: &mut Block, margins: &[Margins], lanes: Bytes
            ) -> () = super::super::greedy::choose_best;
        }
    };
}

macro_rules! table {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) -> $out:ty = $body:path;)*) => {
        /// The phases compiled for one level.
        ///
        /// Soundness: the fields are functions that may only run on a processor with the features
        /// of the level. They are private, the tables are only reached through
        /// [`Level::kernels`], and a processor does not lose features while a program runs.
        pub struct Kernels {
            /// The level.
            pub level: Level,
            $($name: unsafe fn($($type),*) -> $out,)*
        }

        impl Kernels {
            $($(#[$doc])*
            #[inline(always)]
            pub(super) fn $name(&self, $($arg: $type),*) -> $out {
                // SAFETY: this table was reached through `Level::kernels`, so the processor has
                // the features (see the type).
                unsafe { (self.$name)($($arg),*) }
            })*
        }
    };
}

macro_rules! level {
    ($module:ident $level:ident [$feature:meta]
        $($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) -> $out:ty = $body:path;)*
    ) => {
        mod $module {
            use super::{Block, Bytes, Layout, View, Course, Kept, Census, Kernels, Level, Margins, Tracks};

            pub static KERNELS: Kernels = Kernels { level: Level::$level, $($name,)* };

            $(#[$feature]
            fn $name($($arg: $type),*) -> $out {
                $body($($arg),*)
            })*
        }
    };
}

with_kernels!(table);
with_kernels!(level baseline Baseline [inline(never)]);
#[cfg(target_arch = "x86_64")]
with_kernels!(level avx2 Avx2 [target_feature(enable = "avx2")]);
#[cfg(target_arch = "x86_64")]
with_kernels!(level avx512 Avx512
    [target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]);

impl std::fmt::Debug for Kernels {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Kernels").field("level", &self.level).finish_non_exhaustive()
    }
}
