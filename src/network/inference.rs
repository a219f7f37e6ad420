//! A trained model behind inference servers, one for each size of boards and direction.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tetreach_agents::serve::{Client, Server, ServerNumbers, ServerSettings};
use tetreach_agents::store::Model;

use super::player::{evaluator, knows_way_back, reverse_evaluator};
use crate::game::{Board, Size};
use crate::reach::{Direction, MirrorSymmetry, ReverseMirror};

/// Answers kept about reverse moves, of which there are thousands per board: 30 kB each.
const REVERSE_CACHE: usize = 4_000;

/// Answers questions about boards of any size that the model can see.
#[derive(Debug)]
pub struct Inference {
    model: Model,
    settings: ServerSettings,
    servers: Mutex<HashMap<(Size, Direction), Option<Server<Board, Board>>>>,
}

impl Inference {
    /// Answers by a model.
    pub fn new(model: Model) -> Self {
        let settings = ServerSettings { batch: 16, ..ServerSettings::default() };
        Self { model, settings, servers: Mutex::default() }
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
        let owners = 0..thread::available_parallelism().map_or(1, usize::from);
        match direction {
            Direction::Forward => {
                let evaluators: Option<Vec<_>> = owners.map(|_| evaluator(&self.model, size)).collect();
                Server::start(evaluators?, Some(Arc::new(MirrorSymmetry::new(size))), self.settings).ok()
            }
            Direction::Backward => {
                let evaluators: Option<Vec<_>> =
                    owners.map(|_| reverse_evaluator(&self.model, size)).collect();
                let settings = ServerSettings { cache: REVERSE_CACHE, ..self.settings };
                Server::start(evaluators?, Some(Arc::new(ReverseMirror::new(size))), settings).ok()
            }
        }
    }
}
