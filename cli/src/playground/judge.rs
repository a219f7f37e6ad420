//! Whether a board can still become the target, judged in the background: by proofs and by ways that were found, and by
//! the network that comes with the program.

use std::sync::mpsc::{Receiver, channel};

use tetreach::game::{Board, Size};
use tetreach::network::{Opinion, Opinions, shipped};
use tetreach::solve::{Budget, Cancel, WayJudgement, way_between};

use super::thinker::Thinker;

/// What is allowed for one judgement.
const BUDGET: Budget = Budget { nodes: Some(2_000_000), seconds: Some(3.0) };
/// What is allowed for the way from the empty board, of which the first is there at once.
const EMPTY_BUDGET: Budget = Budget { nodes: None, seconds: Some(1.0) };

/// Judges one board at a time in threads; a new question ends the old one.
#[derive(Debug, Default)]
pub struct BoardJudge {
    cancel: Cancel,
    answer: Option<Receiver<WayJudgement>>,
    network: Option<Thinker<(Board, Board), Option<Opinion>>>,
}

impl BoardJudge {
    /// Asks about a board.
    pub fn ask(&mut self, board: Board, target: Board) {
        self.forget();
        let (sender, receiver) = channel();
        let cancel = self.cancel.clone();
        std::thread::spawn(move || {
            let budget = if board.is_empty() { EMPTY_BUDGET } else { BUDGET };
            // Who has another question by now does not listen.
            let _ = sender.send(way_between(&board, &target, budget, &cancel));
        });
        self.answer = Some(receiver);
        self.think(board, target);
    }

    /// Asks the network alone.
    pub fn think(&mut self, board: Board, target: Board) {
        if self.network.is_none() {
            self.network = network(target.size());
        }
        if let Some(network) = &mut self.network {
            // Without the network's opinion the game goes on.
            let _ = network.ask((board, target));
        }
    }

    /// The judgement, once it is there.
    pub fn poll(&mut self) -> Option<WayJudgement> {
        let judgement = self.answer.as_ref()?.try_recv().ok()?;
        self.answer = None;
        Some(judgement)
    }

    /// What the network thinks, once it is there.
    pub fn poll_network(&mut self) -> Option<Opinion> {
        self.network.as_mut()?.take().flatten()
    }

    /// Ends the question that is open.
    pub fn forget(&mut self) {
        self.cancel.cancel();
        self.cancel = Cancel::default();
        self.answer = None;
        if let Some(network) = &mut self.network {
            network.forget();
        }
    }
}

impl Drop for BoardJudge {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// The network that comes with the program in a thread of its own; nothing if it cannot see boards of this size.
fn network(size: Size) -> Option<Thinker<(Board, Board), Option<Opinion>>> {
    let model = shipped().ok()?;
    let network = Opinions::new(&model, size)?;
    Thinker::start(
        move || Ok(network),
        |network: &mut Opinions, (board, target): (Board, Board)| network.of(&board, &target).ok(),
    )
    .ok()
}
