//! The built-in suites: what they hold, that they never change by accident, and that splits do not leak.

use std::collections::HashSet;

use tetreach::game::{Board, Size};
use tetreach::reach::{
    BuiltIn, Generator, Split, Suite, SuiteName, SuiteOptions, Target, find_leak, split_key,
};

fn build(name: &str, count: Option<usize>) -> Suite {
    let options = SuiteOptions { count, ..SuiteOptions::default() };
    name.parse::<SuiteName>().unwrap().build(&options).unwrap()
}

fn curated_boards() -> Vec<Board> {
    let suites = BuiltIn::CURATED.map(|suite| build(&suite.to_string(), None));
    suites.iter().flat_map(|suite| suite.sketches.iter().map(|sketch| sketch.board)).collect()
}

#[test]
fn every_target_is_admissible_and_different_from_the_others() {
    let random = ["stack-8", "stack-40", "clears-1", "clears-8", "pixels-6x30", "pixels-16x70"];
    for name in ["thesis", "letters", "art"].into_iter().chain(random) {
        let suite = build(name, None);
        let targets: Vec<Target> = suite.targets().unwrap();
        let keys: HashSet<u64> = targets.iter().map(|target| split_key(target.board())).collect();
        assert_eq!(keys.len(), targets.len(), "{name} repeats a board or its mirror image");
        assert!(targets.iter().all(|target| target.name().is_some()));
        assert!(targets.iter().all(|target| Split::of(target.board()) == Split::Test), "{name}");
        assert_eq!(suite.shortage, None, "{name}");
    }
}

#[test]
fn curated_suites_have_the_promised_targets() {
    let thesis = build("thesis", None);
    assert_eq!(thesis.get("hi").unwrap().board.cells(), 24);
    assert_eq!(thesis.get("t-and-i").unwrap().board.counting_bound(), 2);
    assert_eq!(thesis.sketches.len(), 3);
    assert!(build("letters", None).sketches.len() >= 40);
    let art = build("art", None);
    assert!(art.sketches.len() >= 20);
    for sketch in &art.sketches {
        assert!((5..=16).contains(&sketch.board.stack_height()), "{:?}", sketch.name);
    }
}

/// One number for the boards of a suite in their order.
fn fingerprint(name: &str) -> u64 {
    let mix = |sum: u64, board: &Board| sum.wrapping_mul(0x0000_0100_0000_01B3) ^ board.hash64();
    build(name, None).sketches.iter().fold(0, |sum, sketch| mix(sum, &sketch.board))
}

/// Published numbers refer to these boards: a change here makes old results incomparable.
const FINGERPRINTS: [(&str, u64); 8] = [
    ("thesis", 0x4977_51c2_707a_20ce),
    ("letters", 0xbbf3_0f1d_6752_9833),
    ("art", 0x039c_29ed_bc60_583c),
    ("stack-8", 0xb765_8f09_a53c_5d57),
    ("stack-40@train", 0x693f_6e7e_7b38_ae51),
    ("clears-2", 0xb4c7_5d71_b174_ca9b),
    ("pixels-6x50", 0x0495_44c5_b6f5_36e8),
    ("pixels-16x30@validation", 0xab24_f46d_08b8_d6da),
];

#[test]
fn suites_are_the_same_on_every_machine_and_in_every_release() {
    let found = FINGERPRINTS.map(|(name, _)| (name, fingerprint(name)));
    assert_eq!(found, FINGERPRINTS, "{found:#018x?}");
}

#[test]
fn no_board_is_in_two_splits() {
    for name in ["stack-1", "stack-2", "stack-4", "clears-1", "pixels-1x50", "pixels-4x50"] {
        let suites = Split::ALL.map(|split| (split, build(&format!("{name}@{split}"), Some(300))));
        let boards = suites
            .iter()
            .flat_map(|(split, suite)| suite.sketches.iter().map(|sketch| (*split, &sketch.board)));
        find_leak(boards).unwrap_or_else(|leak| panic!("{name}: {leak}"));
        assert!(suites.iter().all(|(_, suite)| !suite.sketches.is_empty()), "{name}");
    }
}

#[test]
fn training_streams_yield_no_board_of_another_split() {
    let mut boards: Vec<(Split, Board)> =
        curated_boards().into_iter().map(|board| (Split::Test, board)).collect();
    for generator in [
        Generator::Stack { pieces: 1 },
        Generator::Stack { pieces: 2 },
        Generator::Stack { pieces: 6 },
        Generator::Clears { rows: 1, pieces: None },
        Generator::Pixels { rows: 1, density: 50 },
        Generator::Pixels { rows: 5, density: 50 },
        Generator::Reverse { rows: 2, density: 50, steps: 4 },
    ] {
        for split in Split::ALL {
            let stream = generator.stream(Size::STANDARD, split, 11).unwrap();
            boards.extend(stream.take(150).map(|sample| (split, *sample.target.board())));
        }
    }
    find_leak(boards.iter().map(|(split, board)| (*split, board))).unwrap_or_else(|leak| panic!("{leak}"));
}

#[test]
fn the_leak_check_catches_a_stream_that_ignores_the_splits() {
    // The single T of the thesis is one of the boards that one random piece makes: drawing without a split would
    // hand it to training.
    let generator = Generator::Stack { pieces: 1 };
    let mut rng = <rand_pcg::Pcg64Mcg as rand::SeedableRng>::seed_from_u64(5);
    let draws = (0..5000).filter_map(|_| generator.draw(Size::STANDARD, &mut rng));
    let careless: Vec<Board> = draws.map(|sample| *sample.target.board()).collect();
    let test = curated_boards();
    let test = test.iter().map(|board| (Split::Test, board));
    let leak = find_leak(test.chain(careless.iter().map(|board| (Split::Train, board)))).unwrap_err();
    assert_eq!((leak.first, leak.second), (Split::Test, Split::Train));
}

#[test]
fn curated_boards_are_test_boards_mirrored_and_on_taller_boards_too() {
    let tall = Size::new(10, 24).unwrap();
    for board in curated_boards() {
        assert_eq!(Split::of(&board), Split::Test);
        assert_eq!(Split::of(&board.mirrored()), Split::Test);
        assert_eq!(Split::of(&Board::from_rows(tall, board.filled_rows())), Split::Test);
    }
}

#[test]
fn few_boards_are_all_listed_and_the_shortage_is_named() {
    let mut single = 0;
    for split in Split::ALL {
        let suite = build(&format!("stack-1@{split}"), Some(1000));
        single += suite.sketches.len();
        let shortage = suite.shortage.unwrap();
        assert_eq!((shortage.asked, shortage.found), (1000, suite.sketches.len()));
        assert!(shortage.to_string().ends_with("no more exist (mirror images count once)"), "{shortage}");
    }
    // Of 162 placements only the lying I and the O in the middle are their own mirror images.
    assert_eq!(single, (162 + 2) / 2);
    assert!(build("pixels-1x50", Some(500)).shortage.is_some());
}

#[test]
fn counts_and_seeds_choose_the_targets() {
    let suite = |seed, count| {
        let options = SuiteOptions { seed, count: Some(count), ..SuiteOptions::default() };
        "clears-2".parse::<SuiteName>().unwrap().build(&options).unwrap()
    };
    assert_eq!(suite(1, 20).sketches[..10], suite(1, 10).sketches[..]);
    assert_ne!(suite(1, 10), suite(2, 10));
    assert_eq!(build("clears-2", None).sketches.len(), 50);
    assert_eq!(build("art", Some(5)).sketches.len(), 5);
}

#[test]
fn names_that_are_no_suite_are_refused() {
    let wrong =
        ["", "stack", "stack-", "stack-+8", "stack-08", "stack-8x2", "pixels-6", "pixels-6x", "art-1", "Art"];
    for name in wrong {
        let error = name.parse::<SuiteName>().unwrap_err().to_string();
        assert!(error.contains("there are thesis, letters, art, stack-N"), "{name}: {error}");
    }
    for name in ["thesis", "stack-8", "stack-8@train", "clears-3@validation", "pixels-6x50"] {
        assert_eq!(name.parse::<SuiteName>().unwrap().to_string(), name);
    }
    let build = |name: &str, options| name.parse::<SuiteName>().unwrap().build(&options);
    let small = SuiteOptions { size: Size::new(6, 5).unwrap(), ..SuiteOptions::default() };
    assert!(build("art", small).unwrap_err().to_string().contains("boards of 10 columns"));
    assert!(build("stack-3", small).is_ok());
    let none = SuiteOptions { count: Some(0), ..SuiteOptions::default() };
    assert!(build("stack-3", none).unwrap_err().to_string().contains("1 to 1000000 targets"));
}
