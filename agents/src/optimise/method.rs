//! Ways of optimising by name.

use std::fmt;
use std::str::FromStr;

/// A way of optimising.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OptimiserMethod {
    /// One weight at a time, by the difference that a larger one makes (Alarfaj et al. 2009).
    FiniteDifference,
    /// Normal distributions moved to the best of their samples, with noise (Szita and Loerincz 2006).
    CrossEntropy,
    /// Covariance matrix adaptation (Hansen and Ostermeier 2001).
    Cma,
    /// A population with crossover and mutation.
    Genetic,
    /// A random walk that climbs more and more surely (Kirkpatrick et al. 1983).
    Annealing,
    /// Nelder and Mead's simplex (1965).
    Simplex,
}

impl OptimiserMethod {
    /// All of them.
    pub const ALL: [OptimiserMethod; 6] = [
        OptimiserMethod::FiniteDifference,
        OptimiserMethod::CrossEntropy,
        OptimiserMethod::Cma,
        OptimiserMethod::Genetic,
        OptimiserMethod::Annealing,
        OptimiserMethod::Simplex,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            OptimiserMethod::FiniteDifference => "finite-difference",
            OptimiserMethod::CrossEntropy => "cross-entropy",
            OptimiserMethod::Cma => "cma",
            OptimiserMethod::Genetic => "genetic",
            OptimiserMethod::Annealing => "annealing",
            OptimiserMethod::Simplex => "simplex",
        }
    }
}

/// A text that names no way of optimising.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no method is called `{text}`: choose finite-difference, cross-entropy, cma, genetic, annealing or simplex"
)]
pub struct MethodError {
    text: String,
}

impl FromStr for OptimiserMethod {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let named = OptimiserMethod::ALL.into_iter().find(|method| method.name() == text);
        named.ok_or_else(|| MethodError { text: text.to_owned() })
    }
}

impl fmt::Display for OptimiserMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
