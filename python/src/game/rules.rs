//! What a game of one player is made from.

use pyo3::prelude::*;
use tetreach::classic::ClassicTask;
use tetreach::game::classic::{ClassicRules, Preset, Randomizer};
use tetreach::game::guideline::GuidelinePreset;
use tetreach::guideline::keys::{KEY_ACTIONS, KeyTask};
use tetreach::guideline::{ACTIONS, GuidelineTask};
use tetreach::reach::IllegalActions;

use super::classic::Classic;
use super::guideline::Guideline;
use super::keys::Keys;
use super::running::{RunningGame, SoloRules};
use super::{AnyGame, Part};
use crate::board::size_of;
use crate::error;

/// All that is the same for every episode of a game.
#[pyclass(frozen, name = "GameRules", module = "tetreach._core")]
#[derive(Clone, Debug)]
pub struct PyGameRules {
    kind: Kind,
    pub illegal: IllegalActions,
    parts: Vec<Part>,
    actions: usize,
}

#[derive(Clone, Debug)]
enum Kind {
    Classic(Box<Classic>),
    Guideline(Box<Guideline>),
    Keys(Box<Keys>),
}

impl PyGameRules {
    /// A game that has not begun.
    pub fn make(&self) -> Box<dyn AnyGame> {
        match &self.kind {
            Kind::Classic(rules) => Box::new(RunningGame::new((**rules).clone(), self.illegal)),
            Kind::Guideline(rules) => Box::new(RunningGame::new((**rules).clone(), self.illegal)),
            Kind::Keys(rules) => Box::new(RunningGame::new((**rules).clone(), self.illegal)),
        }
    }

    /// The number of bytes of what is seen.
    pub fn seen(&self) -> usize {
        self.parts.iter().map(Part::size).sum()
    }

    pub fn actions(&self) -> usize {
        self.actions
    }

    /// The height that boards given as text get.
    pub fn board_rows(&self) -> u8 {
        match &self.kind {
            Kind::Classic(rules) => rules.task.rules.size().height(),
            Kind::Guideline(_) | Kind::Keys(_) => 20,
        }
    }
}

#[pymethods]
impl PyGameRules {
    #[new]
    #[pyo3(signature = (
        *, kind, preset, width = 10, height = 20, pieces = None, step_limit = None, piece_limit = 600,
        illegal = "stay",
    ))]
    fn new(
        kind: &str,
        preset: &str,
        width: usize,
        height: usize,
        pieces: Option<&str>,
        step_limit: Option<u32>,
        piece_limit: u32,
        illegal: &str,
    ) -> PyResult<Self> {
        if step_limit == Some(0) || piece_limit == 0 {
            return Err(error::value("step_limit and piece_limit are at least 1"));
        }
        let illegal: IllegalActions = illegal.parse().map_err(error::value)?;
        let guideline =
            |preset: &str| Ok::<_, PyErr>(preset.parse::<GuidelinePreset>().map_err(error::value)?.rules());
        let (kind, parts, actions) = match kind {
            "classic" => {
                let preset: Preset = preset.parse().map_err(error::value)?;
                let rules = ClassicRules::preset(preset).with_size(size_of(width, height)?);
                let mut rules = rules.map_err(error::value)?;
                if let Some(pieces) = pieces {
                    rules.randomizer = pieces.parse::<Randomizer>().map_err(error::value)?;
                }
                let actions = rules.action_count();
                let rules = Classic { task: ClassicTask { rules, step_limit } };
                (Kind::Classic(Box::new(rules.clone())), rules.parts(), actions)
            }
            "guideline" => {
                let rules =
                    Guideline { task: GuidelineTask { rules: guideline(preset)?, pieces: piece_limit } };
                (Kind::Guideline(Box::new(rules.clone())), rules.parts(), ACTIONS)
            }
            "guideline-keys" => {
                let presses = step_limit.unwrap_or(KeyTask::default().presses);
                let rules =
                    Keys { task: KeyTask { rules: guideline(preset)?, pieces: piece_limit, presses } };
                (Kind::Keys(Box::new(rules.clone())), rules.parts(), KEY_ACTIONS)
            }
            _ => {
                let reason =
                    format!("there is no game {kind:?}: choose classic, guideline or guideline-keys");
                return Err(error::value(reason));
            }
        };
        Ok(Self { kind, illegal, parts, actions })
    }

    /// The number of actions, legal or not.
    #[getter]
    fn action_count(&self) -> usize {
        self.actions
    }

    /// The parts of what is seen, in order: (name, shape, largest number).
    #[getter]
    fn parts(&self) -> Vec<(&'static str, Vec<usize>, u8)> {
        self.parts.iter().map(|part| (part.name, part.shape.clone(), part.high)).collect()
    }
}
