//! The fast rules against the naive ones, and the ends and scores that each preset promises.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_games::classic::{After, ClassicRules, Preset, Randomizer, State};
use tetreach_games::naive::NaiveBoard;
use tetreach_games::{ActionId, Board, Piece, Size};

use crate::naive::{NaiveAfter, has_room, naive_afters};

pub fn naive(action: ActionId, after: &After) -> NaiveAfter {
    NaiveAfter {
        action: action.index(),
        board: NaiveBoard::of(&after.board),
        row: usize::from(after.row),
        lines: usize::from(after.lines),
        eroded: usize::from(after.eroded),
        is_lost: after.is_lost,
    }
}

fn afters(rules: &ClassicRules, state: &State) -> Vec<NaiveAfter> {
    let mut found = Vec::new();
    rules.for_each_after(state, |action, after| found.push(naive(action, after)));
    found
}

/// A board of random rows without full ones, so that overhangs reach into the top rows.
pub fn boards() -> impl Strategy<Value = Board> {
    (7..=12_usize, 7..=20_usize, 0..=20_usize, any::<u64>()).prop_map(|(width, height, rows, seed)| {
        let size = Size::new(width, height).unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let density = rng.random_range(0.2..0.95);
        let mut row = || (0..width).fold(0_u16, |word, _| word << 1 | u16::from(rng.random_bool(density)));
        Board::from_rows(size, (0..rows.min(height)).map(|_| row()).filter(|row| *row != size.full_row()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_preset_does_what_single_cells_do(board in boards()) {
        for preset in Preset::ALL {
            let rules = ClassicRules::preset(preset).with_size(board.size()).unwrap();
            for piece in Piece::ALL {
                let cells = NaiveBoard::of(&board);
                prop_assert_eq!(rules.entry().has_room(&board, piece), has_room(preset, &cells, piece));
                let supply = rules.randomizer.start();
                let state = State { board, piece, next: None, supply, is_over: false };
                let mut expected = naive_afters(preset, &cells, piece);
                if !rules.offers_losing && expected.iter().any(|after| !after.is_lost) {
                    expected.retain(|after| !after.is_lost);
                }
                prop_assert_eq!(afters(&rules, &state), expected, "{} on {:?}", preset, board);
            }
        }
    }
}

#[test]
fn games_go_on_until_the_preset_says_so_and_chances_sum_to_one() {
    for preset in Preset::ALL {
        for seed in 0..20 {
            let rules = ClassicRules::preset(preset).with_size(Size::new(8, 9).unwrap()).unwrap();
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let (mut state, mut placed) = (rules.start(&mut rng), 0);
            while !state.is_over {
                let mut offered = Vec::new();
                rules.for_each_after(&state, |action, after| offered.push((action, *after)));
                assert!(!offered.is_empty(), "{preset}: {state:?}");
                let (action, after) = offered[rng.random_range(0..offered.len())];
                assert_eq!(rules.after(&state, action), Some(after));
                let (mut total, mut outcomes) = (0.0, Vec::new());
                rules.for_each_outcome(&after, |chance, next| {
                    total += chance;
                    outcomes.push(*next);
                });
                assert!((total - 1.0_f64).abs() < 1e-12);
                state = rules.draw(&after, &mut rng);
                assert!(outcomes.contains(&state), "{preset}");
                assert!(!after.is_lost || state.is_over);
                placed += 1;
            }
            assert_eq!(afters(&rules, &state), []);
            assert!(placed >= 3, "{preset}: {placed}");
        }
    }
}

#[test]
fn a_piece_that_sticks_out_clears_nothing() {
    let size = Size::new(4, 4).unwrap();
    let mut rules = ClassicRules::preset(Preset::SirTet).with_size(size).unwrap();
    rules.randomizer = Randomizer::Uniform;
    let supply = rules.randomizer.start();
    let state = |text| {
        let board = Board::from_text(text, size).unwrap();
        State { board, piece: Piece::I, next: None, supply, is_over: false }
    };
    // The upright I would fill three rows, if its uppermost cell were not above the top.
    let all = afters(&rules, &state("###.\n###.\n###.\n.###"));
    assert_eq!(all.len(), 5);
    assert!(all.iter().all(|after| after.is_lost && after.lines == 0 && after.row == 4));
    let deeper = state("###.\n###.\n###.\n###.");
    let all = afters(&rules, &deeper);
    assert_eq!(all.iter().map(|after| after.lines).collect::<Vec<_>>(), [0, 0, 0, 0, 4]);
    let simplified = ClassicRules::preset(Preset::Simplified).with_size(size).unwrap();
    assert_eq!(afters(&simplified, &deeper).len(), 1, "losing placements are a last resort there");
}

#[test]
fn scores_are_those_of_the_sources() {
    for (preset, points) in [
        (Preset::Simplified, [0, 1, 2, 3, 4]),
        (Preset::RlCompetition, [0, 1, 2, 3, 4]),
        (Preset::Original, [0, 1, 2, 3, 4]),
        (Preset::SirTet, [0, 40, 100, 300, 1200]),
        (Preset::Nuno, [1, 11, 41, 91, 161]),
    ] {
        let rules = ClassicRules::preset(preset);
        for (lines, worth) in points.into_iter().enumerate() {
            let text = "#########.\n".repeat(lines) + &"..........\n".repeat(usize::from(lines == 0));
            let board = Board::from_text(&text, Size::STANDARD).unwrap();
            let state = State {
                board,
                piece: Piece::I,
                next: None,
                supply: rules.randomizer.start(),
                is_over: false,
            };
            // The upright I in the last column.
            let mut cleared = None;
            rules.for_each_after(&state, |action, after| {
                if action.0 == 16 {
                    cleared = Some((after.lines, rules.points(after)));
                }
            });
            assert_eq!(cleared, Some((lines as u8, worth)), "{preset}");
        }
    }
}

#[test]
fn boards_too_low_for_a_kind_of_game_are_refused() {
    let low = Size::new(10, 4).unwrap();
    assert!(ClassicRules::preset(Preset::Simplified).with_size(low).is_ok());
    let error = ClassicRules::preset(Preset::Nuno).with_size(low).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a board of 10x4 is too low for this kind of game: it needs at least 5 rows"
    );
    assert!(ClassicRules::preset(Preset::RlCompetition).with_size(Size::new(10, 6).unwrap()).is_err());
}
