//! The vector widths that a processor may have.

use std::sync::OnceLock;

/// A vector width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What every processor of the architecture has (SSE2 on x86-64, NEON on most systems for aarch64).
    Baseline,
    /// NEON, 16 bytes.
    Neon,
    /// AVX2, 32 bytes.
    Avx2,
    /// AVX-512 with byte and word instructions, 64 bytes.
    Avx512,
}

/// The environment variable that chooses a level.
pub const VARIABLE: &str = "MANCALAB_SIMD";

impl Level {
    /// All levels, the narrowest first.
    pub const ALL: [Self; 4] = [Self::Baseline, Self::Neon, Self::Avx2, Self::Avx512];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Neon => "neon",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Whether this processor has it. A fuzzer's build has the baseline alone: the code is the same at all levels, and
    /// watching each branch of it makes the others take half an hour to compile.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Baseline => true,
            #[cfg(target_arch = "aarch64")]
            Self::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
            Self::Avx512 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
            #[cfg(not(target_arch = "aarch64"))]
            Self::Neon => false,
            #[cfg(any(not(target_arch = "x86_64"), fuzzing))]
            Self::Avx2 | Self::Avx512 => false,
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_of_another_architecture_is_refused() {
        let other = if cfg!(target_arch = "aarch64") { "avx2" } else { "neon" };
        let error = Level::from_name(other).expect_err("it is another architecture's");
        let start = format!("MANCALAB_SIMD = {other:?}: allowed on this processor are baseline");
        assert!(error.starts_with(&start), "{error}");
    }
}
