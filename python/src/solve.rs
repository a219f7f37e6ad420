//! Solvers by name, with a budget, news and Ctrl-C.

use std::path::PathBuf;

use pyo3::prelude::*;
use tetreach::game::Size;
use tetreach::reach::{LoadOptions, Target, load_suite};
use tetreach::registry::{AgentOptions, Registry};
use tetreach::solve::{Budget, Cancel, Report, Request, Solver, Verdict};

use crate::board::{Expected, board_from};
use crate::board::{PyBoard, size_of};
use crate::network::PyNetwork;
use crate::solution::PySolution;
use crate::work::watched;
use crate::{error, network};

/// The most threads that one search may have.
const MOST_THREADS: usize = 256;

/// What a solver found out and what it cost.
#[pyclass(frozen, name = "Report", module = "tetreach")]
#[derive(Debug)]
pub struct PyReport {
    /// "solved", "unreachable" or "not-found".
    #[pyo3(get)]
    status: &'static str,
    /// Why no way exists, if none does.
    #[pyo3(get)]
    reason: Option<String>,
    /// The way.
    #[pyo3(get)]
    solution: Option<Py<PySolution>>,
    /// The number of boards generated.
    #[pyo3(get)]
    nodes: u64,
    /// Wall-clock seconds of the search.
    #[pyo3(get)]
    seconds: f64,
    /// The name of the solver.
    #[pyo3(get)]
    agent: String,
}

#[pymethods]
impl PyReport {
    /// Whether a way was found.
    #[getter]
    fn solved(&self) -> bool {
        self.status == "solved"
    }

    fn __repr__(&self) -> String {
        let (agent, status, nodes) = (&self.agent, self.status, self.nodes);
        format!("<Report of {agent}: {status}, {nodes} boards, {:.3} s>", self.seconds)
    }
}

impl PyReport {
    fn of(py: Python<'_>, agent: &str, report: Report) -> PyResult<Self> {
        let (status, reason, solution) = match report.verdict {
            Verdict::Solved(solution) => ("solved", None, Some(Py::new(py, PySolution::from(solution))?)),
            Verdict::Unreachable(reason) => ("unreachable", Some(reason.to_string()), None),
            Verdict::NotFound => ("not-found", None, None),
        };
        let (nodes, seconds) = (report.nodes, report.seconds);
        Ok(Self { status, reason, solution, nodes, seconds, agent: agent.to_owned() })
    }
}

/// The names of the solvers with a sentence about each.
#[pyfunction]
pub fn agents() -> Vec<(String, String)> {
    let registry = Registry::standard();
    registry.entries().iter().map(|entry| (entry.name.to_owned(), entry.summary.to_owned())).collect()
}

/// Looks for placements from the empty board to a target.
#[pyfunction]
#[pyo3(signature = (
    target, agent = "auto", *, seconds = None, nodes = None, seed = 0, threads = 1, progress = None, network = None,
    settings = None,
))]
pub fn solve(
    py: Python<'_>,
    target: &Bound<'_, PyAny>,
    agent: &str,
    seconds: Option<f64>,
    nodes: Option<u64>,
    seed: u64,
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
    network: Option<&Bound<'_, PyNetwork>>,
    settings: Option<PathBuf>,
) -> PyResult<PyReport> {
    if seconds.is_some_and(|seconds| !seconds.is_finite() || seconds <= 0.0) {
        return Err(error::value("seconds is a number above 0"));
    }
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(error::value(format!("threads is 1 to {MOST_THREADS}")));
    }
    let board = board_from(target, Expected::Height(Size::STANDARD.height()))?;
    let solver = solver(agent, network, settings)?;
    let target = match Target::new(board) {
        Ok(target) => target,
        Err(why) => return PyReport::of(py, agent, Report::unreachable(why.reason)),
    };
    let seconds = seconds.or_else(|| nodes.is_none().then_some(1.0));
    let cancel = Cancel::default();
    let report = watched(py, &cancel, progress, |observer| {
        let (budget, cancel) = (Budget { nodes, seconds }, cancel.clone());
        solver.solve(&Request { target, budget, seed, threads, cancel, observer })
    })?;
    PyReport::of(py, agent, report)
}

fn solver(
    agent: &str,
    network: Option<&Bound<'_, PyNetwork>>,
    settings: Option<PathBuf>,
) -> PyResult<Box<dyn Solver>> {
    let registry = Registry::standard();
    if registry.entry(agent).map_err(error::value)?.is_learned() {
        let network = match network {
            Some(network) => network.get().clone(),
            None => PyNetwork::shipped()?,
        };
        return network::solver(agent, network, settings.as_deref());
    }
    if network.is_some() {
        return Err(error::value(format!("the agent `{agent}` has learned nothing and takes no network")));
    }
    let options = AgentOptions { settings: settings.as_deref(), ..AgentOptions::default() };
    registry.agent(agent, options).map_err(error::value)
}

/// The targets of a built-in suite or of a file: name and board.
#[pyfunction]
#[pyo3(signature = (name, *, width = 10, height = 20, count = None, seed = 0))]
pub fn suite(
    name: &str,
    width: usize,
    height: usize,
    count: Option<usize>,
    seed: u64,
) -> PyResult<Vec<(Option<String>, PyBoard)>> {
    if name == "-" {
        return Err(error::value("suites are not read from standard input: give a name or a file"));
    }
    let options = LoadOptions { size: size_of(width, height)?.into(), count, seed };
    let suite = load_suite(name, &options).map_err(error::value)?;
    Ok(suite.sketches.into_iter().map(|sketch| (sketch.name, sketch.board.into())).collect())
}
