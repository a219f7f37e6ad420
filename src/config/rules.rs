//! Rules that one range cannot state.

use tetreach_agents::config::{Rules, Settings};
use tetreach_agents::{Curriculum, Schedule};

use super::{Config, GoalsConfig};
use crate::reach::{Generator, SuiteName};
use crate::registry::Registry;

impl Settings for Config {
    const TITLE: &'static str = "tetreach config";

    fn check(&self, rules: &mut Rules) {
        check_goals(self, rules);
        check_learning(self, rules);
        check_run(self, rules);
    }

    fn name(&self) -> Option<&str> {
        Some(self.run.name.as_str()).filter(|name| !name.is_empty())
    }
}

fn hold_schedule(
    rules: &mut Rules,
    schedule: &Schedule,
    path: &str,
    is_allowed: impl Fn(f64) -> bool,
    allowed: &str,
) {
    if let Err(error) = schedule.validate() {
        return rules.blame(path, format!("`{path}`: {error}"));
    }
    let wrong = [schedule.at(0), schedule.at(u64::MAX)].into_iter().find(|value| !is_allowed(*value));
    if let Some(value) = wrong {
        rules.blame(path, format!("`{path}` comes to {value}, but must stay {allowed}"));
    }
}

fn check_goals(config: &Config, rules: &mut Rules) {
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
        ("goals.reverse.rows", goals.reverse.rows),
        ("goals.reverse.density", goals.reverse.density),
        ("goals.reverse.steps", goals.reverse.steps),
    ] {
        rules.hold(least <= most, path, || {
            format!("`{path}` goes from {least} down to {most}, but must not fall")
        });
    }
    check_fit(config, rules);
    if let Err(error) = Curriculum::new(goals.curriculum) {
        rules.blame("goals.curriculum", error.to_string());
    }
}

/// Both ends of the ranges must make targets on this board; kinds that are never drawn need not.
fn check_fit(config: &Config, rules: &mut Rules) {
    let GoalsConfig { stack, clears, pixels, reverse, .. } = &config.goals;
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
                clears.weight,
                Generator::Clears { rows: clears.rows[end], pieces: Some(clears.pieces) },
            ),
            (
                "goals.pixels",
                pixels.weight.max(solved),
                Generator::Pixels { rows: pixels.rows[end], density: pixels.density[end] },
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
            // One sentence a kind is enough.
            if let (Err(error), false) = (generator.check(size), rules.is_blamed(path)) {
                rules.blame(path, format!("`{path}`: {error}"));
            }
        }
    }
}

fn check_learning(config: &Config, rules: &mut Rules) {
    let (learner, replay) = (&config.learner, &config.replay);
    hold_schedule(
        rules,
        &learner.learning_rate,
        "learner.learning_rate",
        |rate| (0.0..=10.0).contains(&rate),
        "between 0 and 10",
    );
    hold_schedule(
        rules,
        &config.exploration.epsilon,
        "exploration.epsilon",
        |epsilon| (0.0..=1.0).contains(&epsilon),
        "between 0 and 1",
    );
    hold_schedule(
        rules,
        &config.search.simulations,
        "search.simulations",
        |simulations| (1.0..=1e6).contains(&simulations),
        "between 1 and 1,000,000",
    );
    rules.hold(learner.batch_size <= replay.capacity, "learner.batch_size", || {
        format!("`learner.batch_size` is {}, more than `replay.capacity` holds", learner.batch_size)
    });
    let capacity = replay.capacity as u64;
    rules.hold(learner.learning_starts <= capacity, "learner.learning_starts", || {
        format!("`learner.learning_starts` is {}, more than `replay.capacity` holds", learner.learning_starts)
    });
    let weights = &learner.loss_weights;
    let all = [weights.q, weights.policy, weights.distance, weights.success];
    rules.hold(all.iter().any(|weight| *weight > 0.0), "learner.loss_weights", || {
        "`learner.loss_weights` teaches nothing: at least one weight must be above 0".into()
    });
    rules.hold(learner.target_tau == 1.0 || learner.target_interval == 1, "learner.target_tau", || {
        format!(
            "`learner.target_tau` is {}, which moves the target network in every step: `learner.target_interval` must be \
             1, not {}",
            learner.target_tau, learner.target_interval
        )
    });
    let goals = &config.goals;
    let shown = goals.stack.weight + goals.clears.weight + goals.reverse.weight;
    let all_solved = replay.solved == 1.0;
    rules.hold(replay.demonstrations == 0.0 || shown > 0.0 || all_solved, "replay.demonstrations", || {
        "`replay.demonstrations` needs goals to which a way is known: stack, clears or reverse, or `replay.solved` of 1"
            .into()
    });
    let registry = Registry::standard();
    let solver = registry.entry(&replay.solver).is_ok_and(|entry| !entry.is_learned);
    rules.hold(solver, "replay.solver", || {
        let known = registry.entries().iter().filter(|entry| !entry.is_learned).map(|entry| entry.name);
        let known = known.collect::<Vec<_>>().join(", ");
        format!("`replay.solver` is {:?}, but must be one of {known}", replay.solver)
    });
    rules.hold(!replay.solved_evenly || replay.solver == "oracle", "replay.solved_evenly", || {
        format!(
            "`replay.solved_evenly` needs exact distances: `replay.solver` must be \"oracle\", not {:?}",
            replay.solver
        )
    });
    let priority = &replay.priority;
    for (path, value, least) in [
        ("replay.priority.alpha", priority.alpha, 0.0),
        ("replay.priority.beta", priority.beta, 0.0),
        ("replay.priority.epsilon", priority.epsilon, f64::MIN_POSITIVE),
    ] {
        rules.hold((least..=1e6).contains(&value), path, || {
            let bound = if least > 0.0 { "above 0" } else { "0 or more" };
            format!("`{path}` is {value}, but must be {bound} and at most a million")
        });
    }
}

fn check_run(config: &Config, rules: &mut Rules) {
    // What looks like a path is read when it is needed; it may be of another machine.
    for suite in config.evaluation.suites.iter().filter(|suite| !suite.contains(['/', '.', '\\'])) {
        if let Err(error) = suite.parse::<SuiteName>() {
            rules.blame("evaluation.suites", format!("`evaluation.suites`: {error}"));
        }
    }
    let budget = &config.budget;
    let is_limited = budget.seconds > 0.0 || budget.environment_steps > 0 || budget.gradient_steps > 0;
    rules.hold(is_limited, "budget", || {
        "`budget` never ends: at least one of `seconds`, `environment_steps` and `gradient_steps` must be above 0"
            .into()
    });
    let name = &config.run.name;
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    rules.hold(name.chars().all(is_plain) && !name.starts_with('.'), "run.name", || {
        format!("`run.name` is {name:?}, but names a folder: letters, digits, `-`, `_`, `+` and `.` inside")
    });
    let boards = config.actors.count * config.actors.environments;
    rules.hold(boards <= 1_000_000, "actors.environments", || {
        format!("`actors` play {boards} boards at once, but a million is the most")
    });
}
