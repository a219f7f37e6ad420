//! Guideline Tetris with key presses as actions.

use rand_pcg::Pcg64Mcg;
use tetreach::game::Board;
use tetreach::game::guideline::{Field, GuidelineGame, Slot, cells};
use tetreach::guideline::keys::{KeyAction, KeyEnv, KeyGame, KeyTask};
use tetreach_agents::Action;

use super::Part;
use super::pieces::{KINDS, Writer, field_of, game_parts, pieces_text, visible};
use super::running::SoloRules;

/// The number of rotations.
const ROTATIONS: usize = 4;

/// The rules, as the library's task has them.
#[derive(Clone, Debug)]
pub struct Keys {
    pub task: KeyTask,
}

/// The cells of the moving piece.
fn moving(keys: &KeyGame) -> Field {
    let mut field = Field::EMPTY;
    if let Some(active) = keys.active {
        for (dx, dy) in cells(active.piece, active.rotation) {
            let at = (usize::try_from(active.x + dx), usize::try_from(active.y + dy));
            if let (Ok(x), Ok(y)) = at {
                field.fill(x, y);
            }
        }
    }
    field
}

/// What the player of a game under the keys sees.
pub fn write(keys: &KeyGame, writer: &mut Writer<'_>) {
    writer.game(&keys.game);
    writer.field(&moving(keys));
    writer.piece(keys.active.map(|active| active.piece));
    let rotation = writer.take(ROTATIONS);
    if let Some(active) = keys.active {
        rotation[active.rotation as usize] = 1;
    }
    writer.number((keys.slot == Slot::Hold).into());
}

/// The parts that [`write`] writes.
pub fn parts() -> Vec<Part> {
    let mut parts = game_parts();
    parts.extend([
        Part::bits("moving", [Field::HEIGHT, Field::WIDTH]),
        Part::bits("moving_piece", [KINDS]),
        Part::bits("rotation", [ROTATIONS]),
        Part::bits("hold_used", [1]),
    ]);
    parts
}

impl SoloRules for Keys {
    type Task = KeyTask;
    type Library = KeyEnv;

    fn task(&self) -> &KeyTask {
        &self.task
    }

    fn library(&self) -> KeyEnv {
        KeyEnv::new(self.task)
    }

    fn start(&self, board: Option<&Board>, rng: &mut Pcg64Mcg) -> Result<KeyGame, String> {
        let mut game = GuidelineGame::start(rng);
        if let Some(board) = board {
            game.position.field = field_of(board)?;
        }
        Ok(KeyGame::new(game, &self.task.rules))
    }

    fn next(&self, keys: &KeyGame, action: Action, rng: &mut Pcg64Mcg) -> (KeyGame, u32) {
        let press = KeyAction::of(action).expect("invariant: the action is legal");
        let mut next = *keys;
        let lock = next.press(press, &self.task.rules, rng);
        (next, lock.map_or(0, |lock| lock.clear.lines.into()))
    }

    fn parts(&self) -> Vec<Part> {
        parts()
    }

    fn write(&self, keys: &KeyGame, out: &mut [u8]) {
        write(keys, &mut Writer::new(out));
    }

    fn text(&self, keys: &KeyGame) -> String {
        let moving = keys.active.map(|active| format!("\nmoving {}", active.placement())).unwrap_or_default();
        format!("{}\n{}{moving}", keys.game.position.field, pieces_text(&keys.game))
    }

    fn scene(&self, keys: &KeyGame) -> (Board, Option<Board>) {
        (visible(&keys.game.position.field), Some(visible(&moving(keys))))
    }
}
