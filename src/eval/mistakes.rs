//! Where greedy play goes wrong: the first placement after which a target can no longer be built without clears.

use std::collections::BTreeMap;

use serde::Serialize;
use tetreach_agents::Evaluator;
use tetreach_agents::evaluate::{ActError, Policy};

use crate::game::Board;
use crate::network::play_greedily;
use crate::reach::{ReachTask, fewest_pieces};
use crate::solve::bound::pieces_that_lead_on;

/// Pieces tried before a board counts as hard to decide.
const MOST_NODES: u64 = 2_000_000;

/// The boards of greedy play with one number of pieces missing, up to the first mistake of each game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// Boards on which the target could still be built.
    pub boards: usize,
    /// Placements there that made an end of it.
    pub mistakes: usize,
    /// Mistakes that show without a search: cells too many, covered, or in groups that no pieces fill, be it only after
    /// the pieces that are forced.
    pub refuted: usize,
}

/// One mistake, to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The target.
    pub target: Board,
    /// The board before it.
    pub before: Board,
    /// The board after it.
    pub after: Board,
}

/// What became of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Mistakes {
    /// Games looked at.
    pub targets: usize,
    /// Targets that cannot be built without clears, or where that was too hard to decide; nothing is said about them.
    pub left_out: usize,
    /// Targets reached.
    pub reached: usize,
    /// By the number of pieces missing.
    pub stages: BTreeMap<u32, Stage>,
    /// All mistakes, in the order of the targets.
    #[serde(skip)]
    pub all: Vec<Mistake>,
}

impl Mistakes {
    /// Plays greedily to all targets and judges every placement exactly.
    pub fn find<V>(
        actor: &mut Policy<ReachTask, V>,
        task: &ReachTask,
        targets: &[Board],
    ) -> Result<Self, ActError>
    where
        V: Evaluator<State = Board, Goal = Board>,
    {
        let episodes = play_greedily(actor, task, targets)?;
        let mut mistakes = Mistakes { targets: targets.len(), ..Mistakes::default() };
        for (episode, target) in episodes.iter().zip(targets) {
            let mut board = Board::empty(target.size());
            mistakes.reached += usize::from(episode.reached);
            for placement in &episode.way {
                let good = pieces_that_lead_on(&board, target, MOST_NODES).filter(|good| !good.is_empty());
                let Some(good) = good else {
                    mistakes.left_out += 1;
                    break;
                };
                // Whatever leads on clears nothing, so that all cells of all pieces stay.
                let missing = (target.cells() - board.cells()) / 4;
                let before = board;
                board.play_action(*placement).expect("invariant: actors choose legal actions");
                let stage = mistakes.stages.entry(missing).or_default();
                stage.boards += 1;
                if !good.contains(placement) {
                    stage.mistakes += 1;
                    stage.refuted += usize::from(fewest_pieces(&board, target) != Some(missing - 1));
                    mistakes.all.push(Mistake { target: *target, before, after: board });
                    break;
                }
            }
        }
        Ok(mistakes)
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::HashEvaluator;
    use tetreach_agents::evaluate::GreedyBy;

    use super::*;
    use crate::game::Size;
    use crate::reach::{LoadOptions, ReachSettings, load_suite};

    #[test]
    fn every_game_ends_at_its_target_or_with_one_mistake() {
        let task = ReachTask::new(ReachSettings::default());
        let options = LoadOptions { size: Size::STANDARD.into(), count: Some(30), seed: 0 };
        let suite = load_suite("stack-2@validation", &options).unwrap();
        let mut targets: Vec<Board> = suite.targets().unwrap().iter().map(|target| *target.board()).collect();
        // Two cells: there is no way without a clear.
        targets.push(Board::from_rows(Size::STANDARD, [0b11]));
        let mut actor = Policy::new(task, HashEvaluator { task, seed: 5 }, GreedyBy::Policy);
        let found = Mistakes::find(&mut actor, &task, &targets).unwrap();
        assert_eq!((found.targets, found.left_out), (31, 1));
        let wrong: usize = found.stages.values().map(|stage| stage.mistakes).sum();
        assert_eq!(found.reached + wrong + found.left_out, found.targets);
        assert_eq!(found.all.len(), wrong);
        assert_eq!(found.stages[&2].boards, 30);
        assert!(wrong > 10, "play by chance hits two pieces rarely: {wrong}");
        assert!(found.stages.values().all(|stage| stage.refuted <= stage.mistakes));
    }
}
