//! What an environment can be put back to.

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use tetreach_agents::{EnvError, Episode};

use super::options::check_board;
use crate::game::{Board, Size};

/// All that the future of a reachability environment depends on, beside its settings and its source of goals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReachSnapshot {
    /// Where the random stream stands.
    pub rng: Pcg64Mcg,
    /// The running episode, or the one that ended last; `None` before the first reset.
    pub episode: Option<Episode<Board, Board>>,
}

impl ReachSnapshot {
    /// Refuses boards that cannot be of an environment of this size.
    pub(super) fn check(&self, size: Size) -> Result<(), EnvError> {
        let boards = self.episode.iter().flat_map(|episode| [&episode.state, &episode.desired_goal]);
        boards.into_iter().try_for_each(|board| check_board(board, size))
    }
}
