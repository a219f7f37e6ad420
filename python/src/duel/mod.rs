//! Games of two.

mod keys;
mod record;
mod tetress;
mod versus;

use std::fmt::Debug;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde::{Deserialize, Serialize};
use tetreach::game::guideline::GuidelinePreset;
use tetreach::tetress::Tetress;
use tetreach_agents::{Action, Game};

pub use self::record::duel_rollout;

use self::keys::KeyVersus;
use self::tetress::TetressDuel;
use self::versus::PlacementVersus;
use crate::arrays::action_of;
use crate::error;
use crate::game::Part;

/// A turn that was left to the other player.
const PASS: u16 = u16::MAX;

/// A game of two of any kind; players are 0 and 1.
trait AnyDuel: Debug + Send + Sync {
    fn actions(&self) -> usize;

    /// The parts of what a player sees.
    fn parts(&self) -> Vec<Part>;

    fn start(&mut self, seed: u64);

    fn mover(&self) -> usize;

    /// Writes 1 for each action that is legal for a player if it is its turn, and 0 for the others.
    fn write_mask(&self, player: usize, out: &mut [u8]);

    fn is_legal(&self, action: Action) -> bool;

    /// Takes a legal action of the mover; the lines that it sends to the other player.
    fn play(&mut self, action: Action) -> u32;

    /// Leaves the turn to the other player.
    fn pass(&mut self);

    /// What the game is worth to each player once it has ended: 1, -1 or 0.
    fn outcome(&self) -> Option<(f64, f64)>;

    /// Writes what a player sees into bytes that are all 0.
    fn write(&self, player: usize, out: &mut [u8]);

    fn text(&self) -> String;
}

/// A game of two.
#[pyclass(name = "Duel", module = "tetreach._core")]
#[derive(Debug)]
pub struct PyDuel {
    kind: String,
    preset: String,
    game: Box<dyn AnyDuel>,
    seed: Option<u64>,
    history: Vec<u16>,
}

const _: () = assert!(align_of::<PyDuel>() <= 16, "Python's allocator aligns to 16 bytes");

/// A game as its seed and its turns, which give it again.
#[derive(Serialize, Deserialize)]
struct Saved {
    kind: String,
    preset: String,
    seed: Option<u64>,
    history: Vec<u16>,
}

impl PyDuel {
    fn begun(&self) -> PyResult<&dyn AnyDuel> {
        self.seed.map(|_| &*self.game).ok_or_else(|| error::state("there is no game yet: call reset first"))
    }

    /// The number of bytes of what a player sees.
    fn seen(&self) -> usize {
        self.game.parts().iter().map(Part::size).sum()
    }

    fn seat(player: usize) -> PyResult<usize> {
        if player < 2 { Ok(player) } else { Err(error::value(format!("players are 0 and 1, not {player}"))) }
    }

    fn take(&mut self, turn: u16) -> u32 {
        self.history.push(turn);
        if turn == PASS {
            self.game.pass();
            return 0;
        }
        self.game.play(Action(turn))
    }
}

#[pymethods]
impl PyDuel {
    #[new]
    #[pyo3(signature = (kind, preset = "ppt"))]
    fn new(kind: &str, preset: &str) -> PyResult<Self> {
        let rules = preset.parse::<GuidelinePreset>().map_err(error::value)?.rules();
        let game: Box<dyn AnyDuel> = match kind {
            "tetress" => Box::new(TetressDuel { position: Tetress.start() }),
            "guideline" => Box::new(PlacementVersus::new(rules)),
            "guideline-keys" => Box::new(KeyVersus::new(rules)),
            _ => {
                let reason =
                    format!("there is no game of two {kind:?}: choose tetress, guideline or guideline-keys");
                return Err(error::value(reason));
            }
        };
        let (kind, preset) = (kind.to_owned(), preset.to_owned());
        Ok(Self { kind, preset, game, seed: None, history: Vec::new() })
    }

    /// The number of actions, legal or not.
    #[getter]
    fn action_count(&self) -> usize {
        self.game.actions()
    }

    /// The parts of what a player sees, in order: (name, shape, largest number).
    #[getter]
    fn parts(&self) -> Vec<(&'static str, Vec<usize>, u8)> {
        self.game.parts().into_iter().map(|part| (part.name, part.shape, part.high)).collect()
    }

    /// Starts a game.
    fn reset(&mut self, seed: u64) {
        self.game.start(seed);
        self.seed = Some(seed);
        self.history.clear();
    }

    /// Takes a legal action of the mover; the lines that it sends to the other player.
    fn step(&mut self, action: i64) -> PyResult<u32> {
        let action = action_of(action, self.game.actions()).map_err(error::value)?;
        let game = self.begun()?;
        if game.outcome().is_some() {
            return Err(error::state("step after the end of the game: call reset first"));
        }
        if !game.is_legal(action) {
            return Err(error::value(format!("action {action} is not legal here: choose one from the mask")));
        }
        Ok(self.take(action.0))
    }

    /// Leaves the turn to the other player.
    fn pass_turn(&mut self) -> PyResult<()> {
        if self.begun()?.outcome().is_some() {
            return Err(error::state("step after the end of the game: call reset first"));
        }
        self.take(PASS);
        Ok(())
    }

    /// Whose turn it is, 0 or 1.
    #[getter]
    fn mover(&self) -> PyResult<usize> {
        Ok(self.begun()?.mover())
    }

    /// What the game is worth to each player once it has ended: 1, -1 or 0.
    #[getter]
    fn outcome(&self) -> PyResult<Option<(f64, f64)>> {
        Ok(self.begun()?.outcome())
    }

    /// The number of turns so far.
    #[getter]
    fn turns(&self) -> usize {
        self.history.len()
    }

    /// What a player sees, part after part.
    fn observation<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let game = self.begun()?;
        let mut bytes = vec![0; self.seen()];
        game.write(Self::seat(player)?, &mut bytes);
        Ok(bytes.into_pyarray(py))
    }

    /// 1 for each action that is legal for a player if it is its turn, 0 for the others.
    fn action_mask<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let game = self.begun()?;
        let mut bytes = vec![0; game.actions()];
        game.write_mask(Self::seat(player)?, &mut bytes);
        Ok(bytes.into_iter().map(|byte| byte as i8).collect::<Vec<i8>>().into_pyarray(py))
    }

    /// The game as text.
    fn ansi(&self) -> PyResult<String> {
        Ok(self.begun()?.text())
    }

    /// All that the future depends on.
    fn get_state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (kind, preset, history) = (self.kind.clone(), self.preset.clone(), self.history.clone());
        let saved = Saved { kind, preset, seed: self.seed, history };
        Ok(PyBytes::new(py, &postcard::to_stdvec(&saved).map_err(error::value)?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, game) = (slf.py(), slf.try_borrow()?);
        let arguments = (game.kind.clone(), game.preset.clone());
        (slf.get_type(), arguments, game.get_state(py)?).into_pyobject(py)
    }

    fn __setstate__(&mut self, state: &[u8]) -> PyResult<()> {
        self.set_state(state)
    }

    /// Goes back to where `get_state` was called.
    fn set_state(&mut self, state: &[u8]) -> PyResult<()> {
        let wrong = || error::value("these bytes are no state of this game: give what get_state returned");
        let (saved, rest): (Saved, _) = postcard::take_from_bytes(state).map_err(|_| wrong())?;
        if !rest.is_empty() || (saved.kind != self.kind || saved.preset != self.preset) {
            return Err(wrong());
        }
        let mut other = Self::new(&saved.kind, &saved.preset)?;
        if let Some(seed) = saved.seed {
            other.reset(seed);
        }
        for turn in saved.history {
            let is_possible = turn == PASS || other.game.is_legal(Action(turn));
            if other.seed.is_none() || other.game.outcome().is_some() || !is_possible {
                return Err(wrong());
            }
            other.take(turn);
        }
        *self = other;
        Ok(())
    }
}
