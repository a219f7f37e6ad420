//! A trained model behind inference servers, one for each size of boards and direction.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tetreach_agents::serve::{Client, Server, ServerNumbers, ServerSettings, SharedSymmetry};
use tetreach_agents::store::Model;

use super::backend::{Backend, EngineBackend};
use super::player::knows_way_back;
use crate::game::{Board, Size};
use crate::reach::{Direction, MirrorSymmetry};

/// Answers kept about reverse moves, of which there are thousands per board: 30 kB each.
const REVERSE_CACHE: usize = 4_000;

/// The servers met so far; `None` where the model cannot see the boards, or does not know the way back.
type Servers = HashMap<(Size, Direction), Option<Server<Board, Board>>>;

/// Answers questions about boards of any size that the model can see.
#[derive(Debug)]
pub struct Inference {
    model: Model,
    backend: Arc<dyn Backend>,
    servers: Mutex<Servers>,
}

impl Inference {
    /// Answers by a model, on the processor.
    pub fn new(model: Model) -> Self {
        Self::on(Arc::new(EngineBackend), model)
    }

    /// Answers by a model, wherever networks run.
    pub fn on(backend: Arc<dyn Backend>, model: Model) -> Self {
        Self { model, backend, servers: Mutex::default() }
    }

    /// Where the network runs.
    pub fn backend(&self) -> &Arc<dyn Backend> {
        &self.backend
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Whether the model learned to take boards apart.
    pub fn knows_way_back(&self) -> bool {
        knows_way_back(&self.model)
    }

    /// A connection to the network for boards of a size in a direction; `None` if it cannot see them, or does not know
    /// the way back.
    pub fn client(&self, size: Size, direction: Direction) -> Option<Client<Board, Board>> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        let server = servers.entry((size, direction)).or_insert_with(|| self.start(size, direction));
        server.as_ref().map(Server::client)
    }

    /// What the server for boards of a size in a direction has done.
    pub fn numbers(&self, size: Size, direction: Direction) -> Option<ServerNumbers> {
        let servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers.get(&(size, direction))?.as_ref().map(Server::numbers)
    }

    fn start(&self, size: Size, direction: Direction) -> Option<Server<Board, Board>> {
        let evaluator = |_| self.backend.evaluator(&self.model, size, direction);
        let evaluators: Option<Vec<_>> = (0..self.backend.evaluators()).map(evaluator).collect();
        let settings = self.backend.server();
        let settings = match direction {
            Direction::Forward => settings,
            Direction::Backward => ServerSettings { cache: REVERSE_CACHE, ..settings },
        };
        let symmetry: SharedSymmetry<Board, Board> = Arc::new(MirrorSymmetry::of(direction, size));
        Server::start(evaluators?, Some(symmetry), settings).ok()
    }
}
