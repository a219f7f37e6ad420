//! Expert iteration: targets are searched for move by move, and what the searches find becomes experience.
//!
//! The network guides a tree search, the search makes better moves than the network would, and the network learns
//! those (Anthony et al. 2017, "Thinking Fast and Slow"; Silver et al. 2018, AlphaZero). Root moves are chosen by
//! sequential halving (Danihelka et al. 2022), which needs few simulations.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::search::mcts::{Batcher, MctsSettings, RootRule, Tree};
use tetreach_agents::{Action, GoalTask, Model, PlanningProblem, Transition, ValueScale};

use super::error::TrainError;
use super::harvest::{Advice, Episode, Harvest, Outcome};
use super::judge::Judge;
use super::shared_curriculum::SharedCurriculum;
use super::training_goals::TrainingGoals;
use crate::config::SearchConfig;
use crate::game::{ActionId, Board};
use crate::reach::{ReachTask, Sample, fewest_pieces};
use crate::solve::learned::{Backward, Forward, Position, Refute};
use crate::solve::{BeamWeights, Direction, lower_bound};

/// How many times fewer simulations a quick move gets (Wu 2019, "playout cap randomization").
const QUICK: f64 = 8.0;
/// Shares of advice below this are left out.
const LEAST_SHARE: f32 = 0.005;
/// Leaves of one tree in a batch.
const LEAVES: u32 = 2;

/// Searches for several targets at a time.
#[derive(Debug)]
pub struct Expedition<J> {
    /// Who guides the searches.
    pub judge: J,
    task: ReachTask,
    goals: TrainingGoals,
    curriculum: Option<SharedCurriculum>,
    config: SearchConfig,
    count: usize,
    /// All that changes between one turn and the next.
    pub rng: Pcg64Mcg,
}

impl<J: Judge> Expedition<J> {
    /// `count` targets a turn.
    pub fn new(
        count: usize,
        judge: J,
        task: ReachTask,
        goals: TrainingGoals,
        curriculum: Option<SharedCurriculum>,
        config: SearchConfig,
        rng: Pcg64Mcg,
    ) -> Self {
        Self { judge, task, goals, curriculum, config, count, rng }
    }

    /// The number of targets of a turn.
    pub fn targets(&self) -> usize {
        self.count
    }

    /// Searches for new targets until each is reached or given up; `all_steps` are those of all actors so far.
    pub fn explore(&mut self, all_steps: u64, harvest: &mut Harvest) -> Result<(), TrainError> {
        match self.config.direction {
            Direction::Forward => {
                let scale = ValueScale::Success { discount: 0.95, reachable: false };
                self.search_all(all_steps, harvest, |sample, spare| {
                    let (start, target) = (sample.start, *sample.target.board());
                    let lines = sample.way.as_ref().map(|way| rows_cleared(start, way));
                    let lines = lines.or_else(|| fewest_rows(&start, &target).map(|rows| rows + spare))?;
                    Some((Forward { target, scale, refute: Refute::Early }, Position { board: start, lines }))
                })
            }
            Direction::Backward => {
                let weights = BeamWeights::default();
                self.search_all(all_steps, harvest, |sample, spare| {
                    let target = *sample.target.board();
                    let problem =
                        Backward { target, scale: ValueScale::Steps, weights, refute: Refute::Early };
                    Some((problem, problem.root(lower_bound(&target).cleared + spare)))
                })
            }
        }
    }

    fn search_all<P>(
        &mut self,
        all_steps: u64,
        harvest: &mut Harvest,
        problem: impl Fn(&Sample, u32) -> Option<(P, Position)>,
    ) -> Result<(), TrainError>
    where
        P: PlanningProblem<State = Position, Seen = Board, Goal = Board>,
    {
        let simulations = self.config.simulations.at(all_steps).max(1.0);
        let (mut trees, mut journeys) = (Vec::new(), Vec::new());
        while trees.len() < self.count {
            let level = self.curriculum.as_ref().map(|curriculum| curriculum.draw(&mut self.rng));
            let sample = self.goals.draw(level, &mut self.rng).ok_or(TrainError::NoGoals)?;
            let Some((problem, root)) = problem(&sample, self.config.spare_rows) else { continue };
            let rng = Pcg64Mcg::seed_from_u64(self.rng.random());
            trees.push(Tree::new(problem, root, self.settings(simulations), rng)?);
            let goal = *sample.target.board();
            let limit = self.task.step_limit(&goal) as usize;
            journeys.push(Journey { root, goal, level, limit, line: Vec::new(), advice: Vec::new() });
        }
        let mut batcher = Batcher::new(self.count * LEAVES as usize);
        while !trees.is_empty() {
            let is_full = self.rng.random_bool(self.config.full_share);
            let wanted = if is_full { simulations } else { (simulations / QUICK).max(1.0) } as u64;
            let before: Vec<u64> = trees.iter().map(Tree::simulations).collect();
            let mut is_done = false;
            while !is_done {
                let round = batcher.round(&mut trees, &mut self.judge)?;
                harvest.search.judged += round.judged as u64;
                harvest.search.batches += u64::from(round.judged > 0);
                let has_enough = |(tree, before): (&Tree<P>, &u64)| {
                    is_proved(tree) || tree.simulations() - before >= wanted
                };
                is_done = trees.iter().zip(&before).all(has_enough) || round.judged + round.finished == 0;
            }
            let keeps_advice = is_full && self.config.advice && self.config.direction == Direction::Forward;
            for index in (0..trees.len()).rev() {
                if let Some(outcome) = journeys[index].go_on(&mut trees[index], keeps_advice) {
                    let end = trees.swap_remove(index);
                    let journey = journeys.swap_remove(index);
                    harvest.search.simulations += end.simulations();
                    self.bring_home(&journey, end.root(), outcome, harvest);
                }
            }
        }
        Ok(())
    }

    fn settings(&self, simulations: f64) -> MctsSettings {
        let considered = self.config.considered;
        let halving = RootRule::Gumbel { considered, simulations: simulations as u32, scale: 1.0 };
        MctsSettings { root: halving, leaves: LEAVES, ..MctsSettings::gumbel(considered, simulations as u32) }
    }

    /// Turns a journey into experience: the way that was gone, in playing order, whether it arrived or not.
    fn bring_home(&self, journey: &Journey, end: &Position, arrived: Arrived, harvest: &mut Harvest) {
        let (start, placements) = match self.config.direction {
            Direction::Forward => {
                (journey.root.board, journey.line.iter().map(|action| ActionId(action.0)).collect())
            }
            Direction::Backward => {
                let placements = Backward::placements(journey.root, &journey.line);
                let empty = Board::empty(journey.goal.size());
                (if arrived.reached { empty } else { end.board }, placements)
            }
        };
        let mut episode = Episode::new(start, journey.goal);
        let mut earned = 0.0;
        for (elapsed, placement) in (1..).zip(placements) {
            let (state, action) = (episode.end(), Action(placement.0));
            let Some(next_state) = self.task.try_next(&state, action) else { break };
            earned += self.task.reward(&Transition { state, action, next_state, elapsed }, &journey.goal);
            episode.push(action, next_state);
        }
        episode.advice.clone_from(&journey.advice);
        if let (Some(curriculum), Some(level)) = (&self.curriculum, journey.level) {
            curriculum.record(level, arrived.reached);
        }
        let length = episode.actions.len() as u32;
        harvest.environment_steps += u64::from(length);
        harvest.outcomes.push(Outcome { reached: arrived.reached, stuck: arrived.stuck, length, earned });
        harvest.episodes.push(episode);
    }
}

/// The moves made towards one target.
struct Journey {
    root: Position,
    goal: Board,
    level: Option<u32>,
    limit: usize,
    line: Vec<Action>,
    advice: Vec<Advice>,
}

/// How a journey ended.
#[derive(Clone, Copy)]
struct Arrived {
    reached: bool,
    stuck: bool,
}

impl Journey {
    /// Makes the move that the tree is for; how the journey ended if it did.
    fn go_on<P: PlanningProblem<State = Position>>(
        &mut self,
        tree: &mut Tree<P>,
        keeps_advice: bool,
    ) -> Option<Arrived> {
        if tree.is_won() {
            self.line.extend(tree.winning_line());
            return Some(Arrived { reached: true, stuck: false });
        }
        let best = if tree.is_lost() { None } else { tree.best_action() };
        let Some(action) = best else { return Some(Arrived { reached: false, stuck: true }) };
        if keeps_advice {
            self.advice.extend(advice(self.line.len(), tree.improved_policy()));
        }
        self.line.push(action);
        tree.advance(action);
        (self.line.len() >= self.limit).then_some(Arrived { reached: false, stuck: false })
    }
}

fn is_proved<P: PlanningProblem>(tree: &Tree<P>) -> bool {
    tree.is_won() || tree.is_lost()
}

/// A policy without its smallest shares.
fn advice(step: usize, policy: Vec<(Action, f32)>) -> Option<Advice> {
    let large = policy.into_iter().filter(|(_, share)| *share >= LEAST_SHARE).collect::<Vec<_>>();
    let total: f32 = large.iter().map(|(_, share)| share).sum();
    let policy: Box<[_]> = large.into_iter().map(|(action, share)| (action, share / total)).collect();
    (!policy.is_empty()).then_some(Advice { step, policy })
}

/// The rows that a way clears.
fn rows_cleared(start: Board, way: &[ActionId]) -> u32 {
    let mut board = start;
    way.iter().filter_map(|id| board.play_action(*id).ok()).map(|landing| landing.cleared.count()).sum()
}

/// The fewest rows that a way between two boards may clear, as far as counting tells.
fn fewest_rows(start: &Board, target: &Board) -> Option<u32> {
    let cells = 4 * fewest_pieces(start, target)? + start.cells();
    Some((cells - target.cells()) / u32::from(target.width()))
}

#[cfg(test)]
mod tests {
    use tetreach_agents::HashEvaluator;

    use super::*;
    use crate::config::GoalsConfig;
    use crate::game::Size;
    use crate::reach::{ReachSettings, Split};

    fn explored(direction: Direction, pieces: u32, seed: u64) -> Harvest {
        let task = ReachTask::new(ReachSettings::default());
        let mut goals = GoalsConfig { use_curriculum: false, ..GoalsConfig::default() };
        goals.stack.pieces = [pieces; 2];
        let goals = TrainingGoals::new(goals, Size::STANDARD);
        let config = SearchConfig { direction, full_share: 0.5, ..SearchConfig::default() };
        let (judge, rng) = (HashEvaluator { task, seed: 1 }, Pcg64Mcg::seed_from_u64(seed));
        let mut expedition = Expedition::new(8, judge, task, goals, None, config, rng);
        let mut harvest = Harvest::default();
        expedition.explore(0, &mut harvest).unwrap();
        harvest
    }

    #[test]
    fn searches_reach_small_targets_both_ways_and_bring_home_ways_that_can_be_played() {
        for direction in [Direction::Forward, Direction::Backward] {
            let harvest = explored(direction, 2, 5);
            assert_eq!(harvest, explored(direction, 2, 5));
            assert_eq!(harvest.episodes.len(), 8);
            let reached = harvest.outcomes.iter().filter(|outcome| outcome.reached).count();
            assert!(reached >= 6, "{direction:?}: {reached}");
            for (episode, outcome) in harvest.episodes.iter().zip(&harvest.outcomes) {
                let mut board = episode.states[0];
                for (action, next) in episode.actions.iter().zip(&episode.states[1..]) {
                    board.play_action(ActionId(action.0)).unwrap();
                    assert_eq!(board, *next);
                }
                assert_eq!(Split::of(&episode.goal), Split::Train);
                // A way backwards always ends at its target; it may not begin at the empty board.
                let arrives = episode.end() == episode.goal;
                assert!(!outcome.reached || arrives && episode.states[0].is_empty());
                assert!(direction == Direction::Forward || arrives);
            }
        }
    }

    #[test]
    fn advice_is_a_policy_over_legal_moves_and_only_searches_forwards_give_any() {
        let advised: Vec<(Board, Advice)> = (0..4)
            .flat_map(|seed| explored(Direction::Forward, 12, seed).episodes)
            .flat_map(|episode| {
                let states = episode.states.clone();
                episode.advice.into_iter().map(move |advice| (states[advice.step], advice))
            })
            .collect();
        assert!(!advised.is_empty());
        for (board, advice) in advised {
            let total: f32 = advice.policy.iter().map(|(_, share)| share).sum();
            assert!((total - 1.0).abs() < 1e-4, "{total}");
            for (action, _) in &advice.policy {
                assert!({ board }.play_action(ActionId(action.0)).is_ok());
            }
        }
        let backward = explored(Direction::Backward, 6, 1);
        assert!(backward.episodes.iter().all(|episode| episode.advice.is_empty()));
    }
}
