//! Backward beam search in buckets of equal lines and pieces.
//!
//! Pieces = (cells + width * lines) / 4, so taking a piece away without un-clearing a line is free, and short answers
//! are those with few lines. States wait in buckets by (lines, pieces), lines first. All states of a bucket have as
//! many cells, which makes their costs comparable.

use std::hash::Hash;
use std::thread;

use rustc_hash::FxHashMap;

use super::budget::Deadline;
use crate::game::ActionId;

/// What is searched backwards: states, their predecessors and how promising they are.
pub trait Backwards: Sync {
    /// A board or part of one.
    type State: Copy + Send + Sync;
    /// What tells states apart.
    type Key: Copy + Eq + Hash + Send + Sync;

    /// Columns of the board.
    fn width(&self) -> u32;
    /// Filled cells of a state.
    fn cells(&self, state: &Self::State) -> u32;
    /// What tells this state from others.
    fn key(&self, state: &Self::State) -> Self::Key;
    /// How unpromising a state is among others with as many cells.
    fn cost(&self, state: &Self::State) -> u32;
    /// Whether the search looks for this state.
    fn is_hit(&self, state: &Self::State) -> bool;
    /// Calls `visit` with every state that leads to `state` by a placement that clears at most `most_cleared` rows,
    /// the placement, and how many rows it clears.
    fn for_each_predecessor(
        &self,
        state: &Self::State,
        most_cleared: usize,
        visit: impl FnMut(Self::State, ActionId, usize),
    );
}

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Extent {
    /// Most lines that may be un-cleared.
    pub lines: usize,
    /// States kept in each bucket of equal lines and pieces.
    pub width: usize,
}

/// A state that the search looked for, and how many lines it took.
#[derive(Clone, Copy, Debug)]
pub struct Hit<S> {
    /// The state.
    pub state: S,
    /// Lines that are cleared on the way from it.
    pub lines: usize,
    node: u32,
}

/// Whether a search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    Continue,
    /// End with the hits so far.
    Stop,
}

#[derive(Clone, Copy, Debug)]
struct Node<S> {
    state: S,
    parent: u32,
    action: ActionId,
    lines: u8,
}

/// A state waiting in a bucket: the lower the cost the sooner.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    cost: u32,
    node: u32,
}

/// A state that was generated and not yet put into its bucket.
#[derive(Clone, Copy, Debug)]
struct Candidate<S, K> {
    node: Node<S>,
    key: K,
    cost: u32,
    is_hit: bool,
}

/// What a thread found.
struct Expansion<S, K> {
    candidates: Vec<Candidate<S, K>>,
    generated: u64,
}

/// The states of equal lines and pieces, cut to the cheapest ones now and then.
#[derive(Debug)]
struct Bucket {
    waiting: Vec<Waiting>,
    /// Costs from here on would be cut anyway.
    too_costly: u32,
}

impl Default for Bucket {
    fn default() -> Self {
        Self { waiting: Vec::new(), too_costly: u32::MAX }
    }
}

impl Bucket {
    fn clear(&mut self) {
        self.waiting.clear();
        self.too_costly = u32::MAX;
    }

    #[inline]
    fn push(&mut self, waiting: Waiting, width: usize) {
        self.waiting.push(waiting);
        if self.waiting.len() >= 4 * width {
            self.cut(width);
        }
    }

    /// Keeps the `width` cheapest; equal costs are told apart by age, so that the result does not depend on how
    /// they are sorted.
    fn cut(&mut self, width: usize) {
        if self.waiting.len() > width {
            let (_, costliest, _) = self.waiting.select_nth_unstable_by_key(width - 1, |w| (w.cost, w.node));
            self.too_costly = costliest.cost;
            self.waiting.truncate(width);
        }
    }
}

/// A search with its memory, to be used again and again.
#[derive(Debug)]
pub struct BucketSearch<P: Backwards> {
    nodes: Vec<Node<P::State>>,
    fewest_lines: FxHashMap<P::Key, u8>,
    buckets: Vec<Bucket>,
    hits: Vec<Hit<P::State>>,
    generated: u64,
    threads: usize,
    deadline: Deadline,
}

impl<P: Backwards> Default for BucketSearch<P> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            fewest_lines: FxHashMap::default(),
            buckets: Vec::new(),
            hits: Vec::new(),
            generated: 0,
            threads: 1,
            deadline: Deadline::default(),
        }
    }
}

impl<P: Backwards> BucketSearch<P> {
    /// A search whose large buckets are expanded by several threads; what it finds does not depend on how many.
    pub fn with_threads(threads: usize) -> Self {
        Self { threads: threads.max(1), ..Self::default() }
    }

    /// From now on searches end at this moment with the hits that they have, in the midst of a bucket too.
    pub fn end_at(&mut self, deadline: Deadline) {
        self.deadline = deadline;
    }

    /// Whether searches would end at once.
    pub fn is_late(&self) -> bool {
        self.deadline.is_past()
    }

    /// States generated since this memory was made.
    pub fn generated(&self) -> u64 {
        self.generated
    }

    /// Looks for hits behind `start`. After each bucket `next` hears the hits so far and the states generated, and
    /// decides whether to go on.
    pub fn run(
        &mut self,
        problem: &P,
        start: P::State,
        reach: Extent,
        mut next: impl FnMut(&[Hit<P::State>], u64) -> Next,
    ) -> &[Hit<P::State>] {
        let cells = problem.cells(&start);
        let depth = |lines: usize| ((cells + problem.width() * lines as u32) / 4 + 1) as usize;
        let stride = depth(reach.lines) + 1;
        self.forget((reach.lines + 1) * stride);
        self.fewest_lines.insert(problem.key(&start), 0);
        self.nodes.push(Node { state: start, parent: NO_PARENT, action: ActionId(0), lines: 0 });
        self.buckets[0].push(Waiting { cost: 0, node: 0 }, reach.width);
        for lines in 0..=reach.lines {
            for pieces in 0..depth(lines) {
                let mut bucket = std::mem::take(&mut self.buckets[lines * stride + pieces]);
                bucket.cut(reach.width);
                let bucket_of = |total: usize| total * stride + pieces + 1;
                let together = self.threads > 1 && bucket.waiting.len() >= PARENTS;
                let block = if together { PARENTS * self.threads } else { PARENTS_PER_LOOK };
                let mut is_late = false;
                for block in bucket.waiting.chunks(block) {
                    is_late = self.deadline.is_past();
                    if is_late {
                        break;
                    }
                    if together {
                        self.expand_together(problem, block, reach, bucket_of);
                    } else {
                        block.iter().for_each(|waiting| self.expand(problem, waiting.node, reach, bucket_of));
                    }
                }
                self.buckets[lines * stride + pieces] = bucket;
                if is_late {
                    return &self.hits;
                }
                if next(&self.hits, self.generated) == Next::Stop {
                    return &self.hits;
                }
            }
        }
        &self.hits
    }

    /// The placements that lead from a hit to the state where the search started.
    pub fn plan(&self, hit: &Hit<P::State>) -> Vec<ActionId> {
        let mut plan = Vec::new();
        let mut node = &self.nodes[hit.node as usize];
        while node.parent != NO_PARENT {
            plan.push(node.action);
            node = &self.nodes[node.parent as usize];
        }
        plan
    }

    fn forget(&mut self, buckets: usize) {
        self.nodes.clear();
        self.fewest_lines.clear();
        self.hits.clear();
        self.buckets.resize_with(self.buckets.len().max(buckets), Bucket::default);
        self.buckets.iter_mut().for_each(Bucket::clear);
    }

    #[inline]
    fn expand(&mut self, problem: &P, parent: u32, reach: Extent, bucket_of: impl Fn(usize) -> usize) {
        let Node { state, lines, .. } = self.nodes[parent as usize];
        if self.fewest_lines[&problem.key(&state)] < lines {
            return;
        }
        let lines = usize::from(lines);
        problem.for_each_predecessor(&state, reach.lines - lines, |state, action, cleared| {
            self.generated += 1;
            let total = lines + cleared;
            let bucket = bucket_of(total);
            let (is_hit, cost) = (problem.is_hit(&state), problem.cost(&state));
            if is_hit || cost < self.buckets[bucket].too_costly {
                let node = Node { state, parent, action, lines: total as u8 };
                self.admit(Candidate { node, key: problem.key(&state), cost, is_hit }, bucket, reach.width);
            }
        });
    }

    /// Expands many states of a bucket with all threads, to the same effect as one after the other.
    ///
    /// The threads leave out only what is too costly or known already before they start. Buckets only become stricter
    /// and known states only get fewer lines, so that would be refused later too; all else is put into its bucket in
    /// the order in which one thread would have found it.
    fn expand_together(
        &mut self,
        problem: &P,
        parents: &[Waiting],
        reach: Extent,
        bucket_of: impl Fn(usize) -> usize + Copy + Send,
    ) {
        let search = &*self;
        let found: Vec<_> = thread::scope(|scope| {
            let share = parents.len().div_ceil(search.threads);
            let workers: Vec<_> = parents
                .chunks(share)
                .map(|parents| scope.spawn(move || search.candidates(problem, parents, reach, bucket_of)))
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.join().expect("invariant: expanding does not panic"))
                .collect()
        });
        for Expansion { candidates, generated } in found {
            self.generated += generated;
            for candidate in candidates {
                let bucket = bucket_of(usize::from(candidate.node.lines));
                if candidate.is_hit || candidate.cost < self.buckets[bucket].too_costly {
                    self.admit(candidate, bucket, reach.width);
                }
            }
        }
    }

    /// What leads to these states and may be worth keeping, and how many were generated to find it.
    fn candidates(
        &self,
        problem: &P,
        parents: &[Waiting],
        reach: Extent,
        bucket_of: impl Fn(usize) -> usize,
    ) -> Expansion<P::State, P::Key> {
        let (mut candidates, mut generated) = (Vec::new(), 0);
        for &Waiting { node: parent, .. } in parents {
            let Node { state, lines, .. } = self.nodes[parent as usize];
            if self.fewest_lines[&problem.key(&state)] < lines {
                continue;
            }
            let lines = usize::from(lines);
            problem.for_each_predecessor(&state, reach.lines - lines, |state, action, cleared| {
                generated += 1;
                let total = lines + cleared;
                let (is_hit, cost) = (problem.is_hit(&state), problem.cost(&state));
                if !is_hit && cost >= self.buckets[bucket_of(total)].too_costly {
                    return;
                }
                let key = problem.key(&state);
                if self.fewest_lines.get(&key).is_none_or(|known| *known > total as u8) {
                    let node = Node { state, parent, action, lines: total as u8 };
                    candidates.push(Candidate { node, key, cost, is_hit });
                }
            });
        }
        Expansion { candidates, generated }
    }

    /// Puts a state into its bucket unless it is known with as few lines.
    #[inline]
    fn admit(&mut self, candidate: Candidate<P::State, P::Key>, bucket: usize, width: usize) {
        let Candidate { node: found, key, cost, is_hit } = candidate;
        let known = self.fewest_lines.entry(key).or_insert(u8::MAX);
        if *known <= found.lines {
            return;
        }
        *known = found.lines;
        let node = self.nodes.len() as u32;
        self.nodes.push(found);
        self.buckets[bucket].push(Waiting { cost, node }, width);
        if is_hit {
            self.hits.push(Hit { state: found.state, lines: usize::from(found.lines), node });
        }
    }
}

/// States that a thread expands at a time; fewer are not worth a thread.
const PARENTS: usize = 128;

/// States that one thread expands between two looks at the clock: a few milliseconds on whole boards.
const PARENTS_PER_LOOK: usize = 8;

/// Marks the start among the nodes.
const NO_PARENT: u32 = u32::MAX;
