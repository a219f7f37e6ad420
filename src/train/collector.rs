//! Plays for training: many boards in lockstep, every episode into replay.

use std::collections::VecDeque;

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use tetreach_agents::dqn::Actor;
use tetreach_agents::replay::ReplayBuffer;
use tetreach_agents::{Action, Autoreset, Curriculum, Evaluator, VectorEnv};

use super::error::TrainError;
use super::training_goals::TrainingGoals;
use crate::game::Board;
use crate::reach::{Ends, ReachTask, SharedSource, VectorReachEnv};

/// Episodes that rates and means are taken over.
const LATEST: usize = 200;

/// How an episode ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the goal was reached.
    pub reached: bool,
    /// Whether no piece fitted any more.
    pub stuck: bool,
    /// Pieces placed.
    pub length: u32,
    /// Sum of the rewards.
    pub earned: f32,
}

/// All that changes in playing, to be kept in a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CollectorState {
    boards: Vec<Board>,
    goals: Vec<Board>,
    elapsed: Vec<u32>,
    levels: Vec<u32>,
    earned: Vec<f32>,
    curriculum: Option<Curriculum>,
    rng: Pcg64Mcg,
    latest: VecDeque<Outcome>,
}

/// Boards that are played, and who plays.
#[derive(Debug)]
pub struct Collector<V> {
    env: VectorReachEnv,
    /// Who plays.
    pub actor: Actor<ReachTask, V>,
    goals: TrainingGoals,
    curriculum: Option<Curriculum>,
    levels: Vec<u32>,
    earned: Vec<f32>,
    rng: Pcg64Mcg,
    latest: VecDeque<Outcome>,
    pairs: Vec<(Board, Board)>,
    actions: Vec<Action>,
}

impl<V: Evaluator<State = Board, Goal = Board>> Collector<V> {
    /// `count` boards, each with its first goal; replay has a writer for each.
    pub fn new(
        count: usize,
        actor: Actor<ReachTask, V>,
        task: ReachTask,
        goals: TrainingGoals,
        curriculum: Option<Curriculum>,
        rng: Pcg64Mcg,
    ) -> Result<Self, TrainError> {
        let env = VectorReachEnv::new(count, *task.settings(), SharedSource::default(), Autoreset::Disabled)?;
        Ok(Self {
            env,
            actor,
            goals,
            curriculum,
            levels: vec![0; count],
            earned: vec![0.0; count],
            rng,
            latest: VecDeque::new(),
            pairs: Vec::new(),
            actions: Vec::new(),
        })
    }

    /// Gives every board its first goal.
    pub fn begin(&mut self, replay: &mut ReplayBuffer<Board, Board>) -> Result<(), TrainError> {
        (0..self.env.count()).try_for_each(|index| self.start(index, replay))
    }

    /// Places one piece on every board and returns how many that were.
    pub fn step(&mut self, epsilon: f64, replay: &mut ReplayBuffer<Board, Board>) -> Result<u64, TrainError> {
        self.pairs.clear();
        self.pairs.extend(self.env.states().iter().copied().zip(self.env.goals().iter().copied()));
        self.actor.act(&self.pairs, epsilon, &mut self.rng, &mut self.actions)?;
        self.env.advance(&self.actions)?;
        for index in 0..self.actions.len() {
            let state = self.env.states()[index];
            replay.ring.push(index, self.actions[index], state)?;
            let arrays = self.env.arrays();
            self.earned[index] += arrays.rewards[index];
            if arrays.has_final[index] {
                let reached = state == self.env.goals()[index];
                let outcome = Outcome {
                    reached,
                    stuck: arrays.terminated[index] && !reached,
                    length: self.env.elapsed()[index],
                    earned: self.earned[index],
                };
                self.note(index, outcome);
                replay.ring.end(index)?;
                self.start(index, replay)?;
            }
        }
        Ok(self.actions.len() as u64)
    }

    fn note(&mut self, index: usize, outcome: Outcome) {
        if self.latest.len() == LATEST {
            self.latest.pop_front();
        }
        self.latest.push_back(outcome);
        if let Some(curriculum) = &mut self.curriculum {
            curriculum.record(self.levels[index], outcome.reached);
        }
    }

    fn start(&mut self, index: usize, replay: &mut ReplayBuffer<Board, Board>) -> Result<(), TrainError> {
        let level = self.curriculum.as_ref().map(|curriculum| curriculum.draw(&mut self.rng));
        let sample = self.goals.draw(level, &mut self.rng).ok_or(TrainError::NoGoals)?;
        let ends = Ends { start: sample.start, goal: *sample.target.board() };
        self.levels[index] = level.unwrap_or(0);
        self.earned[index] = 0.0;
        self.env.place(index, ends, 0)?;
        replay.ring.begin(index, ends.start, ends.goal)?;
        Ok(())
    }

    /// The latest episodes, the newest last.
    pub fn latest(&self) -> impl ExactSizeIterator<Item = &Outcome> {
        self.latest.iter()
    }

    /// The level of the curriculum, if there is one.
    pub fn level(&self) -> Option<u32> {
        self.curriculum.as_ref().map(Curriculum::level)
    }

    /// All that a checkpoint must keep; open episodes are kept by replay.
    pub fn state(&self) -> CollectorState {
        CollectorState {
            boards: self.env.states().to_vec(),
            goals: self.env.goals().to_vec(),
            elapsed: self.env.elapsed().to_vec(),
            levels: self.levels.clone(),
            earned: self.earned.clone(),
            curriculum: self.curriculum.clone(),
            rng: self.rng.clone(),
            latest: self.latest.clone(),
        }
    }

    /// Goes on exactly where another collector was; `None` if that one had other boards.
    pub fn restore(&mut self, state: CollectorState) -> Result<Option<()>, TrainError> {
        let count = self.env.count();
        let lengths = [
            state.boards.len(),
            state.goals.len(),
            state.elapsed.len(),
            state.levels.len(),
            state.earned.len(),
        ];
        if lengths != [count; 5] || state.curriculum.is_some() != self.curriculum.is_some() {
            return Ok(None);
        }
        for index in 0..count {
            let ends = Ends { start: state.boards[index], goal: state.goals[index] };
            self.env.place(index, ends, state.elapsed[index])?;
        }
        self.levels = state.levels;
        self.earned = state.earned;
        self.curriculum = state.curriculum;
        self.rng = state.rng;
        self.latest = state.latest;
        Ok(Some(()))
    }
}
