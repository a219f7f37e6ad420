//! The forward pass compiled for several instruction sets.
//!
//! The only unsafe code of the crate: functions that are compiled for instructions which the processor was asked about,
//! and vectors that nothing but these functions uses.
#![allow(unsafe_code)]

use super::background::Background;
use super::heads::{Answer, Row};
use super::instructions::Instructions;
use super::lanes::Lanes;
use super::network::Engine;
use super::trunk::Scratch;
use crate::nn::EncodingShape;

/// Tiles of a convolution that are computed together with sixteen registers of four numbers, or with more.
const PLAIN_TILES: usize = if cfg!(target_arch = "aarch64") { 5 } else { 3 };

impl Engine {
    /// Answers one pair with the instructions chosen.
    pub(super) fn answer(
        &self,
        row: Row<'_>,
        shape: EncodingShape,
        background: Option<&Background>,
        scratch: &mut Scratch,
        answer: &mut Answer,
    ) {
        match self.instructions() {
            // Safety: `Engine` has no instructions that the processor lacks; see `Engine::with_instructions`.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { x86::avx512(self, row, shape, background, scratch, answer) },
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { x86::avx2(self, row, shape, background, scratch, answer) },
            _ => self.forward::<Lanes, PLAIN_TILES, 1>(row, shape, background, scratch, answer),
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::*;
    use crate::engine::lanes::{LANES, Vector};

    /// Ten tiles, two vectors each, fill 20 of 32 registers.
    #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq,avx512bw")]
    pub fn avx512(
        engine: &Engine,
        row: Row<'_>,
        shape: EncodingShape,
        background: Option<&Background>,
        scratch: &mut Scratch,
        answer: &mut Answer,
    ) {
        engine.forward::<Sixteen, 10, 2>(row, shape, background, scratch, answer);
    }

    /// Five tiles, one vector each, which takes two registers, fill ten of 16.
    #[target_feature(enable = "avx2,fma")]
    pub fn avx2(
        engine: &Engine,
        row: Row<'_>,
        shape: EncodingShape,
        background: Option<&Background>,
        scratch: &mut Scratch,
        answer: &mut Answer,
    ) {
        engine.forward::<TwiceEight, 5, 1>(row, shape, background, scratch, answer);
    }

    /// One register of AVX-512; only [`avx512`] makes any.
    #[derive(Clone, Copy)]
    struct Sixteen(__m512);

    /// Two registers of AVX2; only [`avx2`] makes any.
    #[derive(Clone, Copy)]
    struct TwiceEight(__m256, __m256);

    // Safety, for all of both: only `avx512` and `avx2` use them, which are called on processors that have the
    // instructions; loads and stores go through references to sixteen numbers and need no alignment.
    impl Vector for Sixteen {
        #[inline(always)]
        fn splat(number: f32) -> Self {
            Self(unsafe { _mm512_set1_ps(number) })
        }

        #[inline(always)]
        fn load(numbers: &[f32; LANES]) -> Self {
            Self(unsafe { _mm512_loadu_ps(numbers.as_ptr()) })
        }

        #[inline(always)]
        fn store(self, numbers: &mut [f32; LANES]) {
            unsafe { _mm512_storeu_ps(numbers.as_mut_ptr(), self.0) }
        }

        #[inline(always)]
        fn plus(self, other: Self) -> Self {
            Self(unsafe { _mm512_add_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            Self(unsafe { _mm512_sub_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn times(self, other: Self) -> Self {
            Self(unsafe { _mm512_mul_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn times_plus(self, factor: Self, sum: Self) -> Self {
            Self(unsafe { _mm512_fmadd_ps(self.0, factor.0, sum.0) })
        }

        #[inline(always)]
        fn max(self, other: Self) -> Self {
            Self(unsafe { _mm512_max_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn reciprocal_root(self) -> Self {
            Self(unsafe { _mm512_div_ps(_mm512_set1_ps(1.0), _mm512_sqrt_ps(self.0)) })
        }

        #[inline(always)]
        fn total(self) -> f32 {
            unsafe {
                let (low, high) = (_mm512_castps512_ps256(self.0), _mm512_extractf32x8_ps::<1>(self.0));
                total(_mm256_add_ps(low, high))
            }
        }
    }

    impl Vector for TwiceEight {
        #[inline(always)]
        fn splat(number: f32) -> Self {
            let eight = unsafe { _mm256_set1_ps(number) };
            Self(eight, eight)
        }

        #[inline(always)]
        fn load(numbers: &[f32; LANES]) -> Self {
            let at = numbers.as_ptr();
            unsafe { Self(_mm256_loadu_ps(at), _mm256_loadu_ps(at.add(8))) }
        }

        #[inline(always)]
        fn store(self, numbers: &mut [f32; LANES]) {
            let at = numbers.as_mut_ptr();
            unsafe {
                _mm256_storeu_ps(at, self.0);
                _mm256_storeu_ps(at.add(8), self.1);
            }
        }

        #[inline(always)]
        fn plus(self, other: Self) -> Self {
            unsafe { Self(_mm256_add_ps(self.0, other.0), _mm256_add_ps(self.1, other.1)) }
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            unsafe { Self(_mm256_sub_ps(self.0, other.0), _mm256_sub_ps(self.1, other.1)) }
        }

        #[inline(always)]
        fn times(self, other: Self) -> Self {
            unsafe { Self(_mm256_mul_ps(self.0, other.0), _mm256_mul_ps(self.1, other.1)) }
        }

        #[inline(always)]
        fn times_plus(self, factor: Self, sum: Self) -> Self {
            unsafe {
                Self(_mm256_fmadd_ps(self.0, factor.0, sum.0), _mm256_fmadd_ps(self.1, factor.1, sum.1))
            }
        }

        #[inline(always)]
        fn max(self, other: Self) -> Self {
            unsafe { Self(_mm256_max_ps(self.0, other.0), _mm256_max_ps(self.1, other.1)) }
        }

        #[inline(always)]
        fn reciprocal_root(self) -> Self {
            unsafe {
                let one = _mm256_set1_ps(1.0);
                let root = |eight| _mm256_div_ps(one, _mm256_sqrt_ps(eight));
                Self(root(self.0), root(self.1))
            }
        }

        #[inline(always)]
        fn total(self) -> f32 {
            unsafe { total(_mm256_add_ps(self.0, self.1)) }
        }
    }

    /// The sum of eight numbers, folded in half again and again.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn total(eight: __m256) -> f32 {
        let four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<1>(two, two)))
    }
}
