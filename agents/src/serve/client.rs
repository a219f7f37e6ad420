//! Asks a server, as an evaluator.

use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossbeam::channel::Sender;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::SharedSymmetry;
use super::cache::CachedAnswer;
use super::owner::{ClientRequest, Shared};
use crate::env::Action;
use crate::evaluate::{EvaluateError, Evaluations, Evaluator};

/// A connection to a server.
pub struct Client<S, G> {
    requests: Sender<ClientRequest<S, G>>,
    shared: Arc<Shared<S, G>>,
    symmetry: Option<SharedSymmetry<S, G>>,
    /// Of each question: its place among the unknown ones or its answer, and whether it was mirrored.
    found: Vec<(Found, bool)>,
    unknown: FxHashMap<(S, G), usize>,
    judged: u64,
}

enum Found {
    Known(Arc<CachedAnswer>),
    Unknown(usize),
}

impl<S, G> Client<S, G> {
    pub(super) fn new(
        requests: Sender<ClientRequest<S, G>>,
        shared: Arc<Shared<S, G>>,
        symmetry: Option<SharedSymmetry<S, G>>,
    ) -> Self {
        shared.clients.fetch_add(1, Ordering::AcqRel);
        Client { requests, shared, symmetry, found: Vec::new(), unknown: FxHashMap::default(), judged: 0 }
    }

    /// Questions of this client that a network had to judge.
    pub fn judged(&self) -> u64 {
        self.judged
    }
}

impl<S: Copy + Eq + Hash, G: Copy + Eq + Hash> Client<S, G> {
    /// The question that stands for both this one and its mirror image, and whether it is the mirror image.
    fn reduced(&self, pair: &(S, G)) -> ((S, G), bool) {
        let Some(symmetry) = &self.symmetry else { return (*pair, false) };
        let mirrored = (symmetry.mirror_state(&pair.0), symmetry.mirror_goal(&pair.1));
        // Any fixed order will do, and everything can be hashed.
        if FxBuildHasher.hash_one(mirrored) < FxBuildHasher.hash_one(pair) {
            (mirrored, true)
        } else {
            (*pair, false)
        }
    }

    /// Has the unknown questions judged, in their order.
    fn ask(&mut self, pairs: Vec<(S, G)>) -> Result<Evaluations, EvaluateError> {
        let gone = || EvaluateError { reason: "the inference thread has ended".into() };
        let (reply, answer) = crossbeam::channel::bounded(1);
        self.judged += pairs.len() as u64;
        self.shared.waiting.fetch_add(1, Ordering::AcqRel);
        let answer = match self.requests.send(ClientRequest { pairs, reply }) {
            // If the owner dies the request is dropped, and with it the other end of this channel.
            Ok(()) => answer.recv().unwrap_or_else(|_| Err(gone())),
            Err(_) => Err(gone()),
        };
        self.shared.waiting.fetch_sub(1, Ordering::AcqRel);
        answer
    }

    /// Appends an answer, mirrored back if its question was.
    fn write(&self, log_policy: &[f32], q: &[f32], is_mirrored: bool, out: &mut Evaluations) {
        match self.symmetry.as_ref().filter(|_| is_mirrored) {
            None => {
                out.log_policy.extend_from_slice(log_policy);
                out.q.extend_from_slice(q);
            }
            Some(symmetry) => {
                let there = |action| symmetry.mirror_action(Action(action as u16)).index();
                out.log_policy.extend((0..log_policy.len()).map(|action| log_policy[there(action)]));
                out.q.extend((0..q.len()).map(|action| q[there(action)]));
            }
        }
    }
}

impl<S: Copy + Eq + Hash, G: Copy + Eq + Hash> Evaluator for Client<S, G> {
    type State = S;
    type Goal = G;

    fn evaluate(&mut self, pairs: &[(S, G)], out: &mut Evaluations) -> Result<(), EvaluateError> {
        self.found.clear();
        self.unknown.clear();
        let mut unknown = Vec::new();
        for pair in pairs {
            let (pair, is_mirrored) = self.reduced(pair);
            let found = match self.shared.cache.get(&pair) {
                Some(answer) => Found::Known(answer),
                None => Found::Unknown(*self.unknown.entry(pair).or_insert_with(|| {
                    unknown.push(pair);
                    unknown.len() - 1
                })),
            };
            self.found.push((found, is_mirrored));
        }
        self.shared.counters.count_questions(pairs.len(), pairs.len() - unknown.len());
        let keys = unknown.clone();
        let fresh = if unknown.is_empty() { Evaluations::default() } else { self.ask(unknown)? };
        let known = self.found.iter().find_map(|(found, _)| match found {
            Found::Known(answer) => Some(answer.q.len()),
            Found::Unknown(_) => None,
        });
        out.clear(known.unwrap_or(fresh.actions));
        for (found, is_mirrored) in &self.found {
            match found {
                Found::Known(answer) => {
                    self.write(&answer.log_policy, &answer.q, *is_mirrored, out);
                    out.success.push(answer.success);
                    out.distance.extend(answer.distance);
                }
                Found::Unknown(row) => {
                    self.write(fresh.log_policy(*row), fresh.q(*row), *is_mirrored, out);
                    out.success.push(fresh.success[*row]);
                    out.distance.extend(fresh.distance.get(*row));
                }
            }
        }
        for (row, key) in keys.into_iter().enumerate() {
            let answer = CachedAnswer {
                log_policy: fresh.log_policy(row).into(),
                q: fresh.q(row).into(),
                success: fresh.success[row],
                distance: fresh.distance.get(row).copied(),
            };
            self.shared.cache.insert(key, Arc::new(answer));
        }
        Ok(())
    }
}

impl<S, G> Drop for Client<S, G> {
    fn drop(&mut self) {
        self.shared.clients.fetch_sub(1, Ordering::AcqRel);
    }
}

impl<S, G> fmt::Debug for Client<S, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("judged", &self.judged).finish_non_exhaustive()
    }
}
