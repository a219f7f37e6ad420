//! What goes out to remote actors.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{RemoteError, VERSION};
use crate::nn::{NetworkPlan, TensorPlace};

/// What messages call the bytes.
const WHAT: &str = "weights for remote actors";

/// What comes before the weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BroadcastHeader {
    /// All settings of the run, those of the game included.
    pub settings: Value,
    /// The network.
    pub plan: NetworkPlan,
    /// Where its tensors lie in the weights.
    pub layout: Vec<TensorPlace>,
    /// Gradient steps behind the weights.
    pub gradient_step: u64,
    /// Environment steps that all actors had made.
    pub environment_steps: u64,
}

/// The newest weights with all that an actor needs to play by them.
#[derive(Clone, Debug, PartialEq)]
pub struct Broadcast {
    /// What they are.
    pub header: BroadcastHeader,
    /// All weights in one list.
    pub weights: Arc<[f32]>,
}

impl Broadcast {
    /// The bytes to send.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Broadcast { header, weights } = self;
        // The header has enums that only formats with names can tell apart.
        let header = serde_json::to_string(header).expect("invariant: settings were read from JSON");
        let weights: &[f32] = weights;
        postcard::to_stdvec(&(VERSION, header, weights)).expect("invariant: texts and numbers can be written")
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RemoteError> {
        let damaged = |error: postcard::Error| RemoteError::damaged(WHAT, error);
        let (version, rest): (String, _) = postcard::take_from_bytes(bytes).map_err(damaged)?;
        RemoteError::check_version(WHAT, &version)?;
        let (header, rest): (String, _) = postcard::take_from_bytes(rest).map_err(damaged)?;
        let header = serde_json::from_str(&header).map_err(|error| RemoteError::damaged(WHAT, error))?;
        let (weights, rest): (Vec<f32>, _) = postcard::take_from_bytes(rest).map_err(damaged)?;
        if !rest.is_empty() {
            return Err(RemoteError::damaged(WHAT, "there is more than weights"));
        }
        Ok(Broadcast { header, weights: weights.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::{EncodingShape, NetSettings, ValueRange};

    #[test]
    fn a_broadcast_is_read_as_it_was_written_and_not_otherwise() {
        let plan = NetworkPlan {
            settings: NetSettings::default(),
            shape: EncodingShape { planes: 1, height: 2, width: 2, maps: 1, actions: 4, hints: 0 },
            value_range: ValueRange { low: -2.0, high: 0.0 },
        };
        let layout = vec![TensorPlace { name: "a".into(), shape: vec![2, 1], offset: 0 }];
        let settings = serde_json::json!({ "run": { "seed": 3 } });
        let header = BroadcastHeader { settings, plan, layout, gradient_step: 7, environment_steps: 90 };
        let sent = Broadcast { header, weights: [0.5, -1e-7].into() };
        let bytes = sent.to_bytes();
        assert_eq!(Broadcast::from_bytes(&bytes).unwrap(), sent);
        for length in 0..bytes.len() {
            assert!(Broadcast::from_bytes(&bytes[..length]).is_err(), "{length} bytes of {}", bytes.len());
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(Broadcast::from_bytes(&longer).is_err());
        let mut other = bytes;
        other[1] = b'9';
        let sentence = Broadcast::from_bytes(&other).unwrap_err().to_string();
        assert!(sentence.starts_with("weights for remote actors: sent by tetreach 9"), "{sentence}");
    }
}
