//! A trained regressor of any kind.

use serde::{Deserialize, Serialize};

use super::cells::{CellTable, cell_count};
use super::network::FitOptions;
use super::{
    Convolution, Forest, LinearRegressor, ModelKind, Neighbours, Perceptron, convolution, perceptron,
};
use crate::baseline::samples::BoardSample;
use tetreach::game::{Board, Size};

/// How a regressor is trained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FitSettings {
    /// Seed of everything random.
    pub seed: u64,
    /// Epochs of the networks: by default the thesis' 200, or 20 of the convolutional one.
    pub epochs: Option<u32>,
}

/// A trained regressor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TrainedRegressor {
    /// Least squares.
    Linear(LinearRegressor),
    /// The nearest training boards.
    Neighbours(Neighbours),
    /// Regression trees.
    Forest(Forest),
    /// The thesis' "CNN".
    Mlp(Perceptron),
    /// A convolutional network.
    Conv(Convolution),
}

impl TrainedRegressor {
    /// Trains on samples of one board size; `watch` hears how many parts of the work are done and may stop it, which
    /// gives `None`, as no samples do.
    pub fn fit(
        kind: ModelKind,
        samples: &[BoardSample],
        settings: FitSettings,
        mut watch: impl FnMut(u64, u64) -> bool,
    ) -> Option<Self> {
        let board = &samples.first()?.board;
        let (size, cells) = (board.size(), cell_count(board));
        let table = CellTable::new(samples);
        let options = |epochs| FitOptions { epochs: settings.epochs.unwrap_or(epochs), seed: settings.seed };
        Some(match kind {
            ModelKind::Linear => TrainedRegressor::Linear(LinearRegressor::fit(&table, cells)),
            ModelKind::Neighbours => TrainedRegressor::Neighbours(Neighbours::fit(samples, cells)),
            ModelKind::Forest => TrainedRegressor::Forest(Forest::fit(&table, cells, settings.seed, watch)?),
            ModelKind::Mlp => TrainedRegressor::Mlp(Perceptron::fit(
                &table,
                cells,
                options(perceptron::EPOCHS),
                &mut watch,
            )?),
            ModelKind::Conv => TrainedRegressor::Conv(Convolution::fit(
                &table,
                size,
                options(convolution::EPOCHS),
                &mut watch,
            )?),
        })
    }

    /// Which kind it is.
    pub fn kind(&self) -> ModelKind {
        match self {
            TrainedRegressor::Linear(_) => ModelKind::Linear,
            TrainedRegressor::Neighbours(_) => ModelKind::Neighbours,
            TrainedRegressor::Forest(_) => ModelKind::Forest,
            TrainedRegressor::Mlp(_) => ModelKind::Mlp,
            TrainedRegressor::Conv(_) => ModelKind::Conv,
        }
    }

    /// Replaces `guesses` by the guess for each board: the steps between it and the target.
    pub fn predict_into(&self, boards: &[Board], guesses: &mut Vec<f64>) {
        guesses.clear();
        match self {
            TrainedRegressor::Linear(model) => {
                guesses.extend(boards.iter().map(|board| model.predict(board)))
            }
            TrainedRegressor::Neighbours(model) => {
                guesses.extend(boards.iter().map(|board| model.predict(board)))
            }
            TrainedRegressor::Forest(model) => {
                guesses.extend(boards.iter().map(|board| model.predict(board)))
            }
            TrainedRegressor::Mlp(model) => guesses.extend(boards.iter().map(|board| model.predict(board))),
            TrainedRegressor::Conv(model) => model.predict(boards, guesses),
        }
    }

    /// The guess for one board.
    pub fn predict(&self, board: &Board) -> f64 {
        let mut guesses = Vec::new();
        self.predict_into(std::slice::from_ref(board), &mut guesses);
        guesses[0]
    }

    /// Half the mean squared error of a network's last epoch, as scikit-learn reports it.
    pub fn training_loss(&self) -> Option<f64> {
        match self {
            TrainedRegressor::Mlp(model) => Some(model.loss),
            TrainedRegressor::Conv(model) => Some(model.loss),
            _ => None,
        }
    }

    /// Whether its numbers fit boards of this size; a file may hold anything.
    pub(super) fn fits(&self, size: Size) -> bool {
        let cells = usize::from(size.width()) * usize::from(size.height());
        match self {
            TrainedRegressor::Linear(model) => model.fits(cells),
            TrainedRegressor::Neighbours(model) => model.fits(cells),
            TrainedRegressor::Forest(model) => model.fits(cells),
            TrainedRegressor::Mlp(model) => model.fits(cells),
            TrainedRegressor::Conv(model) => model.fits(size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baseline::Faults;
    use crate::baseline::regress::Assessment;
    use crate::baseline::samples::{DatasetName, SampleSet, TrainTestSplit};
    use tetreach::game::sample_boards;

    #[test]
    fn every_kind_learns_more_than_the_mean_and_equal_seeds_give_equal_models() {
        let mut set = SampleSet::new(DatasetName::A.recipe(sample_boards()[3].1, Faults::thesis(), 1));
        set.extend_to(1200, |_| false);
        let split = TrainTestSplit::of(&set, false, 1);
        for kind in ModelKind::ALL {
            let settings = FitSettings { seed: 4, epochs: (kind == ModelKind::Conv).then_some(25) };
            let model = TrainedRegressor::fit(kind, &split.training, settings, |_, _| true).unwrap();
            let assessment = Assessment::of(&model, &split.test);
            assert!(assessment.r_squared > 0.2, "{kind}: {assessment:?}");
            assert_eq!(model.kind(), kind);
            assert!(model.fits(Size::STANDARD) && !model.fits(Size::new(4, 5).unwrap()));
            if !matches!(kind, ModelKind::Forest | ModelKind::Conv) {
                let again = TrainedRegressor::fit(kind, &split.training, settings, |_, _| true).unwrap();
                assert!(again == model, "{kind}");
            }
        }
        assert!(
            TrainedRegressor::fit(ModelKind::Mlp, &split.training, FitSettings::default(), |_, _| false)
                .is_none()
        );
        assert!(TrainedRegressor::fit(ModelKind::Linear, &[], FitSettings::default(), |_, _| true).is_none());
    }
}
