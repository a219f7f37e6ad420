//! The search: expand what was selected, play at random, ask the regressor, carry the value up, make a move.

use rand::Rng;

use super::playout::RandomPlayer;
use super::settings::ThesisMctsSettings;
use super::tree::{SearchTree, ThesisNodeId};
use crate::baseline::regress::TrainedRegressor;
use tetreach::game::{ActionId, Board};
use tetreach::solve::{Meter, Progress, ProgressObserver};

/// Placements between two reports.
const NEWS_EVERY: u64 = 1 << 18;

/// A search from the empty board to one target.
#[derive(Debug)]
pub struct Mcts<'a> {
    pub(super) settings: ThesisMctsSettings,
    model: &'a TrainedRegressor,
    target: Board,
    pub(super) player: RandomPlayer,
    pub(super) tree: SearchTree,
    /// The board that moves are made from.
    pub(super) root: ThesisNodeId,
    /// The nodes at and below it, for the selection from the whole tree.
    pub(super) live: Vec<ThesisNodeId>,
    /// The smallest and the largest value so far, between which means are scaled.
    pub(super) range: (f64, f64),
    /// The way, if a random game or the tree met the target.
    win: Option<Vec<ActionId>>,
    /// Room that every iteration uses again.
    ends: Vec<Board>,
    guesses: Vec<f64>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchEnd {
    /// Whether the last board is the target.
    pub reached: bool,
    /// The placements made.
    pub actions: Vec<ActionId>,
    /// The boards after them, by the rules that the search played by; the empty one comes first.
    pub boards: Vec<Board>,
    /// Iterations run.
    pub iterations: u64,
}

impl<'a> Mcts<'a> {
    /// A search that has not looked at anything yet; the settings were validated.
    pub fn new(target: Board, model: &'a TrainedRegressor, settings: ThesisMctsSettings) -> Self {
        let tree = SearchTree::new(Board::empty(target.size()));
        Self {
            settings,
            model,
            target,
            player: RandomPlayer::new(target.width(), settings.faults.lines_stay),
            tree,
            root: SearchTree::FIRST,
            live: vec![SearchTree::FIRST],
            range: (f64::INFINITY, f64::NEG_INFINITY),
            win: None,
            ends: Vec::new(),
            guesses: Vec::new(),
        }
    }

    /// The tree so far; it keeps what lies beside the moves made.
    pub fn tree(&self) -> &SearchTree {
        &self.tree
    }

    /// Searches and makes moves until the target lies there, no more are allowed or the meter is spent (Algorithm 1).
    pub fn run<R: Rng + ?Sized>(
        &mut self,
        meter: &mut Meter,
        random: &mut R,
        observer: &ProgressObserver<'_>,
    ) -> SearchEnd {
        let (mut iterations, mut told) = (0, meter.nodes());
        let mut actions = Vec::new();
        for step in 0..self.settings.max_steps {
            if self.tree.node(self.root).board == self.target {
                break;
            }
            let searched = step == 0 || !self.settings.faults.counter_runs_out;
            for _ in 0..if searched { self.settings.iterations } else { 0 } {
                if self.win.is_some() || meter.is_spent() || !self.iterate(meter, random) {
                    break;
                }
                iterations += 1;
                if meter.nodes() - told >= NEWS_EVERY {
                    told = meter.nodes();
                    let stage = format!("move {} of at most {}", step + 1, self.settings.max_steps);
                    observer.observe(Progress::Searching { stage: &stage, nodes: told });
                }
            }
            if let Some(win) = self.win.take() {
                actions = win;
                break;
            }
            let Some(best) = self.best_child() else { break };
            if meter.is_spent() && self.tree.node(best).board != self.target {
                break;
            }
            self.root = best;
            self.live = self.tree.below(best);
            actions = self.tree.line(best);
        }
        let boards = self.replayed(&actions);
        let reached = boards.last() == Some(&self.target);
        SearchEnd { reached, actions, boards, iterations }
    }

    fn replayed(&self, actions: &[ActionId]) -> Vec<Board> {
        let mut boards = vec![Board::empty(self.target.size())];
        for action in actions {
            let mut board = boards[boards.len() - 1];
            self.player.play(&mut board, *action);
            boards.push(board);
        }
        boards
    }

    /// Adds one node; `false` if there is nowhere to add one.
    fn iterate<R: Rng + ?Sized>(&mut self, meter: &mut Meter, random: &mut R) -> bool {
        let Some(selected) = self.select() else { return false };
        let node = self.tree.node(selected);
        if node.is_target || self.is_exhausted(selected) {
            // A node that nothing follows is worth what it was worth before.
            let mean = node.mean();
            self.tree.back_up(selected, mean);
            return true;
        }
        let Some(action) = self.untried_move(selected, random) else { return true };
        let (mut board, depth) = (self.tree.node(selected).board, self.tree.node(selected).depth + 1);
        self.player.play(&mut board, action);
        meter.count(1);
        let child = self.tree.add(board, Some((selected, action)), depth);
        self.live.push(child);
        let value = if !self.settings.faults.blind_tree && board == self.target {
            self.tree.node_mut(child).is_target = true;
            if !self.settings.faults.blind_rollouts {
                self.win = Some(self.tree.line(child));
            }
            self.settings.score.of_target()
        } else {
            self.simulate(child, meter, random)
        };
        self.range = (self.range.0.min(value), self.range.1.max(value));
        self.tree.back_up(child, value);
        true
    }

    /// The value of a new node: random games from it, and the regressor's guess about their ends.
    fn simulate<R: Rng + ?Sized>(&mut self, id: ThesisNodeId, meter: &mut Meter, random: &mut R) -> f64 {
        let (start, depth) = (self.tree.node(id).board, self.tree.node(id).depth);
        let faults = self.settings.faults;
        let longest =
            if faults.endless_rollouts { u32::MAX } else { self.settings.max_steps.saturating_sub(depth) };
        self.ends.clear();
        let mut wins = 0;
        let mut line = Vec::new();
        for _ in 0..self.settings.playouts {
            let (mut board, mut moves) = (start, 0);
            line.clear();
            let won = loop {
                if moves == longest {
                    break false;
                }
                let Some(action) = self.player.play_randomly(&mut board, random) else { break false };
                moves += 1;
                line.push(action);
                if !faults.blind_rollouts && board == self.target {
                    break true;
                }
            };
            meter.count(u64::from(moves));
            if won {
                wins += 1;
                let mut way = self.tree.line(id);
                way.extend(&line);
                self.win = Some(way);
                break;
            }
            self.ends.push(board);
        }
        if self.settings.playouts == 0 {
            self.ends.push(start);
        }
        self.model.predict_into(&self.ends, &mut self.guesses);
        self.settings.score.value(&self.guesses, wins)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use tetreach_agents::search::uct::{FinalMove, Selection};

    use super::*;
    use crate::baseline::Faults;
    use crate::baseline::regress::{FitSettings, ModelKind};
    use crate::baseline::samples::{DatasetName, SampleSet};
    use tetreach::game::{Size, Solution, sample_boards};
    use tetreach::solve::{Budget, Cancel, Silent};

    fn model(target: Board) -> TrainedRegressor {
        let mut set = SampleSet::new(DatasetName::A.recipe(target, Faults::repaired(), 1));
        set.extend_to(200, |_| false);
        TrainedRegressor::fit(ModelKind::Linear, &set.samples, FitSettings::default(), |_, _| true).unwrap()
    }

    fn small(faults: Faults) -> ThesisMctsSettings {
        ThesisMctsSettings {
            iterations: 300,
            playouts: 2,
            max_steps: 6,
            ..ThesisMctsSettings::thesis(faults)
        }
    }

    fn run(target: Board, settings: ThesisMctsSettings) -> (SearchEnd, SearchTree) {
        let model = model(target);
        let mut search = Mcts::new(target, &model, settings);
        let mut meter = Meter::start(Budget::default(), Cancel::default());
        let outcome = search.run(&mut meter, &mut Pcg64Mcg::seed_from_u64(5), &Silent);
        (outcome, search.tree)
    }

    fn root_moves(tree: &SearchTree) -> Vec<ActionId> {
        let children = &tree.node(SearchTree::FIRST).children;
        children.iter().filter_map(|child| tree.node(*child).parent.map(|(_, action)| action)).collect()
    }

    #[test]
    fn a_way_seen_in_a_random_game_is_kept_and_replays() {
        let size = Size::new(4, 8).unwrap();
        let target = Board::from_rows(size, [0b0111, 0b0001]);
        let (outcome, _) = run(target, ThesisMctsSettings { iterations: 3000, ..small(Faults::repaired()) });
        assert!(outcome.reached);
        assert!(Solution::replay(&target, outcome.actions).is_ok());
    }

    #[test]
    fn rows_stay_and_games_are_not_compared_with_the_fault_only() {
        let hi = sample_boards()[3].1;
        let (outcome, tree) = run(hi, small(Faults::thesis()));
        assert!(!outcome.reached && outcome.actions.len() == 6);
        for id in tree.below(SearchTree::FIRST) {
            assert_eq!(tree.node(id).board.cells(), 4 * tree.node(id).depth, "nothing ever vanishes");
        }
        assert!(outcome.boards.iter().enumerate().all(|(index, board)| board.cells() == 4 * index as u32));
    }

    #[test]
    fn moves_are_repeated_with_the_fault_only() {
        let hi = sample_boards()[3].1;
        for repeated_moves in [true, false] {
            let faults = Faults { repeated_moves, ..Faults::repaired() };
            let selection = Selection::FullExpansion;
            let (_, tree) = run(hi, ThesisMctsSettings { selection, max_steps: 1, ..small(faults) });
            let moves = root_moves(&tree);
            let distinct: BTreeSet<_> = moves.iter().collect();
            assert_eq!(distinct.len() < moves.len(), repeated_moves, "{moves:?}");
            assert!(repeated_moves || moves.len() == 162, "all moves of the root come first");
        }
    }

    #[test]
    fn the_faulty_choice_prefers_few_visits_and_the_proper_one_many() {
        let hi = sample_boards()[3].1;
        for least_visited_choice in [true, false] {
            let faults = Faults { least_visited_choice, ..Faults::repaired() };
            let settings = ThesisMctsSettings { max_steps: 1, choice: FinalMove::Visits, ..small(faults) };
            let (outcome, tree) = run(hi, ThesisMctsSettings { iterations: 500, ..settings });
            let children = &tree.node(SearchTree::FIRST).children;
            let visits = |id: &ThesisNodeId| tree.node(*id).visits;
            let chosen = children.iter().find(|id| tree.line(**id) == outcome.actions).unwrap();
            let all = || children.iter().map(visits);
            if least_visited_choice {
                assert!(visits(chosen) * children.len() as u32 <= all().sum(), "no more than the mean");
            } else {
                assert_eq!(Some(visits(chosen)), all().max());
            }
        }
    }

    #[test]
    fn whole_tree_selection_digs_deep_where_the_textbook_looks_at_all_moves() {
        let hi = sample_boards()[3].1;
        let depth = |faults: Faults, selection| {
            let (_, tree) = run(hi, ThesisMctsSettings { selection, max_steps: 1, ..small(faults) });
            let nodes = tree.below(SearchTree::FIRST);
            (nodes.iter().map(|id| tree.node(*id).depth).max().unwrap(), root_moves(&tree).len())
        };
        let (deep, few) = depth(Faults::thesis(), Selection::SelfSelecting);
        let (shallow, all) = depth(Faults::repaired(), Selection::FullExpansion);
        assert!(deep > shallow && few < all, "{deep} > {shallow}, {few} < {all}");
    }
}
