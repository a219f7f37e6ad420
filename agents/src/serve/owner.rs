//! The threads that own networks.

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender};
use serde::{Deserialize, Serialize};

use super::numbers::{Counters, ServerNumbers};
use super::{Cache, Client, SharedSymmetry};
use crate::evaluate::{EvaluateError, Evaluations, Evaluator};

/// How questions are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerSettings {
    /// The most questions judged at once.
    pub batch: usize,
    /// Microseconds that the first question of a batch waits for others, unless all clients wait already.
    pub wait: u64,
    /// Answers kept.
    pub cache: usize,
}

impl Default for ServerSettings {
    fn default() -> Self {
        ServerSettings { batch: 64, wait: 500, cache: 20_000 }
    }
}

/// Questions of one client.
pub(super) struct ClientRequest<S, G> {
    pub pairs: Vec<(S, G)>,
    pub reply: Sender<Result<Evaluations, EvaluateError>>,
}

/// What clients and owners share.
#[derive(Debug)]
pub(super) struct Shared<S, G> {
    pub cache: Cache<S, G>,
    pub counters: Counters,
    pub clients: AtomicUsize,
    /// Clients that wait for an answer.
    pub waiting: AtomicUsize,
}

/// Evaluators in their own threads, for any number of clients.
///
/// The threads end when the server and all its clients are gone.
#[derive(Debug)]
pub struct Server<S, G> {
    requests: Sender<ClientRequest<S, G>>,
    owners: Vec<JoinHandle<()>>,
    shared: Arc<Shared<S, G>>,
    symmetry: Option<SharedSymmetry<S, G>>,
}

impl<S, G> Server<S, G>
where
    S: Copy + Eq + Hash + Send + Sync + 'static,
    G: Copy + Eq + Hash + Send + Sync + 'static,
{
    /// Starts a thread for each evaluator; all of them must give the same answers.
    pub fn start<V>(
        evaluators: Vec<V>,
        symmetry: Option<SharedSymmetry<S, G>>,
        settings: ServerSettings,
    ) -> Result<Self, EvaluateError>
    where
        V: Evaluator<State = S, Goal = G> + Send + 'static,
    {
        let (requests, incoming) = crossbeam::channel::unbounded();
        let shared = Arc::new(Shared {
            cache: Cache::new(settings.cache),
            counters: Counters::default(),
            clients: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
        });
        let mut owners = Vec::new();
        for (index, evaluator) in evaluators.into_iter().enumerate() {
            let owner = Owner { evaluator, incoming: incoming.clone(), shared: shared.clone(), settings };
            let thread = Builder::new().name(format!("inference-{index}")).spawn(move || owner.run());
            owners.push(thread.map_err(|error| EvaluateError {
                reason: format!("the inference thread could not be started: {error}"),
            })?);
        }
        Ok(Server { requests, owners, shared, symmetry })
    }

    /// A new client.
    pub fn client(&self) -> Client<S, G> {
        Client::new(self.requests.clone(), self.shared.clone(), self.symmetry.clone())
    }

    /// What was done so far.
    pub fn numbers(&self) -> ServerNumbers {
        self.shared.counters.read()
    }

    /// Forgets all answers: the network has changed.
    pub fn forget(&self) {
        self.shared.cache.clear();
    }

    /// Waits until the threads have ended, which they do when all clients are gone.
    pub fn join(self) {
        let Server { requests, owners, .. } = self;
        drop(requests);
        for owner in owners {
            // An owner that panicked has told its clients; there is nothing else to do about it.
            let _ = owner.join();
        }
    }
}

/// One evaluator in its thread.
struct Owner<V, S, G> {
    evaluator: V,
    incoming: Receiver<ClientRequest<S, G>>,
    shared: Arc<Shared<S, G>>,
    settings: ServerSettings,
}

impl<V: Evaluator<State = S, Goal = G>, S: Copy, G: Copy> Owner<V, S, G> {
    fn run(mut self) {
        let mut requests = Vec::new();
        let mut pairs = Vec::new();
        let mut answers = Evaluations::default();
        while let Ok(first) = self.incoming.recv() {
            requests.push(first);
            self.fill(&mut requests);
            pairs.clear();
            requests.iter().for_each(|request| pairs.extend_from_slice(&request.pairs));
            let judged = self.judge(&pairs, &mut answers);
            let mut from = 0;
            for request in requests.drain(..) {
                let to = from + request.pairs.len();
                let reply = judged.clone().map(|()| part(&answers, from..to));
                // A client that is gone needs no answer.
                let _ = request.reply.send(reply);
                from = to;
            }
        }
    }

    /// Adds requests until the batch is full, its time is over, or nobody is left who could ask.
    fn fill(&self, requests: &mut Vec<ClientRequest<S, G>>) {
        let deadline = Instant::now() + Duration::from_micros(self.settings.wait);
        let mut size: usize = requests.iter().map(|request| request.pairs.len()).sum();
        while size < self.settings.batch {
            let everyone_waits = || {
                let waiting = self.shared.waiting.load(Ordering::Acquire);
                waiting >= self.shared.clients.load(Ordering::Acquire)
            };
            let next = match self.incoming.try_recv() {
                Ok(request) => Some(request),
                Err(_) if everyone_waits() => None,
                Err(_) => self.incoming.recv_deadline(deadline).ok(),
            };
            let Some(request) = next else { return };
            size += request.pairs.len();
            requests.push(request);
        }
    }

    /// Judges the pairs in batches of the size that was asked for.
    fn judge(&mut self, pairs: &[(S, G)], answers: &mut Evaluations) -> Result<(), EvaluateError> {
        answers.clear(0);
        let mut some = Evaluations::default();
        for batch in pairs.chunks(self.settings.batch.max(1)) {
            self.evaluator.evaluate(batch, &mut some)?;
            if some.len() != batch.len() {
                let reason = format!("{} answers for {} questions", some.len(), batch.len());
                return Err(EvaluateError { reason });
            }
            self.shared.counters.count_batch(batch.len());
            answers.actions = some.actions;
            answers.log_policy.append(&mut some.log_policy);
            answers.q.append(&mut some.q);
            answers.success.append(&mut some.success);
            answers.distance.append(&mut some.distance);
        }
        Ok(())
    }
}

fn part(all: &Evaluations, rows: std::ops::Range<usize>) -> Evaluations {
    let of_actions = rows.start * all.actions..rows.end * all.actions;
    Evaluations {
        actions: all.actions,
        log_policy: all.log_policy[of_actions.clone()].to_vec(),
        q: all.q[of_actions].to_vec(),
        distance: all.distance.get(rows.clone()).unwrap_or(&[]).to_vec(),
        success: all.success[rows].to_vec(),
    }
}
