//! The first pieces of all ways that clear nothing, decided exactly.

use super::removal::{Removal, tile_part};
use crate::game::{ActionId, Board};
use crate::reach::Gaps;

/// Every placement after which the target can still be built without clearing a line; `None` if one of them is not
/// decided within `most_nodes` pieces tried.
///
/// It is empty where the target cannot be built at all, and where it is there already.
pub fn pieces_that_lead_on(board: &Board, target: &Board, most_nodes: u64) -> Option<Vec<ActionId>> {
    let mut found = Vec::new();
    let mut is_decided = true;
    board.for_each_successor(|action, next, cleared| {
        if cleared.count() > 0 || !is_decided {
            return;
        }
        match Gaps::between(next, target).map(|gaps| tile_part(target, gaps.rows().to_vec(), most_nodes)) {
            Some(Removal::Order(_)) => found.push(action),
            Some(Removal::Undecided) => is_decided = false,
            Some(Removal::Impossible) | None => {}
        }
    });
    is_decided.then_some(found)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::game::Size;
    use crate::reach::{Generator, Split, may_become};

    /// Whether the target can be built, by trying everything.
    fn can_become(board: &Board, target: &Board, known: &mut HashMap<Board, bool>) -> bool {
        if board == target {
            return true;
        }
        if let Some(known) = known.get(board) {
            return *known;
        }
        let mut nexts = Vec::new();
        let fits = |next: &Board| (0..20).all(|row| next.row(row) & !target.row(row) == 0);
        board.for_each_successor(|_, next, cleared| {
            nexts.extend((cleared.count() == 0 && fits(next)).then_some(*next));
        });
        let can = nexts.iter().any(|next| can_become(next, target, known));
        known.insert(*board, can);
        can
    }

    #[test]
    fn they_are_those_that_trying_everything_finds() {
        let rng = Pcg64Mcg::seed_from_u64(8);
        let stream = Generator::Stack { pieces: 6 }.resume(Size::STANDARD, Split::Train, rng).unwrap();
        let (mut right, mut dead, mut refuted) = (0, 0, 0);
        for sample in stream.take(25) {
            let target = *sample.target.board();
            let mut board = sample.start;
            let mut known = HashMap::new();
            for action in sample.way.unwrap() {
                let found = pieces_that_lead_on(&board, &target, 100_000).unwrap();
                assert!(found.contains(&action));
                board.for_each_successor(|action, next, cleared| {
                    let fits = (0..20).all(|row| next.row(row) & !target.row(row) == 0);
                    let leads_on = cleared.count() == 0 && fits && can_become(next, &target, &mut known);
                    assert_eq!(found.contains(&action), leads_on, "{action:?} on\n{board}\nfor\n{target}");
                    right += usize::from(leads_on);
                    dead += usize::from(fits && !leads_on);
                    let is_refuted = !may_become(next, &target, 0);
                    assert!(!(leads_on && is_refuted), "refuted {action:?} on\n{board}\nfor\n{target}");
                    refuted += usize::from(fits && is_refuted);
                });
                board.play_action(action).unwrap();
            }
            assert_eq!(pieces_that_lead_on(&board, &target, 1).unwrap(), []);
        }
        assert!(right > 300 && dead > 100, "{right} {dead}");
        assert!(10 * refuted > 9 * dead, "most dead ends are seen without a search: {refuted} of {dead}");
    }
}
