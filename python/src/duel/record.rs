//! Random play in the games of two of the library, to be compared with the same actions taken from Python.

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach::game::guideline::{GuidelinePreset, Slot};
use tetreach::game::tetress::TetressPosition;
use tetreach::guideline::keys::{VersusKeyEnv, VersusKeyTask, VersusKeys};
use tetreach::guideline::{Versus, action_of, placement_of};
use tetreach::tetress::Tetress;
use tetreach_agents::{Action, Env, EnvError, Game};

use super::versus::worth;
use super::{PyDuel, keys, tetress, versus};
use crate::arrays::check_recorded;
use crate::error;

/// A game of two by the library's own functions; players are 0 and 1.
trait LibraryDuel {
    fn mover(&self) -> usize;
    /// The legal actions of the mover.
    fn legal(&self) -> Vec<Action>;
    /// Takes a legal action of the mover; the lines that it sends to the other player.
    fn play(&mut self, action: Action) -> Result<u32, String>;
    fn worth(&self) -> Option<(f64, f64)>;
    fn write(&self, player: usize, out: &mut [u8]);
}

impl LibraryDuel for TetressPosition {
    fn mover(&self) -> usize {
        Tetress.mover(self) as usize
    }

    fn legal(&self) -> Vec<Action> {
        Tetress.moves(self)
    }

    fn play(&mut self, action: Action) -> Result<u32, String> {
        *self = Tetress.play(self, action);
        Ok(0)
    }

    fn worth(&self) -> Option<(f64, f64)> {
        tetress::worth(self)
    }

    fn write(&self, player: usize, out: &mut [u8]) {
        tetress::write(self, player, out);
    }
}

impl LibraryDuel for Versus {
    fn mover(&self) -> usize {
        self.to_place() as usize
    }

    fn legal(&self) -> Vec<Action> {
        let game = self.game(self.to_place());
        let of_slot =
            |slot| game.moves(slot, self.rules()).iter().map(|one| action_of(slot, one)).collect::<Vec<_>>();
        Slot::ALL.into_iter().flat_map(of_slot).collect()
    }

    fn play(&mut self, action: Action) -> Result<u32, String> {
        let placement =
            placement_of(self.game(self.to_place()), action).ok_or("there is no such placement")?;
        Ok(Versus::play(self, placement).map_err(|error| error.to_string())?.sent)
    }

    fn worth(&self) -> Option<(f64, f64)> {
        worth(self.winner())
    }

    fn write(&self, player: usize, out: &mut [u8]) {
        versus::write(self, player, out);
    }
}

/// The library's environment of two players under the keys, with what it said last.
struct KeyGameOfTwo {
    task: VersusKeyTask,
    env: VersusKeyEnv,
    seen: VersusKeys,
    legal: Vec<Action>,
}

impl KeyGameOfTwo {
    fn start(task: VersusKeyTask, seed: u64) -> Result<Self, EnvError> {
        let mut env = VersusKeyEnv::new(task);
        let (seen, info) = env.reset(Some(seed), &Default::default())?;
        Ok(Self { task, env, seen: seen.observation, legal: info.legal_actions.iter().collect() })
    }
}

impl LibraryDuel for KeyGameOfTwo {
    fn mover(&self) -> usize {
        self.seen.to_place as usize
    }

    fn legal(&self) -> Vec<Action> {
        self.legal.clone()
    }

    fn play(&mut self, action: Action) -> Result<u32, String> {
        let step = self.env.step(action).map_err(|error| error.to_string())?;
        self.seen = step.observation.observation;
        self.legal = step.info.legal_actions.iter().collect();
        Ok(step.info.extra.detail.map_or(0, |turn| turn.sent))
    }

    fn worth(&self) -> Option<(f64, f64)> {
        worth(self.seen.winner(&self.task.rules))
    }

    fn write(&self, player: usize, out: &mut [u8]) {
        keys::write(&self.seen, player, out);
    }
}

/// A new game of a kind.
fn begun(kind: &str, preset: GuidelinePreset, seed: u64) -> Result<Box<dyn LibraryDuel>, String> {
    let rules = preset.rules();
    Ok(match kind {
        "tetress" => Box::new(Tetress.start()),
        "guideline" => Box::new(Versus::new(rules, seed)),
        _ => {
            let task = VersusKeyTask { rules, presses: u32::MAX };
            Box::new(KeyGameOfTwo::start(task, seed).map_err(|error| error.to_string())?)
        }
    })
}

/// What is kept of every turn: who took which action, what was sent, and what the next player sees then.
#[derive(Default)]
struct RandomDuel {
    players: Vec<i64>,
    actions: Vec<i64>,
    sent: Vec<i64>,
    ended: Vec<bool>,
    /// What the end is worth to player 0; 0 before.
    worth: Vec<f64>,
    observations: Vec<u8>,
    masks: Vec<u8>,
}

impl RandomDuel {
    /// Plays game after game, the first with this seed and each later one with the next seed.
    fn play(game: &PyDuel, preset: GuidelinePreset, steps: usize, seed: u64) -> Result<Self, String> {
        let (seen, count) = (game.seen(), game.game.actions());
        let (mut rng, mut record) = (Pcg64Mcg::seed_from_u64(!seed), Self::default());
        let mut seeds = (0..).map(|number| seed.wrapping_add(number));
        let mut next = || begun(&game.kind, preset, seeds.next().unwrap_or(seed));
        let mut duel = next()?;
        for _ in 0..steps {
            let (player, legal) = (duel.mover(), duel.legal());
            let action = legal[rng.random_range(0..legal.len())];
            record.players.push(player as i64);
            record.actions.push(action.0.into());
            record.sent.push(duel.play(action)?.into());
            let worth = duel.worth();
            record.ended.push(worth.is_some());
            record.worth.push(worth.map_or(0.0, |(first, _)| first));
            let viewer = if worth.is_some() { 1 - player } else { duel.mover() };
            let at = record.observations.len();
            record.observations.resize(at + seen, 0);
            duel.write(viewer, &mut record.observations[at..]);
            let at = record.masks.len();
            record.masks.resize(at + count, 0);
            if worth.is_none() {
                duel.legal().iter().for_each(|action| record.masks[at + action.index()] = 1);
            } else {
                duel = next()?;
            }
        }
        Ok(record)
    }
}

/// Random play of two inside Rust: all that the games of the library said. Game `i` has the seed `seed + i`.
#[pyfunction]
pub fn duel_rollout<'py>(
    py: Python<'py>,
    duel: &PyDuel,
    steps: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let (seen, actions) = (duel.seen(), duel.game.actions());
    check_recorded(steps, seen + actions)?;
    let preset: GuidelinePreset = duel.preset.parse().map_err(error::value)?;
    let record = py.detach(|| RandomDuel::play(duel, preset, steps, seed)).map_err(error::state)?;
    let out = PyDict::new(py);
    out.set_item("players", record.players.into_pyarray(py))?;
    out.set_item("actions", record.actions.into_pyarray(py))?;
    out.set_item("sent", record.sent.into_pyarray(py))?;
    out.set_item("ended", record.ended.into_pyarray(py))?;
    out.set_item("worth", record.worth.into_pyarray(py))?;
    out.set_item("observations", record.observations.into_pyarray(py).reshape((steps, seen))?)?;
    out.set_item("masks", record.masks.into_pyarray(py).reshape((steps, actions))?)?;
    Ok(out)
}
