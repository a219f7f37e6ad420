//! BrokenRules that one range cannot state.

use super::{PriorityConfig, TrainSettings};
use crate::config::BrokenRules;
use crate::schedule::Schedule;

/// Names the faults of `[replay.priority]`, be it used or not.
pub fn check_priority(priority: &PriorityConfig, rules: &mut BrokenRules) {
    for (path, value, least) in [
        ("replay.priority.alpha", priority.alpha, 0.0),
        ("replay.priority.epsilon", priority.epsilon, f64::MIN_POSITIVE),
    ] {
        rules.hold((least..=1e6).contains(&value), path, || {
            let bound = if least > 0.0 { "above 0" } else { "0 or more" };
            format!("`{path}` is {value}, but must be {bound} and at most a million")
        });
    }
}

impl TrainSettings {
    /// Names every fault of the settings that every game has.
    pub fn check(&self, rules: &mut BrokenRules) {
        self.check_schedules(rules);
        self.check_returns(rules);
        self.check_learning(rules);
        self.check_run(rules);
    }

    fn check_schedules(&self, rules: &mut BrokenRules) {
        let schedules: [(&str, &Schedule, _, &str); 5] = [
            ("learner.learning_rate", &self.learner.learning_rate, 0.0..=10.0, "between 0 and 10"),
            ("exploration.epsilon", &self.exploration.epsilon, 0.0..=1.0, "between 0 and 1"),
            ("replay.n_step", &self.annealing.n_step, 1.0..=1000.0, "between 1 and 1000"),
            ("replay.priority.beta", &self.annealing.beta, 0.0..=1e6, "between 0 and a million"),
            ("search.simulations", &self.search.simulations, 1.0..=1e6, "between 1 and 1,000,000"),
        ];
        for (path, schedule, range, words) in schedules {
            if let Err(error) = schedule.validate() {
                rules.blame(path, format!("`{path}`: {error}"));
                continue;
            }
            let ends = schedule.ends();
            if let Some(value) = ends.into_iter().find(|value| !range.contains(value)) {
                rules.blame(path, format!("`{path}` comes to {value}, but must stay {words}"));
            }
        }
    }

    fn check_returns(&self, rules: &mut BrokenRules) {
        let path = "replay.n_step";
        let part = self.annealing.n_step.ends().into_iter().find(|steps| steps.fract() != 0.0);
        if let (Some(steps), false) = (part, rules.is_blamed(path)) {
            rules.blame(
                path,
                format!("`{path}` comes to {steps}, but must go between whole numbers, 1 to 1000"),
            );
        }
    }

    fn check_learning(&self, rules: &mut BrokenRules) {
        let (learner, capacity) = (&self.learner, self.replay.capacity as u64);
        for (path, value) in [
            ("learner.batch_size", learner.batch_size as u64),
            ("learner.learning_starts", learner.learning_starts),
        ] {
            rules.hold(value <= capacity, path, || {
                format!("`{path}` is {value}, more than `replay.capacity` holds")
            });
        }
        let weights = &learner.loss_weights;
        let all = [weights.q, weights.policy, weights.distance, weights.success];
        rules.hold(all.iter().any(|weight| *weight > 0.0), "learner.loss_weights", || {
            "`learner.loss_weights` teaches nothing: at least one weight must be above 0".into()
        });
        rules.hold(learner.target_tau == 1.0 || learner.target_interval == 1, "learner.target_tau", || {
            format!(
                "`learner.target_tau` is {}, which moves the target network in every step: `learner.target_interval` \
                 must be 1, not {}",
                learner.target_tau, learner.target_interval
            )
        });
    }

    fn check_run(&self, rules: &mut BrokenRules) {
        let budget = &self.budget;
        let is_limited = budget.seconds > 0.0 || budget.environment_steps > 0 || budget.gradient_steps > 0;
        rules.hold(is_limited, "budget", || {
            "`budget` never ends: at least one of `seconds`, `environment_steps` and `gradient_steps` must be above 0"
                .into()
        });
        let name = &self.run.name;
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
        rules.hold(name.chars().all(is_plain) && !name.starts_with('.'), "run.name", || {
            format!(
                "`run.name` is {name:?}, but names a folder: letters, digits, `-`, `_`, `+` and `.` inside"
            )
        });
        let (run, threads) = (&self.run, "run.preparation_threads");
        rules.hold(run.preparation_threads == 0 || !run.deterministic, threads, || {
            format!("`{threads}` must be 0 with `run.deterministic`, which takes one turn after the other")
        });
        rules.hold(run.preparation_threads == 0 || self.replay.priority.is_none(), threads, || {
            format!("`{threads}` must be 0 with `replay.prioritized`, which draws by the errors of the last update")
        });
        let has_remote = !self.actors.remote.is_empty();
        rules.hold(self.actors.count > 0 || has_remote, "actors.count", || {
            "`actors.count` is 0, and `actors.remote` names no folder: nobody would play".into()
        });
        rules.hold(!(has_remote && run.deterministic), "actors.remote", || {
            "`actors.remote` must be empty with `run.deterministic`: what comes from elsewhere comes when it comes"
                .into()
        });
        let environments = self.actors.count * self.actors.environments;
        rules.hold(environments <= 1_000_000, "actors.environments", || {
            format!("`actors` play {environments} environments at once, but a million is the most")
        });
    }
}
