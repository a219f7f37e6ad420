//! The newest weights of a training run of reach, as they are saved by another process.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::Value;
use tetreach_agents::EvaluateError;
use tetreach_agents::store::checkpoint::{Place, WEIGHTS};
use tetreach_agents::store::run_dir::CHECKPOINTS;
use tetreach_agents::store::{Model, ModelError};
use thiserror::Error;

use super::opinion::{Opinion, Opinions};
use super::play::GreedyEpisode;
use crate::game::{Board, Size, SizeError};
use crate::reach::{ReachSettings, ReachTask};

/// The newest weights of a run; they are read again when the run has saved others.
///
/// ```
/// use tetreach::network::RunWeights;
///
/// let mut weights = RunWeights::of("runs/not-begun".as_ref());
/// assert_eq!(weights.refresh().unwrap_err().to_string(), "no weights were saved yet");
/// ```
#[derive(Debug)]
pub struct RunWeights {
    folder: PathBuf,
    loaded: Option<Loaded>,
}

#[derive(Debug)]
struct Loaded {
    changed: SystemTime,
    step: u64,
    size: Size,
    network: Opinions,
}

/// Why the weights of a run cannot play.
#[derive(Debug, Error)]
pub enum RunWeightsError {
    /// The run is young.
    #[error("no weights were saved yet")]
    NotYet,
    /// They cannot be read.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// They play something else.
    #[error("games are shown of runs of reach only, and this one trains {kind}")]
    OtherGame {
        /// What they play.
        kind: String,
    },
    /// The settings name no board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The network is none for boards of the run.
    #[error("the network does not see boards of {0}")]
    Unseen(Size),
    /// The network failed.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
}

impl RunWeights {
    /// The weights of the run in this folder, not read yet.
    pub fn of(run: &Path) -> Self {
        Self { folder: run.join(CHECKPOINTS).join(Place::Last.to_string()), loaded: None }
    }

    /// Reads the weights if there are newer ones: the gradient steps behind them, and the size of their boards. Those
    /// that are just being written are read the next time.
    pub fn refresh(&mut self) -> Result<(u64, Size), RunWeightsError> {
        // The manifest is what is written last; copies of weights may be without one.
        let changed = ["manifest.json", WEIGHTS].iter().find_map(|name| {
            std::fs::metadata(self.folder.join(name)).and_then(|facts| facts.modified()).ok()
        });
        let is_newer = changed.is_some() && changed != self.loaded.as_ref().map(|loaded| loaded.changed);
        if let (true, Some(changed)) = (is_newer, changed) {
            let model = Model::load(&self.folder)?;
            let size = size_of(&model.card().config)?;
            let network = Opinions::new(&model, size).ok_or(RunWeightsError::Unseen(size))?;
            self.loaded = Some(Loaded { changed, step: model.card().step, size, network });
        }
        let loaded = self.loaded.as_ref().ok_or(RunWeightsError::NotYet)?;
        Ok((loaded.step, loaded.size))
    }

    /// What they think of a board from which a target is to be reached.
    pub fn opinion(&mut self, board: &Board, target: &Board) -> Result<Opinion, RunWeightsError> {
        let loaded = self.loaded.as_mut().ok_or(RunWeightsError::NotYet)?;
        Ok(loaded.network.of(board, target)?)
    }

    /// Plays their best placements until the target is reached or the step limit of training.
    pub fn play(&mut self, target: &Board) -> Result<GreedyEpisode, RunWeightsError> {
        let task = ReachTask::new(ReachSettings { size: target.size(), ..ReachSettings::default() });
        let mut episode =
            GreedyEpisode { way: Vec::new(), last: Board::empty(target.size()), reached: target.is_empty() };
        while !episode.reached && episode.way.len() < task.step_limit(target) as usize {
            let Some(best) = self.opinion(&episode.last, target)?.best else { break };
            episode.last.play_action(best).expect("invariant: the best placement is a legal one");
            episode.way.push(best);
            episode.reached = episode.last == *target;
        }
        Ok(episode)
    }
}

/// The size of the boards of a run of reach.
fn size_of(config: &Value) -> Result<Size, RunWeightsError> {
    let kind = config.pointer("/game/kind").and_then(Value::as_str).unwrap_or("reach");
    if !matches!(kind, "reach" | "reach-two-way") {
        return Err(RunWeightsError::OtherGame { kind: kind.to_owned() });
    }
    let number = |path: &str, usual: u8| {
        let number = config.pointer(path).and_then(Value::as_u64);
        number.map_or(usize::from(usual), |number| number as usize)
    };
    let standard = Size::STANDARD;
    Ok(Size::new(number("/board/width", standard.width()), number("/board/height", standard.height()))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::shipped;
    use tetreach_agents::store::checkpoint::{CARD, Checkpoints};

    #[test]
    fn the_newest_weights_are_read_and_play() {
        let run = tempfile::tempdir().unwrap();
        let mut weights = RunWeights::of(run.path());
        assert!(matches!(weights.refresh(), Err(RunWeightsError::NotYet)));
        let model = shipped().unwrap();
        let save = |game: &str| {
            let mut card = serde_json::to_value(model.card()).unwrap();
            card["config"]["game"] = serde_json::json!({ "kind": game });
            let checkpoints = Checkpoints::open(&run.path().join(CHECKPOINTS)).unwrap();
            let saved = checkpoints.save(Place::Last, model.card().step, |draft| {
                draft.add(CARD, &serde_json::to_vec(&card).unwrap())?;
                draft.add(WEIGHTS, model.weights())
            });
            saved.unwrap();
        };
        save("reach");
        assert_eq!(weights.refresh().unwrap(), (model.card().step, Size::STANDARD));
        let target: Board = "####......".parse().unwrap();
        let episode = weights.play(&target).unwrap();
        assert!(episode.reached && episode.way.len() == 1 && episode.last == target);
        std::thread::sleep(std::time::Duration::from_millis(20));
        save("chess");
        let refused = weights.refresh().unwrap_err().to_string();
        assert_eq!(refused, "games are shown of runs of reach only, and this one trains chess");
    }
}
