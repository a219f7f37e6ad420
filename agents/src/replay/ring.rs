//! A ring of whole episodes.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::ReplayError;
use crate::env::{Action, Transition};

/// The number of a transition, counted from the first one ever stored and never given twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TransitionId(pub u64);

/// The newest finished episodes, as many as fit into a capacity in transitions; the oldest give way to new ones.
///
/// Several writers each build an episode at the same time. It becomes visible when it ends, all of it at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Stored<S, G>", bound(deserialize = "S: Deserialize<'de>, G: Deserialize<'de>"))]
pub struct EpisodeRing<S, G> {
    capacity: usize,
    /// One more than actions for every episode: that of number `e` (of those held) starts at `first - oldest + e`.
    states: VecDeque<S>,
    actions: VecDeque<Action>,
    episodes: VecDeque<Record<G>>,
    /// The number of the oldest transition held.
    oldest: u64,
    /// What a search advised in the state of a transition, for the few that have such advice.
    advice: BTreeMap<u64, Box<[(Action, f32)]>>,
    open: Vec<Option<Open<S, G>>>,
}

/// A finished episode: where it starts and what it was meant to reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Record<G> {
    first: u64,
    desired_goal: G,
}

/// An episode that has not ended yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Open<S, G> {
    states: Vec<S>,
    actions: Vec<Action>,
    desired_goal: G,
}

impl<S: Copy, G: Copy> EpisodeRing<S, G> {
    /// An empty ring for at most `capacity` transitions and `writers` episodes open at a time.
    pub fn new(capacity: usize, writers: usize) -> Result<Self, ReplayError> {
        if capacity == 0 {
            return Err(ReplayError::InvalidSettings { reason: "the capacity is at least 1 transition" });
        }
        Ok(EpisodeRing {
            capacity,
            states: VecDeque::new(),
            actions: VecDeque::new(),
            episodes: VecDeque::new(),
            oldest: 0,
            advice: BTreeMap::new(),
            open: (0..writers).map(|_| None).collect(),
        })
    }

    /// Opens an episode for a writer; one that it had open and did not end is forgotten.
    pub fn begin(&mut self, writer: usize, state: S, desired_goal: G) -> Result<(), ReplayError> {
        *self.writer(writer)? = Some(Open { states: vec![state], actions: Vec::new(), desired_goal });
        Ok(())
    }

    /// Adds a step to a writer's open episode.
    pub fn push(&mut self, writer: usize, action: Action, next_state: S) -> Result<(), ReplayError> {
        let open = self.writer(writer)?.as_mut().ok_or(ReplayError::NoOpenEpisode { writer })?;
        open.states.push(next_state);
        open.actions.push(action);
        Ok(())
    }

    /// Ends a writer's open episode, for whatever reason, and makes it visible; one without steps is forgotten.
    pub fn end(&mut self, writer: usize) -> Result<(), ReplayError> {
        let open = self.writer(writer)?.take().ok_or(ReplayError::NoOpenEpisode { writer })?;
        self.push_episode(&open.states, &open.actions, open.desired_goal)
    }

    /// Adds a finished episode: one state more than actions.
    pub fn push_episode(
        &mut self,
        states: &[S],
        actions: &[Action],
        desired_goal: G,
    ) -> Result<(), ReplayError> {
        if states.len() != actions.len() + 1 {
            return Err(ReplayError::UnevenEpisode { states: states.len(), actions: actions.len() });
        }
        if actions.len() > self.capacity {
            return Err(ReplayError::EpisodeTooLong { length: actions.len(), capacity: self.capacity });
        }
        if actions.is_empty() {
            return Ok(());
        }
        while self.len() + actions.len() > self.capacity {
            self.forget_oldest();
        }
        let first = self.ids().end;
        make_room(&mut self.states, states.len());
        make_room(&mut self.actions, actions.len());
        make_room(&mut self.episodes, 1);
        self.states.extend(states);
        self.actions.extend(actions);
        self.episodes.push_back(Record { first, desired_goal });
        Ok(())
    }

    /// Keeps what a search advised in the state of a transition under the goal of its episode: shares that sum to 1, or
    /// none where the action of the transition was shown.
    ///
    /// Advice about a transition that is not held is forgotten.
    pub fn advise(&mut self, id: TransitionId, policy: Box<[(Action, f32)]>) {
        if self.ids().contains(&id.0) {
            self.advice.insert(id.0, policy);
        }
    }

    /// What a search advised in the state of a transition.
    pub fn advice(&self, id: TransitionId) -> Option<&[(Action, f32)]> {
        self.advice.get(&id.0).map(|policy| &**policy)
    }

    /// The number of transitions held.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether there is nothing to sample from.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// The largest number of transitions held at a time.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The number of finished episodes held.
    pub fn episodes(&self) -> usize {
        self.episodes.len()
    }

    /// The numbers of the transitions held, oldest first.
    pub fn ids(&self) -> Range<u64> {
        self.oldest..self.oldest + self.actions.len() as u64
    }

    /// The bytes allocated for finished episodes.
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>()
            + self.actions.capacity() * size_of::<Action>()
            + self.episodes.capacity() * size_of::<Record<G>>()
    }

    /// The episode of a transition and the transition's place in it, `None` if it was overwritten or never stored.
    pub fn find(&self, id: TransitionId) -> Option<(StoredEpisode<'_, S, G>, usize)> {
        if !self.ids().contains(&id.0) {
            return None;
        }
        let number = self.episodes.partition_point(|episode| episode.first <= id.0) - 1;
        let record = &self.episodes[number];
        let end = self.episodes.get(number + 1).map_or(self.ids().end, |next| next.first);
        let offset = (record.first - self.oldest) as usize;
        let episode = StoredEpisode { ring: self, offset, number, length: (end - record.first) as usize };
        Some((episode, (id.0 - record.first) as usize))
    }

    /// A uniformly random transition of the finished episodes.
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<TransitionId> {
        if self.is_empty() { None } else { Some(TransitionId(rng.random_range(self.ids()))) }
    }

    fn forget_oldest(&mut self) {
        self.episodes.pop_front();
        let oldest = self.episodes.front().map_or(self.ids().end, |episode| episode.first);
        let length = (oldest - self.oldest) as usize;
        self.actions.drain(..length);
        self.states.drain(..length + 1);
        self.oldest = oldest;
        while self.advice.first_key_value().is_some_and(|(id, _)| *id < oldest) {
            self.advice.pop_first();
        }
    }

    fn writer(&mut self, writer: usize) -> Result<&mut Option<Open<S, G>>, ReplayError> {
        let writers = self.open.len();
        self.open.get_mut(writer).ok_or(ReplayError::UnknownWriter { writer, writers })
    }
}

/// Grows by an eighth instead of doubling, so that a full ring wastes little.
fn make_room<T>(deque: &mut VecDeque<T>, extra: usize) {
    if deque.len() + extra > deque.capacity() {
        deque.reserve_exact(extra.max(deque.len() / 8));
    }
}

/// A finished episode inside a ring.
#[derive(Clone, Copy, Debug)]
pub struct StoredEpisode<'a, S, G> {
    ring: &'a EpisodeRing<S, G>,
    offset: usize,
    number: usize,
    length: usize,
}

impl<S: Copy, G: Copy> StoredEpisode<'_, S, G> {
    /// The number of steps, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "an episode without steps is never stored")]
    pub fn len(&self) -> usize {
        self.length
    }

    /// The goal that was pursued.
    pub fn desired_goal(&self) -> G {
        self.ring.episodes[self.number].desired_goal
    }

    /// The state before step `i`, or after the last step for `i == len()`.
    pub fn state(&self, i: usize) -> S {
        assert!(i <= self.length, "state {i} of an episode of {} steps", self.length);
        self.ring.states[self.offset + self.number + i]
    }

    /// The action of step `i`.
    pub fn action(&self, i: usize) -> Action {
        assert!(i < self.length, "step {i} of an episode of {}", self.length);
        self.ring.actions[self.offset + i]
    }

    /// Step `i`.
    pub fn transition(&self, i: usize) -> Transition<S> {
        Transition {
            state: self.state(i),
            action: self.action(i),
            next_state: self.state(i + 1),
            elapsed: i as u32 + 1,
        }
    }
}

/// A ring as read from a file, before its parts are known to fit together.
#[derive(Deserialize)]
struct Stored<S, G> {
    capacity: usize,
    states: VecDeque<S>,
    actions: VecDeque<Action>,
    episodes: VecDeque<Record<G>>,
    oldest: u64,
    advice: BTreeMap<u64, Box<[(Action, f32)]>>,
    open: Vec<Option<Open<S, G>>>,
}

impl<S, G> TryFrom<Stored<S, G>> for EpisodeRing<S, G> {
    type Error = ReplayError;

    fn try_from(stored: Stored<S, G>) -> Result<Self, ReplayError> {
        let Stored { capacity, states, actions, episodes, oldest, advice, open } = stored;
        let end = oldest.checked_add(actions.len() as u64);
        let firsts = || episodes.iter().map(|episode| episode.first);
        let fits = [
            (actions.len() <= capacity && capacity > 0, "more transitions than the capacity"),
            (states.len() == actions.len() + episodes.len(), "states, actions and episodes do not add up"),
            (firsts().next().is_none_or(|first| first == oldest), "the first episode is not the oldest"),
            (firsts().zip(firsts().skip(1)).all(|(a, b)| a < b), "the episodes are not in order"),
            (end.is_some_and(|end| firsts().all(|first| first < end)), "an episode starts after the end"),
            (episodes.is_empty() == actions.is_empty(), "transitions without an episode"),
            (
                advice.keys().all(|id| *id >= oldest && end.is_some_and(|end| *id < end)),
                "advice about transitions that do not exist",
            ),
            (
                open.iter().flatten().all(|open| open.states.len() == open.actions.len() + 1),
                "an open episode is uneven",
            ),
        ];
        match fits.into_iter().find(|(fits, _)| !fits) {
            Some((_, reason)) => Err(ReplayError::Damaged { reason }),
            None => Ok(EpisodeRing { capacity, states, actions, episodes, oldest, advice, open }),
        }
    }
}
