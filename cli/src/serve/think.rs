//! `POST /api/think`: what the network of an agent thinks of a board on the way to a target.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tetreach::game::{Actions, Board, Size};
use tetreach::network::{Opinions, ShippedNetwork};
use tetreach::registry::Registry;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::Shared;
use super::board_text::{BoardText, read_json};
use super::refusal::Refusal;

/// Placements that are told, the likeliest first.
const MOST_PLACEMENTS: usize = 6;
/// Networks that are kept, each for one size of boards.
const MOST_NETWORKS: usize = 4;

/// The networks for the sizes of boards that were asked about last.
#[derive(Debug)]
pub struct ThinkingNetworks {
    networks: Mutex<Vec<(ShippedNetwork, Size, Opinions)>>,
    /// One at a time: others wait without taking a thread.
    turn: Semaphore,
}

#[derive(Debug, Deserialize)]
struct Question {
    #[serde(flatten)]
    target: BoardText,
    /// The board on the way, of the same size.
    now: String,
    /// Whose network is asked.
    #[serde(default = "greedy")]
    agent: String,
}

fn greedy() -> String {
    "greedy".to_owned()
}

/// What it thinks.
#[derive(Debug, Serialize)]
pub struct Thought {
    /// Pieces that it expects to be missing.
    distance: Option<f32>,
    /// How likely it finds it that the target can be reached.
    success: f32,
    /// The likeliest placements.
    policy: Vec<LikelyPlacement>,
}

/// A placement with its probability.
#[derive(Debug, Serialize)]
struct LikelyPlacement {
    piece: tetreach::game::Piece,
    rotation: u8,
    column: u8,
    /// Row and column of its cells where it comes to rest.
    cells: Vec<[usize; 2]>,
    probability: f32,
}

impl Default for ThinkingNetworks {
    fn default() -> Self {
        Self { networks: Mutex::default(), turn: Semaphore::new(1) }
    }
}

impl ThinkingNetworks {
    /// Waits for one's turn at the network, which lasts until the permit is dropped.
    pub async fn turn(&self) -> Result<SemaphorePermit<'_>, Refusal> {
        self.turn.acquire().await.map_err(|_| Refusal::bad("the server ends"))
    }

    fn think(&self, shipped: ShippedNetwork, board: &Board, target: &Board) -> Result<Thought, Refusal> {
        let failed = |error: String| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error);
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        let size = target.size();
        let index = match networks.iter().position(|(known, of, _)| (*known, *of) == (shipped, size)) {
            Some(index) => index,
            None => {
                let model = shipped.load().map_err(|error| failed(error.to_string()))?;
                let network = Opinions::new(&model, size)
                    .ok_or_else(|| Refusal::bad(format!("the network does not see boards of {size}")))?;
                if networks.len() == MOST_NETWORKS {
                    networks.remove(0);
                }
                networks.push((shipped, size, network));
                networks.len() - 1
            }
        };
        let opinion = networks[index].2.of(board, target).map_err(|error| failed(error.to_string()))?;
        let actions = Actions::of_width(size.width());
        let policy = opinion.policy.iter().take(MOST_PLACEMENTS).filter_map(|(action, probability)| {
            let placement = actions.placement(*action)?;
            let row = usize::from(board.landing_row(placement)?);
            let (shape, column) = (placement.orientation.shape(), usize::from(placement.column));
            Some(LikelyPlacement {
                piece: shape.piece,
                rotation: placement.orientation.rotation(),
                column: placement.column,
                cells: shape.places().map(|(r, c)| [r + row, c + column]).collect(),
                probability: *probability,
            })
        });
        Ok(Thought { distance: opinion.distance, success: opinion.success, policy: policy.collect() })
    }
}

/// Answers the request.
pub async fn think(State(shared): State<Arc<Shared>>, body: Bytes) -> Result<Json<Thought>, Refusal> {
    let question: Question = read_json(&body)?;
    let target = question.target.read()?;
    let now = BoardText { board: question.now, size: target.size().to_string() }.read()?;
    let network = Registry::standard().entry(&question.agent).map_err(Refusal::bad)?.network;
    let network =
        network.ok_or_else(|| Refusal::bad(format!("`{}` does not play by a network", question.agent)))?;
    let failed = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the network could not be asked");
    let _turn = shared.thinking.turn().await?;
    let thinker = Arc::clone(&shared);
    let thought = tokio::task::spawn_blocking(move || thinker.thinking.think(network, &now, &target));
    thought.await.map_err(failed)?.map(Json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_name_placements_with_their_cells_and_differ_in_what_they_think() {
        let thinking = ThinkingNetworks::default();
        let (empty, target): (Board, Board) = (Board::empty(Size::STANDARD), "####......".parse().unwrap());
        let [thought, other] = [ShippedNetwork::Placing, ShippedNetwork::TwoWay]
            .map(|network| thinking.think(network, &empty, &target).unwrap());
        assert_eq!(other.policy.len(), MOST_PLACEMENTS);
        assert_ne!(other.policy[0].probability, thought.policy[0].probability);
        assert_eq!(thought.policy.len(), MOST_PLACEMENTS);
        assert_eq!(thought.policy[0].cells, [[0, 0], [0, 1], [0, 2], [0, 3]]);
        assert!(thought.policy.windows(2).all(|pair| pair[0].probability >= pair[1].probability));
        let small = Board::empty(Size::new(4, 4).unwrap());
        for width in 4..10 {
            let board = Board::empty(Size::new(width, 8).unwrap());
            let _ = thinking.think(ShippedNetwork::Placing, &board, &board);
        }
        let _ = thinking.think(ShippedNetwork::Placing, &small, &small);
        assert!(thinking.networks.lock().unwrap().len() <= MOST_NETWORKS);
    }
}
