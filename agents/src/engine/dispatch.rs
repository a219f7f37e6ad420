//! The forward pass compiled for several instruction sets.
//!
//! The only unsafe code: calling a function that was compiled for instructions which the processor was asked about.
#![allow(unsafe_code)]

use super::background::Background;
use super::heads::{Answer, Row};
use super::instructions::Instructions;
use super::network::Engine;
use super::trunk::Scratch;
use crate::nn::EncodingShape;

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
            Instructions::Avx512 => unsafe { avx512(self, row, shape, background, scratch, answer) },
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2(self, row, shape, background, scratch, answer) },
            _ => self
                .forward::<5, 1, { cfg!(target_arch = "aarch64") }>(row, shape, background, scratch, answer),
        }
    }
}

/// Ten tiles and two vectors of sixteen numbers fill 20 of 32 registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq,avx512bw")]
fn avx512(
    engine: &Engine,
    row: Row<'_>,
    shape: EncodingShape,
    background: Option<&Background>,
    scratch: &mut Scratch,
    answer: &mut Answer,
) {
    engine.forward::<10, 2, true>(row, shape, background, scratch, answer);
}

/// Five tiles and sixteen numbers, two vectors of eight each, fill ten of 16 registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2(
    engine: &Engine,
    row: Row<'_>,
    shape: EncodingShape,
    background: Option<&Background>,
    scratch: &mut Scratch,
    answer: &mut Answer,
) {
    engine.forward::<5, 1, true>(row, shape, background, scratch, answer);
}
