//! Where the goals of episodes come from.

use std::fmt;
use std::ops::{Deref, RangeInclusive};
use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::task::legal_mask;
use crate::game::Board;
use crate::numbering::to_placement;

/// The two boards between which an episode plays, in the order of the pieces placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// Where the first piece is placed.
    pub start: Board,
    /// Where the last piece should lead.
    pub goal: Board,
}

/// Draws goals from the random stream of the environment that asks; a closure is one too.
///
/// All that is random must come from that stream, so that a seed settles the episode.
pub trait GoalSource: Send + Sync {
    /// A goal on a board of the size of `start`, and the start that belongs to it: `start` itself, unless the source
    /// knows another one. `None` if the draw led nowhere.
    fn draw(&self, start: &Board, rng: &mut Pcg64Mcg) -> Option<Ends>;

    /// The same with the level at which it was drawn, for sources that follow a curriculum.
    fn draw_leveled(&self, start: &Board, rng: &mut Pcg64Mcg) -> Option<(Ends, Option<u32>)> {
        self.draw(start, rng).map(|ends| (ends, None))
    }

    /// Takes note of how an episode with a goal of a level ended.
    fn record(&self, _level: Option<u32>, _reached: bool) {}
}

impl<F: Fn(&Board, &mut Pcg64Mcg) -> Option<Ends> + Send + Sync> GoalSource for F {
    fn draw(&self, start: &Board, rng: &mut Pcg64Mcg) -> Option<Ends> {
        self(start, rng)
    }
}

/// A source that environments and their clones share.
#[derive(Clone)]
pub struct SharedSource(Arc<dyn GoalSource>);

impl SharedSource {
    /// Shares a source.
    pub fn new(source: impl GoalSource + 'static) -> Self {
        Self(Arc::new(source))
    }
}

impl Default for SharedSource {
    fn default() -> Self {
        Self::new(RandomWalk::default())
    }
}

impl Deref for SharedSource {
    type Target = dyn GoalSource;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for SharedSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSource")
    }
}

/// Goals at the end of random placements from the start, so that every one is within reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomWalk {
    /// The number of pieces, each number as likely as the others.
    pub pieces: RangeInclusive<u32>,
}

/// How often a walk that came back to its start is walked again before it is accepted.
const WALKS: usize = 16;

impl Default for RandomWalk {
    fn default() -> Self {
        Self { pieces: 1..=8 }
    }
}

impl GoalSource for RandomWalk {
    fn draw(&self, start: &Board, rng: &mut Pcg64Mcg) -> Option<Ends> {
        let most = *self.pieces.end();
        let pieces = rng.random_range((*self.pieces.start()).min(most)..=most);
        let mut board = *start;
        for _ in 0..WALKS {
            for _ in 0..pieces {
                let Some(action) = legal_mask(&board).sample(rng) else { break };
                board
                    .play_action(to_placement(action))
                    .expect("invariant: the mask holds legal actions only");
            }
            if board != *start {
                break;
            }
        }
        Some(Ends { start: *start, goal: board })
    }
}
