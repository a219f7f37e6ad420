//! Plays for training: many boards in lockstep.

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use tetreach_agents::evaluate::Policy;
use tetreach_agents::{Action, Autoreset, Evaluator, VectorEnv};

use super::error::TrainError;
use super::harvest::{Episode, Harvest, Outcome};
use super::shared_curriculum::SharedCurriculum;
use super::training_goals::TrainingGoals;
use crate::game::Board;
use crate::reach::{Ends, ReachTask, SharedSource, VectorReachEnv};

/// All that changes in playing, to be kept in a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CollectorState {
    open: Vec<Episode>,
    levels: Vec<u32>,
    earned: Vec<f32>,
    rng: Pcg64Mcg,
}

/// Boards that are played, and who plays.
#[derive(Debug)]
pub struct Collector<V> {
    env: VectorReachEnv,
    /// Who plays.
    pub actor: Policy<ReachTask, V>,
    goals: TrainingGoals,
    curriculum: Option<SharedCurriculum>,
    /// One episode a board; none before the first goals are drawn.
    open: Vec<Episode>,
    levels: Vec<u32>,
    earned: Vec<f32>,
    rng: Pcg64Mcg,
    pairs: Vec<(Board, Board)>,
    actions: Vec<Action>,
}

impl<V: Evaluator<State = Board, Goal = Board>> Collector<V> {
    /// `count` boards, which get their goals with the first step.
    pub fn new(
        count: usize,
        actor: Policy<ReachTask, V>,
        task: ReachTask,
        goals: TrainingGoals,
        curriculum: Option<SharedCurriculum>,
        rng: Pcg64Mcg,
    ) -> Result<Self, TrainError> {
        let env = VectorReachEnv::new(count, *task.settings(), SharedSource::default(), Autoreset::Disabled)?;
        Ok(Self {
            env,
            actor,
            goals,
            curriculum,
            open: Vec::new(),
            levels: vec![0; count],
            earned: vec![0.0; count],
            rng,
            pairs: Vec::new(),
            actions: Vec::new(),
        })
    }

    /// The number of boards.
    pub fn boards(&self) -> usize {
        self.env.count()
    }

    /// Places one piece on every board.
    pub fn step(&mut self, epsilon: f64, harvest: &mut Harvest) -> Result<(), TrainError> {
        while self.open.len() < self.env.count() {
            let episode = self.start(self.open.len())?;
            self.open.push(episode);
        }
        self.pairs.clear();
        self.pairs.extend(self.env.states().iter().copied().zip(self.env.goals().iter().copied()));
        self.actor.act(&self.pairs, epsilon, &mut self.rng, &mut self.actions)?;
        self.env.advance(&self.actions)?;
        for index in 0..self.actions.len() {
            let state = self.env.states()[index];
            self.open[index].push(self.actions[index], state);
            let arrays = self.env.arrays();
            self.earned[index] += arrays.rewards[index];
            if arrays.has_final[index] {
                let reached = state == self.env.goals()[index];
                let stuck = arrays.terminated[index] && !reached;
                let (length, earned) = (self.env.elapsed()[index], self.earned[index]);
                harvest.outcomes.push(Outcome { reached, stuck, length, earned });
                if let Some(curriculum) = &self.curriculum {
                    curriculum.record(self.levels[index], reached);
                }
                let next = self.start(index)?;
                harvest.episodes.push(std::mem::replace(&mut self.open[index], next));
            }
        }
        harvest.environment_steps += self.actions.len() as u64;
        Ok(())
    }

    /// Gives a board its next goal.
    fn start(&mut self, index: usize) -> Result<Episode, TrainError> {
        let level = self.curriculum.as_ref().map(|curriculum| curriculum.draw(&mut self.rng));
        let sample = self.goals.draw(level, &mut self.rng).ok_or(TrainError::NoGoals)?;
        let ends = Ends { start: sample.start, goal: *sample.target.board() };
        self.levels[index] = level.unwrap_or(0);
        self.earned[index] = 0.0;
        self.env.place(index, ends, 0)?;
        Ok(Episode::new(ends.start, ends.goal))
    }

    /// All that a checkpoint must keep.
    pub fn state(&self) -> CollectorState {
        CollectorState {
            open: self.open.clone(),
            levels: self.levels.clone(),
            earned: self.earned.clone(),
            rng: self.rng.clone(),
        }
    }

    /// Goes on exactly where another collector was; `None` if that one had other boards.
    pub fn restore(&mut self, state: CollectorState) -> Result<Option<()>, TrainError> {
        let CollectorState { open, levels, earned, rng } = state;
        let count = self.env.count();
        let sound = |episode: &Episode| episode.states.len() == episode.actions.len() + 1;
        if !(open.is_empty() || open.len() == count)
            || [levels.len(), earned.len()] != [count; 2]
            || !open.iter().all(sound)
        {
            return Ok(None);
        }
        for (index, episode) in open.iter().enumerate() {
            let Some(&start) = episode.states.last() else { return Ok(None) };
            self.env.place(index, Ends { start, goal: episode.goal }, episode.actions.len() as u32)?;
        }
        (self.open, self.levels, self.earned, self.rng) = (open, levels, earned, rng);
        Ok(Some(()))
    }
}
