//! Train, validation and test boards, kept apart by a hash of the board.
//!
//! The split is a property of the board alone: a board and its mirror image share it, and so do the same cells on
//! boards with more or fewer free rows above. The hand-made suites are test boards whatever their hash says.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr};

use super::builtin;
use crate::game::{Board, Size};

/// What a board may be used for.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = SplitNameError, parse_err_fn = SplitNameError::new)]
pub enum Split {
    /// Learning from it.
    Train,
    /// Choosing settings and checkpoints.
    Validation,
    /// The final judgement only.
    Test,
}

impl Split {
    /// All splits.
    pub const ALL: [Split; 3] = [Split::Train, Split::Validation, Split::Test];

    /// The split to which this board belongs: of 20 hash values, 16 are train, 2 validation and 2 test.
    pub fn of(board: &Board) -> Split {
        let key = split_key(board);
        if curated_keys().contains(&key) {
            return Split::Test;
        }
        match key % 20 {
            0 | 1 => Split::Test,
            2 | 3 => Split::Validation,
            _ => Split::Train,
        }
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl SplitNameError {
    fn new(name: &str) -> Self {
        SplitNameError { name: name.to_owned() }
    }
}

/// A name that is no split.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no split `{name}`: choose train, validation or test")]
pub struct SplitNameError {
    name: String,
}

/// One number for a board, its mirror image and the same cells under more or fewer free rows.
pub fn split_key(board: &Board) -> u64 {
    let tallest = Size::new(usize::from(board.width()), usize::from(Size::MAX_HEIGHT))
        .expect("invariant: the width of a board is legal at every height");
    Board::from_rows(tallest, board.filled_rows()).mirror_reduced().hash64()
}

/// The keys of the hand-made suites' boards.
fn curated_keys() -> &'static HashSet<u64> {
    static KEYS: OnceLock<HashSet<u64>> = OnceLock::new();
    KEYS.get_or_init(|| builtin::curated_boards().iter().map(split_key).collect())
}

/// A board that is in two splits, perhaps as its mirror image.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this board or its mirror image is both in {first} and in {second}:\n{board}")]
pub struct Leak {
    /// The split where it was seen first.
    pub first: Split,
    /// The split where it was seen again.
    pub second: Split,
    /// The board as seen again.
    pub board: Board,
}

/// Looks for a board that occurs, as it is or mirrored, in two splits.
pub fn find_leak<'a>(boards: impl IntoIterator<Item = (Split, &'a Board)>) -> Result<(), Box<Leak>> {
    // The rows themselves are the key, not their hash: the check must not trust what it checks.
    let mut seen: HashMap<Vec<u16>, Split> = HashMap::new();
    for (second, board) in boards {
        let rows: Vec<u16> = board.filled_rows().collect();
        let mirrored: Vec<u16> = board.mirrored().filled_rows().collect();
        let first = *seen.entry(rows.min(mirrored)).or_insert(second);
        if first != second {
            return Err(Box::new(Leak { first, second, board: *board }));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leak_check_finds_mirrored_boards_and_only_leaks() {
        let board: Board = "#.........\n###.......".parse().unwrap();
        let other: Board = "###.......\n#.........".parse().unwrap();
        assert_eq!(
            find_leak([(Split::Train, &board), (Split::Test, &other), (Split::Train, &board)]),
            Ok(())
        );
        let leak = find_leak([(Split::Train, &board), (Split::Test, &board.mirrored())]).unwrap_err();
        assert_eq!((leak.first, leak.second), (Split::Train, Split::Test));
    }

    #[test]
    fn mirror_images_and_free_rows_do_not_change_the_split() {
        let low = Size::new(10, 4).unwrap();
        for row in 1..1000_u16 {
            let board = Board::from_rows(Size::STANDARD, [row, 0b1011]);
            assert_eq!(Split::of(&board), Split::of(&board.mirrored()));
            assert_eq!(Split::of(&board), Split::of(&Board::from_rows(low, [row, 0b1011])));
        }
    }

    #[test]
    fn shares_are_about_eighty_ten_ten() {
        let mut counts = [0; 3];
        for row in 0..20_000_u16 {
            counts[Split::of(&Board::from_rows(Size::STANDARD, [row % 1023, row / 1023, 7])) as usize] += 1;
        }
        assert!((15_500..16_500).contains(&counts[0]), "{counts:?}");
        assert!((1_800..2_200).contains(&counts[1]) && (1_800..2_200).contains(&counts[2]), "{counts:?}");
    }
}
