//! Recorded games, for replay to take as if they had been played.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::train::{Advice, Demonstrate, TrainError, Trajectory};
use thiserror::Error;

use crate::classic::demo::{DemoError, Demonstration, read};
use crate::game::ActionId;
use crate::game::classic::{ClassicRules, Preset, State};
use crate::numbering::to_action;
use crate::recording::{RecordedGame, RecordingError, RecordingProblem, read_recording};

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
    /// A file of recorded games of any kind holds none, or damaged ones.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A game cannot be replayed.
    #[error(transparent)]
    Problem(#[from] RecordingProblem),
    /// A game was played by other rules.
    #[error("{} has a game of {found}, which is not the game of this run", path.display())]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The rules of the game.
        found: String,
    },
}

/// Parts of recorded games; every placement shown is its own advice, so that the learner can be told to find it better
/// than all others.
#[derive(Clone, Debug)]
pub struct ClassicDemonstrations {
    parts: Arc<[Trajectory<State, ()>]>,
    rng: Pcg64Mcg,
}

impl ClassicDemonstrations {
    /// Reads files of games by some rules and checks them by replay: those whose names end in `.demo` are in Sir Tet's
    /// form, all others hold one JSON object per line.
    pub fn read<'a>(
        files: impl Iterator<Item = &'a Path>,
        rules: &ClassicRules,
    ) -> Result<Self, DemonstrationsError> {
        let mut parts = Vec::new();
        for path in files {
            let found = if is_sir_tet_form(path) { segments(&read(path)?.0) } else { recorded(path, rules)? };
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

/// Whether a file is in Sir Tet's form, which is known by its name.
pub(super) fn is_sir_tet_form(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "demo")
}

/// The games of classic Tetris of a file of recorded games, in parts of at most [`SEGMENT`].
fn recorded(path: &Path, rules: &ClassicRules) -> Result<Vec<Trajectory<State, ()>>, DemonstrationsError> {
    let mut parts = Vec::new();
    for game in read_recording(path)?.0 {
        let RecordedGame::Classic(game) = game else { continue };
        if game.rules()? != *rules {
            let found = format!("{} on {} with pieces {}", game.rules, game.size, game.pieces);
            return Err(DemonstrationsError::OtherRules { path: path.into(), found });
        }
        let (passed, last) = game.states()?;
        let nexts = passed.iter().skip(1).map(|(state, _)| *state).chain([last]);
        let steps: Vec<(State, ActionId, State)> =
            passed.iter().zip(nexts).map(|(&(state, action), next)| (state, action, next)).collect();
        for steps in steps.chunks(SEGMENT) {
            let mut part = Trajectory::new(steps[0].0, ());
            steps.iter().for_each(|&(_, action, next)| shown(&mut part, action, next));
            parts.push(part);
        }
    }
    Ok(parts)
}

/// Adds a placement that was shown, with itself as advice.
fn shown(part: &mut Trajectory<State, ()>, action: ActionId, next: State) {
    let action = to_action(action);
    part.advice.push(Advice { step: part.len(), policy: [(action, 1.0)].into() });
    part.push(action, next);
}

/// The placements of which is known what followed, in parts of at most [`SEGMENT`].
fn segments(demonstrations: &[Demonstration]) -> Vec<Trajectory<State, ()>> {
    let rules = ClassicRules::preset(Preset::SirTet);
    let mut segments: Vec<Trajectory<State, ()>> = Vec::new();
    let mut open: Option<Trajectory<State, ()>> = None;
    for (index, made) in demonstrations.iter().enumerate() {
        let (state, action) = (made.state(&rules), made.action());
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
            shown(&mut part, action, next);
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
    use crate::numbering::to_placement;
    use crate::recording::RecordedClassic;

    #[test]
    fn parts_are_the_recorded_games_with_every_placement_advised() {
        let rules = ClassicRules::preset(Preset::SirTet);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.demo");
        let player = |name| NamedPlayer::named(name, &rules).unwrap().player;
        let long = record(&player("dellacherie"), 1, GameLimit::placements(250));
        let lost = record(&player("random"), 2, GameLimit::placements(1000));
        std::fs::write(&path, written(&[long.clone(), lost.clone()].concat())).unwrap();
        let shown = ClassicDemonstrations::read([path.as_path()].into_iter(), &rules).unwrap();
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
                let action = to_placement(part.actions[step]);
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
        let rules = ClassicRules::preset(Preset::SirTet);
        let error =
            ClassicDemonstrations::read([path.as_path()].into_iter(), &rules).unwrap_err().to_string();
        assert!(
            error.ends_with("one.demo shows no placement with what follows it: record longer games"),
            "{error}"
        );
    }

    #[test]
    fn recorded_games_of_the_same_rules_are_shown_whole() {
        let rules = ClassicRules::preset(Preset::Nuno);
        let player = NamedPlayer::named("bcts", &rules).unwrap().player;
        let task = crate::classic::ClassicTask::new(rules.clone());
        let mut pieces = Pcg64Mcg::seed_from_u64(9);
        let mut state = rules.start(&mut pieces);
        let (mut moves, mut lines, mut points) = (Vec::new(), 0, 0);
        for step in 0..130 {
            let action = player.choose(&task, &state, &mut Pcg64Mcg::seed_from_u64(step)).unwrap();
            let after = rules.after(&state, action).unwrap();
            (lines, points) = (lines + u64::from(after.lines), points + u64::from(rules.points(&after)));
            moves.push(crate::game::Actions::of_width(10).placement(action).unwrap().into());
            state = rules.draw(&after, &mut pieces);
        }
        let record = RecordedGame::Classic(RecordedClassic {
            rules: "nuno".into(),
            size: rules.size().to_string(),
            pieces: rules.randomizer.to_string(),
            seed: 9,
            lines,
            points,
            lost: false,
            moves,
        });
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        std::fs::write(&path, serde_json::to_string(&record).unwrap()).unwrap();
        let shown = ClassicDemonstrations::read([path.as_path()].into_iter(), &rules).unwrap();
        assert_eq!(shown.parts.iter().map(Trajectory::len).collect::<Vec<_>>(), [100, 30]);
        assert_eq!(shown.parts[1].end(), state);
        assert!(shown.parts.iter().all(|part| part.is_sound() && part.advice.len() == part.len()));
        let other = ClassicRules::preset(Preset::SirTet);
        let error =
            ClassicDemonstrations::read([path.as_path()].into_iter(), &other).unwrap_err().to_string();
        assert!(error.contains("has a game of nuno on 10x20 with pieces bag, which is not"), "{error}");
    }
}
