//! What comes before what, kept without a cycle while a SAT solver assigns literals.

use batsat::{Lit, Theory, TheoryArg, Var};

use super::formula::{Before, Formula, Literal};
use super::refutation::CycleLemma;

/// Marks steps that hold in any case.
const ALWAYS: u32 = u32::MAX;

/// A step to a thing that comes later, or at the same time, and the literal that says so.
#[derive(Clone, Copy, Debug)]
struct LaterThing {
    to: u16,
    is_strict: bool,
    literal: u32,
}

/// The graph of what comes before what by the literals that are true now.
#[derive(Debug)]
pub(super) struct Precedence<'f> {
    formula: &'f Formula,
    later: Vec<Vec<LaterThing>>,
    /// What each literal says.
    said: Vec<Vec<Before>>,
    /// Literals of the solver's trail that are in the graph.
    taken: usize,
    /// Where steps were added, in order.
    added: Vec<u16>,
    /// Literals taken and steps added when each level began.
    levels: Vec<(usize, usize)>,
    search: CycleSearch,
    /// Clauses told to the solver, if they are kept.
    pub lemmas: Option<Vec<CycleLemma>>,
}

/// Memory of a breadth-first search over things, each with and without a strict step on the way to it.
#[derive(Debug, Default)]
struct CycleSearch {
    round: u32,
    reached: Vec<u32>,
    /// The state before each one and the literal of the step between them.
    parent: Vec<(u32, u32)>,
    queue: Vec<u32>,
}

impl<'f> Precedence<'f> {
    /// The graph of what holds in any case, which only ever leads upwards and so has no cycle.
    pub fn new(formula: &'f Formula, keeps_lemmas: bool) -> Self {
        let states = 2 * formula.things;
        let mut said = vec![Vec::new(); 2 * formula.variables as usize];
        for (literal, before) in &formula.conditional {
            said[literal.0 as usize].push(*before);
        }
        let search =
            CycleSearch { reached: vec![0; states], parent: vec![(0, 0); states], ..CycleSearch::default() };
        let later = vec![Vec::new(); formula.things];
        let lemmas = keeps_lemmas.then(Vec::new);
        let (taken, added, levels) = Default::default();
        let mut graph = Self { formula, later, said, taken, added, levels, search, lemmas };
        for &before in &formula.always {
            graph.add(before, ALWAYS);
        }
        graph
    }

    fn add(&mut self, before: Before, literal: u32) {
        let Before { from, to, is_strict } = before;
        self.later[usize::from(from)].push(LaterThing { to, is_strict, literal });
    }

    /// Whether a way leads back from the end of this step to its beginning, with a strict step in it or here.
    fn closes_cycle(&mut self, step: Before) -> bool {
        let CycleSearch { round, reached, parent, queue } = &mut self.search;
        *round += 1;
        let start = 2 * u32::from(step.to) + u32::from(step.is_strict);
        let goal = 2 * u32::from(step.from) + 1;
        queue.clear();
        queue.push(start);
        reached[start as usize] = *round;
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            if state == goal {
                return true;
            }
            next += 1;
            for later in &self.later[(state >> 1) as usize] {
                let then = 2 * u32::from(later.to) + (state & 1 | u32::from(later.is_strict));
                // Whoever came here by a strict step can do whatever one without can.
                if reached[then as usize] != *round && reached[then as usize | 1] != *round {
                    reached[then as usize] = *round;
                    parent[then as usize] = (state, later.literal);
                    queue.push(then);
                }
            }
        }
        false
    }

    /// The cycle that was found last, closed by a step of this literal.
    fn lemma(&self, step: Before, literal: u32) -> CycleLemma {
        let start = 2 * u32::from(step.to) + u32::from(step.is_strict);
        let mut state = 2 * u32::from(step.from) + 1;
        let mut things = vec![(state >> 1) as u16];
        let mut clause = vec![!Literal(literal)];
        while state != start {
            let (before, literal) = self.search.parent[state as usize];
            if literal != ALWAYS {
                clause.push(!Literal(literal));
            }
            state = before;
            things.push((state >> 1) as u16);
        }
        things.reverse();
        clause.sort();
        clause.dedup();
        CycleLemma { clause, things }
    }

    /// Takes the literals that became true, up to the first one that closes a cycle.
    fn take(&mut self, solver: &mut TheoryArg<'_>) {
        while let Some(literal) = solver.model().get(self.taken).map(Lit::idx) {
            for place in 0..self.said[literal as usize].len() {
                let before = self.said[literal as usize][place];
                if self.closes_cycle(before) {
                    let lemma = self.lemma(before, literal);
                    let clause: Vec<Lit> = lemma.clause.iter().map(|&literal| to_solver(literal)).collect();
                    self.lemmas.iter_mut().for_each(|lemmas| lemmas.push(lemma.clone()));
                    return solver.raise_conflict(&clause, true);
                }
                self.add(before, literal);
                self.added.push(before.from);
            }
            self.taken += 1;
        }
    }

    /// All that the true literals say, and what holds in any case.
    pub fn steps(&self, is_true: impl Fn(Literal) -> bool) -> Vec<Before> {
        let conditional = self.formula.conditional.iter().filter(|(literal, _)| is_true(*literal));
        self.formula.always.iter().copied().chain(conditional.map(|(_, before)| *before)).collect()
    }
}

/// The literal as the SAT solver numbers it.
pub(super) fn to_solver(literal: Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.0 >> 1), literal.0 & 1 == 0)
}

impl Theory for Precedence<'_> {
    fn final_check(&mut self, solver: &mut TheoryArg<'_>) {
        self.take(solver);
    }

    fn partial_check(&mut self, solver: &mut TheoryArg<'_>) {
        self.take(solver);
    }

    fn create_level(&mut self) {
        self.levels.push((self.taken, self.added.len()));
    }

    fn pop_levels(&mut self, count: usize) {
        let kept = self.levels.len() - count;
        let Some(&(taken, added)) = self.levels.get(kept) else { return };
        self.levels.truncate(kept);
        self.taken = taken;
        for from in self.added.drain(added..).rev() {
            self.later[usize::from(from)].pop();
        }
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        unreachable!("invariant: the graph propagates nothing")
    }
}
