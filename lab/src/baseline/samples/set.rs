//! A set of samples of one recipe.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::generator::{BoardSample, make_sample, walk};
use super::recipe::Recipe;
use tetreach::game::Board;

/// Samples with the recipe that they come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampleSet {
    /// How they were made.
    pub recipe: Recipe,
    /// The samples, in the order of their numbers.
    pub samples: Vec<BoardSample>,
}

/// How many steps back of one kind were drawn, and how many of them can be played forwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StepLegality {
    /// Steps drawn.
    pub drawn: u32,
    /// Those after which a placement leads back.
    pub legal: u32,
}

/// The two kinds of steps back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BackSteps {
    /// A piece was taken away.
    pub removals: StepLegality,
    /// A line was put back first.
    pub line_steps: StepLegality,
    /// Samples all of whose steps are legal.
    pub legal_samples: u32,
}

impl SampleSet {
    /// A set without samples.
    pub fn new(recipe: Recipe) -> Self {
        Self { recipe, samples: Vec::new() }
    }

    /// Adds samples up to a number, or until `stop` says so before one of them.
    pub fn extend_to(&mut self, count: usize, mut stop: impl FnMut(usize) -> bool) {
        while self.samples.len() < count && !stop(self.samples.len()) {
            self.samples.push(make_sample(&self.recipe, self.samples.len() as u64));
        }
    }

    /// The samples as they are trained on: equal boards get the lowest label, unless path lengths are kept.
    pub fn labelled(&self) -> Vec<BoardSample> {
        if self.recipe.faults.path_labels {
            return self.samples.clone();
        }
        let mut lowest: FxHashMap<Board, u32> = FxHashMap::default();
        for sample in &self.samples {
            let score = lowest.entry(sample.board).or_insert(sample.score);
            *score = (*score).min(sample.score);
        }
        self.samples.iter().map(|sample| BoardSample { score: lowest[&sample.board], ..*sample }).collect()
    }
}

/// Counts, over the first `count` samples of a recipe, how many steps back are reverse moves of the game.
pub fn legality(recipe: &Recipe, count: u64) -> BackSteps {
    let mut counts = BackSteps::default();
    for index in 0..count {
        let mut is_legal_sample = true;
        walk(recipe, index, |after, before, is_line| {
            let kind = if is_line { &mut counts.line_steps } else { &mut counts.removals };
            let mut legal = false;
            before.for_each_successor(|_, board, _| legal |= board == after);
            kind.drawn += 1;
            kind.legal += u32::from(legal);
            is_legal_sample &= legal;
        });
        counts.legal_samples += u32::from(is_legal_sample);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baseline::Faults;
    use crate::baseline::samples::DatasetName;
    use tetreach::game::sample_boards;

    fn hi() -> Board {
        sample_boards()[3].1
    }

    #[test]
    fn sets_made_in_parts_equal_sets_made_at_once() {
        for name in DatasetName::ALL {
            let recipe = name.recipe(hi(), Faults::thesis(), 5);
            let (mut whole, mut parts) = (SampleSet::new(recipe), SampleSet::new(recipe));
            whole.extend_to(60, |_| false);
            parts.extend_to(100, |made| made == 17);
            assert_eq!(parts.samples.len(), 17);
            parts.extend_to(60, |_| false);
            assert_eq!(whole, parts);
        }
    }

    #[test]
    fn repaired_steps_are_all_legal_and_thesis_steps_mostly_not() {
        let repaired = legality(&DatasetName::A.recipe(hi(), Faults::repaired(), 1), 50);
        assert_eq!(repaired.legal_samples, 50);
        assert_eq!(repaired.removals.drawn, repaired.removals.legal);
        let thesis = legality(&DatasetName::A.recipe(hi(), Faults::thesis(), 1), 50);
        assert!(thesis.removals.legal * 2 < thesis.removals.drawn, "{thesis:?}");
        assert!(thesis.line_steps.legal * 2 < thesis.line_steps.drawn, "{thesis:?}");
        assert!(thesis.legal_samples < 10, "{thesis:?}");
    }

    #[test]
    fn equal_boards_get_the_lowest_label_once_repaired() {
        let recipe = DatasetName::A.recipe(hi(), Faults::repaired(), 0);
        let twice = [BoardSample { board: hi(), score: 7 }, BoardSample { board: hi(), score: 3 }];
        let set = SampleSet { recipe, samples: twice.to_vec() };
        assert!(set.labelled().iter().all(|sample| sample.score == 3));
        let recipe = Recipe { faults: Faults::thesis(), ..recipe };
        assert_eq!(SampleSet { recipe, ..set }.labelled(), twice);
    }

    #[test]
    fn scores_lie_where_the_thesis_figures_have_them() {
        let mut a = SampleSet::new(DatasetName::A.recipe(hi(), Faults::thesis(), 2));
        a.extend_to(200, |_| false);
        assert!(a.samples.iter().all(|sample| (1..=20).contains(&sample.score)));
        let mut c = SampleSet::new(DatasetName::C.recipe(hi(), Faults::thesis(), 2));
        c.extend_to(200, |_| false);
        assert!(
            c.samples
                .iter()
                .all(|sample| (1..=40).contains(&sample.score) || (55..=99).contains(&sample.score))
        );
        assert!(
            c.samples.iter().any(|sample| sample.board.filled_rows().any(|row| row == 0x3FF)),
            "lines stay"
        );
    }
}
