//! Which instructions the processor has.

/// Instructions that the forward pass is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instructions {
    /// What every processor of its kind has: SSE2, NEON, or none at all.
    Plain,
    /// AVX2 with fused multiply-add: eight numbers at a time.
    Avx2,
    /// AVX-512: sixteen numbers at a time, and twice the registers.
    Avx512,
}

impl Instructions {
    /// The best that this processor has.
    pub fn best() -> Self {
        Self::available().into_iter().max().unwrap_or(Self::Plain)
    }

    /// All that this processor has.
    pub fn available() -> Vec<Self> {
        let mut available = vec![Self::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                available.push(Self::Avx2);
                let has = is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512bw");
                if has {
                    available.push(Self::Avx512);
                }
            }
        }
        available
    }
}
