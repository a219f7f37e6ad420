//! Many games stepped in one call, which write straight into NumPy's arrays.

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::reach::IllegalActions;
use tetreach_agents::{Action, Autoreset, EnvError, VectorError};

use super::{AnyGame, GameStep, PyGameRules, Tally};
use crate::arrays::{action_of, filled, slice_of};
use crate::board::{PyBoard, cell_size, pixels, start_board};
use crate::error;
use crate::vector::{MOST_BOARDS, autoreset_of, which_of};

/// Many games of one kind.
#[pyclass(name = "GameVector", module = "tetreach._core")]
#[derive(Clone, Debug)]
pub struct PyGameVector {
    rules: PyGameRules,
    autoreset: Autoreset,
    games: Vec<Box<dyn AnyGame>>,
    steps: Vec<GameStep>,
    finals: Vec<FinalGame>,
}

const _: () = assert!(align_of::<PyGameVector>() <= 16, "Python's allocator aligns to 16 bytes");

/// The end of a game that was reset in the same step.
#[derive(Clone, Debug)]
struct FinalGame {
    index: usize,
    seen: Vec<u8>,
    mask: Vec<u8>,
    tally: Tally,
}

/// What ended with the last step: indices, what was seen, masks, steps, lines, scores, whether the action was illegal.
type Finals<'py> = (
    Vec<usize>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
);

impl PyGameVector {
    /// The actions, once it is sure that none of them will be refused half way.
    fn actions(&self, actions: &[i64]) -> PyResult<Vec<Action>> {
        if actions.len() != self.games.len() {
            let reason = format!("{} actions for {} environments", actions.len(), self.games.len());
            return Err(error::value(reason));
        }
        let mut checked = Vec::with_capacity(actions.len());
        for (index, (&action, game)) in actions.iter().zip(&self.games).enumerate() {
            let action = action_of(action, self.rules.actions())
                .map_err(|refused| error::value(format!("environment {index}: {refused}")))?;
            let at = |source| Err(error::vector(VectorError::Env { index, source }));
            match game.has_ended() {
                None => return at(EnvError::StepBeforeReset),
                Some(true) if self.autoreset == Autoreset::Disabled => return at(EnvError::StepAfterEnd),
                Some(false) if self.rules.illegal == IllegalActions::Error && !game.is_legal(action) => {
                    return at(EnvError::IllegalAction { action });
                }
                Some(_) => checked.push(action),
            }
        }
        Ok(checked)
    }

    fn advance(&mut self, actions: &[Action]) -> Result<(), VectorError> {
        self.finals.clear();
        for (index, (game, &action)) in self.games.iter_mut().zip(actions).enumerate() {
            let at = |source| VectorError::Env { index, source };
            let step = &mut self.steps[index];
            if game.has_ended() == Some(true) && self.autoreset == Autoreset::NextStep {
                game.reset(None, None).map_err(at)?;
                *step = GameStep::default();
                continue;
            }
            *step = game.step(action).map_err(at)?;
            if (step.terminated || step.truncated) && self.autoreset == Autoreset::SameStep {
                let (mut seen, mut mask) = (vec![0; self.rules.seen()], vec![0; self.rules.actions()]);
                game.write(&mut seen);
                game.write_mask(&mut mask);
                self.finals.push(FinalGame { index, seen, mask, tally: game.tally() });
                game.reset(None, None).map_err(at)?;
            }
        }
        Ok(())
    }

    /// Fills one row per game.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        columns: usize,
        write: impl Fn(&dyn AnyGame, &mut [u8]) + Send,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let games = &self.games;
        filled(py, (games.len(), columns), move |out| {
            games.iter().zip(out.chunks_exact_mut(columns)).for_each(|(game, row)| write(&**game, row));
        })
    }

    fn game(&self, index: usize) -> PyResult<&dyn AnyGame> {
        let game = self.games.get(index);
        let missing = || error::value(format!("there is no environment {index} among {}", self.games.len()));
        game.map(|game| &**game).ok_or_else(missing)
    }
}

#[pymethods]
impl PyGameVector {
    #[new]
    fn new(rules: &PyGameRules, count: usize, autoreset: &str) -> PyResult<Self> {
        if !(1..=MOST_BOARDS).contains(&count) {
            return Err(error::value(format!("num_envs is 1 to {MOST_BOARDS}, not {count}")));
        }
        let autoreset = autoreset_of(autoreset)?;
        let (games, steps) = (vec![rules.make(); count], vec![GameStep::default(); count]);
        Ok(Self { rules: rules.clone(), autoreset, games, steps, finals: Vec::new() })
    }

    #[getter]
    fn num_envs(&self) -> usize {
        self.games.len()
    }

    /// Starts episodes of the games that `which` names, or of all; a seed per game restarts its stream.
    #[pyo3(signature = (seeds = None, start = None, which = None))]
    fn reset(
        &mut self,
        seeds: Option<Vec<u64>>,
        start: Option<&Bound<'_, PyAny>>,
        which: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let count = self.games.len();
        let start = start_board(start, self.rules.board_rows())?;
        if seeds.as_ref().is_some_and(|seeds| seeds.len() != count) {
            return Err(error::value(format!("one seed is needed for each of {count} environments")));
        }
        let which = which_of(which, count)?;
        // Only a board can be refused; then no game has moved.
        let before = start.is_some().then(|| self.games.clone());
        for index in (0..count).filter(|index| which[*index]) {
            let seed = seeds.as_ref().map(|seeds| seeds[index]);
            if let Err(source) = self.games[index].reset(seed, start.as_ref().map(PyBoard::board)) {
                self.games = before.unwrap_or_else(|| self.games.clone());
                return Err(error::vector(VectorError::Env { index, source }));
            }
        }
        for index in (0..count).filter(|index| which[*index]) {
            self.steps[index] = GameStep::default();
        }
        self.finals.clear();
        Ok(())
    }

    /// Takes one action in each game: new arrays (rewards, terminated, truncated).
    #[allow(clippy::type_complexity)]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>)> {
        let actions = self.actions(&actions.as_array().to_vec())?;
        py.detach(|| self.advance(&actions)).map_err(error::vector)?;
        let ends = |end: fn(&GameStep) -> bool| self.steps.iter().map(end).collect::<Vec<bool>>();
        let rewards: Vec<f64> = self.steps.iter().map(|step| step.reward).collect();
        Ok((
            rewards.into_pyarray(py),
            ends(|step| step.terminated).into_pyarray(py),
            ends(|step| step.truncated).into_pyarray(py),
        ))
    }

    /// Takes one action in each game and writes into the caller's arrays, those that are given.
    #[pyo3(signature = (actions, *, rewards, terminated, truncated, observations = None, masks = None))]
    fn step_into(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut rewards: PyReadwriteArrayDyn<'_, f64>,
        mut terminated: PyReadwriteArrayDyn<'_, bool>,
        mut truncated: PyReadwriteArrayDyn<'_, bool>,
        mut observations: Option<PyReadwriteArrayDyn<'_, u8>>,
        mut masks: Option<PyReadwriteArrayDyn<'_, i8>>,
    ) -> PyResult<()> {
        let (count, seen, all) = (self.games.len(), self.rules.seen(), self.rules.actions());
        let rewards = slice_of(&mut rewards, count, "rewards")?;
        let terminated = slice_of(&mut terminated, count, "terminated")?;
        let truncated = slice_of(&mut truncated, count, "truncated")?;
        let observations =
            observations.as_mut().map(|out| slice_of(out, count * seen, "observations")).transpose()?;
        let masks = masks.as_mut().map(|out| slice_of(out, count * all, "masks")).transpose()?;
        let actions = self.actions(&actions.as_array().to_vec())?;
        py.detach(|| {
            self.advance(&actions)?;
            for (index, step) in self.steps.iter().enumerate() {
                (rewards[index], terminated[index], truncated[index]) =
                    (step.reward, step.terminated, step.truncated);
            }
            if let Some(out) = observations {
                self.games.iter().zip(out.chunks_exact_mut(seen)).for_each(|(game, out)| game.write(out));
            }
            if let Some(out) = masks {
                let mut row = vec![0_u8; all];
                for (game, out) in self.games.iter().zip(out.chunks_exact_mut(all)) {
                    game.write_mask(&mut row);
                    out.iter_mut().zip(&row).for_each(|(out, flag)| *out = *flag as i8);
                }
            }
            Ok(())
        })
        .map_err(error::vector)
    }

    /// What is seen of each game, (n, bytes).
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.rows(py, self.rules.seen(), |game, row| game.write(row))
    }

    /// 1 for each legal action, 0 for the others, (n, actions); as bytes to be viewed as int8 or bool.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.rows(py, self.rules.actions(), |game, row| game.write_mask(row))
    }

    /// Whether the last action in each game was illegal.
    fn illegal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.steps.iter().map(|step| step.illegal).collect::<Vec<bool>>().into_pyarray(py)
    }

    /// (steps taken, lines cleared, sum of the rewards) of each episode.
    #[allow(clippy::type_complexity)]
    fn facts<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>) {
        tallies(py, self.games.iter().map(|game| game.tally()))
    }

    /// The games that ended with the last step, where they are reset in it.
    fn finals<'py>(&self, py: Python<'py>) -> PyResult<Finals<'py>> {
        let finals = &self.finals;
        let shaped = |columns: usize, part: fn(&FinalGame) -> &[u8]| {
            let bytes: Vec<u8> = finals.iter().flat_map(part).copied().collect();
            PyArray1::from_vec(py, bytes).reshape((finals.len(), columns))
        };
        let (seen, masks) =
            (shaped(self.rules.seen(), |game| &game.seen)?, shaped(self.rules.actions(), |game| &game.mask)?);
        let (elapsed, lines, scores) = tallies(py, finals.iter().map(|game| game.tally));
        let illegal: Vec<bool> = finals.iter().map(|game| self.steps[game.index].illegal).collect();
        let indices = finals.iter().map(|game| game.index).collect();
        Ok((indices, seen, masks, elapsed, lines, scores, illegal.into_pyarray(py)))
    }

    /// One board as pixels.
    #[pyo3(signature = (index, cell = 16))]
    fn rgb<'py>(&self, py: Python<'py>, index: usize, cell: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let canvas = self.game(index)?.canvas(cell_size(cell)?);
        pixels(py, canvas.ok_or_else(|| error::state("there is no episode yet: call reset first"))?)
    }

    /// All that the future of each game depends on, beside the rules.
    fn get_state<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.games.iter().map(|game| PyBytes::new(py, &game.save())).collect()
    }

    /// Goes back to where `get_state` was called.
    fn set_state(&mut self, states: Vec<Vec<u8>>) -> PyResult<()> {
        if states.len() != self.games.len() {
            let reason = format!("{} states for {} environments", states.len(), self.games.len());
            return Err(error::value(reason));
        }
        let mut games = self.games.clone();
        for (game, state) in games.iter_mut().zip(&states) {
            game.load(state).map_err(error::value)?;
        }
        self.games = games;
        self.steps.fill(GameStep::default());
        self.finals.clear();
        Ok(())
    }

    /// Plays `steps` random legal actions in each game, masks included: what the games cost without Python.
    fn play_random(&mut self, py: Python<'_>, steps: u32, seed: u64) -> PyResult<()> {
        py.detach(|| {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut mask = vec![0_u8; self.rules.actions()];
            for _ in 0..steps {
                let actions: Vec<Action> =
                    self.games.iter().map(|game| game.random_action(&mut rng)).collect();
                self.advance(&actions)?;
                self.games.iter().for_each(|game| game.write_mask(&mut mask));
            }
            Ok(())
        })
        .map_err(error::vector)
    }
}

#[allow(clippy::type_complexity)]
fn tallies<'py>(
    py: Python<'py>,
    tallies: impl Iterator<Item = Tally>,
) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>) {
    let tallies: Vec<Tally> = tallies.collect();
    let elapsed: Vec<i64> = tallies.iter().map(|tally| tally.elapsed.into()).collect();
    let lines: Vec<i64> = tallies.iter().map(|tally| tally.lines.into()).collect();
    let scores: Vec<f64> = tallies.iter().map(|tally| tally.score).collect();
    (elapsed.into_pyarray(py), lines.into_pyarray(py), scores.into_pyarray(py))
}
