//! The one dispatch to what is compiled for each instruction set.

use std::sync::atomic::{AtomicU8, Ordering};

use super::{LanePolicy, Lockstep, Supply};

/// An instruction set that the loop is compiled for. Results are the same on each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Path {
    /// What every processor of the architecture has: SSE2 on x86-64, NEON on AArch64.
    Baseline,
    /// AVX2 with BMI1, BMI2, POPCNT.
    Avx2,
    /// AVX-512 F, BW, VL and DQ with what goes with AVX2.
    Avx512,
}

impl Path {
    /// Widest first.
    pub const ALL: [Path; 3] = [Path::Avx512, Path::Avx2, Path::Baseline];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Path::Baseline if cfg!(target_arch = "x86_64") => "sse2",
            Path::Baseline if cfg!(target_arch = "aarch64") => "neon",
            Path::Baseline => "portable",
            Path::Avx2 => "avx2",
            Path::Avx512 => "avx512",
        }
    }

    /// The path of a word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|path| path.word() == word)
    }

    /// The one to take: what [`force`](Self::force) has set, else the widest that this processor
    /// has.
    pub fn preferred() -> Self {
        let forced = Self::ALL.get(usize::from(FORCED.load(Ordering::Relaxed))).copied();
        let widest = || Self::ALL.into_iter().find(|path| path.is_available());
        forced.or_else(widest).unwrap_or(Path::Baseline)
    }

    /// Makes it the preferred one for the whole process. False, and nothing is changed, if this
    /// processor lacks it.
    pub fn force(self) -> bool {
        let place = Self::ALL.iter().position(|path| *path == self && path.is_available());
        if let Some(place) = place {
            FORCED.store(place as u8, Ordering::Relaxed);
        }
        place.is_some()
    }

    /// Whether this processor has it.
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return match self {
            Path::Baseline => true,
            Path::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
            }
            Path::Avx512 => {
                Path::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
            }
        };
        #[cfg(not(target_arch = "x86_64"))]
        matches!(self, Path::Baseline)
    }
}

/// The place in [`Path::ALL`] of the path that is forced; past its end where none is.
static FORCED: AtomicU8 = AtomicU8::new(u8::MAX);

/// Enters the copy for `path`.
pub(super) fn run<P: LanePolicy, U: Supply>(
    path: Path,
    lockstep: &mut Lockstep,
    policy: &P,
    supply: &mut U,
) {
    assert!(path.is_available(), "this processor has no {}", path.word());
    match path {
        Path::Baseline => lockstep.run_here(policy, supply),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has just been found to have the features.
        Path::Avx2 => unsafe { run_avx2(lockstep, policy, supply) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has just been found to have the features.
        Path::Avx512 => unsafe { run_avx512(lockstep, policy, supply) },
        #[cfg(not(target_arch = "x86_64"))]
        Path::Avx2 | Path::Avx512 => unreachable!("not available"),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn run_avx2<P: LanePolicy, U: Supply>(lockstep: &mut Lockstep, policy: &P, supply: &mut U) {
    lockstep.run_here(policy, supply);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,popcnt")]
fn run_avx512<P: LanePolicy, U: Supply>(lockstep: &mut Lockstep, policy: &P, supply: &mut U) {
    lockstep.run_here(policy, supply);
}
