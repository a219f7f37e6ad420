//! Replay and the learner: what the actors collected becomes a better network.

use std::sync::Arc;
use std::time::Instant;

use rand_pcg::Pcg64Mcg;

use super::super::{Domain, DomainGoal, DomainState, Experience, LearnerStats, TrainError};
use super::preparation_pool::PreparationPool;
use crate::learn::{Distributions, GoalLearner, PreparedBatch};
use crate::nn::Device;
use crate::replay::{Minibatch, ReplayBuffer, TransitionId};
use crate::train::settings::ReplayAnnealing;

/// A learner with what it learns from.
#[derive(Debug)]
pub struct ReplayLearner<D: Domain> {
    /// The learner.
    pub learner: GoalLearner<D::Task, D::Encoder>,
    /// What the actors collected.
    pub replay: ReplayBuffer<DomainState<D>, DomainGoal<D>>,
    /// The stream that batches are drawn with.
    pub rng: Pcg64Mcg,
    /// The numbers since the last record.
    pub stats: LearnerStats,
    batch: Minibatch<DomainState<D>, DomainGoal<D>>,
    /// The threads that prepare batches ahead, if there are any.
    pool: Option<PreparationPool<D>>,
    drawing: Drawing,
}

/// How a learner draws batches.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// Transitions in a batch.
    pub batch_size: usize,
    /// Whether the errors of values become priorities.
    pub has_priorities: bool,
    /// What changes as training goes on.
    pub annealing: ReplayAnnealing,
}

impl<D: Domain> ReplayLearner<D> {
    /// A learner that draws from replay.
    pub fn new(
        learner: GoalLearner<D::Task, D::Encoder>,
        replay: ReplayBuffer<DomainState<D>, DomainGoal<D>>,
        drawing: Drawing,
        rng: Pcg64Mcg,
    ) -> Self {
        let (stats, batch) = (LearnerStats::default(), Minibatch::default());
        ReplayLearner { learner, replay, rng, stats, batch, pool: None, drawing }
    }

    /// Has batches prepared in threads of their own from now on, some updates ahead of the learner.
    pub fn prepare_ahead(&mut self, threads: usize) -> Result<(), TrainError> {
        self.pool = Some(PreparationPool::start(self.learner.preparation(), threads, &mut self.rng)?);
        Ok(())
    }

    /// Draws the next batch and shows it to the network, or takes one that was drawn before.
    fn prepared(&mut self, domain: &D) -> Result<PreparedBatch, TrainError> {
        let ReplayLearner { learner, replay, rng, batch, pool, drawing, .. } = self;
        let accepts = |state: &DomainState<D>, goal: &DomainGoal<D>| domain.is_training_sample(state, goal);
        if let Some(pool) = pool {
            return pool.next(|batch| {
                Ok(replay.sample_where(domain.task(), drawing.batch_size, rng, batch, accepts)?)
            });
        }
        replay.sample_where(domain.task(), drawing.batch_size, rng, batch, accepts)?;
        Ok(learner.preparation().prepare(batch, rng))
    }

    /// Gradient steps so far.
    pub fn updates(&self) -> u64 {
        self.learner.updates()
    }

    /// Puts experience into replay.
    pub fn store(
        &mut self,
        experience: &Experience<DomainState<D>, DomainGoal<D>>,
    ) -> Result<(), TrainError> {
        for trajectory in &experience.trajectories {
            self.replay.push_episode(&trajectory.states, &trajectory.actions, trajectory.goal)?;
            let first = self.replay.ring.ids().end - trajectory.len() as u64;
            for advice in &trajectory.advice {
                self.replay.ring.advise(TransitionId(first + advice.step as u64), advice.policy.clone());
            }
        }
        Ok(())
    }

    /// Makes one gradient step; its distributions come back if they are captured.
    pub fn learn(&mut self, domain: &D, is_captured: bool) -> Result<Option<Distributions>, TrainError> {
        let begun = Instant::now();
        let (step, Drawing { annealing, .. }) = (self.updates(), self.drawing);
        self.replay.set_n_step(annealing.n_step_at(step));
        self.replay.set_beta(annealing.beta.at(step));
        let prepared = self.prepared(domain)?;
        let ready = Instant::now();
        if is_captured {
            self.learner.capture_next();
        }
        // Priorities and captures need the numbers of every update; on the processor they cost nothing.
        let has_priorities = self.drawing.has_priorities && self.replay.settings().priority.is_some();
        let waits = has_priorities || is_captured || self.learner.network().device() == Device::Cpu;
        let metrics = if waits {
            Some(self.learner.learn_prepared(&prepared).map_err(TrainError::other)?)
        } else {
            self.learner.learn_without_waiting(&prepared).map_err(TrainError::other)?
        };
        self.stats.add(metrics.as_ref(), (ready - begun).as_secs_f64(), ready.elapsed().as_secs_f64());
        if has_priorities {
            self.replay.update_priorities(&prepared.ids, self.learner.errors());
        }
        Ok(self.learner.take_capture())
    }

    /// The weights to play by, for other threads.
    pub fn weights(&self) -> Arc<[f32]> {
        self.learner.playing_network().parameters().to_vec().into()
    }
}
