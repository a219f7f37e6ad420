//! Targets searched for from either end, for expert iteration in both directions.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::train::{Begun, SearchEpisode, SearchGame, Trajectory};
use tetreach_agents::{
    Action, GoalTask, Judgement, Moves, Outcome, PlanningProblem, Successor, Transition, ValueScale,
};

use super::demonstrations::{backwards, forwards};
use super::one_way::own_actions;
use crate::game::{Board, action_count};
use crate::reach::{DirectedBoard, Direction, TwoWayTask};
use crate::solve::learned::{LearnedBackward, LearnedForward, RefutationTime};
use crate::solve::{Position, lower_bound};
use crate::train::reach::{TrainingGoals, cleared_rows, fewest_rows, replayed};

/// What a success is worth one move later.
const DISCOUNT: f32 = 0.95;

/// One of the two puzzles, asked of an evaluator for both.
#[derive(Clone, Copy, Debug)]
pub enum TwoWayProblem {
    /// From the start to the target.
    Forward(LearnedForward),
    /// From the target to the empty board.
    Backward(LearnedBackward),
}

impl TwoWayProblem {
    fn direction(&self) -> Direction {
        match self {
            TwoWayProblem::Forward(_) => Direction::Forward,
            TwoWayProblem::Backward(_) => Direction::Backward,
        }
    }
}

impl PlanningProblem for TwoWayProblem {
    type State = Position;
    type Seen = DirectedBoard;
    type Goal = Board;

    fn question(&self, position: &Position) -> (DirectedBoard, Board) {
        let (board, goal) = match self {
            TwoWayProblem::Forward(problem) => problem.question(position),
            TwoWayProblem::Backward(problem) => problem.question(position),
        };
        (DirectedBoard { direction: self.direction(), board }, goal)
    }

    fn judge(&self, position: &Position, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        let first = action_count(position.board.width());
        let own = own_actions(self.direction(), first, judgement.log_policy.len());
        let (log_policy, q) = (&judgement.log_policy[own.clone()], &judgement.q[own]);
        let judgement = Judgement { log_policy, q, ..*judgement };
        match self {
            TwoWayProblem::Forward(problem) => problem.judge(position, &judgement, moves),
            TwoWayProblem::Backward(problem) => {
                let value = problem.judge(position, &judgement, moves);
                moves.renumber(|action| Action(action.0 + first as u16));
                value
            }
        }
    }

    fn step(&self, position: &Position, action: Action) -> Option<Successor<Position>> {
        match self {
            TwoWayProblem::Forward(problem) => problem.step(position, action),
            TwoWayProblem::Backward(problem) => problem.step(position, reverse_action(position, action)),
        }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match self {
            TwoWayProblem::Forward(problem) => problem.outcome(position),
            TwoWayProblem::Backward(problem) => problem.outcome(position),
        }
    }

    fn discount(&self) -> f32 {
        DISCOUNT
    }

    fn lower_bound(&self, position: &Position) -> u32 {
        match self {
            TwoWayProblem::Forward(problem) => problem.lower_bound(position),
            TwoWayProblem::Backward(problem) => problem.lower_bound(position),
        }
    }
}

/// Searches from the start to the target and from the target to the empty board, in turns by chance.
#[derive(Clone, Debug)]
pub struct TwoWaySearch {
    task: TwoWayTask,
    goals: TrainingGoals,
    spare_rows: u32,
    backward: f64,
}

impl TwoWaySearch {
    /// Searches for ways that may clear `spare_rows` rows beyond the fewest possible, where no way is known, the share
    /// `backward` of them from the target.
    pub fn new(task: TwoWayTask, goals: TrainingGoals, spare_rows: u32, backward: f64) -> Self {
        Self { task, goals, spare_rows, backward }
    }
}

impl SearchGame for TwoWaySearch {
    type Task = TwoWayTask;
    type Problem = TwoWayProblem;

    fn begin(&self, rng: &mut Pcg64Mcg) -> Begun<Self> {
        let is_backward = rng.random_bool(self.backward);
        let (sample, level) = self.goals.draw(rng)?;
        let (start, target) = (sample.start, *sample.target.board());
        let scale = ValueScale::Success { discount: DISCOUNT, reachable: false };
        let refute = RefutationTime::Early;
        if is_backward {
            let problem = LearnedBackward { target, start: Board::empty(target.size()), scale, refute };
            let root = problem.root(lower_bound(&target).cleared + self.spare_rows);
            let limit = self.task.reverse().step_limit() as usize;
            let episode = SearchEpisode::new(root, Board::empty(target.size()), level, limit);
            return Ok(Some((TwoWayProblem::Backward(problem), episode)));
        }
        let known = sample.way.as_ref().map(|way| cleared_rows(start, way));
        let lines = known.or_else(|| fewest_rows(&start, &target).map(|rows| rows + self.spare_rows));
        Ok(lines.map(|lines| {
            let root = Position { board: start, lines };
            let limit = self.task.forward().step_limit(&target) as usize;
            let problem = TwoWayProblem::Forward(LearnedForward { target, scale, refute });
            (problem, SearchEpisode::new(root, target, level, limit))
        }))
    }

    fn trajectory(
        &self,
        episode: &SearchEpisode<Self>,
        _last: &Position,
        _reached: bool,
    ) -> (Trajectory<DirectedBoard, Board>, f32) {
        let direction = if episode.goal.is_empty() { Direction::Backward } else { Direction::Forward };
        let start = DirectedBoard { direction, board: episode.root.board };
        let (mut way, mut earned) = (Trajectory::new(start, episode.goal), 0.0);
        for (elapsed, &action) in (1..).zip(&episode.line) {
            let state = way.end();
            let Some(next_state) = self.task.look_ahead(&state, action) else { break };
            earned += self.task.reward(&Transition { state, action, next_state, elapsed }, &episode.goal);
            way.push(action, next_state);
        }
        (way, earned)
    }

    /// A way that was found from one end is a way from the other.
    fn other_ways(
        &self,
        way: &Trajectory<DirectedBoard, Board>,
        reached: bool,
    ) -> Vec<Trajectory<DirectedBoard, Board>> {
        if !reached {
            return Vec::new();
        }
        match way.states[0].direction {
            Direction::Forward => {
                let states = way.states.iter().map(|state| state.board).collect();
                let (actions, goal) = (way.actions.clone(), way.goal);
                vec![backwards(&self.task, &Trajectory { states, actions, goal, advice: Vec::new() })]
            }
            Direction::Backward => {
                let target = way.states[0].board;
                let line: Vec<Action> =
                    way.actions.iter().map(|action| reverse_action_on(&target, *action)).collect();
                let root = Position { board: target, lines: u32::MAX };
                let placements = LearnedBackward::placements(root, &line);
                vec![forwards(replayed(self.task.forward(), way.goal, target, placements).0)]
            }
        }
    }

    fn record(&self, episode: &SearchEpisode<Self>, reached: bool) {
        self.goals.record(episode.level, reached);
    }
}

/// An action of both directions as a reverse move.
fn reverse_action(position: &Position, action: Action) -> Action {
    reverse_action_on(&position.board, action)
}

fn reverse_action_on(board: &Board, action: Action) -> Action {
    Action(action.0 - action_count(board.width()) as u16)
}
