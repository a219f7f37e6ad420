//! What comes back from remote actors.

use serde::{Deserialize, Serialize};

use super::{RemoteError, VERSION};
use crate::train::Experience;

/// The experience of one call of a remote actor.
#[derive(Clone, Debug, PartialEq)]
pub struct Parcel<S, G> {
    /// What was collected.
    pub experience: Experience<S, G>,
}

impl<S: Copy + Serialize, G: Serialize> Parcel<S, G> {
    /// The bytes to send.
    pub fn to_bytes(&self) -> Vec<u8> {
        let parcel = (VERSION, &self.experience);
        postcard::to_stdvec(&parcel).expect("invariant: checkpoints keep states and goals in this format too")
    }
}

impl<S: Copy + for<'de> Deserialize<'de>, G: for<'de> Deserialize<'de>> Parcel<S, G> {
    /// Reads what [`to_bytes`](Self::to_bytes) wrote; `what` is what messages call the bytes.
    pub fn from_bytes(bytes: &[u8], what: &str) -> Result<Self, RemoteError> {
        let damaged = |error: postcard::Error| RemoteError::damaged(what, error);
        let (version, rest): (String, _) = postcard::take_from_bytes(bytes).map_err(damaged)?;
        RemoteError::check_version(what, &version)?;
        let (experience, rest): (Experience<S, G>, _) = postcard::take_from_bytes(rest).map_err(damaged)?;
        let is_sound = |trajectory: &crate::train::Trajectory<S, G>| {
            let steps = trajectory.len();
            trajectory.is_sound() && steps > 0 && trajectory.advice.iter().all(|advice| advice.step < steps)
        };
        if !rest.is_empty() || !experience.trajectories.iter().all(is_sound) {
            return Err(RemoteError::damaged(what, "states, actions and advice do not fit together"));
        }
        Ok(Parcel { experience })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::Action;
    use crate::train::{Advice, EpisodeEnd, Trajectory};

    fn parcel() -> Parcel<u16, u16> {
        let mut walk = Trajectory::new(0, 2);
        walk.push(Action(1), 1);
        walk.push(Action(1), 2);
        walk.advice.push(Advice { step: 1, policy: [(Action(0), 0.25), (Action(1), 0.75)].into() });
        let experience = Experience {
            trajectories: vec![walk],
            ends: vec![EpisodeEnd { reached: true, stuck: false, length: 2, earned: -1.0 }],
            environment_steps: 2,
            weights_step: Some(40),
            ..Experience::default()
        };
        Parcel { experience }
    }

    #[test]
    fn a_parcel_is_read_as_it_was_written_and_not_otherwise() {
        let bytes = parcel().to_bytes();
        assert_eq!(Parcel::from_bytes(&bytes, "p").unwrap(), parcel());
        for length in 0..bytes.len() {
            assert!(Parcel::<u16, u16>::from_bytes(&bytes[..length], "p").is_err(), "{length}");
        }
    }

    #[test]
    fn experience_that_does_not_fit_together_is_refused() {
        let breaks: [fn(&mut Trajectory<u16, u16>); 3] = [
            |walk| walk.states.truncate(2),
            |walk| walk.advice[0].step = 2,
            |walk| *walk = Trajectory::new(0, 2),
        ];
        for broken in breaks {
            let mut parcel = parcel();
            broken(&mut parcel.experience.trajectories[0]);
            let error = Parcel::<u16, u16>::from_bytes(&parcel.to_bytes(), "p").unwrap_err().to_string();
            assert!(error.starts_with("p: these bytes are none"), "{error}");
        }
    }
}
