//! `tetreach train` and `tetreach bench train` in a program that was built without libtorch.

use anyhow::bail;
use clap::Args;

use super::Outcome;

/// Trains a network from a config file; this program was built without libtorch and cannot.
#[derive(Debug, Args)]
pub struct Train {
    /// What the command takes in a program with libtorch.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    arguments: Vec<String>,
}

/// Measures a training run; this program was built without libtorch and cannot.
pub type TrainBench = Train;

impl Train {
    /// Says how training is to be had.
    pub fn run(self) -> anyhow::Result<Outcome> {
        bail!(
            "this program was built without libtorch, which training needs: use ./run {} in a clone, or build with \
             --features torch",
            self.arguments.join(" ")
        )
    }
}
