//! Breadth-first closure of small boards: every board that can be met, layer by layer.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::packed::PackedBoard;
use crate::solve::{Cancel, Progress, ProgressObserver};

/// Boards that a thread takes from the frontier at a time.
const CHUNK: usize = 2048;

/// The search was cancelled before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the exhaustive search was cancelled before it was complete")]
pub struct Cancelled;

/// How a closure is run: on how many threads, whom it tells, what ends it early.
#[derive(Clone, Debug)]
pub struct ClosureRun<'a> {
    /// Threads that expand boards.
    pub threads: usize,
    /// Hears of every finished layer.
    pub observer: &'a ProgressObserver<'a>,
    /// Ends the run when raised.
    pub cancel: &'a Cancel,
}

/// Which boards have been met, one bit per board, shared by all threads.
#[derive(Debug)]
pub(super) struct Met {
    words: Vec<AtomicU64>,
    /// Low bits of a packed board that the rest of it determines: 1 where the number of cells must be even.
    implied: u32,
}

impl Met {
    pub(super) fn new(cells: u32, implied: u32) -> Self {
        let words = (1_usize << (cells - implied)).div_ceil(64);
        Self { words: (0..words).map(|_| AtomicU64::new(0)).collect(), implied }
    }

    /// Marks a board and tells whether it was new.
    #[inline]
    fn insert(&self, board: PackedBoard) -> bool {
        let slot = board >> self.implied;
        let (word, bit) = (&self.words[slot as usize / 64], 1 << (slot % 64));
        // Most boards are old, and a plain load is much cheaper than a locked write.
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    pub(super) fn into_words(self) -> impl ExactSizeIterator<Item = u64> {
        self.words.into_iter().map(AtomicU64::into_inner)
    }
}

/// All layers from `origin` on; layer `d` holds the boards that need exactly `d` steps.
///
/// `expand` names the neighbours of a board. Where `mirror` is given, origin and steps must be symmetric, and only
/// one board of each mirror pair is expanded.
pub(super) fn layers(
    met: &Met,
    origin: PackedBoard,
    expand: &(impl Fn(PackedBoard, &mut dyn FnMut(PackedBoard)) + Sync),
    mirror: Option<&(dyn Fn(PackedBoard) -> PackedBoard + Sync)>,
    run: &ClosureRun<'_>,
) -> Result<Vec<Vec<PackedBoard>>, Cancelled> {
    met.insert(origin);
    let mut layers = vec![vec![origin]];
    let mut total = 1;
    loop {
        let frontier = layers.last().expect("invariant: the first layer holds the origin");
        let mut next = expand_layer(met, frontier, expand, mirror, run);
        if run.cancel.is_cancelled() {
            return Err(Cancelled);
        }
        if next.is_empty() {
            return Ok(layers);
        }
        // Neighbouring boards share memory in the table, so the next layer is faster in order; and the order
        // no longer depends on the threads.
        next.sort_unstable();
        total += next.len() as u64;
        let stage = format!("layer {} with {} boards", layers.len(), next.len());
        run.observer.observe(Progress::Searching { stage: &stage, nodes: total });
        layers.push(next);
    }
}

fn expand_layer(
    met: &Met,
    frontier: &[PackedBoard],
    expand: &(impl Fn(PackedBoard, &mut dyn FnMut(PackedBoard)) + Sync),
    mirror: Option<&(dyn Fn(PackedBoard) -> PackedBoard + Sync)>,
    run: &ClosureRun<'_>,
) -> Vec<PackedBoard> {
    let (taken, gathered) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        let mut next = Vec::new();
        loop {
            let start = taken.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= frontier.len() || run.cancel.is_cancelled() {
                break;
            }
            for &board in &frontier[start..frontier.len().min(start + CHUNK)] {
                match mirror {
                    Some(mirror) if mirror(board) < board => {}
                    Some(mirror) => expand(board, &mut |found| {
                        if met.insert(found) {
                            next.push(found);
                            let twin = mirror(found);
                            if met.insert(twin) {
                                next.push(twin);
                            }
                        }
                    }),
                    None => expand(board, &mut |found| {
                        if met.insert(found) {
                            next.push(found);
                        }
                    }),
                }
            }
        }
        gathered.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).append(&mut next);
    };
    let helpers = run.threads.clamp(1, frontier.len().div_ceil(CHUNK)) - 1;
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(work);
        }
        work();
    });
    gathered.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
}
