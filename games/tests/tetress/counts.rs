//! Numbers of paths, and of moves in random games.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_games::tetress::{GameEnd, TetressPosition, perft, perft_by_symmetry, playout};

#[test]
fn paths_are_as_many_as_known() {
    let counts = [1, 2_299, 4_808_298, 1_120_804_608];
    for (depth, count) in (0..).zip(counts) {
        if depth < 3 {
            assert_eq!(perft(&TetressPosition::START, depth), count);
        }
        assert_eq!(perft_by_symmetry(&TetressPosition::START, depth), count);
    }
}

#[test]
fn symmetry_does_not_change_the_count_within_a_game() {
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    for _ in 0..5 {
        let mut position = TetressPosition::START;
        while position.outcome().is_none() && position.moves().count() != 30 {
            let moves = position.moves();
            position =
                position.after(moves.nth(rand::RngExt::random_range(&mut rng, 0..moves.count())).unwrap());
        }
        for depth in 0..4 {
            assert_eq!(perft_by_symmetry(&position, depth), perft(&position, depth), "{position}");
        }
    }
}

#[test]
fn random_games_are_as_long_and_as_fair_as_known() {
    let mut rng = Pcg64Mcg::seed_from_u64(12);
    let games: Vec<_> = (0..5_000).map(|_| playout(&TetressPosition::START, &mut rng)).collect();
    let length = games.iter().map(|game| f64::from(game.last.turn())).sum::<f64>() / games.len() as f64;
    assert!((length - 47.9).abs() < 1.5, "{length}");
    let red = GameEnd::Winner(tetreach_games::tetress::Colour::Red);
    let share = games.iter().filter(|game| game.outcome == red).count() as f64 / games.len() as f64;
    assert!((share - 0.502).abs() < 0.03, "{share}");
}
