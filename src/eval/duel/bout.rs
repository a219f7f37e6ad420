//! One attempt of one agent at one target: what is kept of it for good.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::limit::{Limit, Reckoning};
use crate::eval::{Status, Task};
use crate::game::{ActionId, Board};
use crate::solve::{Report, Solution, Verdict, lower_bound};

/// Which attempt it is; equal keys are the same attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoutKey {
    /// The agent's name.
    pub agent: String,
    /// What tells the weights of a learned agent from others.
    pub weights: Option<String>,
    /// What it may spend.
    pub limit: Limit,
    /// The target's suite.
    pub suite: String,
    /// The target's name.
    pub target: String,
    /// The board to reach, rows from the top.
    pub board: String,
    /// The seed of the whole duel.
    pub seed: u64,
    /// Which repetition it is, from 0; each has a seed of its own.
    pub round: usize,
}

impl BoutKey {
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

/// A finished attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bout {
    /// Which attempt it is.
    #[serde(flatten)]
    pub key: BoutKey,
    /// How it ended.
    pub status: Status,
    /// Pieces of the way found.
    pub pieces: Option<usize>,
    /// Fewer pieces are impossible.
    pub lower_bound: u32,
    /// Boards generated.
    pub nodes: u64,
    /// Wall-clock seconds of the search.
    pub seconds: f64,
    /// Seconds of training for this target before the search.
    pub training_seconds: Option<f64>,
    /// The placements of the way found.
    pub actions: Vec<u16>,
    /// Where an attempt that failed ended, rows from the top.
    pub ended_at: Option<String>,
}

impl Bout {
    /// What a report says about a target, and where an attempt that failed ended.
    pub fn new(key: BoutKey, target: &Board, report: &Report, ended_at: Option<&Board>) -> Self {
        let solution = match &report.verdict {
            Verdict::Solved(solution) => Some(solution),
            _ => None,
        };
        let status = match &report.verdict {
            Verdict::Solved(_) => Status::Solved,
            Verdict::Unreachable(_) => Status::Unreachable,
            Verdict::NotFound => Status::NotFound,
        };
        Self {
            key,
            status,
            pieces: solution.map(Solution::pieces),
            lower_bound: lower_bound(target).pieces,
            nodes: report.nodes,
            seconds: report.seconds,
            training_seconds: report.training,
            actions: solution.map_or_else(Vec::new, |way| way.actions().map(|action| action.0).collect()),
            ended_at: ended_at.filter(|_| solution.is_none()).map(board_line),
        }
    }

    /// The way found, replayed on the target's board.
    pub fn solution(&self, target: &Board) -> Option<Solution> {
        self.pieces?;
        Solution::replay(target, self.actions.iter().map(|action| ActionId(*action))).ok()
    }

    /// Whether the attempt counts as a success when what it spent is reckoned so.
    pub fn is_success(&self, reckoning: Reckoning) -> bool {
        let in_time = match (reckoning, self.key.limit, self.training_seconds) {
            (Reckoning::SecondsWithTraining, Limit::Seconds(most), Some(training)) => {
                training + self.seconds <= most
            }
            _ => true,
        };
        self.pieces.is_some() && in_time
    }

    /// 1 for a way as short as the lower bound, less for longer ones, 0 for none.
    pub fn score(&self, reckoning: Reckoning) -> f64 {
        match self.pieces.filter(|_| self.is_success(reckoning)) {
            None => 0.0,
            Some(0) => 1.0,
            Some(pieces) => f64::from(self.lower_bound) / pieces as f64,
        }
    }

    /// Seconds as they are reckoned.
    pub fn reckoned_seconds(&self, reckoning: Reckoning) -> f64 {
        match reckoning {
            Reckoning::SecondsWithTraining => self.all_seconds(),
            _ => self.seconds,
        }
    }

    /// Seconds of training and search together.
    pub fn all_seconds(&self) -> f64 {
        self.seconds + self.training_seconds.unwrap_or(0.0)
    }
}

/// A named board for a duel, with its text.
pub(super) fn task_board(task: &Task) -> String {
    board_line(&task.board)
}

/// The rows of a board from the top, `/` between them, without the empty ones above.
pub(super) fn board_line(board: &Board) -> String {
    let width = usize::from(board.width());
    let row = |bits: u16| -> String {
        (0..width).map(|column| if bits >> column & 1 == 1 { '#' } else { '.' }).collect()
    };
    board.filled_rows().rev().map(row).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    fn bout(pieces: Option<usize>, seconds: f64, training_seconds: Option<f64>) -> Bout {
        let target = Board::from_text("##........\n##........", Size::STANDARD).unwrap();
        let key = BoutKey {
            agent: "a".into(),
            weights: None,
            limit: Limit::Seconds(1.0),
            suite: "s".into(),
            target: "t".into(),
            board: board_line(&target),
            seed: 0,
            round: 0,
        };
        let report = Report { verdict: Verdict::NotFound, nodes: 5, seconds, training: training_seconds };
        Bout { pieces, lower_bound: 6, ..Bout::new(key, &target, &report, Some(&target)) }
    }

    #[test]
    fn scores_are_shares_of_the_lower_bound() {
        assert_eq!(bout(Some(6), 0.1, None).score(Reckoning::Nodes), 1.0);
        assert_eq!(bout(Some(12), 0.1, None).score(Reckoning::Seconds), 0.5);
        assert_eq!(bout(None, 0.1, None).score(Reckoning::Seconds), 0.0);
        assert_eq!(bout(Some(0), 0.1, None).score(Reckoning::Seconds), 1.0);
    }

    #[test]
    fn training_counts_only_where_it_is_reckoned() {
        let slow = bout(Some(6), 0.5, Some(9.0));
        assert_eq!(Reckoning::ALL.map(|reckoning| slow.score(reckoning)), [1.0, 1.0, 0.0]);
        assert_eq!(slow.reckoned_seconds(Reckoning::Seconds), 0.5);
        assert_eq!(slow.reckoned_seconds(Reckoning::SecondsWithTraining), 9.5);
        assert_eq!(bout(Some(6), 0.4, Some(0.5)).score(Reckoning::SecondsWithTraining), 1.0);
        // A search that ends a little late has not trained.
        assert_eq!(bout(Some(6), 1.01, None).score(Reckoning::SecondsWithTraining), 1.0);
    }

    #[test]
    fn streams_depend_on_target_and_round_but_not_on_the_agent() {
        let key = bout(None, 0.0, None).key;
        let other_agent = BoutKey { agent: "b".into(), limit: Limit::Nodes(3), ..key.clone() };
        let other_round = BoutKey { round: 1, ..key.clone() };
        assert_eq!(key.stream(), other_agent.stream());
        assert_ne!(key.stream(), other_round.stream());
    }

    #[test]
    fn lines_of_bouts_can_be_read_again() {
        let bout = bout(Some(6), 0.25, Some(0.125));
        let line = serde_json::to_string(&bout).unwrap();
        assert_eq!(serde_json::from_str::<Bout>(&line).unwrap(), bout);
        assert_eq!(bout.key.board, "##......../##........");
    }
}
