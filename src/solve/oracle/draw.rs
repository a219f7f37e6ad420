//! Boards drawn by chance from a table of exact distances.

use rand::{Rng, RngExt};

use super::table::DistanceTable;
use crate::game::Board;
use crate::reach::Split;

/// Up to `count` boards of a split at each distance, by distance; every board of a distance is equally likely.
///
/// The empty board is no target, so that there is none at distance 0.
pub fn draw_of_each_distance(
    table: &DistanceTable,
    split: Split,
    count: usize,
    rng: &mut impl Rng,
) -> Vec<Vec<Board>> {
    let mut levels: Vec<Reservoir> = Vec::new();
    for (board, distance) in targets(table, split) {
        let level = distance as usize;
        if levels.len() <= level {
            levels.resize_with(level + 1, Reservoir::default);
        }
        levels[level].offer(board, count, rng);
    }
    levels.into_iter().map(|level| level.kept).collect()
}

/// Up to `count` boards of a split with their distances, every board equally likely.
pub fn draw_of_all(
    table: &DistanceTable,
    split: Split,
    count: usize,
    rng: &mut impl Rng,
) -> Vec<(Board, u32)> {
    let mut all = Reservoir::default();
    targets(table, split).for_each(|(board, _)| all.offer(board, count, rng));
    all.kept.into_iter().filter_map(|board| Some((board, table.distance(&board)?))).collect()
}

fn targets(table: &DistanceTable, split: Split) -> impl Iterator<Item = (Board, u32)> + '_ {
    table.boards().filter(move |(board, distance)| *distance > 0 && Split::of(board) == split)
}

/// A sample of boards that come one after the other (Vitter 1985, algorithm R).
#[derive(Debug, Default)]
struct Reservoir {
    kept: Vec<Board>,
    met: usize,
}

impl Reservoir {
    fn offer(&mut self, board: Board, count: usize, rng: &mut impl Rng) {
        self.met += 1;
        if self.kept.len() < count {
            self.kept.push(board);
        } else if let Some(kept) = self.kept.get_mut(rng.random_range(0..self.met)) {
            *kept = board;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::game::Size;
    use crate::solve::oracle::ClosureRun;
    use crate::solve::{Cancel, Silent};

    #[test]
    fn boards_are_of_the_split_and_of_their_distance() {
        let cancel = Cancel::default();
        let run = ClosureRun { threads: 1, observer: &Silent, cancel: &cancel };
        let table = DistanceTable::from_empty(Size::new(4, 4).unwrap(), &run).unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let levels = draw_of_each_distance(&table, Split::Validation, 30, &mut rng);
        assert!(levels[0].is_empty() && levels.iter().any(|level| level.len() == 30));
        for (distance, boards) in levels.iter().enumerate() {
            for board in boards {
                assert_eq!(
                    (table.distance(board), Split::of(board)),
                    (Some(distance as u32), Split::Validation)
                );
            }
        }
        let all = draw_of_all(&table, Split::Test, 200, &mut rng);
        assert_eq!(all.len(), 200);
        assert!(all.iter().all(|(board, distance)| table.distance(board) == Some(*distance)));
        assert!(all.iter().all(|(board, _)| Split::of(board) == Split::Test));
    }
}
