//! A trained network, computed in Rust.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::game::{Board, Size};
use tetreach::network::{self, GreedyAgent, Inference, LearnedAgent};
use tetreach::reach::{MirrorSymmetry, ReachEncoder, ReachSettings, ReachTask};
use tetreach::registry::AgentOptions;
use tetreach::solve::Solver;
use tetreach::solve::learned::LearnedSearch;
use tetreach_agents::engine::EngineEvaluator;
use tetreach_agents::evaluate::Policy;
use tetreach_agents::nn::{Encoder, Encoding};
use tetreach_agents::store::Model;
use tetreach_agents::{Evaluations, Evaluator, GoalTask, MirroredEvaluator};

use crate::board::boards_from;
use crate::board::size_of;
use crate::error;

/// Asks the network about every pair as it stands and in the mirror.
type Twofold = MirroredEvaluator<EngineEvaluator<ReachEncoder>, MirrorSymmetry>;

/// Trained weights with their card.
#[pyclass(frozen, name = "Network", module = "tetreach")]
#[derive(Clone, Debug)]
pub struct PyNetwork {
    model: Model,
}

impl PyNetwork {
    /// The network that comes with the program.
    pub fn shipped() -> PyResult<Self> {
        network::shipped().map(|model| Self { model }).map_err(error::value)
    }

    /// An evaluator for boards of a size; `None` if the network cannot see them.
    fn plain(&self, size: Size) -> Option<EngineEvaluator<ReachEncoder>> {
        network::evaluator(&self.model, size)
    }

    /// The same, which asks about mirror images too.
    fn evaluator(&self, size: Size) -> Option<Twofold> {
        Some(MirroredEvaluator::new(self.plain(size)?, MirrorSymmetry::new(size)))
    }

    fn pairs(
        size: Size,
        states: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(Board, Board)>> {
        let states = boards_from(states, size, "states")?;
        let goals = boards_from(goals, size, "goals")?;
        if states.len() != goals.len() {
            return Err(error::value(format!("{} states, but {} goals", states.len(), goals.len())));
        }
        let full = |board: &Board| board.filled_rows().any(|row| row == size.full_row());
        if states.iter().chain(&goals).any(full) {
            return Err(error::value("a board of a game has no full row, for full rows vanish"));
        }
        Ok(states.into_iter().zip(goals).collect())
    }

    fn blind(size: Size) -> PyErr {
        error::value(format!("this network cannot see boards of {size}"))
    }
}

/// What a network is shown: planes, landing cells, legal actions, hints.
type Shown<'py> = (
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray2<i64>>,
    Bound<'py, PyArray2<bool>>,
    Bound<'py, PyArray2<f32>>,
);

/// What a network says: log-probabilities, values, distances, probabilities of success.
type Said<'py> = (
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<f32>>,
);

#[pymethods]
impl PyNetwork {
    /// What `path` names: a run folder, a checkpoint folder or its weights; the network that comes along without it.
    #[new]
    #[pyo3(signature = (path = None))]
    fn new(path: Option<PathBuf>) -> PyResult<Self> {
        let model = network::load_or_shipped(path.as_deref()).map_err(error::value)?;
        Ok(Self { model })
    }

    /// The card as JSON text.
    #[getter]
    fn card_json(&self) -> PyResult<String> {
        serde_json::to_string_pretty(self.model.card()).map_err(error::value)
    }

    /// The weights in the safetensors format.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.model.weights())
    }

    /// Judges pairs of board and goal: (log-probabilities (n, actions), values (n, actions), distances (n),
    /// probabilities of
    /// success (n)). With `mirrored`, the answer is the mean over each pair and its mirror image.
    #[pyo3(signature = (states, goals, *, width = 10, height = 20, mirrored = true))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        width: usize,
        height: usize,
        mirrored: bool,
    ) -> PyResult<Said<'py>> {
        let size = size_of(width, height)?;
        let pairs = Self::pairs(size, states, goals)?;
        let (twofold, plain) = if mirrored { (self.evaluator(size), None) } else { (None, self.plain(size)) };
        let mut out = Evaluations::default();
        let judged = py.detach(|| match (twofold, plain) {
            (Some(mut evaluator), _) => Some(evaluator.evaluate(&pairs, &mut out)),
            (None, Some(mut evaluator)) => Some(evaluator.evaluate(&pairs, &mut out)),
            (None, None) => None,
        });
        judged.ok_or_else(|| Self::blind(size))?.map_err(error::value)?;
        let (rows, actions) = (pairs.len(), out.actions);
        Ok((
            out.log_policy.into_pyarray(py).reshape((rows, actions))?,
            out.q.into_pyarray(py).reshape((rows, actions))?,
            out.distance.into_pyarray(py),
            out.success.into_pyarray(py),
        ))
    }

    /// What the network is shown of pairs of board and goal: (planes (n, planes * height * width), the cell where
    /// each action
    /// is read (n, actions), whether it is legal (n, actions), hints (n, hints * actions)).
    #[pyo3(signature = (states, goals, *, width = 10, height = 20))]
    fn encode<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        width: usize,
        height: usize,
    ) -> PyResult<Shown<'py>> {
        let size = size_of(width, height)?;
        let pairs = Self::pairs(size, states, goals)?;
        let evaluator = self.plain(size).ok_or_else(|| Self::blind(size))?;
        let mut encoding = Encoding::new(evaluator.encoder().shape());
        pairs.iter().for_each(|(state, goal)| encoding.push(evaluator.encoder(), state, goal));
        let (rows, shape) = (pairs.len(), encoding.shape());
        let planes = PyArray1::from_slice(py, encoding.planes());
        let landing = PyArray1::from_slice(py, encoding.landing());
        let legal = PyArray1::from_slice(py, encoding.legal());
        let hints = PyArray1::from_slice(py, encoding.hints());
        Ok((
            planes.reshape((rows, shape.inputs()))?,
            landing.reshape((rows, shape.actions))?,
            legal.reshape((rows, shape.actions))?,
            hints.reshape((rows, shape.hints * shape.actions))?,
        ))
    }

    /// The best legal action of each pair, -1 where no action is legal.
    #[pyo3(signature = (states, goals, *, width = 10, height = 20))]
    fn act<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        width: usize,
        height: usize,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let size = size_of(width, height)?;
        let pairs = Self::pairs(size, states, goals)?;
        let evaluator = self.evaluator(size).ok_or_else(|| Self::blind(size))?;
        let task = ReachTask::new(ReachSettings { size, ..ReachSettings::default() });
        let mut policy = Policy::new(task, evaluator, self.model.card().greedy);
        let open: Vec<usize> =
            (0..pairs.len()).filter(|index| !task.legal_actions(&pairs[*index].0).is_empty()).collect();
        let asked: Vec<(Board, Board)> = open.iter().map(|index| pairs[*index]).collect();
        let mut actions = Vec::new();
        // Nothing is drawn from it: the best move is taken always.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        py.detach(|| policy.act(&asked, 0.0, &mut rng, &mut actions)).map_err(error::value)?;
        let mut best = vec![-1_i64; pairs.len()];
        open.iter().zip(actions).for_each(|(index, action)| best[*index] = i64::from(action.0));
        Ok(best.into_pyarray(py))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let rebuild = slf.get_type().getattr("from_bytes")?;
        (rebuild, (slf.get().card_json()?, slf.get().weights(slf.py()))).into_pyobject(slf.py())
    }

    /// The network with this card and these weights.
    #[staticmethod]
    fn from_bytes(card: &str, weights: &[u8]) -> PyResult<Self> {
        let model =
            Model::new(Path::new("bytes"), card.as_bytes(), weights.to_vec()).map_err(error::value)?;
        Ok(Self { model })
    }
}

/// The agent with this name, which plays by a network.
pub fn solver(name: &str, network: PyNetwork, settings: Option<&Path>) -> PyResult<Box<dyn Solver>> {
    let options = AgentOptions { settings, ..AgentOptions::default() };
    let search = match name {
        "greedy" if settings.is_some() => return Err(error::value("the agent `greedy` has no settings")),
        "greedy" => return Ok(Box::new(GreedyAgent::new(network.model))),
        "mcts" => LearnedSearch::Mcts(options.read_settings().map_err(error::value)?),
        _ => LearnedSearch::Search(options.read_settings().map_err(error::value)?),
    };
    let inference = Arc::new(Inference::new(network.model));
    Ok(Box::new(LearnedAgent::new(name, inference, search).map_err(error::value)?))
}
