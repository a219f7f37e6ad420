//! A game of one kind, with its episode and its random stream.

use std::fmt::Debug;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tetreach::draw::{self, Canvas};
use tetreach::game::Board;
use tetreach::reach::IllegalActions;
use tetreach_agents::{Action, ActionSet, Env, EnvError, Episode, GoalObservation, GoalTask, Transition};

use super::record::{self, RandomPlay};
use super::{AnyGame, GameStep, Part, Tally};
use crate::cells;

/// The states of a kind of game.
pub type StateOf<R> = <<R as SoloRules>::Task as GoalTask>::State;

/// What a kind of game brings.
pub trait SoloRules: Clone + Debug + Send + Sync + 'static {
    type Task: GoalTask<Goal = (), State: Serialize + DeserializeOwned + Send + Sync, Legal: Send + Sync>
        + Clone
        + Debug;
    /// The environment of the library that plays the same.
    type Library: Env<Observation = GoalObservation<StateOf<Self>, ()>, Legal = <Self::Task as GoalTask>::Legal>;

    fn task(&self) -> &Self::Task;
    fn library(&self) -> Self::Library;
    /// A first state, on this board if there is one.
    fn start(&self, board: Option<&Board>, rng: &mut Pcg64Mcg) -> Result<StateOf<Self>, String>;
    /// Where a legal action leads, and the lines that it clears.
    fn next(&self, state: &StateOf<Self>, action: Action, rng: &mut Pcg64Mcg) -> (StateOf<Self>, u32);
    fn parts(&self) -> Vec<Part>;
    /// Writes what is seen into bytes that are all 0.
    fn write(&self, state: &StateOf<Self>, out: &mut [u8]);
    fn text(&self, state: &StateOf<Self>) -> String;
    /// The board, and what is drawn as an outline.
    fn scene(&self, state: &StateOf<Self>) -> (Board, Option<Board>);
}

/// A game with its episode.
#[derive(Clone, Debug)]
pub struct RunningGame<R: SoloRules> {
    rules: R,
    illegal: IllegalActions,
    rng: Pcg64Mcg,
    running: Option<Running<R>>,
}

#[derive(Clone, Debug)]
struct Running<R: SoloRules> {
    episode: Episode<StateOf<R>, ()>,
    legal: <R::Task as GoalTask>::Legal,
    tally: Tally,
}

/// What is saved of a game.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "S: Serialize", deserialize = "S: DeserializeOwned"))]
struct Saved<S> {
    rng: Pcg64Mcg,
    episode: Option<(Episode<S, ()>, Tally)>,
}

impl<R: SoloRules> RunningGame<R> {
    pub fn new(rules: R, illegal: IllegalActions) -> Self {
        RunningGame { rules, illegal, rng: Pcg64Mcg::seed_from_u64(0), running: None }
    }

    fn running(rules: &R, episode: Episode<StateOf<R>, ()>, tally: Tally) -> Running<R> {
        Running { legal: rules.task().legal_actions(&episode.state), episode, tally }
    }

    /// A number that says whether bytes are what this kind of game saved.
    fn checksum(&self, bytes: &[u8]) -> [u8; 4] {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(format!("{:?}", self.rules).as_bytes());
        hasher.update(bytes);
        hasher.finalize().to_le_bytes()
    }
}

impl<R: SoloRules> AnyGame for RunningGame<R> {
    fn clone_box(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn reset(&mut self, seed: Option<u64>, start: Option<&Board>) -> Result<(), EnvError> {
        let mut rng = seed.map_or_else(|| self.rng.clone(), Pcg64Mcg::seed_from_u64);
        let refused = |reason: &str| EnvError::InvalidOptions { reason: reason.to_owned() };
        let state = self.rules.start(start, &mut rng).map_err(|reason| refused(&reason))?;
        let running = Self::running(&self.rules, Episode::new(state, ()), Tally::default());
        if running.legal.is_empty() {
            return Err(refused("the game is over on this board before it begins"));
        }
        (self.rng, self.running) = (rng, Some(running));
        Ok(())
    }

    fn step(&mut self, action: Action) -> Result<GameStep, EnvError> {
        let Running { episode, legal, tally } = self.running.as_mut().ok_or(EnvError::StepBeforeReset)?;
        if episode.ended {
            return Err(EnvError::StepAfterEnd);
        }
        let illegal = !legal.contains(action);
        if illegal && self.illegal == IllegalActions::Error {
            return Err(EnvError::IllegalAction { action });
        }
        let (task, state) = (self.rules.task(), episode.state);
        let (next_state, lines) =
            if illegal { (state, 0) } else { self.rules.next(&state, action, &mut self.rng) };
        let transition = Transition { state, action, next_state, elapsed: episode.elapsed + 1 };
        let mut step =
            GameStep { illegal, truncated: task.truncated(&transition, &()), ..GameStep::default() };
        if illegal {
            step.terminated = self.illegal == IllegalActions::End;
        } else {
            step.reward = task.reward(&transition, &()).into();
            step.terminated = task.terminated(&transition, &());
            *legal = task.legal_actions(&next_state);
        }
        episode.state = next_state;
        episode.elapsed += 1;
        episode.ended = step.terminated || step.truncated;
        *tally =
            Tally { elapsed: episode.elapsed, lines: tally.lines + lines, score: tally.score + step.reward };
        Ok(step)
    }

    fn has_ended(&self) -> Option<bool> {
        self.running.as_ref().map(|running| running.episode.ended)
    }

    fn is_legal(&self, action: Action) -> bool {
        self.running.as_ref().is_some_and(|running| running.legal.contains(action))
    }

    fn random_action(&self, rng: &mut Pcg64Mcg) -> Action {
        self.running.as_ref().and_then(|running| running.legal.sample(rng)).unwrap_or_default()
    }

    fn write(&self, out: &mut [u8]) {
        out.fill(0);
        if let Some(running) = &self.running {
            self.rules.write(&running.episode.state, out);
        }
    }

    fn write_mask(&self, out: &mut [u8]) {
        match &self.running {
            Some(running) => cells::write_set(&running.legal, out),
            None => out.fill(0),
        }
    }

    fn tally(&self) -> Tally {
        self.running.as_ref().map(|running| running.tally).unwrap_or_default()
    }

    fn text(&self) -> String {
        self.running.as_ref().map(|running| self.rules.text(&running.episode.state)).unwrap_or_default()
    }

    fn canvas(&self, cell: usize) -> Option<Canvas> {
        let (board, outline) = self.rules.scene(&self.running.as_ref()?.episode.state);
        Some(draw::board_image(&board, outline.as_ref(), cell))
    }

    fn save(&self) -> Vec<u8> {
        let episode = self.running.as_ref().map(|running| (running.episode, running.tally));
        let saved = Saved { rng: self.rng.clone(), episode };
        let mut bytes = postcard::to_stdvec(&saved).expect("invariant: states are plain data");
        bytes.extend(self.checksum(&bytes));
        bytes
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), &'static str> {
        let wrong = "these bytes are no state of this environment: give what get_state returned";
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or(wrong)?;
        if *sum != self.checksum(body) {
            return Err(wrong);
        }
        let saved: Saved<StateOf<R>> = postcard::from_bytes(body).map_err(|_| wrong)?;
        self.running = saved.episode.map(|(episode, tally)| Self::running(&self.rules, episode, tally));
        self.rng = saved.rng;
        Ok(())
    }

    fn record(&self, steps: usize, seed: u64) -> Result<RandomPlay, EnvError> {
        record::play(&self.rules, steps, seed)
    }
}
