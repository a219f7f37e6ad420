//! Actors of any game, built from what a learner sends.

use serde_json::Value;
use tetreach_agents::train::remote::{Broadcast, CollectRemotely, RemoteActor};
use tetreach_agents::train::{TrainConfig, TrainError};
use thiserror::Error;

use super::games::{GameName, GameVisitor};

/// Why there is no actor.
#[derive(Debug, Error)]
pub enum RemoteGameError {
    /// A game that this version does not know, or settings that are none of its.
    #[error("the settings of the run are not those of a game that is known here: {reason}")]
    Settings {
        /// What is wrong.
        reason: String,
    },
    /// The game or the network cannot be built.
    #[error(transparent)]
    Train(#[from] TrainError),
}

/// An actor of the run that sent this; `number` tells its random streams from those of all others.
pub fn remote_actor(broadcast: &Broadcast, number: u32) -> Result<Box<dyn CollectRemotely>, RemoteGameError> {
    let kind = broadcast.header.settings.pointer("/game/kind").and_then(Value::as_str);
    let name = match kind {
        None => GameName::default(),
        Some(kind) => kind.parse().map_err(|_| RemoteGameError::Settings { reason: kind.to_owned() })?,
    };
    name.visit(Join { broadcast, number })
}

/// Builds an actor of the game.
struct Join<'a> {
    broadcast: &'a Broadcast,
    number: u32,
}

impl GameVisitor for Join<'_> {
    type Output = Result<Box<dyn CollectRemotely>, RemoteGameError>;

    fn visit<C: TrainConfig>(self) -> Self::Output {
        let settings = self.broadcast.header.settings.clone();
        let config: C = serde_json::from_value(settings)
            .map_err(|error| RemoteGameError::Settings { reason: error.to_string() })?;
        let (domain, settings) = (config.domain()?, config.train_settings());
        let actor = RemoteActor::new(&domain, &settings, self.broadcast, self.number)?;
        Ok(Box::new(actor))
    }
}
