//! Random games played by both sets of rules at once.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_games::tetress::naive::{NaiveCells, NaiveGame, naive_placements};
use tetreach_games::tetress::{Colour, Coordinate, IllegalPlacement, TetressPlacement, TetressPosition};

/// The bitboard's placements by their cells.
fn by_cells() -> HashMap<NaiveCells, TetressPlacement> {
    let cells = |placement: TetressPlacement| -> NaiveCells {
        let cells: Vec<usize> = placement.cells().iter().map(Coordinate::index).collect();
        cells.try_into().unwrap()
    };
    TetressPlacement::all().map(|placement| (cells(placement), placement)).collect()
}

fn cells_of(position: &TetressPosition) -> Vec<Option<Colour>> {
    let token = |cell| Colour::ALL.into_iter().find(|colour| position.tokens(*colour).contains(cell));
    Coordinate::all().map(token).collect()
}

#[test]
fn the_placements_are_all_sets_of_four_connected_cells() {
    let placements = by_cells();
    assert_eq!(placements.len(), 2_299);
    assert!(naive_placements().iter().all(|cells| placements.contains_key(cells)));
}

/// Plays games from `seed` on, comparing moves, boards and ends after every move.
fn compare(seed: u64, games: usize) -> usize {
    let (placements, numbers) = (naive_placements(), by_cells());
    let order: Vec<TetressPlacement> = placements.iter().map(|cells| numbers[cells]).collect();
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut turns = 0;
    for _ in 0..games {
        let (mut naive, mut position) = (NaiveGame::start(), TetressPosition::START);
        let mut undone = Vec::new();
        loop {
            let legal: Vec<usize> =
                (0..placements.len()).filter(|i| naive.is_legal(&placements[*i])).collect();
            let moves = position.moves();
            assert_eq!(moves.count(), legal.len(), "{position}");
            assert!(legal.iter().all(|i| moves.contains(order[*i])), "{position}");
            assert_eq!(position.outcome().is_some(), legal.is_empty() || naive.turn == 150);
            if legal.is_empty() {
                assert_eq!(position.outcome(), naive.outcome(&placements));
                break;
            }
            assert_eq!(position.mover(), naive.mover());
            let chosen = legal[rng.random_range(0..legal.len())];
            naive.play(&placements[chosen]);
            undone.push((position, position.play(order[chosen]).unwrap()));
            assert_eq!(cells_of(&position), naive.cells);
            turns += 1;
        }
        for (before, undo) in undone.into_iter().rev() {
            position.undo(undo);
            assert_eq!(position, before);
        }
    }
    turns
}

#[test]
fn ten_thousand_random_games_go_as_the_naive_rules_have_them() {
    let turns: usize = std::thread::scope(|scope| {
        let halves = [1, 2].map(|seed| scope.spawn(move || compare(seed, 5_000)));
        halves.into_iter().map(|half| half.join().unwrap()).sum()
    });
    assert!((460_000..500_000).contains(&turns), "{turns}");
}

#[test]
fn illegal_placements_are_refused_with_the_reason() {
    let mut position = TetressPosition::START;
    position.play("PLACE(0-0, 0-1, 0-2, 0-3)".parse().unwrap()).unwrap();
    let on_top = "PLACE(10-3, 0-3, 1-3, 2-3)".parse().unwrap();
    assert!(
        matches!(position.play(on_top), Err(IllegalPlacement::Occupied { cell, .. }) if cell.to_string() == "0-3")
    );
    position.play("PLACE(5-5, 5-6, 6-5, 6-6)".parse().unwrap()).unwrap();
    let apart = "PLACE(4-5, 4-6, 4-7, 4-8)".parse().unwrap();
    assert!(matches!(position.play(apart), Err(IllegalPlacement::Apart { colour: Colour::Red, .. })));
    let around = "PLACE(10-0, 9-0, 8-0, 7-0)".parse().unwrap();
    assert!(position.play(around).is_ok(), "rows 0 and 10 are neighbours");
    let over =
        TetressPosition::new(position.tokens(Colour::Red), position.tokens(Colour::Blue), 150).unwrap();
    assert!(matches!(over.check(apart), Err(IllegalPlacement::Over { .. })));
}

#[test]
fn a_row_and_a_column_vanish_together_and_may_take_the_last_token() {
    // All of row 0 and column 0 but four cells, in blue; red's only tokens lie in row 0.
    let mut rows = vec![vec![""; 11]; 11];
    rows[0] = vec!["", "", "r", "r", "r", "r", "b", "b", "b", "b", "b"];
    for row in &mut rows[3..] {
        row[0] = "b";
    }
    let csv: String = rows.iter().map(|row| row.join(",") + "\n").collect();
    let mut position = TetressPosition::from_csv(&csv, 10).unwrap();
    position.play("PLACE(0-0, 0-1, 1-0, 2-0)".parse().unwrap()).unwrap();
    assert_eq!(position.empty().len(), 121, "{position}");
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome, tetreach_games::tetress::GameEnd::Winner(Colour::Red), "blue has nothing to touch");
}

#[test]
fn the_turn_limit_is_tested_before_the_lack_of_moves() {
    let full = TetressPosition::from_csv(&"r,b,r,b,r,b,r,b,r,b,\n".repeat(11), 150).unwrap();
    assert_eq!(full.outcome(), Some(tetreach_games::tetress::GameEnd::Draw));
    let earlier = TetressPosition::from_csv(&full.to_csv(), 149).unwrap();
    assert_ne!(earlier.outcome(), full.outcome());
}
