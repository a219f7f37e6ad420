//! The newest weights, for whoever wants them next.

use std::sync::{Arc, Mutex, PoisonError};

/// Weights that one thread puts down and others pick up; a `tch::Tensor` may not be shared, plain numbers may.
#[derive(Debug, Default)]
pub struct NewestWeights {
    latest: Mutex<Option<(u64, Arc<[f32]>)>>,
}

impl NewestWeights {
    /// Replaces what is there.
    pub fn put(&self, weights: Arc<[f32]>) {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let version = latest.as_ref().map_or(1, |(version, _)| version + 1);
        *latest = Some((version, weights));
    }

    /// The weights if they are newer than the version seen last.
    pub fn since(&self, seen: &mut u64) -> Option<Arc<[f32]>> {
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let (version, weights) = latest.as_ref().filter(|(version, _)| version != seen)?;
        *seen = *version;
        Some(weights.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reader_gets_the_newest_once() {
        let newest = NewestWeights::default();
        let (mut one, mut other) = (0, 0);
        assert_eq!(newest.since(&mut one), None);
        newest.put([1.0].into());
        newest.put([2.0].into());
        assert_eq!(newest.since(&mut one).as_deref(), Some(&[2.0][..]));
        assert_eq!(newest.since(&mut one), None);
        assert_eq!(newest.since(&mut other).as_deref(), Some(&[2.0][..]));
    }
}
