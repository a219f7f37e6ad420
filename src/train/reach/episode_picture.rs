//! Last boards of evaluation episodes, for TensorBoard.

use crate::draw::rgb;
use crate::game::Board;
use crate::network::GreedyEpisode;
use tetreach_agents::record::Picture;

/// Pixels of a cell.
const CELL: usize = 8;
/// Pixels between two boards.
const GAP: usize = CELL;

/// The last board of each episode with its target as an outline, side by side; `None` without episodes.
pub fn beside_each_other<'a>(shown: impl Iterator<Item = (&'a Board, &'a GreedyEpisode)>) -> Option<Picture> {
    let boards: Vec<_> = shown.map(|(target, episode)| rgb(&episode.last, target, CELL)).collect();
    let (first, height) = (boards.first()?, boards.iter().map(|board| board.height()).max()?);
    let width = boards.len() * (first.width() + GAP) - GAP;
    let mut pixels = Vec::with_capacity(3 * width * height);
    for row in 0..height {
        for (index, board) in boards.iter().enumerate() {
            if index > 0 {
                pixels.extend([0xFF; 3 * GAP]);
            }
            let line = 3 * board.width();
            pixels.extend_from_slice(&board.bytes()[row * line..][..line]);
        }
    }
    Picture::new(width as u32, height as u32, pixels).ok()
}
