//! A trained model behind inference servers, one for each size of boards.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tetreach_agents::serve::{Client, Server, ServerNumbers, ServerSettings};
use tetreach_agents::store::Model;

use super::player::evaluator;
use crate::game::{Board, Size};
use crate::reach::MirrorSymmetry;

/// Answers questions about boards of any size that the model can see.
#[derive(Debug)]
pub struct Inference {
    model: Model,
    settings: ServerSettings,
    servers: Mutex<HashMap<Size, Option<Server<Board, Board>>>>,
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

    /// A connection to the network for boards of a size; `None` if it cannot see them.
    pub fn client(&self, size: Size) -> Option<Client<Board, Board>> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers.entry(size).or_insert_with(|| self.start(size)).as_ref().map(Server::client)
    }

    /// What the server for boards of a size has done.
    pub fn numbers(&self, size: Size) -> Option<ServerNumbers> {
        let servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers.get(&size)?.as_ref().map(Server::numbers)
    }

    fn start(&self, size: Size) -> Option<Server<Board, Board>> {
        let owners = thread::available_parallelism().map_or(1, usize::from);
        let evaluators: Option<Vec<_>> = (0..owners).map(|_| evaluator(&self.model, size)).collect();
        Server::start(evaluators?, Some(Arc::new(MirrorSymmetry::new(size))), self.settings).ok()
    }
}
