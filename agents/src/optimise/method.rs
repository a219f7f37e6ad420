//! Ways of optimising by name.

/// A way of optimising.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = MethodError, parse_err_fn = MethodError::new)]
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
        self.into()
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

impl MethodError {
    fn new(text: &str) -> Self {
        MethodError { text: text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_files_and_survive_a_round_trip() {
        let names = ["finite-difference", "cross-entropy", "cma", "genetic", "annealing", "simplex"];
        assert_eq!(OptimiserMethod::ALL.map(OptimiserMethod::name), names);
        for method in OptimiserMethod::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        assert!(
            "newton".parse::<OptimiserMethod>().unwrap_err().to_string().contains("annealing or simplex")
        );
    }
}
