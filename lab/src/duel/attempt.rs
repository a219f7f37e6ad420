//! One attempt of one agent at one target, with the key by which it is kept for good.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::limit::{AttemptLimit, CostModel};
use tetreach::eval::Attempt;

/// Which attempt it is; equal keys are the same attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttemptKey {
    /// The agent's name.
    pub agent: String,
    /// What tells the weights of a learned agent from others.
    pub weights: Option<String>,
    /// What it may spend.
    pub limit: AttemptLimit,
    /// The target's suite.
    pub suite: String,
    /// The target's name.
    pub target: String,
    /// The board to reach, rows from the top.
    pub board: String,
    /// The seed of the whole duel.
    pub seed: u64,
    /// Which repetition it is, from 0; each has its own seed.
    pub round: usize,
}

impl AttemptKey {
    /// The seed of the attempt: the same for all agents, whatever other targets and agents there are.
    pub fn stream(&self) -> u64 {
        let text = format!("{}\n{}\n{}\n{}\n{}", self.seed, self.round, self.suite, self.target, self.board);
        let digest = Sha256::digest(text);
        let first: [u8; 8] = std::array::from_fn(|index| digest[index]);
        u64::from_le_bytes(first)
    }

    /// The key in one line, to compare.
    pub fn line(&self) -> String {
        let Self { agent, weights, limit, suite, target, board, seed, round } = self;
        let weights = weights.as_deref().unwrap_or("");
        format!("{agent}\t{weights}\t{limit:?}\t{suite}\t{target}\t{board}\t{seed}\t{round}")
    }
}

/// A finished attempt of a duel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeyedAttempt {
    /// Which attempt it is.
    #[serde(flatten)]
    pub key: AttemptKey,
    /// What came of it.
    #[serde(flatten)]
    pub attempt: Attempt,
}

impl KeyedAttempt {
    /// Whether the attempt counts as a success under a cost model.
    pub fn is_success(&self, cost_model: CostModel) -> bool {
        let in_time = match (cost_model, self.key.limit, self.attempt.training_seconds) {
            (CostModel::SecondsWithTraining, AttemptLimit::Seconds(most), Some(_)) => {
                self.attempt.all_seconds() <= most
            }
            _ => true,
        };
        self.attempt.pieces.is_some() && in_time
    }

    /// 1 for a way as short as the lower bound, less for longer ones, 0 for none.
    pub fn score(&self, cost_model: CostModel) -> f64 {
        match self.attempt.pieces.filter(|_| self.is_success(cost_model)) {
            None => 0.0,
            Some(0) => 1.0,
            Some(pieces) => f64::from(self.attempt.lower_bound) / pieces as f64,
        }
    }

    /// The seconds that a cost model counts.
    pub fn counted_seconds(&self, cost_model: CostModel) -> f64 {
        match cost_model {
            CostModel::SecondsWithTraining => self.attempt.all_seconds(),
            _ => self.attempt.seconds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetreach::eval::board_line;
    use tetreach::game::{Board, Size};
    use tetreach::solve::{Report, Verdict};

    fn attempt(pieces: Option<usize>, seconds: f64, training_seconds: Option<f64>) -> KeyedAttempt {
        let target = Board::from_text("##........\n##........", Size::STANDARD).unwrap();
        let key = AttemptKey {
            agent: "a".into(),
            weights: None,
            limit: AttemptLimit::Seconds(1.0),
            suite: "s".into(),
            target: "t".into(),
            board: board_line(&target),
            seed: 0,
            round: 0,
        };
        let (verdict, training) = (Verdict::NotFound, training_seconds);
        let report = Report { verdict, nodes: 5, seconds, proved_lines: 0, training };
        let attempt = Attempt::new(&target, &report, Some(&target));
        KeyedAttempt { key, attempt: Attempt { pieces, lower_bound: 6, ..attempt } }
    }

    #[test]
    fn scores_are_shares_of_the_lower_bound() {
        assert_eq!(attempt(Some(6), 0.1, None).score(CostModel::Nodes), 1.0);
        assert_eq!(attempt(Some(12), 0.1, None).score(CostModel::Seconds), 0.5);
        assert_eq!(attempt(None, 0.1, None).score(CostModel::Seconds), 0.0);
        assert_eq!(attempt(Some(0), 0.1, None).score(CostModel::Seconds), 1.0);
    }

    #[test]
    fn training_counts_only_where_the_cost_model_says_so() {
        let slow = attempt(Some(6), 0.5, Some(9.0));
        assert_eq!(CostModel::ALL.map(|cost_model| slow.score(cost_model)), [1.0, 1.0, 0.0]);
        assert_eq!(slow.counted_seconds(CostModel::Seconds), 0.5);
        assert_eq!(slow.counted_seconds(CostModel::SecondsWithTraining), 9.5);
        assert_eq!(attempt(Some(6), 0.4, Some(0.5)).score(CostModel::SecondsWithTraining), 1.0);
        // A search that ends a little late has not trained.
        assert_eq!(attempt(Some(6), 1.01, None).score(CostModel::SecondsWithTraining), 1.0);
    }

    #[test]
    fn streams_depend_on_target_and_round_but_not_on_the_agent() {
        let key = attempt(None, 0.0, None).key;
        let other_agent = AttemptKey { agent: "b".into(), limit: AttemptLimit::Nodes(3), ..key.clone() };
        let other_round = AttemptKey { round: 1, ..key.clone() };
        assert_eq!(key.stream(), other_agent.stream());
        assert_ne!(key.stream(), other_round.stream());
    }

    #[test]
    fn lines_can_be_read_again_and_have_the_fields_of_old_files_in_their_order() {
        let attempt = attempt(Some(6), 0.25, Some(0.125));
        let line = serde_json::to_string(&attempt).unwrap();
        assert_eq!(serde_json::from_str::<KeyedAttempt>(&line).unwrap(), attempt);
        let kept = concat!(
            r###"{"agent":"a","weights":null,"limit":{"seconds":1.0},"suite":"s","target":"t","###,
            r###""board":"##......../##........","seed":0,"round":0,"status":"not_found","pieces":6,"###,
            r###""lower_bound":6,"nodes":5,"seconds":0.25,"training_seconds":0.125,"actions":[],"###,
            r###""ended_at":"##......../##........"}"###,
        );
        assert_eq!(line, kept);
    }
}
