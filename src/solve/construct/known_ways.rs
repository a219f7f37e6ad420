//! Ways that are known already: whoever meets one of their boards knows how to build it.

use rustc_hash::FxHashMap;

use crate::game::{ActionId, Board, Solution};

/// For each board on the known ways, the one that builds it with the fewest lines.
#[derive(Clone, Debug, Default)]
pub struct KnownWays {
    ways: Vec<Vec<ActionId>>,
    beginnings: FxHashMap<Board, Beginning>,
}

/// The first placements of a way.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    lines: u32,
    way: usize,
    placements: usize,
}

impl KnownWays {
    /// Forgets all ways.
    pub fn clear(&mut self) {
        self.ways.clear();
        self.beginnings.clear();
    }

    /// Adds a way.
    pub fn learn(&mut self, solution: &Solution) {
        let way = self.ways.len();
        self.ways.push(solution.actions().collect());
        let mut lines = 0;
        for (index, step) in solution.steps().iter().enumerate() {
            lines += step.cleared().count();
            let beginning = Beginning { lines, way, placements: index + 1 };
            let known = self.beginnings.entry(step.board).or_insert(beginning);
            if lines < known.lines {
                *known = beginning;
            }
        }
    }

    /// The fewest lines that a known way clears until it has built this board.
    pub fn lines(&self, board: &Board) -> Option<u32> {
        if board.is_empty() {
            return Some(0);
        }
        self.beginnings.get(board).map(|beginning| beginning.lines)
    }

    /// The placements that build a board, as far as it is known.
    pub fn placements(&self, board: &Board) -> &[ActionId] {
        self.beginnings.get(board).map_or(&[], |known| &self.ways[known.way][..known.placements])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::reach::Target;
    use crate::solve::{Budget, Construct, Request, Solver, Verdict};

    #[test]
    fn every_board_of_a_way_is_built_by_its_beginning() {
        let target = Board::from_rows(Size::STANDARD, [0b11_0011_0011, 0b01_0110_0010]);
        let Verdict::Solved(solution) = Construct::default()
            .solve(&Request::new(Target::new(target).unwrap(), Budget::default()))
            .verdict
        else {
            panic!("construct answers every board of two rows");
        };
        let mut ways = KnownWays::default();
        assert_eq!(ways.lines(&target), None);
        ways.learn(&solution);
        assert_eq!(ways.lines(&target), Some(solution.cleared()));
        for board in solution.boards().skip(1) {
            let built = Solution::replay(&board, ways.placements(&board).to_vec()).unwrap();
            assert_eq!(Some(built.cleared()), ways.lines(&board));
        }
        let empty = Board::empty(Size::STANDARD);
        assert_eq!((ways.lines(&empty), ways.placements(&empty)), (Some(0), &[][..]));
        ways.clear();
        assert_eq!(ways.lines(&target), None);
    }
}
