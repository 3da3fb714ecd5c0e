//! Limit kernels: each plays whole random games of one game with as little code as that takes, so that a reader
//! sees on any machine how near the lane engine comes to what its processor can do.
//!
//! A limit kernel knows one game, one start and random play; it counts who won and the plies. It draws the numbers
//! of the engine, so that it must play the same games.

pub mod bao_ki_arabu;
pub mod columns;
pub mod kalah;

use mancalab::batch::Level;

/// What a kernel counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Games that South won, that North won, and drawn ones.
    pub results: [u64; 3],
    pub plies: u64,
}

/// A kernel compiled for the level; the processor must have it.
pub type Kernel = fn(Level, u64, u64) -> Answer;

/// The kernel of a game, if there is one.
pub fn of(game: &str) -> Option<Kernel> {
    match game {
        "kalah" => Some(kalah::play),
        "bao-ki-arabu" => Some(bao_ki_arabu::play),
        _ => None,
    }
}

/// Makes `play`, a [`Kernel`], of a function that plays games in lanes until none is left.
macro_rules! compiled_for_each_level {
    ($lanes:ident, $run:ident) => {
        /// Games of the run with this seed, numbers 0 to `games - 1`.
        pub fn play(level: mancalab::batch::Level, games: u64, seed: u64) -> $crate::limit::Answer {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn with_avx2(lanes: &mut $lanes) {
                $run(lanes);
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
            fn with_avx512(lanes: &mut $lanes) {
                $run(lanes);
            }

            let mut lanes = $lanes::new(games, seed);
            // SAFETY: each function is called only where the processor was asked for the features of its level.
            #[allow(unsafe_code)]
            match level {
                #[cfg(target_arch = "x86_64")]
                mancalab::batch::Level::Avx512 if level.is_available() => unsafe {
                    with_avx512(&mut lanes);
                },
                #[cfg(target_arch = "x86_64")]
                mancalab::batch::Level::Avx2 if level.is_available() => unsafe {
                    with_avx2(&mut lanes);
                },
                _ => $run(&mut lanes),
            }
            lanes.answer
        }
    };
}

pub(crate) use compiled_for_each_level;
