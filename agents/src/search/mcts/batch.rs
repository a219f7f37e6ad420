//! Many leaves, of one tree or of many, judged together.

use super::tree::{Gathered, Ticket, Tree};
use crate::evaluate::{EvaluateError, Evaluations, Evaluator};
use crate::search::{Judgement, PlanningProblem};

/// What one round of gathering, judging and applying did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// States judged by the evaluator.
    pub judged: usize,
    /// Simulations that needed no judgement.
    pub finished: usize,
    /// Trees whose root is proved.
    pub proved: usize,
}

/// Fills batches from trees.
#[derive(Debug)]
pub struct Batcher<P: PlanningProblem> {
    /// The most states of a batch.
    pub size: usize,
    tickets: Vec<(usize, Ticket)>,
    pairs: Vec<(P::Seen, P::Goal)>,
    evaluations: Evaluations,
}

impl<P: PlanningProblem> Batcher<P> {
    /// Fills batches of at most `size` states, at least 1.
    pub fn new(size: usize) -> Self {
        Batcher {
            size: size.max(1),
            tickets: Vec::new(),
            pairs: Vec::new(),
            evaluations: Evaluations::default(),
        }
    }

    /// Gathers a batch from the trees in turn, has it judged and applies the judgements.
    ///
    /// Nothing judged and nothing finished means that all trees are proved. After an error the
    /// leaves of the batch are as if they had never been gathered.
    pub fn round<V: Evaluator<State = P::Seen, Goal = P::Goal>>(
        &mut self,
        trees: &mut [Tree<P>],
        evaluator: &mut V,
    ) -> Result<Round, EvaluateError> {
        let mut round = Round::default();
        self.tickets.clear();
        self.pairs.clear();
        let mut waiting = vec![false; trees.len()];
        // Simulations that need no judgement are cheap, but there may be no end to them.
        let most_finished = 16 * self.size;
        while waiting.iter().any(|waits| !waits)
            && self.pairs.len() < self.size
            && round.finished < most_finished
        {
            for (index, tree) in trees.iter_mut().enumerate() {
                if waiting[index] {
                    continue;
                }
                match tree.gather() {
                    Gathered::Leaf(ticket) => {
                        self.pairs.push(tree.question(&ticket));
                        self.tickets.push((index, ticket));
                    }
                    Gathered::Finished => round.finished += 1,
                    Gathered::Pending => waiting[index] = true,
                    Gathered::Proved => {
                        waiting[index] = true;
                        round.proved += 1;
                    }
                }
                if self.pairs.len() == self.size {
                    break;
                }
            }
        }
        round.judged = self.pairs.len();
        if !self.pairs.is_empty()
            && let Err(error) = evaluator.evaluate(&self.pairs, &mut self.evaluations)
        {
            for (index, ticket) in self.tickets.drain(..) {
                trees[index].release(ticket);
            }
            return Err(error);
        }
        for (row, (index, ticket)) in self.tickets.drain(..).enumerate() {
            trees[index].apply(ticket, &Judgement::of(&self.evaluations, row));
        }
        Ok(round)
    }
}
