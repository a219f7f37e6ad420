//! What an environment is built from: its settings, where its goals come from, and what a transition is worth.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tetreach::game::{Board, ReverseActions, Size, action_count};
use tetreach::reach::{
    BuiltIn, GeneratedGoals, LoadOptions, RandomWalk, ReachEnv, ReachOptions, ReachSettings, ReverseEnv,
    Reward, RewardKind, SharedSource, StepLimit, SuiteGoals, SuiteName, Target, encode, load_suite,
};
use tetreach_agents::{Action, GoalEnv, GoalTask, Transition};

use crate::board::size_of;
use crate::board::{Expected, board_from, boards_from};
use crate::{cells, error};

/// The most pieces of a random walk: more only fill the board and empty it again.
const MOST_PIECES: u32 = 10_000;

/// Forwards or backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Place pieces until the board equals the goal.
    Reach,
    /// Take pieces away until the start is left.
    Reverse,
}

/// All that is the same for every episode of an environment.
#[pyclass(frozen, name = "Rules", module = "tetreach._core")]
#[derive(Clone, Debug)]
pub struct PyRules {
    pub kind: Kind,
    pub settings: ReachSettings,
    pub source: SharedSource,
}

impl PyRules {
    pub fn size(&self) -> Size {
        self.settings.size
    }

    pub fn actions(&self) -> usize {
        match self.kind {
            Kind::Reach => action_count(self.size().width()),
            Kind::Reverse => ReverseActions::of_size(self.size()).count(),
        }
    }

    /// The start and goal that a reset asks for.
    pub fn options(
        &self,
        start: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<ReachOptions> {
        let read = |board: Option<&Bound<'_, PyAny>>| -> PyResult<Option<Board>> {
            board.map(|board| board_from(board, Expected::Size(self.size()))).transpose()
        };
        Ok(ReachOptions { start: read(start)?, goal: read(goal)?, source: None })
    }

    fn pairs(
        &self,
        achieved: &Bound<'_, PyAny>,
        desired: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(Board, Board)>> {
        let achieved = boards_from(achieved, self.size(), "achieved_goal")?;
        let desired = boards_from(desired, self.size(), "desired_goal")?;
        if achieved.len() != desired.len() {
            let reason = format!("{} boards achieved, but {} desired", achieved.len(), desired.len());
            return Err(error::value(reason));
        }
        Ok(achieved.into_iter().zip(desired).collect())
    }

    /// Asks the rules about a step that led to each achieved board.
    fn ask<T>(
        &self,
        pairs: &[(Board, Board)],
        ask: impl Fn(&dyn Judge, &Transition<Board>, &Board) -> T,
    ) -> Vec<T> {
        let reach = ReachEnv::new(self.settings, self.source.clone());
        let reverse = ReverseEnv::new(self.settings, self.source.clone());
        let judge: &dyn Judge = match self.kind {
            Kind::Reach => reach.task(),
            Kind::Reverse => reverse.task(),
        };
        let about = |&(board, goal): &(Board, Board)| {
            let step = Transition { state: board, action: Action(0), next_state: board, elapsed: 1 };
            ask(judge, &step, &goal)
        };
        pairs.iter().map(about).collect()
    }
}

/// What is asked of either task.
trait Judge {
    fn reward(&self, transition: &Transition<Board>, goal: &Board) -> f32;
    fn terminated(&self, transition: &Transition<Board>, goal: &Board) -> bool;
}

impl<T: GoalTask<State = Board, Goal = Board>> Judge for T {
    fn reward(&self, transition: &Transition<Board>, goal: &Board) -> f32 {
        GoalTask::reward(self, transition, goal)
    }

    fn terminated(&self, transition: &Transition<Board>, goal: &Board) -> bool {
        GoalTask::terminated(self, transition, goal)
    }
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (
        *, kind = "reach", width = 10, height = 20, goals = None, pieces = (1, 8), reward = "sparse", gamma = 0.99,
        dead_end = 0.0, step_limit = None, illegal = "stay", on_success = "end",
    ))]
    fn new(
        kind: &str,
        width: usize,
        height: usize,
        goals: Option<&Bound<'_, PyAny>>,
        pieces: (u32, u32),
        reward: &str,
        gamma: f32,
        dead_end: f32,
        step_limit: Option<u32>,
        illegal: &str,
        on_success: &str,
    ) -> PyResult<Self> {
        let kind = match kind {
            "reach" => Kind::Reach,
            "reverse" => Kind::Reverse,
            _ => {
                return Err(error::value(format!(
                    "there is no environment {kind:?}: choose reach or reverse"
                )));
            }
        };
        let size = size_of(width, height)?;
        if !(0.0..=1.0).contains(&gamma) || !dead_end.is_finite() {
            return Err(error::value("gamma lies between 0 and 1, and dead_end is a finite number"));
        }
        let limit = match step_limit {
            None => StepLimit::default(),
            Some(0) => return Err(error::value("step_limit is at least 1")),
            Some(steps) => StepLimit::Steps(steps),
        };
        let settings = ReachSettings {
            size,
            reward: Reward { kind: reward.parse().map_err(error::value)?, gamma, dead_end },
            limit,
            illegal: illegal.parse().map_err(error::value)?,
            on_success: on_success.parse().map_err(error::value)?,
        };
        let source = match goals {
            None => walk(pieces)?,
            Some(goals) => source_of(goals, size)?,
        };
        Ok(Self { kind, settings, source })
    }

    #[getter]
    fn width(&self) -> u8 {
        self.size().width()
    }

    #[getter]
    fn height(&self) -> u8 {
        self.size().height()
    }

    /// The number of actions, legal or not.
    #[getter]
    fn action_count(&self) -> usize {
        self.actions()
    }

    /// The planes that networks of this project see of one pair, flat.
    fn planes<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, PyAny>,
        goal: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let read = |board| board_from(board, Expected::Size(self.size()));
        let mut bytes = vec![0; cells::plane_values(self.size())];
        encode(&read(state)?, &read(goal)?, &mut bytes);
        Ok(bytes.into_pyarray(py))
    }

    /// What a step that led to each achieved board is worth under each desired goal.
    fn compute_reward<'py>(
        &self,
        py: Python<'py>,
        achieved: &Bound<'py, PyAny>,
        desired: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        if self.settings.reward.kind == RewardKind::Potential {
            let reason = "the reward `potential` depends on the board before the step, which compute_reward is not \
                          told: \
                          choose sparse, success or cell-match";
            return Err(error::value(reason));
        }
        let pairs = self.pairs(achieved, desired)?;
        let rewards = py.detach(|| self.ask(&pairs, |task, step, goal| f64::from(task.reward(step, goal))));
        Ok(rewards.into_pyarray(py))
    }

    /// Whether the game ends with a step that led to each achieved board under each desired goal.
    fn compute_terminated<'py>(
        &self,
        py: Python<'py>,
        achieved: &Bound<'py, PyAny>,
        desired: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let pairs = self.pairs(achieved, desired)?;
        let ends = py.detach(|| self.ask(&pairs, |task, step, goal| task.terminated(step, goal)));
        Ok(ends.into_pyarray(py))
    }

    /// The number of steps after which an episode with each goal is cut short.
    fn step_limits<'py>(
        &self,
        py: Python<'py>,
        desired: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let goals = boards_from(desired, self.size(), "desired_goal")?;
        let limits: Vec<u32> = match self.kind {
            Kind::Reach => {
                let task = *ReachEnv::new(self.settings, self.source.clone()).task();
                goals.iter().map(|goal| task.step_limit(goal)).collect()
            }
            Kind::Reverse => {
                let task = *ReverseEnv::new(self.settings, self.source.clone()).task();
                vec![task.step_limit(); goals.len()]
            }
        };
        Ok(limits.into_pyarray(py))
    }
}

fn walk((least, most): (u32, u32)) -> PyResult<SharedSource> {
    if least == 0 || most < least || most > MOST_PIECES {
        let reason = format!("pieces is (least, most) with 1 <= least <= most <= {MOST_PIECES}");
        return Err(error::value(reason));
    }
    Ok(SharedSource::new(RandomWalk { pieces: least..=most }))
}

/// Goals by the name of a suite, from its file, or given one by one.
fn source_of(goals: &Bound<'_, PyAny>, size: Size) -> PyResult<SharedSource> {
    let targets = if let Ok(name) = goals.cast::<PyString>() {
        let name = name.to_str()?;
        if let Ok(SuiteName { suite: BuiltIn::Generated(generator), split }) = name.parse() {
            let source = GeneratedGoals::new(generator, size, split).map_err(error::value)?;
            return Ok(SharedSource::new(source));
        }
        if name == "-" {
            return Err(error::value("goals are not read from standard input: give a name or a file"));
        }
        let options = LoadOptions { size: size.into(), ..LoadOptions::default() };
        load_suite(name, &options).map_err(error::value)?.targets().map_err(error::value)?
    } else {
        let boards = goals.try_iter()?.map(|goal| board_from(&goal?, Expected::Size(size)));
        let targets = boards.map(|board| Target::new(board?).map_err(error::value));
        targets.collect::<PyResult<Vec<Target>>>()?
    };
    if targets.is_empty() {
        return Err(error::value("there are no goals to draw from"));
    }
    Ok(SharedSource::new(SuiteGoals { targets }))
}
