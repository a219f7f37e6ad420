//! The switches of the search.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How the moves of the root are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RootRule {
    /// As everywhere else, with noise on the priors if wished.
    Interior {
        /// The noise, `None` for play in earnest.
        noise: Option<RootNoise>,
    },
    /// Sequential halving over sampled moves (Danihelka et al. 2022, algorithm 2).
    Gumbel {
        /// The number of moves sampled for the first round.
        #[schemars(range(min = 1))]
        considered: u32,
        /// The simulations of the first round; each further round doubles both numbers.
        #[schemars(range(min = 1))]
        simulations: u32,
        /// How much chance is in the sample: 1 while learning, 0 takes the moves with the highest priors.
        #[schemars(range(min = 0.0))]
        scale: f32,
    },
}

/// Dirichlet noise on the priors of the root (Silver et al. 2017).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RootNoise {
    /// The concentration; about 10 divided by the number of moves is usual.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub alpha: f32,
    /// The share of the noise in the mixture.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub fraction: f32,
}

/// How moves are chosen below the root.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Interior {
    /// MuZero's rule (Schrittwieser et al. 2020, appendix B).
    Puct {
        /// The weight of the prior, `c1`.
        #[schemars(range(min = 0.0))]
        weight: f32,
        /// The number of visits at which the weight starts to grow, `c2`.
        #[schemars(extend("exclusiveMinimum" = 0.0))]
        growth: f32,
    },
    /// As many visits as the improved policy wants (Danihelka et al. 2022, section 5).
    Gumbel,
}

/// The value of moves that were not tried yet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Unvisited {
    /// The mean value of their state, less `reduction` (on the scale from worst to best) for each move's worth of
    /// prior that was tried: "first play urgency".
    State {
        /// How much less.
        #[schemars(range(min = 0.0))]
        reduction: f32,
    },
    /// The worst value seen.
    Worst,
    /// What the evaluator says of each move.
    Q,
}

/// How values are carried up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Backup {
    /// A move is worth the mean of its simulations.
    #[default]
    Mean,
    /// A move is worth what the best move after it is worth: for puzzles without chance.
    Best,
}

/// How the tree is searched.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MctsSettings {
    /// How the moves of the root are chosen.
    pub root: RootRule,
    /// How moves are chosen below it.
    pub interior: Interior,
    /// The value of moves that were not tried yet.
    pub unvisited: Unvisited,
    /// How values are carried up.
    pub backup: Backup,
    /// Visits that the improved policy trusts before there are any, `c_visit` of Gumbel MuZero.
    #[schemars(range(min = 0.0))]
    pub gumbel_visits: f32,
    /// The weight of values against logarithms of priors, `c_scale` of Gumbel MuZero.
    #[schemars(range(min = 0.0))]
    pub gumbel_scale: f32,
    /// The losses that a simulation under way counts as.
    #[schemars(range(min = 0.0))]
    pub virtual_loss: f32,
    /// Simulations of one tree that may be under way at a time.
    #[schemars(range(min = 1))]
    pub leaves: u32,
    /// Nodes above which the least visited half is forgotten.
    #[schemars(range(min = 16))]
    pub max_nodes: u32,
}

impl Default for MctsSettings {
    fn default() -> Self {
        MctsSettings {
            root: RootRule::Interior { noise: None },
            interior: Interior::Puct { weight: 1.25, growth: 19_652.0 },
            unvisited: Unvisited::State { reduction: 0.2 },
            backup: Backup::Mean,
            gumbel_visits: 50.0,
            gumbel_scale: 0.1,
            virtual_loss: 1.0,
            leaves: 16,
            max_nodes: 200_000,
        }
    }
}

/// What is wrong with the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MctsError {
    /// A weight is negative or not a number.
    #[error("`{name}` of the tree search must be finite and not negative")]
    Weight {
        /// The setting.
        name: &'static str,
    },
    /// A number that must be above 0 is not.
    #[error("`{name}` of the tree search must be above 0")]
    Zero {
        /// The setting.
        name: &'static str,
    },
    /// Priors would become negative.
    #[error("`root.noise.fraction` of the tree search must be at most 1")]
    TooMuchNoise,
    /// The tree could not hold a root and its moves.
    #[error("`max_nodes` of the tree search must be at least 16")]
    TooFewNodes,
}

impl MctsSettings {
    /// Gumbel MuZero with `considered` moves and `simulations` simulations per round, and no chance in the sample.
    pub fn gumbel(considered: u32, simulations: u32) -> Self {
        MctsSettings {
            root: RootRule::Gumbel { considered, simulations, scale: 0.0 },
            interior: Interior::Gumbel,
            ..MctsSettings::default()
        }
    }

    /// Checks the numbers, which may come from a config file.
    pub fn validate(&self) -> Result<(), MctsError> {
        let weight = |name, value: f32| {
            if value.is_finite() && value >= 0.0 { Ok(()) } else { Err(MctsError::Weight { name }) }
        };
        let above = |name, holds: bool| if holds { Ok(()) } else { Err(MctsError::Zero { name }) };
        weight("virtual_loss", self.virtual_loss)?;
        weight("gumbel_visits", self.gumbel_visits)?;
        weight("gumbel_scale", self.gumbel_scale)?;
        above("leaves", self.leaves > 0)?;
        if let Interior::Puct { weight: prior, growth } = self.interior {
            weight("interior.weight", prior)?;
            weight("interior.growth", growth)?;
            above("interior.growth", growth > 0.0)?;
        }
        if let Unvisited::State { reduction } = self.unvisited {
            weight("unvisited.reduction", reduction)?;
        }
        match self.root {
            RootRule::Interior { noise: Some(noise) } => {
                weight("root.noise.alpha", noise.alpha)?;
                above("root.noise.alpha", noise.alpha > 0.0)?;
                weight("root.noise.fraction", noise.fraction)?;
                if noise.fraction > 1.0 {
                    return Err(MctsError::TooMuchNoise);
                }
            }
            RootRule::Interior { noise: None } => {}
            RootRule::Gumbel { considered, simulations, scale } => {
                above("root.considered", considered > 0)?;
                above("root.simulations", simulations > 0)?;
                weight("root.scale", scale)?;
            }
        }
        if self.max_nodes < 16 { Err(MctsError::TooFewNodes) } else { Ok(()) }
    }
}
