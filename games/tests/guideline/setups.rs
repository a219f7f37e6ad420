//! Named setups: what a placement clears and sends.

use rand::SeedableRng;
use tetreach_games::Piece;
use tetreach_games::guideline::{
    Field, GuidelinePlacement, GuidelinePosition, GuidelinePreset, Inputs, NamedSetup, PlacementList,
    Rotation, Slot, Spin,
};

/// What the placement of each setup sends, by the table of the referee and by that of TETR.IO.
const SENT: [(&str, u32, u32); 13] = [
    ("t-spin-single", 2, 2),
    ("t-spin-double", 4, 4),
    ("t-spin-triple", 6, 6),
    ("t-spin-mini", 0, 0),
    ("t-spin-mini-single", 0, 0),
    ("iso", 4, 4),
    ("neo", 1, 1),
    ("fin", 4, 4),
    ("tetris", 4, 4),
    ("triple", 2, 2),
    ("double", 1, 1),
    ("tuck", 0, 0),
    ("perfect-clear", 10, 14),
];

#[test]
fn setups_do_what_their_names_say() {
    assert!(NamedSetup::ALL.iter().map(|setup| setup.name).eq(SENT.map(|(name, ..)| name)));
    for (name, ppt, tetrio) in SENT {
        let setup = NamedSetup::named(name).unwrap();
        let (field, placement) = (setup.field(), setup.placement);
        for (preset, sent) in [(GuidelinePreset::Ppt, ppt), (GuidelinePreset::Tetrio, tetrio)] {
            let rules = preset.rules();
            let moves = PlacementList::of(&field, placement.piece, &rules);
            assert!(moves.iter().any(|reached| reached == placement), "{name}: {placement} in {moves:?}");
            assert!(Inputs::of(&field, placement.piece, &rules).to(placement).is_some(), "{name}");
            let mut position = GuidelinePosition { field, ..GuidelinePosition::default() };
            let lock = position.play(placement, &rules);
            assert_eq!((lock.clear.lines, lock.attack), (setup.lines, sent), "{name} by {preset}");
        }
    }
}

#[test]
fn a_game_begins_with_the_setup_and_its_piece() {
    for setup in NamedSetup::ALL {
        for seed in 0..8 {
            let game = setup.game(&mut rand_pcg::Pcg64Mcg::seed_from_u64(seed));
            let rules = GuidelinePreset::Ppt.rules();
            assert!(
                game.moves(Slot::Current, &rules).iter().any(|legal| legal == setup.placement),
                "{}",
                setup.name
            );
            let mut bag = game.queue.to_vec();
            bag.extend(game.bag.pieces());
            bag.sort();
            assert_eq!(bag, Piece::ALL, "all seven, each once");
        }
    }
    let unknown = NamedSetup::named("dance").unwrap_err().to_string();
    assert!(unknown.starts_with("there is no setup \"dance\": choose from t-spin-single, "), "{unknown}");
}

#[test]
fn combos_and_chains_grow_and_break() {
    let rules = GuidelinePreset::Ppt.rules();
    let well = ".#########\n".repeat(12) + "#########.";
    let mut position =
        GuidelinePosition { field: Field::from_text(&well).unwrap(), ..GuidelinePosition::default() };
    let bar = |y| GuidelinePlacement { piece: Piece::I, rotation: Rotation::East, x: 0, y, spin: Spin::None };
    let attacks = [3, 3].map(|y| position.play(bar(y), &rules).attack);
    assert_eq!((attacks, position.combo, position.back_to_back), ([4, 5], 2, 2));
    // A single by an O at the top of the well breaks the chain and keeps the combo.
    position.field = Field::from_text("........##\n..########").unwrap();
    let square =
        GuidelinePlacement { piece: Piece::O, rotation: Rotation::North, x: 0, y: 0, spin: Spin::None };
    assert_eq!((position.play(square, &rules).attack, position.combo, position.back_to_back), (1, 3, 0));
    let flat = GuidelinePlacement { rotation: Rotation::North, ..bar(1) };
    assert_eq!(position.play(GuidelinePlacement { x: 5, ..flat }, &rules).attack, 0);
    assert_eq!(position.combo, 0);
}

#[test]
fn a_piece_above_the_rows_in_view_locks_out_unless_it_clears_or_the_rules_allow_it() {
    let mut field = Field::EMPTY;
    (0..20).for_each(|y| (0..9).for_each(|x| field.fill(x, y)));
    let place =
        |x, y| GuidelinePlacement { piece: Piece::O, rotation: Rotation::North, x, y, spin: Spin::None };
    let out = |field, placement, preset: GuidelinePreset| {
        GuidelinePosition { field, ..GuidelinePosition::default() }
            .play(placement, &preset.rules())
            .topped_out
    };
    assert!(out(field, place(0, 20), GuidelinePreset::Ppt));
    assert!(!out(field, place(0, 20), GuidelinePreset::Tetrio));
    assert!(!out(Field::EMPTY, place(0, 0), GuidelinePreset::Ppt));
}
