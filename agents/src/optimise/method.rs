//! Ways of optimising by name.

use std::fmt;
use std::str::FromStr;

/// A way of optimising.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
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

impl Method {
    /// All of them.
    pub const ALL: [Method; 6] = [
        Method::FiniteDifference,
        Method::CrossEntropy,
        Method::Cma,
        Method::Genetic,
        Method::Annealing,
        Method::Simplex,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Method::FiniteDifference => "finite-difference",
            Method::CrossEntropy => "cross-entropy",
            Method::Cma => "cma",
            Method::Genetic => "genetic",
            Method::Annealing => "annealing",
            Method::Simplex => "simplex",
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

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let named = Method::ALL.into_iter().find(|method| method.name() == text);
        named.ok_or_else(|| MethodError { text: text.to_owned() })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
