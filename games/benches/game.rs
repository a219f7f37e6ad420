//! The game's hot paths on sample boards: `cargo bench -p tetreach-games --features bench`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand::{Rng, RngExt};
use rand_pcg::Pcg64Mcg;
use tetreach_games::naive::{NaiveBoard, naive_placements};
use tetreach_games::tetress::{TetressPosition, playout};
use tetreach_games::{ActionId, Board, Size, sample_boards};

const PLACEMENTS: u64 = 1000;

fn random_action(stream: &mut Pcg64Mcg) -> usize {
    (((stream.next_u64() >> 32) * 162) >> 32) as usize
}

/// Random placements from the empty board; a placement that does not fit starts a new one.
fn placements(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random placements");
    group.throughput(Throughput::Elements(PLACEMENTS));
    group.bench_function("bitboard", |bencher| {
        let (mut stream, mut board) = (Pcg64Mcg::new(1), Board::empty(Size::STANDARD));
        bencher.iter(|| {
            for _ in 0..PLACEMENTS {
                if board.play_action(ActionId(random_action(&mut stream) as u16)).is_err() {
                    board = Board::empty(Size::STANDARD);
                }
            }
            black_box(&board);
        });
    });
    group.bench_function("naive board", |bencher| {
        let (mut stream, mut board) = (Pcg64Mcg::new(1), NaiveBoard::empty(Size::STANDARD));
        let placements = naive_placements(10);
        bencher.iter(|| {
            for _ in 0..PLACEMENTS {
                if board.play_here(&placements[random_action(&mut stream)]).is_none() {
                    board = NaiveBoard::empty(Size::STANDARD);
                }
            }
            black_box(&board);
        });
    });
    group.finish();
}

/// Runs something on every sample board.
fn on_samples(criterion: &mut Criterion, name: &str, work: impl Fn(&Board)) {
    let mut group = criterion.benchmark_group(name);
    for (name, board) in sample_boards() {
        group.bench_with_input(BenchmarkId::from_parameter(name), &board, |bencher, board| {
            bencher.iter(|| work(black_box(board)));
        });
    }
    group.finish();
}

fn expansions(criterion: &mut Criterion) {
    on_samples(criterion, "successors", |board| {
        board.for_each_successor(|_, next, _| {
            black_box(next);
        });
    });
    on_samples(criterion, "predecessors", |board| {
        board.for_each_predecessor(4, |predecessor| {
            black_box(predecessor);
        });
    });
    on_samples(criterion, "landing rows", |board| {
        black_box(board.landing_rows());
    });
    on_samples(criterion, "legal mask", |board| {
        black_box(board.legal_mask());
    });
}

/// Tetress: counting the moves of positions of random games, and random games themselves.
fn tetress(criterion: &mut Criterion) {
    let mut stream = Pcg64Mcg::new(1);
    let mut positions = Vec::new();
    while positions.len() < 10_000 {
        let mut position = TetressPosition::START;
        while position.outcome().is_none() {
            positions.push(position);
            let moves = position.moves();
            let rank = stream.random_range(0..moves.count());
            position = position.after(moves.nth(rank).expect("invariant: the rank is below the count"));
        }
    }
    let mut group = criterion.benchmark_group("tetress");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("counted moves", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(black_box(position).moves().count());
            }
        });
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("random games", |bencher| {
        bencher.iter(|| black_box(playout(&TetressPosition::START, &mut stream).last));
    });
    group.finish();
}

criterion_group!(benches, placements, expansions, tetress);
criterion_main!(benches);
