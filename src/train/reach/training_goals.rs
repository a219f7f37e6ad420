//! The targets of training: kinds drawn by weight, numbers by level or from the whole ranges, train split only.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::train::SharedCurriculum;

use super::error::ReachTrainError;
use crate::config::{GoalsConfig, SolvedKinds};
use crate::game::{Board, Size};
use crate::reach::{Ends, Generator, GoalSource, Sample, Split};

/// Draws that may lead nowhere before there seem to be no targets at all.
const MAX_DRAWS: u32 = 20;

/// Draws targets as the config says; the environments of training take their goals from here.
#[derive(Clone, Debug)]
pub struct TrainingGoals {
    config: GoalsConfig,
    size: Size,
    curriculum: Option<SharedCurriculum>,
}

impl TrainingGoals {
    /// The targets of a config on boards of one size.
    pub fn new(config: GoalsConfig, size: Size) -> Self {
        Self { config, size, curriculum: None }
    }

    /// The same, at the levels of a curriculum.
    pub fn with_curriculum(self, curriculum: Option<SharedCurriculum>) -> Self {
        Self { curriculum, ..self }
    }

    /// What the levels come from.
    pub fn curriculum(&self) -> Option<&SharedCurriculum> {
        self.curriculum.as_ref()
    }

    /// A target of the train split, with its level if there is a curriculum.
    pub fn draw(&self, rng: &mut Pcg64Mcg) -> Result<(Sample, Option<u32>), ReachTrainError> {
        let level = self.curriculum.as_ref().map(|curriculum| curriculum.draw(rng));
        let sample = (0..MAX_DRAWS).find_map(|_| {
            let generator = self.generator(level, true, rng)?;
            self.sample(generator, rng)
        });
        sample.map(|sample| (sample, level)).ok_or(ReachTrainError::NoGoals)
    }

    /// Tells the curriculum how an episode at a level ended.
    pub fn record(&self, level: Option<u32>, reached: bool) {
        if let (Some(curriculum), Some(level)) = (&self.curriculum, level) {
            curriculum.record(level, reached);
        }
    }

    /// A target of the train split to which a way is known.
    pub fn draw_with_way(&self, rng: &mut Pcg64Mcg) -> Result<Sample, ReachTrainError> {
        let sample = (0..MAX_DRAWS).find_map(|_| {
            let generator = self.generator(None, false, rng)?;
            self.sample(generator, rng)
        });
        sample.ok_or(ReachTrainError::NoGoals)
    }

    /// A target of the train split for a solver, of a kind drawn by these weights.
    pub fn draw_to_solve(&self, kinds: SolvedKinds, rng: &mut Pcg64Mcg) -> Result<Sample, ReachTrainError> {
        let GoalsConfig { clears, pixels, drawing, .. } = &self.config;
        let sample = (0..MAX_DRAWS).find_map(|_| {
            let mut number = |[least, most]: [u32; 2]| rng.random_range(least..=most);
            let generators = [
                (
                    kinds.pixels,
                    Generator::Pixels { rows: number(pixels.rows), density: number(pixels.density) },
                ),
                (kinds.drawing, Generator::Drawing { rows: number(drawing.rows) }),
                (kinds.clears, Generator::Clears { rows: number(clears.rows), pieces: Some(clears.pieces) }),
            ];
            self.sample(by_weight(generators, rng)?, rng)
        });
        sample.ok_or(ReachTrainError::NoGoals)
    }

    fn sample(&self, generator: Generator, rng: &mut Pcg64Mcg) -> Option<Sample> {
        let mut stream = generator.resume(self.size, Split::Train, rng.clone()).ok()?;
        let sample = stream.next();
        rng.clone_from(stream.rng());
        sample
    }

    fn generator(&self, level: Option<u32>, pixels: bool, rng: &mut Pcg64Mcg) -> Option<Generator> {
        let GoalsConfig { stack, clears, pixels: pictures, drawing, reverse, .. } = &self.config;
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
                if pixels { drawing.weight } else { 0.0 },
                Generator::Drawing { rows: number(drawing.rows, level) },
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
        by_weight(kinds, rng)
    }
}

/// A generator drawn by the weights; none if all are 0.
fn by_weight<const N: usize>(kinds: [(f64, Generator); N], rng: &mut Pcg64Mcg) -> Option<Generator> {
    let total: f64 = kinds.iter().map(|(weight, _)| weight).sum();
    let mut left = rng.random_range(0.0..1.0) * total;
    let mut chosen = None;
    for (weight, generator) in kinds.into_iter().filter(|(weight, _)| *weight > 0.0) {
        chosen = Some(generator);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    chosen
}

impl GoalSource for TrainingGoals {
    fn draw(&self, start: &Board, rng: &mut Pcg64Mcg) -> Option<Ends> {
        self.draw_leveled(start, rng).map(|(ends, _)| ends)
    }

    fn draw_leveled(&self, _start: &Board, rng: &mut Pcg64Mcg) -> Option<(Ends, Option<u32>)> {
        let (sample, level) = TrainingGoals::draw(self, rng).ok()?;
        Some((Ends { start: sample.start, goal: *sample.target.board() }, level))
    }

    fn record(&self, level: Option<u32>, reached: bool) {
        TrainingGoals::record(self, level, reached);
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use tetreach_agents::{Curriculum, CurriculumSettings};

    use super::*;

    #[test]
    fn kinds_come_by_weight_levels_are_kept_and_nothing_leaves_the_split() {
        let mut config = GoalsConfig::default();
        (config.clears.weight, config.pixels.weight) = (1.0, 2.0);
        let settings = CurriculumSettings { min_level: 3, max_level: 3, ..CurriculumSettings::default() };
        let curriculum = SharedCurriculum::new(Curriculum::new(settings).unwrap());
        let goals = TrainingGoals::new(config, Size::STANDARD).with_curriculum(Some(curriculum));
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let samples: Vec<Sample> = (0..400).map(|_| goals.draw(&mut rng).unwrap().0).collect();
        assert!(samples.iter().all(|sample| Split::of(sample.target.board()) == Split::Train));
        let ways = samples.iter().filter_map(|sample| sample.way.as_ref().map(Vec::len));
        let lengths: Vec<usize> = ways.collect();
        assert!((160..240).contains(&lengths.len()), "{}", lengths.len());
        assert!(lengths.iter().all(|length| *length == 3 || *length >= 8), "{lengths:?}");
        assert!((0..100).all(|_| goals.draw_with_way(&mut rng).unwrap().way.is_some()));
    }
}
