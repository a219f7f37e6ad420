//! The targets of training: kinds drawn by weight, numbers by level or from the whole ranges, train split only.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::config::{GoalsConfig, PixelsGoals};
use crate::game::Size;
use crate::reach::{Generator, Sample, Split};

/// Draws that may lead nowhere before there seem to be no targets at all.
const PATIENCE: u32 = 20;

/// Draws targets as the config says.
#[derive(Clone, Debug)]
pub struct TrainingGoals {
    config: GoalsConfig,
    size: Size,
}

impl TrainingGoals {
    /// The targets of a config on boards of one size.
    pub fn new(config: GoalsConfig, size: Size) -> Self {
        Self { config, size }
    }

    /// A target of the train split, at a level if one is given; `None` if many draws led nowhere.
    pub fn draw(&self, level: Option<u32>, rng: &mut Pcg64Mcg) -> Option<Sample> {
        (0..PATIENCE).find_map(|_| {
            let generator = self.generator(level, true, rng)?;
            self.sample(generator, rng)
        })
    }

    /// A target of the train split to which a way is known.
    pub fn draw_with_way(&self, rng: &mut Pcg64Mcg) -> Option<Sample> {
        (0..PATIENCE).find_map(|_| {
            let generator = self.generator(None, false, rng)?;
            self.sample(generator, rng)
        })
    }

    /// A target of the train split that is random pixels.
    pub fn draw_pixels(&self, rng: &mut Pcg64Mcg) -> Option<Sample> {
        let PixelsGoals { rows, density, .. } = &self.config.pixels;
        (0..PATIENCE).find_map(|_| {
            let mut number = |[least, most]: [u32; 2]| rng.random_range(least..=most);
            let generator = Generator::Pixels { rows: number(*rows), density: number(*density) };
            self.sample(generator, rng)
        })
    }

    fn sample(&self, generator: Generator, rng: &mut Pcg64Mcg) -> Option<Sample> {
        let mut stream = generator.resume(self.size, Split::Train, rng.clone()).ok()?;
        let sample = stream.next();
        rng.clone_from(stream.rng());
        sample
    }

    fn generator(&self, level: Option<u32>, pixels: bool, rng: &mut Pcg64Mcg) -> Option<Generator> {
        let GoalsConfig { stack, clears, pixels: pictures, reverse, .. } = &self.config;
        let mut number = |[least, most]: [u32; 2], level: Option<u32>| match level {
            Some(level) => level.clamp(least, most),
            None => rng.random_range(least..=most),
        };
        let kinds = [
            (stack.weight, Generator::Stack { pieces: number(stack.pieces, level) }),
            (
                clears.weight,
                Generator::Clears {
                    rows: number(clears.rows, None),
                    // Longer games from level to level.
                    pieces: Some([
                        clears.pieces[0],
                        level.map_or(clears.pieces[1], |_| number(clears.pieces, level)),
                    ]),
                },
            ),
            (
                if pixels { pictures.weight } else { 0.0 },
                Generator::Pixels {
                    rows: number(pictures.rows, level),
                    density: number(pictures.density, None),
                },
            ),
            (
                reverse.weight,
                Generator::Reverse {
                    rows: number(reverse.rows, None),
                    density: number(reverse.density, None),
                    steps: number(reverse.steps, level),
                },
            ),
        ];
        let total: f64 = kinds.iter().map(|(weight, _)| weight).sum();
        let mut left = rng.random_range(0.0..1.0) * total;
        let possible = kinds.into_iter().filter(|(weight, _)| *weight > 0.0);
        let mut chosen = None;
        for (weight, generator) in possible {
            chosen = Some(generator);
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn kinds_come_by_weight_levels_are_kept_and_nothing_leaves_the_split() {
        let mut config = GoalsConfig::default();
        (config.clears.weight, config.pixels.weight) = (1.0, 2.0);
        let goals = TrainingGoals::new(config, Size::STANDARD);
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let samples: Vec<Sample> = (0..400).map(|_| goals.draw(Some(3), &mut rng).unwrap()).collect();
        assert!(samples.iter().all(|sample| Split::of(sample.target.board()) == Split::Train));
        let ways = samples.iter().filter_map(|sample| sample.way.as_ref().map(Vec::len));
        let lengths: Vec<usize> = ways.collect();
        assert!((160..240).contains(&lengths.len()), "{}", lengths.len());
        assert!(lengths.iter().all(|length| *length == 3 || *length >= 8), "{lengths:?}");
        assert!((0..100).all(|_| goals.draw_with_way(&mut rng).unwrap().way.is_some()));
    }
}
