//! Where the next piece comes from.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rand::{Rng, RngExt};

use crate::board::Board;
use crate::piece::Piece;

/// How pieces are drawn; every draw has outcomes that can be listed with their probabilities.
///
/// ```
/// use tetreach_games::classic::Randomizer;
/// use tetreach_games::{Board, Piece, Size};
///
/// let sz: Randomizer = "sz".parse()?;
/// let mut outcomes = Vec::new();
/// sz.for_each_outcome(sz.start(), &Board::empty(Size::STANDARD), |chance, piece, _| outcomes.push((chance, piece)));
/// assert_eq!(outcomes, [(0.5, Piece::S), (0.5, Piece::Z)]);
/// # Ok::<(), tetreach_games::classic::RandomizerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Randomizer {
    /// Each of the seven pieces with the same probability, whatever came before.
    #[default]
    Uniform,
    /// S or Z with the same probability.
    SnakesOnly,
    /// All seven in random order, then again.
    Bag,
    /// These pieces in this order, over and over.
    Script(Arc<[Piece]>),
    /// The piece whose best placement leaves the highest stack, as HATETRIS chooses; of equals the first of SZOILJT.
    Adversarial,
}

/// What a randomizer remembers: the pieces left in the bag, or the place in the script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Supply(u32);

/// A text that names no randomizer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no randomizer is called `{text}`: choose uniform, sz, bag, adversarial or script:PIECES such as script:SZTO"
)]
pub struct RandomizerError {
    text: String,
}

/// All pieces in the bag.
const FULL_BAG: u32 = 0b111_1111;

/// The order in which the adversary looks at pieces.
const ADVERSARY: [Piece; 7] = [Piece::S, Piece::Z, Piece::O, Piece::I, Piece::L, Piece::J, Piece::T];

impl Randomizer {
    /// What is remembered before the first piece.
    pub fn start(&self) -> Supply {
        Supply(if *self == Randomizer::Bag { FULL_BAG } else { 0 })
    }

    /// Visits every piece that may come next on this board with its probability; they sum to 1.
    pub fn for_each_outcome(&self, supply: Supply, board: &Board, mut visit: impl FnMut(f64, Piece, Supply)) {
        match self {
            Randomizer::Uniform => Piece::ALL.into_iter().for_each(|piece| visit(1.0 / 7.0, piece, supply)),
            Randomizer::SnakesOnly => {
                [Piece::S, Piece::Z].into_iter().for_each(|piece| visit(0.5, piece, supply))
            }
            Randomizer::Bag => {
                let chance = 1.0 / f64::from(supply.0.count_ones());
                for piece in Piece::ALL.into_iter().filter(|piece| supply.0 >> *piece as u32 & 1 == 1) {
                    visit(chance, piece, supply.without(piece));
                }
            }
            Randomizer::Script(_) | Randomizer::Adversarial => {
                let (piece, next) = self.certain(supply, board);
                visit(1.0, piece, next);
            }
        }
    }

    /// Draws the next piece.
    #[inline]
    pub fn draw<R: Rng + ?Sized>(&self, supply: Supply, board: &Board, rng: &mut R) -> (Piece, Supply) {
        match self {
            Randomizer::Uniform => (Piece::ALL[rng.random_range(0..7)], supply),
            Randomizer::SnakesOnly => (if rng.random() { Piece::S } else { Piece::Z }, supply),
            Randomizer::Bag => {
                let place = rng.random_range(0..supply.0.count_ones()) as usize;
                let mut left = Piece::ALL.into_iter().filter(|piece| supply.0 >> *piece as u32 & 1 == 1);
                let piece = left.nth(place).expect("invariant: the bag is never empty");
                (piece, supply.without(piece))
            }
            Randomizer::Script(_) | Randomizer::Adversarial => self.certain(supply, board),
        }
    }

    /// The next piece where chance has no part in it.
    fn certain(&self, supply: Supply, board: &Board) -> (Piece, Supply) {
        match self {
            Randomizer::Script(pieces) => {
                let place = supply.0 as usize % pieces.len();
                (pieces[place], Supply((place as u32 + 1) % pieces.len() as u32))
            }
            _ => (worst_piece(board), supply),
        }
    }
}

impl Supply {
    /// The bag without one piece; a new bag when that was the last.
    fn without(self, piece: Piece) -> Self {
        let left = self.0 & !(1 << piece as u32);
        Supply(if left == 0 { FULL_BAG } else { left })
    }
}

/// The piece whose best placement leaves the highest stack.
fn worst_piece(board: &Board) -> Piece {
    let mut lowest = [usize::MAX; 7];
    let actions = crate::drop::Actions::of_width(board.width());
    board.for_each_successor(|action, next, _| {
        let placement = actions.placement(action).expect("invariant: a successor has a placement");
        let best = &mut lowest[placement.orientation.piece() as usize];
        *best = next.stack_height().min(*best);
    });
    let mut worst = ADVERSARY[0];
    for piece in ADVERSARY {
        if lowest[piece as usize] > lowest[worst as usize] {
            worst = piece;
        }
    }
    worst
}

impl FromStr for Randomizer {
    type Err = RandomizerError;

    fn from_str(text: &str) -> Result<Self, RandomizerError> {
        let unknown = || RandomizerError { text: text.to_owned() };
        match text {
            "uniform" => Ok(Randomizer::Uniform),
            "sz" => Ok(Randomizer::SnakesOnly),
            "bag" => Ok(Randomizer::Bag),
            "adversarial" => Ok(Randomizer::Adversarial),
            _ => {
                let letters = text.strip_prefix("script:").ok_or_else(unknown)?;
                let pieces: Option<Arc<[Piece]>> = letters.chars().map(Piece::from_letter).collect();
                pieces.filter(|pieces| !pieces.is_empty()).map(Randomizer::Script).ok_or_else(unknown)
            }
        }
    }
}

impl fmt::Display for Randomizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Randomizer::Uniform => f.write_str("uniform"),
            Randomizer::SnakesOnly => f.write_str("sz"),
            Randomizer::Bag => f.write_str("bag"),
            Randomizer::Adversarial => f.write_str("adversarial"),
            Randomizer::Script(pieces) => {
                f.write_str("script:")?;
                pieces.iter().try_for_each(|piece| piece.fmt(f))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::Size;

    #[test]
    fn draws_follow_the_listed_probabilities() {
        let board = Board::from_text("####....##\n###....###", Size::STANDARD).unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for name in ["uniform", "sz", "bag", "adversarial", "script:TTI"] {
            let randomizer: Randomizer = name.parse().unwrap();
            assert_eq!(randomizer.to_string(), name);
            let mut supply = randomizer.start();
            for _ in 0..20 {
                let (mut chances, mut total) = ([0.0; 7], 0.0);
                randomizer.for_each_outcome(supply, &board, |chance, piece, _| {
                    chances[piece as usize] += chance;
                    total += chance;
                });
                assert!((total - 1.0_f64).abs() < 1e-12, "{name}: {total}");
                let mut drawn = [0.0; 7];
                for _ in 0..7000 {
                    drawn[randomizer.draw(supply, &board, &mut rng).0 as usize] += 1.0 / 7000.0;
                }
                for piece in Piece::ALL {
                    let (seen, said) = (drawn[piece as usize], chances[piece as usize]);
                    assert!((seen - said).abs() < 0.03, "{name}, {piece}: {seen} for {said}");
                }
                supply = randomizer.draw(supply, &board, &mut rng).1;
            }
        }
    }

    #[test]
    fn every_seven_pieces_of_a_bag_are_all_seven() {
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let (board, mut supply) = (Board::empty(Size::STANDARD), Randomizer::Bag.start());
        for _ in 0..50 {
            let mut seen = 0;
            for _ in 0..7 {
                let (piece, next) = Randomizer::Bag.draw(supply, &board, &mut rng);
                seen |= 1 << piece as u32;
                supply = next;
            }
            assert_eq!(seen, FULL_BAG);
        }
    }

    #[test]
    fn the_adversary_begins_with_s_and_never_gives_what_clears_most() {
        assert_eq!(worst_piece(&Board::empty(Size::STANDARD)), Piece::S);
        let waiting = Board::from_text("###.######\n".repeat(4).as_str(), Size::STANDARD).unwrap();
        assert_ne!(worst_piece(&waiting), Piece::I);
    }

    #[test]
    fn unknown_names_are_refused() {
        for text in ["", "script:", "script:SX", "hate"] {
            let error = text.parse::<Randomizer>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("no randomizer is called `{text}`")));
        }
    }
}
