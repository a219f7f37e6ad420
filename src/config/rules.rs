//! Rules that one range cannot state.

use tetreach_agents::Curriculum;
use tetreach_agents::config::{BrokenRules, RetiredSetting, Settings};
use tetreach_agents::train::TrainConfig;
use tetreach_agents::train::settings::check_priority;

use super::{Algorithm, Config, GoalsConfig, SolvedKinds};
use crate::reach::{Generator, SuiteName};
use crate::registry::Registry;

impl Settings for Config {
    const TITLE: &'static str = "tetreach config";

    const RETIRED: &'static [RetiredSetting] = &[RetiredSetting {
        path: "search.direction",
        harmless: "forward",
        refusal: "`search.direction` is no setting any more: only \"forward\" is read from older files, because what \
                  a search from the target finds is learned with `game.kind = \"reach-two-way\"` alone",
    }];

    fn check(&self, rules: &mut BrokenRules) {
        check_goals(self, rules);
        check_demonstrations(self, rules);
        check_suites(self, rules);
        check_priority(&self.replay.priority, rules);
        self.train_settings().check(rules);
    }

    fn name(&self) -> Option<&str> {
        Some(self.run.name.as_str()).filter(|name| !name.is_empty())
    }
}

fn check_goals(config: &Config, rules: &mut BrokenRules) {
    let goals = &config.goals;
    let weights = [goals.stack.weight, goals.clears.weight, goals.pixels.weight, goals.reverse.weight];
    rules.hold(weights.iter().any(|weight| *weight > 0.0), "goals", || {
        "`goals` draws nothing: at least one weight must be above 0".into()
    });
    for (path, [least, most]) in [
        ("goals.stack.pieces", goals.stack.pieces),
        ("goals.clears.rows", goals.clears.rows),
        ("goals.clears.pieces", goals.clears.pieces),
        ("goals.pixels.rows", goals.pixels.rows),
        ("goals.pixels.density", goals.pixels.density),
        ("goals.drawing.rows", goals.drawing.rows),
        ("goals.reverse.rows", goals.reverse.rows),
        ("goals.reverse.density", goals.reverse.density),
        ("goals.reverse.steps", goals.reverse.steps),
    ] {
        rules.hold(least <= most, path, || {
            format!("`{path}` goes from {least} down to {most}, but must not fall")
        });
    }
    check_fit(config, rules);
    rules.hold(config.actors.remote.is_empty() || !goals.use_curriculum, "goals.use_curriculum", || {
        "`goals.use_curriculum` must be false with `actors.remote`: remote actors cannot share a level".into()
    });
    if let Err(error) = Curriculum::new(goals.curriculum) {
        rules.blame("goals.curriculum", error.to_string());
    }
}

/// Both ends of the ranges must make targets on this board; kinds that are never drawn need not.
fn check_fit(config: &Config, rules: &mut BrokenRules) {
    let GoalsConfig { stack, clears, pixels, drawing, reverse, .. } = &config.goals;
    let size = match config.board.size() {
        Ok(size) => size,
        Err(error) => return rules.blame("board", error.to_string()),
    };
    let replay = &config.replay;
    let solved = if replay.solved_evenly { 0.0 } else { replay.demonstrations * replay.solved };
    for end in [0, 1] {
        let kinds = [
            ("goals.stack", stack.weight, Generator::Stack { pieces: stack.pieces[end] }),
            (
                "goals.clears",
                clears.weight.max(solved * replay.solved_kinds.clears),
                Generator::Clears { rows: clears.rows[end], pieces: Some(clears.pieces) },
            ),
            (
                "goals.pixels",
                pixels.weight.max(solved * replay.solved_kinds.pixels),
                Generator::Pixels { rows: pixels.rows[end], density: pixels.density[end] },
            ),
            (
                "goals.drawing",
                drawing.weight.max(solved * replay.solved_kinds.drawing),
                Generator::Drawing { rows: drawing.rows[end] },
            ),
            (
                "goals.reverse",
                reverse.weight,
                Generator::Reverse {
                    rows: reverse.rows[end],
                    density: reverse.density[end],
                    steps: reverse.steps[end],
                },
            ),
        ];
        for (path, _, generator) in kinds.into_iter().filter(|(_, weight, _)| *weight > 0.0) {
            // One sentence per kind is enough.
            if let (Err(error), false) = (generator.check(size), rules.is_blamed(path)) {
                rules.blame(path, format!("`{path}`: {error}"));
            }
        }
    }
}

fn check_demonstrations(config: &Config, rules: &mut BrokenRules) {
    let replay = &config.replay;
    let goals = &config.goals;
    let shown = goals.stack.weight + goals.clears.weight + goals.reverse.weight;
    let needs_no_goals = replay.solved == 1.0 || replay.recorded == 1.0;
    rules.hold(replay.demonstrations == 0.0 || shown > 0.0 || needs_no_goals, "replay.demonstrations", || {
        "`replay.demonstrations` needs goals to which a way is known: stack, clears or reverse, or `replay.solved` or \
         `replay.recorded` of 1"
            .into()
    });
    let is_recorded = replay.demonstrations * replay.recorded > 0.0;
    let has_files = !replay.demonstration_files.is_empty();
    rules.hold(!is_recorded || has_files, "replay.demonstration_files", || {
        "`replay.demonstration_files` names no file, but `replay.recorded` is above 0".into()
    });
    let is_solved = replay.demonstrations * replay.solved > 0.0;
    let is_advised =
        is_recorded || is_solved || replay.exact > 0.0 || config.learner.algorithm == Algorithm::Zero;
    rules.hold(is_advised || config.learner.margin.weight == 0.0, "learner.margin", || {
        "`learner.margin.weight` must be 0 where no move is shown or advised: without `replay.recorded`, \
         `replay.solved`, `replay.exact` and searches"
            .into()
    });
    let SolvedKinds { pixels, drawing, clears } = replay.solved_kinds;
    let kinds = pixels + drawing + clears;
    rules.hold(replay.solved == 0.0 || replay.solved_evenly || kinds > 0.0, "replay.solved_kinds", || {
        "`replay.solved_kinds` must have a kind above 0 where `replay.solved` is".into()
    });
    let registry = Registry::standard();
    let solver = registry.entry(&replay.solver).is_ok_and(|entry| !entry.is_learned());
    rules.hold(solver, "replay.solver", || {
        let known = registry.entries().iter().filter(|entry| !entry.is_learned()).map(|entry| entry.name);
        let known = known.collect::<Vec<_>>().join(", ");
        format!("`replay.solver` is {:?}, but must be one of {known}", replay.solver)
    });
    rules.hold(!replay.solved_evenly || replay.solver == "oracle", "replay.solved_evenly", || {
        format!(
            "`replay.solved_evenly` needs exact distances: `replay.solver` must be \"oracle\", not {:?}",
            replay.solver
        )
    });
}

fn check_suites(config: &Config, rules: &mut BrokenRules) {
    // What looks like a path is read when it is needed; it may be of another machine.
    let evaluation = &config.evaluation;
    for (path, suites) in [
        ("evaluation.suites", &evaluation.suites),
        ("evaluation.test_suites", &evaluation.test_suites),
        ("evaluation.search_suites", &evaluation.search_suites),
    ] {
        for suite in suites.iter().filter(|suite| !suite.contains(['/', '.', '\\'])) {
            if let Err(error) = suite.parse::<SuiteName>() {
                rules.blame(path, format!("`{path}`: {error}"));
            }
        }
    }
}
