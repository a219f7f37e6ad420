//! The rules do not change under any of the 968 symmetries.

use std::collections::HashSet;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_games::tetress::{Coordinate, TetressPlacement, TetressPosition, TorusSymmetry, perft};

#[test]
fn symmetries_are_distinct_permutations_with_inverses() {
    let mut seen = HashSet::new();
    for (index, symmetry) in TorusSymmetry::all().enumerate() {
        assert_eq!(symmetry.index(), index);
        let images: Vec<Coordinate> = Coordinate::all().map(|cell| symmetry.cell(cell)).collect();
        assert!(Coordinate::all().zip(&images).all(|(cell, image)| symmetry.inverse().cell(*image) == cell));
        for cell in Coordinate::all() {
            let around: HashSet<_> = cell.neighbours().map(|next| symmetry.cell(next)).into();
            assert_eq!(around, symmetry.cell(cell).neighbours().into());
        }
        assert!(seen.insert(images));
    }
    assert_eq!(seen.len(), 968);
    assert_eq!(TorusSymmetry::new(968), None);
}

#[test]
fn images_of_games_are_games() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    for _ in 0..40 {
        let symmetry = TorusSymmetry::new(rng.random_range(0..TorusSymmetry::COUNT)).unwrap();
        let (mut position, mut image) = (TetressPosition::START, TetressPosition::START);
        while position.outcome().is_none() {
            let moves = position.moves();
            let images: HashSet<TetressPlacement> = moves.iter().map(|m| symmetry.placement(m)).collect();
            assert_eq!(images, image.moves().iter().collect());
            let placement = moves.nth(rng.random_range(0..moves.count())).unwrap();
            assert_eq!(symmetry.cells(placement.cells()), symmetry.placement(placement).cells());
            position = position.after(placement);
            image = image.after(symmetry.placement(placement));
            assert_eq!(image, symmetry.position(&position));
            if position.turn() % 16 == 0 {
                assert_eq!(image.canonical(), position.canonical());
                assert_eq!(perft(&image, 2), perft(&position, 2));
            }
        }
        assert_eq!(image.outcome(), position.outcome());
    }
}

#[test]
fn there_are_five_first_moves() {
    let after = |placement| TetressPosition::START.after(placement).canonical();
    let first: HashSet<TetressPosition> = TetressPlacement::all().map(after).collect();
    assert_eq!(first.len(), 5);
}
