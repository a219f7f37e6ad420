//! Boards that ask to be reached: sketches as drawn, targets once they are checked.

use std::fmt;

use crate::game::{Board, Inadmissible};

/// A well-formed board, named or not, that nobody has checked yet: it may be unreachable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// What it is called, if anything.
    pub name: Option<String>,
    /// What was drawn.
    pub board: Board,
}

impl Sketch {
    /// A sketch with a name.
    pub fn named(name: impl Into<String>, board: Board) -> Self {
        Self { name: Some(name.into()), board }
    }

    /// The target that was drawn, or why it can never be reached.
    pub fn check(&self) -> Result<Target, Unreachable> {
        match self.board.check_admissible() {
            Ok(()) => Ok(Target { name: self.name.clone(), board: self.board }),
            Err(reason) => Err(Unreachable { name: self.name.clone(), reason }),
        }
    }
}

impl From<Board> for Sketch {
    fn from(board: Board) -> Self {
        Self { name: None, board }
    }
}

/// An admissible board to be reached: no counting argument speaks against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    name: Option<String>,
    board: Board,
}

impl Target {
    /// The board as a target without a name, or why it can never be reached.
    pub fn new(board: Board) -> Result<Self, Unreachable> {
        Sketch::from(board).check()
    }

    /// The board as a target with a name, or why it can never be reached.
    pub fn named(name: impl Into<String>, board: Board) -> Result<Self, Unreachable> {
        Sketch::named(name, board).check()
    }

    /// What it is called, if anything.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The board to reach.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl From<Target> for Sketch {
    fn from(target: Target) -> Self {
        Self { name: target.name, board: target.board }
    }
}

/// A well-formed board that no sequence of placements reaches, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreachable {
    /// What the board is called, if anything.
    pub name: Option<String>,
    /// Why it cannot be reached.
    pub reason: Inadmissible,
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "the target `{name}` cannot be reached: {}", self.reason),
            None => write!(f, "the target cannot be reached: {}", self.reason),
        }
    }
}

impl std::error::Error for Unreachable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inadmissible_board_is_no_target_and_says_why() {
        let odd: Board = "#.........".parse().unwrap();
        let reason = Target::named("dot", odd).unwrap_err().to_string();
        assert!(reason.starts_with("the target `dot` cannot be reached: it has 1 filled cells"), "{reason}");
        let full: Board = "#.........\n##########\n#.........".parse().unwrap();
        assert!(matches!(Target::new(full).unwrap_err().reason, Inadmissible::FullRow { row: 2 }));
    }
}
