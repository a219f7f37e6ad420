//! The speed of Tetress on one core: `cargo run --release -p tetreach-games --example tetress_speed`.

use std::hint::black_box;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_games::tetress::{TetressPosition, perft, playout};

const GAMES: u32 = 50_000;
const ROUNDS: u32 = 500;

fn main() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);

    // Positions of random games, so that boards are as full as in play.
    let mut positions = Vec::new();
    while positions.len() < 10_000 {
        let mut position = TetressPosition::START;
        while position.outcome().is_none() {
            positions.push(position);
            let moves = position.moves();
            let rank = rng.random_range(0..moves.count());
            position = position.after(moves.nth(rank).expect("invariant: the rank is below the count"));
        }
    }
    let started = Instant::now();
    for _ in 0..ROUNDS {
        for position in &positions {
            black_box(black_box(position).moves().count());
        }
    }
    let generations = f64::from(ROUNDS) * positions.len() as f64 / started.elapsed().as_secs_f64();
    println!("{generations:.0} counted move generations per second");

    let started = Instant::now();
    let turns: u64 =
        (0..GAMES).map(|_| u64::from(playout(&TetressPosition::START, &mut rng).last.turn())).sum();
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{:.0} random games per second, {:.0} moves",
        f64::from(GAMES) / seconds,
        turns as f64 / seconds
    );

    let started = Instant::now();
    let nodes = perft(&TetressPosition::START, 3);
    println!("perft 3 = {nodes} in {:.2} s, without symmetry", started.elapsed().as_secs_f64());
}
