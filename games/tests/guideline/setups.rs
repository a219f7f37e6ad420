//! Named setups: what a placement clears and sends.

use tetreach_games::Piece;
use tetreach_games::guideline::{
    Field, GuidelinePlacement, GuidelinePosition, GuidelinePreset, Inputs, PlacementList, Rotation, Spin,
};

/// A setup, the placement that it is made for, and what that does.
struct Setup {
    name: &'static str,
    field: &'static str,
    piece: Piece,
    rotation: Rotation,
    at: (i8, i8),
    spin: Spin,
    lines: u8,
    attack: u32,
}

const SETUPS: [Setup; 10] = [
    Setup {
        name: "T-spin double",
        field: "
..##......
...#######
#.########",
        piece: Piece::T,
        rotation: Rotation::South,
        at: (1, 1),
        spin: Spin::Full,
        lines: 2,
        attack: 4,
    },
    Setup {
        name: "T-spin single",
        field: "
..##......
...######.
#.########",
        piece: Piece::T,
        rotation: Rotation::South,
        at: (1, 1),
        spin: Spin::Full,
        lines: 1,
        attack: 2,
    },
    Setup {
        name: "T-spin triple",
        field: "
##........
#.........
#.########
#..#######
#.########",
        piece: Piece::T,
        rotation: Rotation::East,
        at: (1, 1),
        spin: Spin::Full,
        lines: 3,
        attack: 6,
    },
    Setup {
        name: "T-spin mini without a line",
        field: ".########.",
        piece: Piece::T,
        rotation: Rotation::East,
        at: (0, 1),
        spin: Spin::Mini,
        lines: 0,
        attack: 0,
    },
    Setup {
        name: "T-spin mini single at the wall",
        field: ".#########",
        piece: Piece::T,
        rotation: Rotation::East,
        at: (0, 1),
        spin: Spin::Mini,
        lines: 1,
        attack: 0,
    },
    Setup {
        name: "tetris",
        field: "
.#########
.#########
.#########
.#########
#########.",
        piece: Piece::I,
        rotation: Rotation::East,
        at: (0, 3),
        spin: Spin::None,
        lines: 4,
        attack: 4,
    },
    Setup {
        name: "triple",
        field: "
.#########
.#########
.#########
#########.",
        piece: Piece::I,
        rotation: Rotation::East,
        at: (0, 3),
        spin: Spin::None,
        lines: 3,
        attack: 2,
    },
    Setup {
        name: "tuck under a roof",
        field: "
#####.....
..........
#########.",
        piece: Piece::I,
        rotation: Rotation::North,
        at: (2, 1),
        spin: Spin::None,
        lines: 0,
        attack: 0,
    },
    Setup {
        name: "perfect clear by a bar",
        field: "
.#########
.#########
.#########
.#########",
        piece: Piece::I,
        rotation: Rotation::East,
        at: (0, 2),
        spin: Spin::None,
        lines: 4,
        attack: 10,
    },
    Setup {
        name: "double by a square",
        field: "
.........#
..########
..########",
        piece: Piece::O,
        rotation: Rotation::North,
        at: (0, 0),
        spin: Spin::None,
        lines: 2,
        attack: 1,
    },
];

#[test]
fn setups_do_what_their_names_say() {
    let rules = GuidelinePreset::Ppt.rules();
    for setup in SETUPS {
        let field = Field::from_text(setup.field).unwrap();
        let (x, y) = setup.at;
        let placement =
            GuidelinePlacement { piece: setup.piece, rotation: setup.rotation, x, y, spin: setup.spin };
        let moves = PlacementList::of(&field, setup.piece, &rules);
        assert!(moves.iter().any(|reached| reached == placement), "{}: {placement} in {moves:?}", setup.name);
        let mut position = GuidelinePosition { field, ..GuidelinePosition::default() };
        let lock = position.play(placement, &rules);
        assert_eq!((lock.clear.lines, lock.attack), (setup.lines, setup.attack), "{}", setup.name);
        assert!(Inputs::of(&field, setup.piece, &rules).to(placement).is_some(), "{}", setup.name);
    }
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
