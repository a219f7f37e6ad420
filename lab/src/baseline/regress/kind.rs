//! The kinds of regressors by name.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr};

/// A kind of regressor.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Display, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownModel, parse_err_fn = UnknownModel::new)]
pub enum ModelKind {
    /// Least squares.
    Linear,
    /// The mean of the five nearest training boards.
    Neighbours,
    /// 100 regression trees of depth 20.
    Forest,
    /// What the thesis calls its CNN: a perceptron with one hidden layer of 20 units.
    Mlp,
    /// What the thesis' text describes: a convolutional network.
    Conv,
}

/// A name that no regressor has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no regressor `{name}` (regressors: linear, neighbours, forest, mlp, conv)")]
pub struct UnknownModel {
    /// The name asked for.
    pub name: String,
}

impl ModelKind {
    /// All kinds, in the order of the thesis' figures.
    pub const ALL: [ModelKind; 5] =
        [ModelKind::Linear, ModelKind::Neighbours, ModelKind::Forest, ModelKind::Mlp, ModelKind::Conv];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Its name over a plot.
    pub fn title(self) -> &'static str {
        match self {
            ModelKind::Linear => "Linear regression",
            ModelKind::Neighbours => "5 nearest neighbours",
            ModelKind::Forest => "Random forest",
            ModelKind::Mlp => "The thesis CNN, a perceptron 200-20-1",
            ModelKind::Conv => "Convolutional network",
        }
    }
}

impl UnknownModel {
    fn new(name: &str) -> Self {
        UnknownModel { name: name.to_owned() }
    }
}
