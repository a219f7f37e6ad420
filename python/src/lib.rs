//! The compiled part of the Python package: thin classes over the library, without rules or searches.

mod actor;
mod arrays;
mod board;
mod cells;
mod duel;
mod error;
mod fumen;
mod game;
mod network;
mod oracle;
mod rollout;
mod rules;
mod single;
mod solution;
mod solve;
mod vector;
mod work;

/// `tetreach._core`.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::actor::PyActor;
    #[pymodule_export]
    use crate::board::{PyBoard, action, placement};
    #[pymodule_export]
    use crate::duel::{PyDuel, duel_rollout};
    #[pymodule_export]
    use crate::game::{PyGame, PyGameRules, PyGameVector, game_rollout};
    #[pymodule_export]
    use crate::network::PyNetwork;
    #[pymodule_export]
    use crate::oracle::PyOracle;
    #[pymodule_export]
    use crate::rollout::rollout;
    #[pymodule_export]
    use crate::rules::PyRules;
    #[pymodule_export]
    use crate::single::PyEnv;
    #[pymodule_export]
    use crate::solution::PySolution;
    #[pymodule_export]
    use crate::solve::{PyReport, agents, solve, suite};
    #[pymodule_export]
    use crate::vector::PyVectorEnv;
}
