//! All queues that bags of seven can give.

use crate::game::Piece;
use crate::game::guideline::Bag;

/// All queues of some length, if `left` pieces of the first bag are left, whichever they are; 7 is an opener.
///
/// ```
/// use tetreach::guideline::perfect_clear::bag_queues;
///
/// assert_eq!(bag_queues(6, 7).len(), 7 * 6 * 5 * 4 * 3 * 2);
/// assert_eq!(bag_queues(6, 4).len(), (7 * 6 * 5 * 4) * (7 * 6));
/// ```
pub fn bag_queues(length: usize, left: usize) -> Vec<Vec<Piece>> {
    let mut found = Vec::new();
    extend(&mut Vec::with_capacity(length), length, left, Bag::FULL, &mut found);
    found
}

/// Adds all queues that begin with some pieces; the first bag ends after `left` of all.
fn extend(queue: &mut Vec<Piece>, length: usize, left: usize, bag: Bag, found: &mut Vec<Vec<Piece>>) {
    if queue.len() == length {
        found.push(queue.clone());
        return;
    }
    let bag = if queue.len() == left { Bag::FULL } else { bag };
    for piece in bag.pieces() {
        queue.push(piece);
        extend(queue, length, left, bag.without(piece), found);
        queue.pop();
    }
}
