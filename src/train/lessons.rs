//! Replay and the learner: what the actors collected becomes a better network.

use std::sync::Arc;
use std::time::Instant;

use rand_pcg::Pcg64Mcg;
use tetreach_agents::learn::{Distributions, GoalLearner};
use tetreach_agents::replay::{Minibatch, ReplayBuffer, TransitionId};

use super::error::TrainError;
use super::harvest::Harvest;
use super::learning_window::LearningWindow;
use crate::config::LearnerConfig;
use crate::game::Board;
use crate::reach::ReachEncoder;
use crate::reach::{ReachTask, Split};

/// A learner with what it learns from.
#[derive(Debug)]
pub struct Lessons {
    /// The learner.
    pub learner: GoalLearner<ReachTask, ReachEncoder>,
    /// What the actors collected.
    pub replay: ReplayBuffer<Board, Board>,
    /// The stream that batches are drawn with.
    pub rng: Pcg64Mcg,
    /// The numbers since the last record.
    pub window: LearningWindow,
    batch: Minibatch<Board, Board>,
    batch_size: usize,
    has_priorities: bool,
}

impl Lessons {
    /// Lessons by the config of the learner.
    pub fn new(
        learner: GoalLearner<ReachTask, ReachEncoder>,
        replay: ReplayBuffer<Board, Board>,
        config: &LearnerConfig,
        rng: Pcg64Mcg,
    ) -> Self {
        Lessons {
            learner,
            replay,
            rng,
            window: LearningWindow::default(),
            batch: Minibatch::default(),
            batch_size: config.batch_size,
            has_priorities: config.loss_weights.q > 0.0,
        }
    }

    /// Gradient steps so far.
    pub fn updates(&self) -> u64 {
        self.learner.updates()
    }

    /// Whether there is anything to learn from.
    pub fn is_empty(&self) -> bool {
        self.replay.ring.is_empty()
    }

    /// Puts the episodes of a harvest into replay.
    pub fn store(&mut self, harvest: &Harvest) -> Result<(), TrainError> {
        for episode in &harvest.episodes {
            self.replay.ring.push_episode(&episode.states, &episode.actions, episode.goal)?;
            let first = self.replay.ring.ids().end - episode.actions.len() as u64;
            for advice in &episode.advice {
                self.replay.ring.advise(TransitionId(first + advice.step as u64), advice.policy.clone());
            }
        }
        Ok(())
    }

    /// Makes one gradient step; its distributions come back if they are asked for.
    pub fn learn(&mut self, is_watched: bool) -> Result<Option<Distributions>, TrainError> {
        let begun = Instant::now();
        // Boards kept for validation and test are no goals in hindsight either.
        let is_training = |goal: &Board| Split::of(goal) == Split::Train;
        let task = *self.learner.preparation().task();
        self.replay.sample_where(&task, self.batch_size, &mut self.rng, &mut self.batch, is_training)?;
        let prepared = self.learner.preparation().prepare(&mut self.batch, &mut self.rng);
        let ready = Instant::now();
        if is_watched {
            self.learner.watch();
        }
        let metrics = self.learner.learn_prepared(&prepared)?;
        self.window.add(&metrics, (ready - begun).as_secs_f64(), ready.elapsed().as_secs_f64());
        if self.has_priorities {
            self.replay.update_priorities(&prepared.ids, self.learner.errors());
        }
        Ok(self.learner.seen())
    }

    /// The weights, for other threads.
    pub fn weights(&self) -> Arc<[f32]> {
        self.learner.network().parameters().to_vec().into()
    }
}
