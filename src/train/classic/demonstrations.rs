//! Recorded games, for replay to take as if they had been played.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::Action;
use tetreach_agents::train::{Advice, Demonstrate, TrainError, Trajectory};
use thiserror::Error;

use crate::classic::demo::{DemoError, Demonstration, read};
use crate::game::classic::{ClassicRules, Preset, State};

/// Placements that are shown at a time: a recorded game may be as long as all of replay.
const SEGMENT: usize = 100;

/// Why there are no demonstrations.
#[derive(Debug, Error)]
pub enum DemonstrationsError {
    /// A file holds none, or damaged ones.
    #[error(transparent)]
    Demo(#[from] DemoError),
    /// Nothing can be learned from single placements of which nothing is known to follow.
    #[error("{} shows no placement with what follows it: record longer games", path.display())]
    TooShort {
        /// The file.
        path: PathBuf,
    },
}

/// Parts of recorded games of Sir Tet's kind; every placement shown is its own advice, so that the learner can be
/// told to find it better than all others.
#[derive(Clone, Debug)]
pub struct ClassicDemonstrations {
    parts: Arc<[Trajectory<State, ()>]>,
    rng: Pcg64Mcg,
}

impl ClassicDemonstrations {
    /// Reads files and checks them by replay.
    pub fn read<'a>(files: impl Iterator<Item = &'a Path>) -> Result<Self, DemonstrationsError> {
        let mut parts = Vec::new();
        for path in files {
            let found = segments(&read(path)?.0);
            if found.is_empty() {
                return Err(DemonstrationsError::TooShort { path: path.to_owned() });
            }
            parts.extend(found);
        }
        Ok(ClassicDemonstrations { parts: parts.into(), rng: Pcg64Mcg::seed_from_u64(0) })
    }

    /// The same with a stream of its own.
    pub fn with_rng(self, rng: Pcg64Mcg) -> Self {
        Self { rng, ..self }
    }
}

impl Demonstrate<State, ()> for ClassicDemonstrations {
    fn show(&mut self) -> Result<Vec<Trajectory<State, ()>>, TrainError> {
        let index = self.rng.random_range(0..self.parts.len() as u64) as usize;
        Ok(vec![self.parts[index].clone()])
    }

    fn rng(&mut self) -> &mut Pcg64Mcg {
        &mut self.rng
    }
}

/// The placements of which is known what followed, in parts of at most [`SEGMENT`].
fn segments(demonstrations: &[Demonstration]) -> Vec<Trajectory<State, ()>> {
    let rules = ClassicRules::preset(Preset::SirTet);
    let mut segments: Vec<Trajectory<State, ()>> = Vec::new();
    let mut open: Option<Trajectory<State, ()>> = None;
    for (index, shown) in demonstrations.iter().enumerate() {
        let (state, action) = (shown.state(&rules), shown.action());
        let after = rules.play(&state, action).expect("invariant: the file was replayed when it was read");
        let follows = |next: &State| next.board == after.board && Some(next.piece) == after.next;
        let next = if after.is_lost {
            // Nothing is drawn any more.
            Some(rules.draw(&after, &mut Pcg64Mcg::seed_from_u64(0)))
        } else {
            demonstrations.get(index + 1).map(|next| next.state(&rules)).filter(follows)
        };
        let mut part = open.take().unwrap_or_else(|| Trajectory::new(state, ()));
        if let Some(next) = next {
            let action = Action(action.0);
            part.advice.push(Advice { step: part.len(), policy: [(action, 1.0)].into() });
            part.push(action, next);
        }
        if next.is_some_and(|next| !next.is_over) && part.len() < SEGMENT {
            open = Some(part);
        } else if !part.is_empty() {
            segments.push(part);
        }
    }
    segments.extend(open.filter(|part| !part.is_empty()));
    segments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::demo::{record, written};
    use crate::classic::{GameLimit, NamedPlayer};

    #[test]
    fn parts_are_the_recorded_games_with_every_placement_advised() {
        let rules = ClassicRules::preset(Preset::SirTet);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.demo");
        let player = |name| NamedPlayer::named(name, &rules).unwrap().player;
        let long = record(&player("dellacherie"), 1, GameLimit::placements(250));
        let lost = record(&player("random"), 2, GameLimit::placements(1000));
        std::fs::write(&path, written(&[long.clone(), lost.clone()].concat())).unwrap();
        let shown = ClassicDemonstrations::read([path.as_path()].into_iter()).unwrap();
        // What follows the last placement of the long game was not recorded.
        let lengths: Vec<usize> = shown.parts.iter().map(Trajectory::len).collect();
        assert_eq!(lengths[..3], [100, 100, 49]);
        assert_eq!(lengths[3..].iter().sum::<usize>(), lost.len());
        let all = shown.parts.iter().flat_map(|part| part.actions.iter().map(|action| action.0));
        assert!(all.eq(long[..249].iter().chain(&lost).map(|shown| shown.action().0)));
        for part in shown.parts.iter() {
            assert!(part.is_sound());
            for (step, advice) in part.advice.iter().enumerate() {
                assert_eq!((advice.step, &*advice.policy), (step, &[(part.actions[step], 1.0)][..]));
            }
            for (step, pair) in part.states.windows(2).enumerate() {
                let action = crate::game::ActionId(part.actions[step].0);
                assert_eq!(rules.play(&pair[0], action).unwrap().board, pair[1].board);
            }
        }
        let overs = shown.parts.iter().filter(|part| part.end().is_over).count();
        assert_eq!(overs, 1, "the random game was lost");
        let mut shown = shown.with_rng(Pcg64Mcg::seed_from_u64(3));
        assert!(shown.show().unwrap()[0].len() <= SEGMENT);
    }

    #[test]
    fn a_single_placement_shows_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.demo");
        std::fs::write(&path, "0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0|o|t:0,0\n").unwrap();
        let error = ClassicDemonstrations::read([path.as_path()].into_iter()).unwrap_err().to_string();
        assert!(
            error.ends_with("one.demo shows no placement with what follows it: record longer games"),
            "{error}"
        );
    }
}
