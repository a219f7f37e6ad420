//! Features and linear players against naive ones.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_games::classic::{
    After, ClassicRules, Feature, FeatureSet, Linear, Preset, Scoring, State, Weights, WeightsPreset,
};
use tetreach_games::{Board, Piece, Size};

use crate::naive_features::naive_feature;
use crate::rules::{boards, naive};

fn value(weights: &Weights, after: &After, action: tetreach_games::ActionId) -> f64 {
    if after.is_lost {
        return weights.losing;
    }
    let rows = usize::from(after.orientation.shape().height);
    let twin = naive(action, after);
    weights.terms.iter().map(|(feature, weight)| weight * naive_feature(*feature, &twin, rows)).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_feature_is_what_its_sentence_says(board in boards(), piece in 0..7_usize) {
        for preset in [Preset::SirTet, Preset::Nuno] {
            let rules = ClassicRules::preset(preset).with_size(board.size()).unwrap();
            let piece = Piece::ALL[piece];
            let state = State { board, piece, next: None, supply: rules.randomizer.start(), is_over: false };
            let mut wrong = None;
            rules.for_each_after(&state, |action, after| {
                let rows = usize::from(after.orientation.shape().height);
                for feature in Feature::all(board.width()).filter(|_| !after.is_lost) {
                    let (fast, slow) = (feature.measure(after), naive_feature(feature, &naive(action, after), rows));
                    if fast != slow {
                        wrong = Some(format!("{feature}: {fast}, not {slow}, on {:?}", after.board));
                    }
                }
            });
            prop_assert_eq!(wrong, None);
        }
    }

    #[test]
    fn values_that_follow_from_the_board_before_are_those_of_the_board_after(board in boards(), seed: u64) {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut all = Weights::new(Vec::new(), Vec::new());
        let set = FeatureSet::ALL[rng.random_range(0..FeatureSet::ALL.len())];
        for feature in set.features(board.width()) {
            all.terms.push((feature, f64::from(rng.random_range(-9..9_i32))));
        }
        let linear = Linear::new(&all, board.width()).unwrap();
        for preset in Preset::ALL {
            let rules = ClassicRules::preset(preset).with_size(board.size()).unwrap();
            for piece in Piece::ALL {
                let state = State { board, piece, next: None, supply: rules.randomizer.start(), is_over: false };
                let mut fast = Vec::new();
                linear.for_each_value(&rules, &state, |action, value| fast.push((action, value)));
                let mut slow = Vec::new();
                rules.for_each_after(&state, |action, after| slow.push((action, value(&all, after, action), *after)));
                for (action, expected, after) in &slow {
                    let found = fast.iter().find(|(other, _)| other == action).map(|(_, value)| *value).unwrap();
                    let close = found == *expected || (found - expected).abs() < 1e-6;
                    prop_assert!(close, "{} {}: {} for {} in {:?}", preset, set, found, expected, state);
                    prop_assert!((linear.value(after) - found).abs() < 1e-6 || after.is_lost);
                }
                if let Some((action, best)) = linear.best(&rules, &state) {
                    prop_assert!(slow.iter().any(|(other, ..)| *other == action));
                    prop_assert!(slow.iter().all(|(_, value, _)| *value <= best + 1e-6));
                }
            }
        }
    }
}

#[test]
fn the_worked_example_of_mdptetris_has_wells_of_20() {
    let text =
        "...X....\n...XX...\n.X.XX...\n.XXXXX.X\n.XXXXX.X\nXXXXX..X\n...XXX.X\nX.X..X.X".replace('X', "#");
    let board = Board::from_text(&text, Size::new(8, 10).unwrap()).unwrap();
    let rules = ClassicRules::preset(Preset::Simplified).with_size(board.size()).unwrap();
    let state =
        State { board, piece: Piece::I, next: None, supply: rules.randomizer.start(), is_over: false };
    let mut after = None;
    rules.for_each_after(&state, |_, some| after = Some(*some));
    let after = After { board, ..after.unwrap() };
    assert_eq!(Feature::CumulativeWells.measure(&after), 20.0, "6 + 1 + 1 + 12");
    // In the column of 12 the five empty cells are four wells, and a gap parts them: 1 + 2 and 1 + 2.
    assert_eq!(Feature::SirTetWells.measure(&after), 14.0, "6 + 1 + 1 + 3 + 3");
}

#[test]
fn an_empty_board_has_two_transitions_per_row_and_one_per_column() {
    let size = Size::STANDARD;
    let rules = ClassicRules::preset(Preset::Simplified);
    let board = Board::from_text("####......", size).unwrap();
    let state =
        State { board, piece: Piece::I, next: None, supply: rules.randomizer.start(), is_over: false };
    let after = rules.after(&state, tetreach_games::ActionId(4)).unwrap();
    let empty = After { board: Board::empty(size), ..after };
    assert_eq!(Feature::RowTransitions.measure(&empty), 40.0);
    assert_eq!(Feature::ColumnTransitions.measure(&empty), 10.0);
    assert_eq!(Feature::LandingHeight.measure(&after), 0.0);
}

#[test]
fn published_weights_have_their_features() {
    let counts = WeightsPreset::ALL.map(|preset| preset.weights().terms.len());
    assert_eq!(counts, [9, 9, 6, 6, 8, 28, 9, 9, 4, 6]);
    for preset in WeightsPreset::ALL {
        assert_eq!(WeightsPreset::named(preset.name()), Some(preset));
        assert!(preset.weights().check(10).is_ok());
    }
    let error = WeightsPreset::Bdu.weights().check(8).unwrap_err();
    assert_eq!(error.to_string(), "a board of 8 columns has no column-height-9");
    assert_eq!(WeightsPreset::named("best"), None);
}

#[test]
fn names_are_those_that_commands_and_files_use() {
    let weights = "alarfaj-initial alarfaj-final dellacherie el-tetris bcts bdu dt-10 dt-20 yiyuan sir-tet";
    assert_eq!(WeightsPreset::ALL.map(WeightsPreset::name).join(" "), weights);
    let sets = "boehm dellacherie bcts dt bertsekas alphatetris sir-tet nuno";
    assert_eq!(FeatureSet::ALL.map(FeatureSet::name).join(" "), sets);
    let presets = "simplified rl-competition original nuno sir-tet";
    assert_eq!(Preset::ALL.map(Preset::name).join(" "), presets);
    for set in FeatureSet::ALL {
        assert_eq!(set.to_string().parse(), Ok(set));
    }
    for preset in Preset::ALL {
        assert_eq!(preset.to_string().parse(), Ok(preset));
    }
    let error = "hard".parse::<Preset>().unwrap_err().to_string();
    let known = "choose simplified, rl-competition, original, nuno or sir-tet";
    assert_eq!(error, format!("no kind of game is called `hard`: {known}"));
    assert_eq!(
        ["lines", "nintendo", "squares"].map(|name| name.parse::<Scoring>().unwrap().to_string()).join(" "),
        "lines nintendo squares"
    );
}

#[test]
fn dellacheries_player_clears_thousands_of_lines_on_a_low_board() {
    let rules = ClassicRules::preset(Preset::Simplified).with_size(Size::new(10, 10).unwrap()).unwrap();
    let player = Linear::new(&WeightsPreset::Dellacherie.weights(), 10).unwrap();
    let mut lines = 0_u32;
    for seed in 0..20 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut state = rules.start(&mut rng);
        while let Some((action, _)) = player.best(&rules, &state) {
            let after = rules.after(&state, action).unwrap();
            lines += u32::from(after.lines);
            state = rules.draw(&after, &mut rng);
        }
    }
    // Published: 2,320 per game; games are as long as chance wants, with a deviation as large as the mean.
    assert!((800..5000).contains(&(lines / 20)), "{}", lines / 20);
}
