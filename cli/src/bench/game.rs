//! What the game does on one core: placements, expansions, predecessors, each also on the naive board.

use std::hint::black_box;

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::measure::Workload;
use tetreach::game::naive::{NaiveBoard, NaivePlacement, naive_placements};
use tetreach::game::{ActionId, Actions, Board, Size, sample_boards};

/// Boards that the expansions go through in turn.
const BOARDS: usize = 64;

/// The boards and tables that the workloads use.
#[derive(Debug)]
pub struct GameBench {
    /// Boards after 1 to 16 random pieces.
    stacks: Vec<Board>,
    naive_stacks: Vec<NaiveBoard>,
    placements: Vec<NaivePlacement>,
}

/// A random action: the top bits of the stream scaled to the number of actions.
fn random_action(stream: &mut Pcg64Mcg, count: usize) -> ActionId {
    ActionId((((stream.next_u64() >> 32) * count as u64) >> 32) as u16)
}

fn stream() -> Pcg64Mcg {
    Pcg64Mcg::new(0x5EED)
}

/// A board after a number of legal random pieces.
fn random_stack(stream: &mut Pcg64Mcg, pieces: usize) -> Board {
    let count = Actions::of_width(10).count();
    let mut board = Board::empty(Size::STANDARD);
    let mut placed = 0;
    while placed < pieces {
        match board.play_action(random_action(stream, count)) {
            Ok(_) => placed += 1,
            Err(_) if board.legal_actions().next().is_none() => {
                (board, placed) = (Board::empty(Size::STANDARD), 0)
            }
            Err(_) => {}
        }
    }
    board
}

impl GameBench {
    pub fn new() -> Self {
        let stream = &mut stream();
        let stacks: Vec<Board> = (0..BOARDS).map(|index| random_stack(stream, 1 + index % 16)).collect();
        let naive_stacks = stacks.iter().map(NaiveBoard::of).collect();
        Self { stacks, naive_stacks, placements: naive_placements(10) }
    }

    /// The workloads of the bitboard; those of the naive board have the same keys.
    pub fn workloads(&self) -> Vec<Workload<'_>> {
        vec![
            placements(),
            Workload::new("expansions_per_second", || {
                for board in &self.stacks {
                    board.for_each_successor(|_, next, _| {
                        black_box(next);
                    });
                }
                BOARDS as u64
            }),
            Workload::new("successors_per_second", || {
                let mut count = 0;
                for board in &self.stacks {
                    board.for_each_successor(|_, next, _| {
                        black_box(next);
                        count += 1;
                    });
                }
                count
            }),
            Workload::new("predecessor_expansions_per_second", || {
                for board in &self.stacks {
                    board.for_each_predecessor(4, |predecessor| {
                        black_box(predecessor);
                    });
                }
                BOARDS as u64
            }),
            Workload::new("predecessors_per_second", || {
                let mut count = 0;
                for board in &self.stacks {
                    board.for_each_predecessor(4, |predecessor| {
                        black_box(predecessor);
                        count += 1;
                    });
                }
                count
            }),
        ]
    }

    /// The same work on the naive board, in the same order.
    pub fn naive_workloads(&self) -> Vec<Workload<'_>> {
        let expand = |board: &NaiveBoard| {
            let successors = self.placements.iter().filter_map(|placement| board.play(placement));
            successors.map(black_box).count() as u64
        };
        let undo = |turn: &mut usize| {
            *turn = (*turn + 1) % BOARDS;
            black_box(self.naive_stacks[*turn].predecessors(&self.placements)).len() as u64
        };
        let (mut turn, mut other_turn) = (0, 0);
        vec![
            self.naive_placements(),
            Workload::new("expansions_per_second", move || {
                self.naive_stacks.iter().take(16).map(|board| u64::from(expand(board) > 0)).sum()
            }),
            Workload::new("successors_per_second", move || {
                self.naive_stacks.iter().take(16).map(expand).sum()
            }),
            Workload::new("predecessor_expansions_per_second", move || u64::from(undo(&mut turn) > 0)),
            Workload::new("predecessors_per_second", move || undo(&mut other_turn)),
        ]
    }

    /// Predecessor expansions of each named board.
    pub fn predecessor_workloads() -> Vec<Workload<'static>> {
        let expand = |board: &Board| {
            for _ in 0..BOARDS {
                board.for_each_predecessor(4, |predecessor| {
                    black_box(predecessor);
                });
            }
            BOARDS as u64
        };
        sample_boards().into_iter().map(|(name, board)| Workload::new(name, move || expand(&board))).collect()
    }

    fn naive_placements(&self) -> Workload<'_> {
        let (mut stream, mut board) = (stream(), NaiveBoard::empty(Size::STANDARD));
        Workload::new("placements_per_second", move || {
            for _ in 0..256 {
                let action = random_action(&mut stream, self.placements.len());
                if board.play_here(&self.placements[action.index()]).is_none() {
                    board = NaiveBoard::empty(Size::STANDARD);
                }
            }
            black_box(&board);
            256
        })
    }
}

fn placements() -> Workload<'static> {
    let (mut stream, mut board) = (stream(), Board::empty(Size::STANDARD));
    let count = Actions::of_width(10).count();
    Workload::new("placements_per_second", move || {
        for _ in 0..4096 {
            if board.play_action(random_action(&mut stream, count)).is_err() {
                board = Board::empty(Size::STANDARD);
            }
        }
        black_box(&board);
        4096
    })
}
