//! Why a formula cannot be met, in steps that are checked without the solver that found them.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::formula::{Formula, Literal};

/// A clause that holds because its negation would say that things come before themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CycleLemma {
    /// The clause.
    pub clause: Vec<Literal>,
    /// The things around the cycle; after the last one the first comes again.
    pub things: Vec<u16>,
}

/// Clauses that lead from a formula to a contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowRefutation {
    /// Clauses that forbid cycles.
    pub lemmas: Vec<CycleLemma>,
    /// Clauses in order, each of which follows from those before it by unit propagation; after them nothing is left.
    pub learned: Vec<Vec<Literal>>,
}

/// What is wrong with a refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WindowRefutationError {
    /// A literal of a variable that the formula does not have.
    #[error("there is no variable {0}")]
    NoVariable(u32),
    /// The steps around a cycle are not all said by the negated literals of its clause, or none of them is strict.
    #[error("clause {0} against a cycle does not follow from one")]
    NoCycle(usize),
    /// A clause that does not follow by unit propagation.
    #[error("learned clause {0} does not follow from those before it")]
    NotImplied(usize),
    /// All clauses hold, and no contradiction comes of them.
    #[error("the clauses do not contradict each other")]
    NoContradiction,
}

impl WindowRefutation {
    /// Checks every step against the formula.
    pub fn check(&self, formula: &Formula) -> Result<(), WindowRefutationError> {
        let lemmas = self.lemmas.iter().map(|lemma| &lemma.clause);
        for literal in lemmas.chain(&self.learned).flatten() {
            if literal.0 >= 2 * formula.variables {
                return Err(WindowRefutationError::NoVariable(literal.0 / 2));
            }
        }
        self.check_cycles(formula)?;
        let mut known = UnitPropagation::new(formula.variables);
        for clause in formula.clauses.iter().chain(self.lemmas.iter().map(|lemma| &lemma.clause)) {
            known.add(clause);
        }
        for (index, clause) in self.learned.iter().enumerate() {
            if !known.implies(clause) {
                return Err(WindowRefutationError::NotImplied(index));
            }
            known.add(clause);
        }
        if known.is_contradictory { Ok(()) } else { Err(WindowRefutationError::NoContradiction) }
    }

    fn check_cycles(&self, formula: &Formula) -> Result<(), WindowRefutationError> {
        let always: FxHashSet<(u16, u16, bool)> =
            formula.always.iter().map(|before| (before.from, before.to, before.is_strict)).collect();
        let conditional: FxHashSet<(Literal, u16, u16, bool)> = formula
            .conditional
            .iter()
            .map(|(literal, before)| (*literal, before.from, before.to, before.is_strict))
            .collect();
        for (index, CycleLemma { clause, things }) in self.lemmas.iter().enumerate() {
            let says = |from: u16, to: u16, is_strict: bool| {
                always.contains(&(from, to, is_strict))
                    || clause.iter().any(|&literal| conditional.contains(&(!literal, from, to, is_strict)))
            };
            let steps = things.iter().zip(things.iter().cycle().skip(1));
            let mut any_strict = false;
            for (&from, &to) in steps {
                let is_strict = says(from, to, true);
                any_strict |= is_strict;
                if !is_strict && !says(from, to, false) {
                    return Err(WindowRefutationError::NoCycle(index));
                }
            }
            if !any_strict {
                return Err(WindowRefutationError::NoCycle(index));
            }
        }
        Ok(())
    }
}

/// Clauses, and what follows from them when all literals of a clause but one are false.
struct UnitPropagation {
    clauses: Vec<Vec<Literal>>,
    /// Clauses that watch a literal, to be looked at when it becomes false.
    watching: Vec<Vec<u32>>,
    is_true: Vec<bool>,
    /// The true literals in the order in which they became so.
    trail: Vec<Literal>,
    is_contradictory: bool,
}

impl UnitPropagation {
    fn new(variables: u32) -> Self {
        let literals = 2 * variables as usize;
        let (clauses, trail) = Default::default();
        let watching = vec![Vec::new(); literals];
        Self { clauses, watching, is_true: vec![false; literals], trail, is_contradictory: false }
    }

    fn is_false(&self, literal: Literal) -> bool {
        self.is_true[(!literal).0 as usize]
    }

    fn set(&mut self, literal: Literal) {
        if !self.is_true[literal.0 as usize] {
            self.is_true[literal.0 as usize] = true;
            self.trail.push(literal);
        }
    }

    /// Adds a clause for good, with all that follows from it.
    fn add(&mut self, clause: &[Literal]) {
        let mut clause = clause.to_vec();
        // Those that are not false come first, to be watched.
        clause.sort_by_key(|&literal| self.is_false(literal));
        let open = clause.iter().take_while(|&&literal| !self.is_false(literal)).count();
        let first = clause.first().copied();
        if clause.len() > 1 {
            for literal in &clause[..2] {
                self.watching[literal.0 as usize].push(self.clauses.len() as u32);
            }
            self.clauses.push(clause);
        }
        match (open, first) {
            (0, _) | (_, None) => self.is_contradictory = true,
            (1, Some(literal)) => {
                let from = self.trail.len();
                self.set(literal);
                self.is_contradictory |= self.propagate(from);
            }
            _ => {}
        }
    }

    /// Whether the negation of a clause leads to a contradiction by unit propagation.
    fn implies(&mut self, clause: &[Literal]) -> bool {
        let from = self.trail.len();
        let mut fails = self.is_contradictory;
        for &literal in clause {
            fails |= self.is_true[literal.0 as usize];
            self.set(!literal);
        }
        fails = fails || self.propagate(from);
        for literal in self.trail.drain(from..) {
            self.is_true[literal.0 as usize] = false;
        }
        fails
    }

    /// Follows up the literals that became true from place `next` on; whether a clause becomes false.
    fn propagate(&mut self, mut next: usize) -> bool {
        while let Some(&literal) = self.trail.get(next) {
            next += 1;
            let falsified = !literal;
            let mut place = 0;
            while let Some(&index) = self.watching[falsified.0 as usize].get(place) {
                let clause = &mut self.clauses[index as usize];
                if clause[0] == falsified {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                let open = (2..clause.len()).find(|&at| !self.is_true[(!clause[at]).0 as usize]);
                if self.is_true[first.0 as usize] {
                    place += 1;
                } else if let Some(open) = open {
                    clause.swap(1, open);
                    let watched = clause[1];
                    self.watching[watched.0 as usize].push(index);
                    self.watching[falsified.0 as usize].swap_remove(place);
                } else if self.is_false(first) {
                    return true;
                } else {
                    self.set(first);
                    place += 1;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::bound::unfolded::formula::Before;

    const fn literal(number: i32) -> Literal {
        Literal(2 * (number.unsigned_abs() - 1) + (number < 0) as u32)
    }

    fn clause(numbers: &[i32]) -> Vec<Literal> {
        numbers.iter().map(|&number| literal(number)).collect()
    }

    fn formula(clauses: &[&[i32]]) -> Formula {
        let clauses = clauses.iter().map(|numbers| clause(numbers)).collect();
        Formula { variables: 3, clauses, things: 2, ..Formula::default() }
    }

    #[test]
    fn a_contradiction_needs_its_steps() {
        let formula = formula(&[&[1, 2], &[1, -2], &[-1, 3], &[-1, -3]]);
        let learned = |numbers: &[&[i32]]| WindowRefutation {
            learned: numbers.iter().map(|numbers| clause(numbers)).collect(),
            ..WindowRefutation::default()
        };
        assert_eq!(learned(&[&[1]]).check(&formula), Ok(()));
        assert_eq!(learned(&[]).check(&formula), Err(WindowRefutationError::NoContradiction));
        assert_eq!(learned(&[&[]]).check(&formula), Err(WindowRefutationError::NotImplied(0)));
        assert_eq!(learned(&[&[4]]).check(&formula), Err(WindowRefutationError::NoVariable(3)));
    }

    #[test]
    fn a_cycle_is_checked_step_by_step() {
        let mut formula = formula(&[&[1], &[2]]);
        let step = |from, to, is_strict| Before { from, to, is_strict };
        formula.conditional = vec![(literal(1), step(0, 1, true)), (literal(2), step(1, 0, false))];
        let lemma = |numbers: &[i32], things: &[u16]| WindowRefutation {
            lemmas: vec![CycleLemma { clause: clause(numbers), things: things.to_vec() }],
            learned: vec![],
        };
        assert_eq!(lemma(&[-1, -2], &[0, 1]).check(&formula), Ok(()));
        assert_eq!(lemma(&[-1], &[0, 1]).check(&formula), Err(WindowRefutationError::NoCycle(0)));
        assert_eq!(lemma(&[-1, -2], &[0]).check(&formula), Err(WindowRefutationError::NoCycle(0)));
        assert_eq!(lemma(&[-1, -2], &[]).check(&formula), Err(WindowRefutationError::NoCycle(0)));
        formula.conditional[0].1.is_strict = false;
        assert_eq!(lemma(&[-1, -2], &[0, 1]).check(&formula), Err(WindowRefutationError::NoCycle(0)));
    }
}
