//! Expert iteration: episodes are searched move by move, and what the searches find becomes experience.
//!
//! The network guides a tree search, the search makes better moves than the network would, and the network learns
//! those (Anthony et al. 2017, "Thinking Fast and Slow"; Silver et al. 2018, AlphaZero). Root moves are chosen by
//! sequential halving (Danihelka et al. 2022), which needs few simulations.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::search_game::{GameGoal, GameState, SearchEpisode, SearchGame};
use super::settings::SelfPlaySettings;
use super::weights::BoxedEvaluator;
use super::{Advice, EpisodeEnd, Experience, Play, PlayState, TrainError, TurnContext};
use crate::env::{Action, Outcome};
use crate::search::PlanningProblem;
use crate::search::mcts::{Batcher, MctsSettings, RootRule, Tree};

/// How many times fewer simulations a quick move gets (Wu 2019, "playout cap randomization").
const QUICK: f64 = 8.0;
/// Shares of advice below this are left out.
const LEAST_SHARE: f32 = 0.005;
/// Leaves of one tree in a batch.
const LEAVES: u32 = 2;

/// Searches several episodes at a time.
#[derive(Debug)]
pub struct SelfPlay<G: SearchGame> {
    game: G,
    evaluator: BoxedEvaluator<GameState<G>, GameGoal<G>>,
    settings: SelfPlaySettings,
    count: usize,
    rng: Pcg64Mcg,
}

/// How an episode ended.
#[derive(Clone, Copy)]
struct Ended<S> {
    reached: bool,
    stuck: bool,
    /// Where, if not where its moves led.
    last: Option<S>,
}

impl<S> Ended<S> {
    fn played(reached: bool, stuck: bool) -> Self {
        Ended { reached, stuck, last: None }
    }
}

/// The states of what a game has searched.
type Searched<G> = <<G as SearchGame>::Problem as PlanningProblem>::State;

impl<G: SearchGame> SelfPlay<G> {
    /// `count` episodes per turn, guided by an evaluator.
    pub fn new(
        game: G,
        evaluator: BoxedEvaluator<GameState<G>, GameGoal<G>>,
        settings: SelfPlaySettings,
        count: usize,
        rng: Pcg64Mcg,
    ) -> Self {
        Self { game, evaluator, settings, count, rng }
    }

    fn tree_settings(&self, simulations: f64) -> MctsSettings {
        let considered = self.settings.considered;
        let halving = RootRule::Gumbel { considered, simulations: simulations as u32, scale: 1.0 };
        MctsSettings { root: halving, leaves: LEAVES, ..MctsSettings::gumbel(considered, simulations as u32) }
    }

    /// Makes the move that a tree was grown for; how the episode ended, if it did.
    fn make_move(
        &self,
        episode: &mut SearchEpisode<G>,
        tree: &mut Tree<G::Problem>,
        keeps_advice: bool,
    ) -> Option<Ended<Searched<G>>> {
        if self.game.stops_at_proof() {
            if tree.is_won() {
                episode.line.extend(tree.winning_line());
                return Some(Ended::played(true, false));
            }
            if tree.is_lost() {
                return Some(Ended::played(false, true));
            }
        }
        if let Some(last) = self.given_up(episode, tree) {
            let reached = tree.problem().outcome(&last) == Some(Outcome::Won);
            return Some(Ended { reached, stuck: false, last: Some(last) });
        }
        let Some(action) = tree.best_action() else { return Some(Ended::played(false, true)) };
        if keeps_advice {
            episode.advice.extend(advice(episode.line.len(), tree.improved_policy()));
        }
        episode.line.push(action);
        tree.advance(action);
        tree.set_gumbel_scale(self.game.noise(episode.line.len()));
        if !self.game.stops_at_proof()
            && let Some(outcome) = tree.problem().outcome(tree.root())
        {
            return Some(Ended::played(outcome == Outcome::Won, false));
        }
        (episode.line.len() >= episode.limit).then_some(Ended::played(false, false))
    }

    /// Where the game ends if who moves gives it up by what the search has found.
    fn given_up(&self, episode: &SearchEpisode<G>, tree: &Tree<G::Problem>) -> Option<Searched<G>> {
        if !episode.may_give_up || tree.is_won() || tree.is_lost() {
            return None;
        }
        let chance = tree.problem().mover(tree.root()).value(tree.mean_value());
        self.game.given_up(tree.root(), chance)
    }

    /// Adds a finished episode, in playing order, whether it reached its aim or not.
    fn add(
        &self,
        episode: SearchEpisode<G>,
        last: &Searched<G>,
        ended: Ended<Searched<G>>,
        experience: &mut Experience<GameState<G>, GameGoal<G>>,
    ) {
        let last = ended.last.as_ref().unwrap_or(last);
        let (mut trajectory, earned) = self.game.trajectory(&episode, last, ended.reached);
        self.game.record(&episode, ended.reached);
        experience.trajectories.extend(self.game.other_ways(&trajectory, ended.reached));
        trajectory.advice = episode.advice;
        let length = trajectory.len() as u32;
        experience.environment_steps += u64::from(length);
        experience.ends.push(EpisodeEnd { reached: ended.reached, stuck: ended.stuck, length, earned });
        experience.trajectories.push(trajectory);
    }
}

impl<G: SearchGame> Play<GameState<G>, GameGoal<G>> for SelfPlay<G> {
    fn turn_length(&self) -> u64 {
        self.count as u64
    }

    fn load_weights(&mut self, weights: &[f32]) {
        self.evaluator.load_weights(weights);
    }

    /// Searches new episodes until each has ended.
    fn play(
        &mut self,
        turn: TurnContext,
        experience: &mut Experience<GameState<G>, GameGoal<G>>,
    ) -> Result<(), TrainError> {
        let simulations = self.settings.simulations.at(turn.environment_steps).max(1.0);
        let (mut trees, mut episodes) = (Vec::new(), Vec::new());
        while trees.len() < self.count {
            let Some((problem, episode)) = self.game.begin(&mut self.rng)? else { continue };
            let rng = Pcg64Mcg::seed_from_u64(self.rng.random());
            trees.push(Tree::new(problem, episode.root, self.tree_settings(simulations), rng)?);
            episodes.push(episode);
        }
        let mut batcher = Batcher::new(self.count * LEAVES as usize);
        while !trees.is_empty() {
            let is_full = self.rng.random_bool(self.settings.full_share);
            let wanted = if is_full { simulations } else { (simulations / QUICK).max(1.0) } as u64;
            let before: Vec<u64> = trees.iter().map(Tree::simulations).collect();
            let mut is_done = false;
            while !is_done {
                let round = batcher.round(&mut trees, &mut self.evaluator)?;
                experience.search.judged += round.judged as u64;
                experience.search.batches += u64::from(round.judged > 0);
                let has_enough = |(tree, before): (&Tree<G::Problem>, &u64)| {
                    tree.is_won() || tree.is_lost() || tree.simulations() - before >= wanted
                };
                is_done = trees.iter().zip(&before).all(has_enough) || round.judged + round.finished == 0;
            }
            let keeps_advice = is_full && self.settings.advice && self.game.gives_advice();
            for index in (0..trees.len()).rev() {
                if let Some(ended) = self.make_move(&mut episodes[index], &mut trees[index], keeps_advice) {
                    let tree = trees.swap_remove(index);
                    experience.search.simulations += tree.simulations();
                    self.add(episodes.swap_remove(index), tree.root(), ended, experience);
                }
            }
        }
        Ok(())
    }

    fn state(&self) -> PlayState<GameState<G>, GameGoal<G>> {
        PlayState::Search(self.rng.clone())
    }

    fn restore(&mut self, state: PlayState<GameState<G>, GameGoal<G>>) -> Result<Option<()>, TrainError> {
        let PlayState::Search(rng) = state else { return Ok(None) };
        self.rng = rng;
        Ok(Some(()))
    }
}

/// A policy without its smallest shares.
fn advice(step: usize, policy: Vec<(Action, f32)>) -> Option<Advice> {
    let large = policy.into_iter().filter(|(_, share)| *share >= LEAST_SHARE).collect::<Vec<_>>();
    let total: f32 = large.iter().map(|(_, share)| share).sum();
    let policy: Box<[_]> = large.into_iter().map(|(action, share)| (action, share / total)).collect();
    (!policy.is_empty()).then_some(Advice { step, policy })
}
