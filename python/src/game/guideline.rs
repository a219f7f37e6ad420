//! Guideline Tetris with placements as actions.

use rand_pcg::Pcg64Mcg;
use tetreach::game::Board;
use tetreach::game::guideline::GuidelineGame;
use tetreach::guideline::{GuidelineEnv, GuidelineTask, placement_of};
use tetreach_agents::Action;

use super::Part;
use super::pieces::{Writer, field_of, game_parts, pieces_text, visible};
use super::running::SoloRules;

/// The rules, as the library's task has them.
#[derive(Clone, Debug)]
pub struct Guideline {
    pub task: GuidelineTask,
}

impl SoloRules for Guideline {
    type Task = GuidelineTask;
    type Library = GuidelineEnv;

    fn task(&self) -> &GuidelineTask {
        &self.task
    }

    fn library(&self) -> GuidelineEnv {
        GuidelineEnv::new(self.task)
    }

    fn start(&self, board: Option<&Board>, rng: &mut Pcg64Mcg) -> Result<GuidelineGame, String> {
        let mut game = GuidelineGame::start(rng);
        if let Some(board) = board {
            game.position.field = field_of(board)?;
        }
        Ok(game)
    }

    fn next(&self, game: &GuidelineGame, action: Action, rng: &mut Pcg64Mcg) -> (GuidelineGame, u32) {
        let placement = placement_of(game, action).expect("invariant: the action is legal");
        let mut next = *game;
        let lock = next.play(placement, &self.task.rules, rng);
        (next, lock.clear.lines.into())
    }

    fn parts(&self) -> Vec<Part> {
        game_parts()
    }

    fn write(&self, game: &GuidelineGame, out: &mut [u8]) {
        Writer::new(out).game(game);
    }

    fn text(&self, game: &GuidelineGame) -> String {
        format!("{}\n{}", game.position.field, pieces_text(game))
    }

    fn scene(&self, game: &GuidelineGame) -> (Board, Option<Board>) {
        (visible(&game.position.field), None)
    }
}
