//! From a drawn batch to tensors: all that an update needs and that no weight has a say in.

use std::sync::Arc;

use rand::Rng;
use tch::Device;

use super::labels::{Asked, Labels};
use crate::env::{GoalTask, Symmetries};
use crate::learn::{DqnSettings, draw_images};
use crate::nn::{Encoder, Encoding, Input};
use crate::replay::{Minibatch, TransitionId};

/// A batch on the learner's device; it can be made in one thread and learned from in another.
#[derive(Debug)]
pub struct PreparedBatch {
    /// Which transitions were drawn.
    pub ids: Vec<TransitionId>,
    pub(super) samples: Samples,
}

/// Some samples, shown to the network and labelled.
#[derive(Debug)]
pub(super) struct Samples {
    pub labels: Labels,
    pub input: Input,
    /// What comes after them, if values are learned.
    pub next: Option<Input>,
}

impl Samples {
    /// The same on another device.
    pub fn to(&self, device: Device) -> Self {
        Samples {
            labels: self.labels.to(device),
            input: self.input.to(device),
            next: self.next.as_ref().map(|next| next.to(device)),
        }
    }

    /// The samples in `parts` parts of nearly equal size, in the same memory; none is empty.
    pub fn split(&self, parts: usize) -> Vec<Samples> {
        let (count, parts) = (self.input.planes.size()[0], parts as i64);
        let start = |part: i64| part * count / parts;
        (0..parts)
            .map(|part| (start(part), start(part + 1) - start(part)))
            .filter(|(_, length)| *length > 0)
            .map(|(start, length)| Samples {
                labels: self.labels.part(start, length),
                input: self.input.part(start, length),
                next: self.next.as_ref().map(|next| next.part(start, length)),
            })
            .collect()
    }
}

/// Shows batches of a task to a learner.
#[derive(Clone, Debug)]
pub struct Preparation<T: GoalTask, E> {
    task: T,
    encoder: E,
    symmetries: Option<SharedSymmetries<T>>,
    encoding: Encoding,
    bootstraps: bool,
    asked: Asked,
    device: Device,
}

type SharedSymmetries<T> =
    Arc<dyn Symmetries<State = <T as GoalTask>::State, Goal = <T as GoalTask>::Goal> + Send + Sync>;

impl<T, E> Preparation<T, E>
where
    T: GoalTask,
    E: Encoder<State = T::State, Goal = T::Goal>,
{
    /// A preparation for a learner with these settings on a device.
    pub fn new(task: T, encoder: E, settings: &DqnSettings, device: Device) -> Self {
        Preparation {
            task,
            encoding: Encoding::new(encoder.shape()),
            encoder,
            symmetries: None,
            bootstraps: settings.losses.q > 0.0,
            asked: Asked {
                success: settings.losses.success > 0.0,
                ceilings: settings.ceilings && settings.losses.q > 0.0,
            },
            device,
        }
    }

    /// Puts images under these symmetries in the place of samples from now on.
    pub fn set_symmetries(
        &mut self,
        symmetries: Arc<dyn Symmetries<State = T::State, Goal = T::Goal> + Send + Sync>,
    ) {
        self.symmetries = Some(symmetries);
    }

    /// The task.
    pub fn task(&self) -> &T {
        &self.task
    }

    /// Draws images of a batch and turns it into tensors.
    pub fn prepare<R: Rng + ?Sized>(
        &mut self,
        batch: &mut Minibatch<T::State, T::Goal>,
        rng: &mut R,
    ) -> PreparedBatch {
        if let Some(symmetries) = &self.symmetries {
            draw_images(symmetries.as_ref(), batch, rng);
        }
        PreparedBatch {
            ids: batch.ids.clone(),
            samples: Samples {
                labels: Labels::new(&self.task, batch, self.asked, self.device),
                next: self.bootstraps.then(|| self.input(&batch.next_states, &batch.desired_goals)),
                input: self.input(&batch.states, &batch.desired_goals),
            },
        }
    }

    fn input(&mut self, states: &[T::State], goals: &[T::Goal]) -> Input {
        self.encoding.clear();
        for (state, goal) in states.iter().zip(goals) {
            self.encoding.push(&self.encoder, state, goal);
        }
        Input::new(&self.encoding, self.device)
    }
}
