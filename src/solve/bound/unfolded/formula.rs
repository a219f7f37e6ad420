//! Clauses, with literals that order what they are about.

use serde::{Deserialize, Serialize};

use super::part::PiecePart;

/// A variable or its negation: twice the variable's number, and one more if it is negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Literal(pub u32);

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// One thing comes before another, or at the same time unless it is strict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Before {
    /// What comes first.
    pub from: u16,
    /// What comes later.
    pub to: u16,
    /// Whether they cannot come at the same time.
    pub is_strict: bool,
}

/// Clauses over variables, some literals of which say what comes before what.
///
/// It can be met if some assignment makes every clause true such that what its true literals say, together with what
/// is said in any case, has no cycle with a strict step in it.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    /// Number of variables.
    pub variables: u32,
    /// The clauses.
    pub clauses: Vec<Vec<Literal>>,
    /// Things that come before one another: cells, and the vanishing and the beginning of rows.
    pub things: usize,
    /// What comes before what in any case.
    pub always: Vec<Before>,
    /// What comes before what if a literal is true.
    pub conditional: Vec<(Literal, Before)>,
    /// What the first variables stand for: that this part of a piece lies in the window.
    pub parts: Vec<PiecePart>,
}

/// Up to this number of literals every two of them exclude each other by a clause of their own.
const PAIRWISE: usize = 6;

impl Formula {
    /// A new variable.
    pub(super) fn variable(&mut self) -> Literal {
        self.variables += 1;
        Literal(2 * (self.variables - 1))
    }

    pub(super) fn clause(&mut self, literals: impl Into<Vec<Literal>>) {
        self.clauses.push(literals.into());
    }

    /// If `condition` is true, or in any case if there is none, `from` comes before `to`.
    pub(super) fn before(&mut self, condition: Option<Literal>, from: usize, to: usize, is_strict: bool) {
        let before = Before { from: from as u16, to: to as u16, is_strict };
        match condition {
            Some(literal) => self.conditional.push((literal, before)),
            None => self.always.push(before),
        }
    }

    /// At most one of these is true.
    pub(super) fn at_most_one(&mut self, literals: &[Literal]) {
        if literals.len() <= PAIRWISE {
            for (index, &one) in literals.iter().enumerate() {
                for &other in &literals[index + 1..] {
                    self.clause([!one, !other]);
                }
            }
            return;
        }
        // A new variable after each literal says whether one of those so far is true.
        let mut so_far: Option<Literal> = None;
        for &literal in literals {
            let next = self.variable();
            self.clause([!literal, next]);
            if let Some(before) = so_far {
                self.clause([!literal, !before]);
                self.clause([!before, next]);
            }
            so_far = Some(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether an assignment of the first variables can be completed, by trying everything.
    fn holds(formula: &Formula, fixed: u32, count: u32) -> bool {
        (0..1_u64 << (formula.variables - count)).any(|rest| {
            let all = u64::from(fixed) | rest << count;
            let is_true = |literal: &Literal| (all >> (literal.0 / 2) & 1 == 1) != (literal.0 & 1 == 1);
            formula.clauses.iter().all(|clause| clause.iter().any(is_true))
        })
    }

    #[test]
    fn at_most_one_of_few_and_of_many() {
        for count in [2, 5, 6, 7, 9] {
            let mut formula = Formula::default();
            let literals: Vec<Literal> = (0..count).map(|_| formula.variable()).collect();
            formula.at_most_one(&literals);
            for fixed in 0..1 << count {
                assert_eq!(holds(&formula, fixed, count), fixed.count_ones() <= 1, "{count} {fixed:b}");
            }
        }
    }
}
