//! Training and test samples.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use super::balance::balanced;
use super::generator::BoardSample;
use super::set::SampleSet;

/// The share of samples that are trained on.
const TRAINING_SHARE: f64 = 0.75;

/// A set divided into three quarters to train on and one to test with.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainTestSplit {
    /// What is learned from.
    pub training: Vec<BoardSample>,
    /// What is asked afterwards.
    pub test: Vec<BoardSample>,
}

impl TrainTestSplit {
    /// Shuffles and divides; with `balance` rare scores are filled up with duplicates, in the training part alone
    /// unless the set has the leaking order.
    pub fn of(set: &SampleSet, balance: bool, seed: u64) -> Self {
        let leaks = set.recipe.faults.leaking_split;
        let mut samples = set.labelled();
        if balance && leaks {
            samples = balanced(&samples, seed);
        }
        samples.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
        let test = samples.split_off((samples.len() as f64 * TRAINING_SHARE).round() as usize);
        let training = if balance && !leaks { balanced(&samples, seed) } else { samples };
        Self { training, test }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baseline::Faults;
    use crate::baseline::samples::DatasetName;
    use tetreach::game::sample_boards;

    #[test]
    fn duplicates_leak_into_the_test_part_in_the_thesis_order_only() {
        for faults in [Faults::thesis(), Faults::repaired()] {
            let mut set = SampleSet::new(DatasetName::C.recipe(sample_boards()[3].1, faults, 3));
            set.extend_to(400, |_| false);
            let plain = TrainTestSplit::of(&set, false, 1);
            assert_eq!((plain.training.len(), plain.test.len()), (300, 100));
            let balanced = TrainTestSplit::of(&set, true, 1);
            assert!(balanced.training.len() > 300);
            assert_eq!(balanced.test.len() > 100, faults.leaking_split);
            assert_eq!(TrainTestSplit::of(&set, true, 1), balanced);
        }
    }
}
