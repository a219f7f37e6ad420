//! Endless seeded streams of targets.

use rand_pcg::Pcg64Mcg;

use super::generate::{Generator, Sample};
use super::split::Split;
use crate::game::Size;

/// Failed draws in a row after which a stream ends.
const FAILED_DRAWS: u32 = 20;
/// Draws in a row that belong to another split after which a stream ends.
const FOREIGN_DRAWS: u32 = 20_000;

/// Samples of one generator and one split, in the order of a seed.
#[derive(Clone, Debug)]
pub struct Stream {
    generator: Generator,
    size: Size,
    split: Split,
    rng: Pcg64Mcg,
}

impl Stream {
    /// A stream whose knobs were checked.
    pub(super) fn new(generator: Generator, size: Size, split: Split, rng: Pcg64Mcg) -> Self {
        Self { generator, size, split, rng }
    }

    /// Where the stream stands; it can be stored and given to [`Generator::resume`].
    pub fn rng(&self) -> &Pcg64Mcg {
        &self.rng
    }
}

impl Iterator for Stream {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        let (mut failed, mut foreign) = (0, 0);
        while failed < FAILED_DRAWS && foreign < FOREIGN_DRAWS {
            match self.generator.draw(self.size, &mut self.rng) {
                Some(sample) if Split::of(sample.target.board()) == self.split => return Some(sample),
                Some(_) => foreign += 1,
                None => failed += 1,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;

    #[test]
    fn equal_seeds_give_equal_streams_and_others_do_not() {
        let generator = Generator::Stack { pieces: 8 };
        let boards = |seed| -> Vec<Board> {
            let stream = generator.stream(Size::STANDARD, Split::Test, seed).unwrap();
            stream.take(5).map(|sample| *sample.target.board()).collect()
        };
        assert_eq!(boards(1), boards(1));
        assert_ne!(boards(1), boards(2));
    }

    #[test]
    fn a_stored_stream_goes_on_where_it_stopped() {
        let generator = Generator::Clears { rows: 1, pieces: Some([8, 20]) };
        let mut stream = generator.stream(Size::STANDARD, Split::Train, 3).unwrap();
        stream.by_ref().take(3).for_each(drop);
        let stored = serde_json::to_string(&(generator, stream.rng())).unwrap();
        let (generator, rng): (Generator, Pcg64Mcg) = serde_json::from_str(&stored).unwrap();
        let resumed = generator.resume(Size::STANDARD, Split::Train, rng).unwrap();
        assert!(resumed.take(3).eq(stream.take(3)));
        let unknown = r#"{"kind": "stack", "pieces": 3, "colour": 1}"#;
        assert!(serde_json::from_str::<Generator>(unknown).is_err());
    }
}
