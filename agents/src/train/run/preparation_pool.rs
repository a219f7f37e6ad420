//! Threads that show batches to the network while the learner learns from those before.

use std::thread::{Builder, JoinHandle};

use crossbeam::channel::{Receiver, Sender, bounded};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::learn::{Preparation, PreparedBatch};
use crate::nn::one_thread;
use crate::replay::Minibatch;
use crate::train::error::catch_panic;
use crate::train::{Domain, DomainGoal, DomainState, TrainError};

/// A batch as replay fills it.
type Drawn<D> = Minibatch<DomainState<D>, DomainGoal<D>>;

/// A batch that was prepared, and the room that it was drawn into.
type Ready<D> = (Drawn<D>, Result<PreparedBatch, TrainError>);

/// Batches on their way from replay to the learner, two for each thread and no more.
#[derive(Debug)]
pub struct PreparationPool<D: Domain> {
    drawn: Option<Sender<Drawn<D>>>,
    ready: Receiver<Ready<D>>,
    threads: Vec<JoinHandle<()>>,
    /// Batches that are not on their way.
    rooms: Vec<Drawn<D>>,
}

impl<D: Domain> PreparationPool<D> {
    /// Starts threads, each with a preparation and a random stream of its own.
    pub fn start(
        preparation: &Preparation<D::Task, D::Encoder>,
        threads: usize,
        rng: &mut Pcg64Mcg,
    ) -> Result<Self, TrainError> {
        let size = 2 * threads;
        let (drawn, todo) = bounded::<Drawn<D>>(size);
        let (done, ready) = bounded(size);
        let mut pool = PreparationPool { drawn: Some(drawn), ready, threads: Vec::new(), rooms: Vec::new() };
        pool.rooms.resize_with(size, Minibatch::default);
        for index in 0..threads {
            let (todo, done) = (todo.clone(), done.clone());
            let (mut preparation, mut rng) = (preparation.clone(), Pcg64Mcg::seed_from_u64(rng.random()));
            let work = move || {
                one_thread();
                for mut batch in todo {
                    let prepared = catch_panic("a thread that prepares batches", || {
                        Ok(preparation.prepare(&mut batch, &mut rng))
                    });
                    if done.send((batch, prepared)).is_err() {
                        break;
                    }
                }
            };
            pool.threads.push(Builder::new().name(format!("preparation-{index}")).spawn(work)?);
        }
        Ok(pool)
    }

    /// Has `draw` fill all batches that are not on their way, and returns the next one that is ready.
    pub fn next(
        &mut self,
        mut draw: impl FnMut(&mut Drawn<D>) -> Result<(), TrainError>,
    ) -> Result<PreparedBatch, TrainError> {
        let drawn = self.drawn.as_ref().expect("invariant: the threads run until the pool is dropped");
        while let Some(mut room) = self.rooms.pop() {
            draw(&mut room)?;
            drawn.send(room).expect("invariant: threads end when there is no sender any more");
        }
        let (room, prepared) = self.ready.recv().expect("invariant: threads answer every batch");
        self.rooms.push(room);
        prepared
    }
}

impl<D: Domain> Drop for PreparationPool<D> {
    fn drop(&mut self) {
        self.drawn = None;
        for thread in self.threads.drain(..) {
            // A thread catches its panics, and there is room for all that is under way.
            let _ = thread.join();
        }
    }
}
