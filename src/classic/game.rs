//! One game from the first piece to the last.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::player::ClassicPlayer;
use super::task::ClassicTask;
use crate::game::ActionId;
use crate::game::classic::State;

/// When a game is cut short.
#[derive(Clone, Copy)]
pub struct GameLimit<'a> {
    /// After this many placements.
    pub placements: u64,
    /// When somebody says so, which is asked now and then.
    pub is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for GameLimit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limit").field("placements", &self.placements).finish_non_exhaustive()
    }
}

impl GameLimit<'_> {
    /// No limit but this number of placements.
    pub fn placements(placements: u64) -> Self {
        GameLimit { placements, is_cancelled: &|| false }
    }
}

/// What a game came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FinishedGame {
    /// How many pieces were placed, the one that lost included.
    pub placements: u64,
    /// How many lines were cleared.
    pub lines: u64,
    /// The points by the rules' score.
    pub points: u64,
    /// Whether it was lost rather than cut short.
    pub is_lost: bool,
}

/// Plays one game; the seed decides the pieces, and they do not depend on who plays.
pub fn play(task: &ClassicTask, player: &ClassicPlayer, seed: u64, limit: GameLimit<'_>) -> FinishedGame {
    watch(task, player, seed, limit, |_, _| {})
}

/// Plays one game and shows every decision with the placement chosen.
pub(super) fn watch(
    task: &ClassicTask,
    player: &ClassicPlayer,
    seed: u64,
    limit: GameLimit<'_>,
    mut look: impl FnMut(&State, ActionId),
) -> FinishedGame {
    let mut pieces = Pcg64Mcg::seed_from_u64(seed);
    let mut choices = Pcg64Mcg::seed_from_u64(!seed);
    let mut state = task.rules.start(&mut pieces);
    let mut game = FinishedGame { is_lost: state.is_over, ..FinishedGame::default() };
    while game.placements < limit.placements {
        if game.placements % 256 == 255 && (limit.is_cancelled)() {
            break;
        }
        let Some(action) = player.choose(task, &state, &mut choices) else { break };
        look(&state, action);
        let after = task.rules.play(&state, action).expect("invariant: players choose what is offered");
        game.placements += 1;
        game.lines += u64::from(after.lines);
        game.points += u64::from(task.rules.points(&after));
        state = task.rules.draw(&after, &mut pieces);
        game.is_lost = state.is_over;
    }
    game
}
