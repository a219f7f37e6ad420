//! The environment checker: Gymnasium's `check_env` and the identities of goal environments, as a library function.

mod laws;
mod trace;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::env::GoalEnv;
use trace::Trace;

/// How thoroughly to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CheckSettings {
    /// The seed of the random play that the checks look at.
    pub seed: u64,
    /// The number of episodes played.
    pub episodes: usize,
    /// The number of steps after which an episode that has not ended is left.
    pub max_steps: usize,
}

impl Default for CheckSettings {
    fn default() -> Self {
        CheckSettings { seed: 0, episodes: 8, max_steps: 100 }
    }
}

/// One rule of the contract and whether the environment kept it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleCheck {
    /// The rule's short name.
    pub name: &'static str,
    /// The rule in one sentence.
    pub sentence: &'static str,
    /// How the environment broke it, `None` if it did not.
    pub failure: Option<String>,
}

impl RuleCheck {
    /// Whether the rule was kept.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }
}

/// All rules, in the order they were checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// The checks made.
    pub checks: Vec<RuleCheck>,
}

impl CheckReport {
    /// Whether every rule was kept.
    pub fn passed(&self) -> bool {
        self.checks.iter().all(RuleCheck::passed)
    }

    /// The rules that were broken.
    pub fn failures(&self) -> impl Iterator<Item = &RuleCheck> {
        self.checks.iter().filter(|check| !check.passed())
    }
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for check in &self.checks {
            match &check.failure {
                None => writeln!(f, "pass  {:<20} {}", check.name, check.sentence)?,
                Some(failure) => {
                    writeln!(f, "FAIL  {:<20} {}", check.name, check.sentence)?;
                    writeln!(f, "      {:<20} {failure}", "")?;
                }
            }
        }
        Ok(())
    }
}

/// Checks an environment, given as it was built and not reset yet, against the whole contract.
pub fn check_env<E: GoalEnv>(env: &E, settings: &CheckSettings) -> CheckReport {
    let mut checks = Vec::new();
    let traces = match trace::play(env, settings) {
        Ok(traces) => traces,
        Err(failure) => {
            checks.push(RuleCheck {
                name: "play",
                sentence: "Legal actions can be played from any seeded reset.",
                failure: Some(failure),
            });
            return CheckReport { checks };
        }
    };
    checks.extend(laws::all::<E>().iter().map(|law| RuleCheck {
        name: law.name,
        sentence: law.sentence,
        failure: (law.holds)(env, &traces, settings).err(),
    }));
    CheckReport { checks }
}

/// A rule: what it is called, what it says, and the test of it.
struct Law<E: GoalEnv> {
    name: &'static str,
    sentence: &'static str,
    holds: Test<E>,
}

type Test<E> = fn(&E, &[Trace<E>], &CheckSettings) -> Result<(), String>;
