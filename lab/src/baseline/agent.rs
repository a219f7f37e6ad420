//! The thesis' method as a solver: samples, regressor and search for each target again.

use std::path::{Path, PathBuf};
use std::time::Instant;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::search::uct::{FinalMove, Selection};

use super::Faults;
use super::mcts::{Mcts, ThesisMctsSettings};
use super::regress::{FitSettings, ModelKind, TrainedModel, TrainedRegressor, load_model, save_model};
use super::samples::{DatasetName, Recipe, SampleSet};
use tetreach::game::{Board, Solution};
use tetreach::solve::{Cancel, Progress, ProgressObserver, Run, Solver, Verdict};

/// Samples between two looks at whether to stop.
const NEWS_EVERY: usize = 1000;

/// Trains a regressor for the target and lets it guide tree search, game after game until the budget ends.
#[derive(Clone, Debug)]
pub struct MctsCnn {
    /// Its name among the agents.
    pub name: &'static str,
    /// The regressor.
    pub kind: ModelKind,
    /// Samples made for each target.
    pub samples: usize,
    /// How the regressor is trained; the request's seed is added to the seed here.
    pub fit: FitSettings,
    /// How a game is searched.
    pub search: ThesisMctsSettings,
    /// Where trained regressors are kept between runs, if anywhere.
    pub cache: Option<PathBuf>,
}

impl MctsCnn {
    /// The variable that names a folder for trained regressors.
    pub const CACHE_VARIABLE: &'static str = "TETREACH_BASELINE_CACHE";

    /// The thesis' method with its faults: `mcts-cnn-thesis`.
    pub fn thesis() -> Self {
        Self::with_faults("mcts-cnn-thesis", Faults::thesis())
    }

    /// The thesis' method without its faults: `mcts-cnn`.
    pub fn repaired() -> Self {
        let mut agent = Self::with_faults("mcts-cnn", Faults::repaired());
        agent.search.selection = Selection::FullExpansion;
        agent.search.choice = FinalMove::Visits;
        agent
    }

    fn with_faults(name: &'static str, faults: Faults) -> Self {
        let cache = std::env::var_os(Self::CACHE_VARIABLE).filter(|folder| !folder.is_empty());
        Self {
            name,
            kind: ModelKind::Mlp,
            samples: 20_000,
            fit: FitSettings::default(),
            search: ThesisMctsSettings {
                iterations: 1000,
                playouts: 10,
                ..ThesisMctsSettings::thesis(faults)
            },
            cache: cache.map(PathBuf::from),
        }
    }

    /// The regressor for a target: from the cache, or trained now; `None` if cancelled.
    ///
    /// It is trained on all samples: the search has no use for a test part.
    pub fn regressor(
        &self,
        target: Board,
        seed: u64,
        cancel: &Cancel,
        observer: &ProgressObserver<'_>,
    ) -> Option<TrainedModel> {
        let recipe = DatasetName::A.recipe(target, self.search.faults, seed);
        let settings = FitSettings { seed: self.fit.seed.wrapping_add(seed), ..self.fit };
        let file = self.cache.as_ref().map(|folder| folder.join(self.file_name(&recipe, &settings)));
        let cached = file.as_deref().and_then(|file| load_model(file).ok());
        let fits = |model: &TrainedModel| {
            (model.recipe, model.settings, model.samples, model.model.kind())
                == (recipe, settings, self.samples, self.kind)
        };
        if let Some(model) = cached.filter(fits) {
            return Some(model);
        }
        let started = Instant::now();
        let mut set = SampleSet::new(recipe);
        set.extend_to(self.samples, |made| {
            if made.is_multiple_of(NEWS_EVERY) {
                let stage = format!("making sample {made} of {}", self.samples);
                observer.observe(Progress::Searching { stage: &stage, nodes: 0 });
            }
            made.is_multiple_of(NEWS_EVERY) && cancel.is_cancelled()
        });
        let model = TrainedRegressor::fit(self.kind, &set.labelled(), settings, |done, all| {
            let stage = format!("training, {done} of {all}");
            observer.observe(Progress::Searching { stage: &stage, nodes: 0 });
            !cancel.is_cancelled()
        })?;
        let trained = TrainedModel {
            model,
            recipe,
            samples: self.samples,
            balanced: false,
            split_seed: 0,
            settings,
            seconds: started.elapsed().as_secs_f64(),
        };
        if let Some(file) = file {
            self.keep(&file, &trained, observer);
        }
        Some(trained)
    }

    fn keep(&self, file: &Path, model: &TrainedModel, observer: &ProgressObserver<'_>) {
        let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        // A regressor that cannot be kept is still good for this target.
        if let Err(error) = folder
            .map_err(|error| error.to_string())
            .and_then(|()| save_model(file, model).map_err(|error| error.to_string()))
        {
            observer.observe(Progress::Searching { stage: &error, nodes: 0 });
        }
    }

    fn file_name(&self, recipe: &Recipe, settings: &FitSettings) -> String {
        let bytes = postcard::to_stdvec(&(recipe, settings, self.samples)).expect("invariant: plain numbers");
        format!("{}-{:016x}-{:08x}.model", self.kind, recipe.target.hash64(), crc32fast::hash(&bytes))
    }

    fn play(&self, run: &mut Run<'_>, model: &TrainedRegressor) -> Option<Solution> {
        let (target, observer) = (run.target(), run.request.observer);
        let mut random = Pcg64Mcg::seed_from_u64(run.request.seed);
        loop {
            let mut mcts = Mcts::new(*target, model, self.search);
            let outcome = mcts.run(&mut run.meter, &mut random, observer);
            // With rows that stay, a way to the target may be none by the rules.
            if let Ok(solution) = Solution::replay(target, outcome.actions) {
                run.found(&solution);
                return Some(solution);
            }
            if let Some(end) = outcome.boards.last() {
                observer.observe(Progress::Ended(end));
            }
            if run.meter.is_spent() {
                return None;
            }
        }
    }
}

impl Solver for MctsCnn {
    fn name(&self) -> &str {
        self.name
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        let request = run.request;
        let trained = self.regressor(*run.target(), request.seed, &request.cancel, request.observer);
        let Some(trained) = trained else {
            run.restart();
            return Verdict::NotFound;
        };
        // The clock of the search starts after training, which is reported beside it.
        run.restart_after_training(trained.seconds);
        self.play(run, &trained.model).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetreach::game::Size;
    use tetreach::reach::Target;
    use tetreach::solve::{Budget, Request, Silent};

    fn small(agent: MctsCnn) -> MctsCnn {
        let fit = FitSettings { epochs: Some(5), ..agent.fit };
        let search = ThesisMctsSettings { iterations: 300, playouts: 5, ..agent.search };
        MctsCnn { samples: 300, fit, search, cache: None, ..agent }
    }

    #[test]
    fn both_reach_a_piece_and_tell_training_from_search() {
        let target = Board::from_rows(Size::STANDARD, [0b00_0001_1100, 0b00_0000_1000]);
        for agent in [small(MctsCnn::thesis()), small(MctsCnn::repaired())] {
            let report = agent.solve(&Request::new(Target::new(target).unwrap(), Budget::nodes(3_000_000)));
            assert!(matches!(&report.verdict, Verdict::Solved(way) if way.pieces() == 1), "{}", agent.name);
            assert!(report.training.is_some_and(|seconds| seconds > 0.0) && report.nodes > 0);
            let again = agent.solve(&Request::new(Target::new(target).unwrap(), Budget::nodes(3_000_000)));
            assert_eq!((again.verdict, again.nodes), (report.verdict, report.nodes), "equal seeds");
        }
    }

    #[test]
    fn the_budget_ends_the_search() {
        let agent = small(MctsCnn::repaired());
        let far = Board::from_rows(Size::STANDARD, (0..16).map(|row| 0b01_0101_0101 << (row % 2)));
        let report = agent.solve(&Request::new(Target::new(far).unwrap(), Budget::nodes(20_000)));
        assert_eq!(report.verdict, Verdict::NotFound);
        assert!((20_000..30_000).contains(&report.nodes), "{}", report.nodes);
        let cancelled = Request::new(Target::new(far).unwrap(), Budget::nodes(1000));
        cancelled.cancel.cancel();
        assert_eq!(agent.solve(&cancelled).verdict, Verdict::NotFound);
    }

    #[test]
    fn regressors_are_taken_from_the_cache_folder() {
        let folder = tempfile::tempdir().unwrap();
        let agent = MctsCnn { cache: Some(folder.path().join("kept")), ..small(MctsCnn::repaired()) };
        let target = Board::from_rows(Size::STANDARD, [0b1111]);
        let train = |seed| agent.regressor(target, seed, &Cancel::default(), &Silent).unwrap();
        let first = train(1);
        assert!(train(1) == first, "even the seconds are those of the first time");
        assert!(train(2).model != first.model);
        assert_eq!(std::fs::read_dir(folder.path().join("kept")).unwrap().count(), 2);
    }
}
