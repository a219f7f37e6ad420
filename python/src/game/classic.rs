//! Classic Tetris: place the pieces that come.

use rand_pcg::Pcg64Mcg;
use tetreach::classic::{ClassicEnv, ClassicTask};
use tetreach::game::Board;
use tetreach::game::classic::State;
use tetreach::to_placement;
use tetreach_agents::Action;

use super::Part;
use super::pieces::{KINDS, Writer};
use super::running::SoloRules;
use crate::cells;

/// The rules, as the library's task has them.
#[derive(Clone, Debug)]
pub struct Classic {
    pub task: ClassicTask,
}

impl SoloRules for Classic {
    type Task = ClassicTask;
    type Library = ClassicEnv;

    fn task(&self) -> &ClassicTask {
        &self.task
    }

    fn library(&self) -> ClassicEnv {
        ClassicEnv::new(self.task.clone())
    }

    fn start(&self, board: Option<&Board>, rng: &mut Pcg64Mcg) -> Result<State, String> {
        let state = self.task.rules.start(rng);
        let Some(board) = board else { return Ok(state) };
        let size = self.task.rules.size();
        if board.size() != size {
            return Err(format!("the board is {}, but {size} is expected", board.size()));
        }
        if board.filled_rows().any(|row| row == size.full_row()) {
            return Err("a board of a game has no full row, for full rows vanish".to_owned());
        }
        Ok(State { board: *board, ..state })
    }

    fn next(&self, state: &State, action: Action, rng: &mut Pcg64Mcg) -> (State, u32) {
        let after =
            self.task.rules.play(state, to_placement(action)).expect("invariant: the action is legal");
        (self.task.rules.draw(&after, rng), after.lines.into())
    }

    fn parts(&self) -> Vec<Part> {
        let size = self.task.rules.size();
        let board = Part::bits("board", [usize::from(size.height()), usize::from(size.width())]);
        let mut parts = vec![board, Part::bits("piece", [KINDS])];
        if self.task.rules.shows_next {
            parts.push(Part::bits("next", [KINDS]));
        }
        parts
    }

    fn write(&self, state: &State, out: &mut [u8]) {
        let mut writer = Writer::new(out);
        cells::write(&state.board, writer.take(cells::count(state.board.size())));
        writer.piece(Some(state.piece));
        if self.task.rules.shows_next {
            writer.piece(state.next);
        }
    }

    fn text(&self, state: &State) -> String {
        let next = state.next.map(|next| format!("  next {next}")).unwrap_or_default();
        format!("{}\npiece {}{next}", state.board, state.piece)
    }

    fn scene(&self, state: &State) -> (Board, Option<Board>) {
        (state.board, None)
    }
}
