//! Experience of remote actors on its way to the learner.

use serde::Deserialize;

use super::{Exchange, Parcel};
use crate::train::{Experience, RateLimiter, TrainError};

/// Takes what remote actors sent out of an [`Exchange`], as much as may be learned from.
#[derive(Debug)]
pub struct RemoteInbox {
    exchange: Exchange,
}

impl RemoteInbox {
    /// What comes in through this exchange.
    pub fn new(exchange: Exchange) -> Self {
        RemoteInbox { exchange }
    }

    /// The next parcel, if there is one and the limiter lets more in.
    pub fn next<S, G>(&self, limiter: &RateLimiter) -> Option<Result<Experience<S, G>, TrainError>>
    where
        S: Copy + for<'de> Deserialize<'de>,
        G: for<'de> Deserialize<'de>,
    {
        if !limiter.is_open() {
            return None;
        }
        let (path, bytes) = match self.exchange.take() {
            Ok(taken) => taken?,
            Err(error) => return Some(Err(TrainError::Remote(error.into()))),
        };
        let parcel = Parcel::from_bytes(&bytes, &path.display().to_string());
        Some(parcel.map_err(TrainError::Remote).map(|Parcel { experience }| {
            limiter.add(experience.steps(), experience.environment_steps);
            experience
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::Action;
    use crate::train::Trajectory;

    fn parcel(start: u16) -> Vec<u8> {
        let mut walk = Trajectory::new(start, 9);
        walk.push(Action(1), start + 1);
        let (trajectories, environment_steps) = (vec![walk], 10);
        Parcel { experience: Experience { trajectories, environment_steps, ..Experience::default() } }
            .to_bytes()
    }

    #[test]
    fn parcels_come_in_order_and_no_more_than_is_allowed() {
        let folder = tempfile::tempdir().unwrap();
        let exchange = Exchange::open(folder.path()).unwrap();
        for number in [3, 1, 2] {
            exchange.send(&format!("w{number}"), &parcel(number)).unwrap();
        }
        std::fs::write(folder.path().join("inbox/w0.part"), b"half a par").unwrap();
        std::fs::write(folder.path().join("inbox/.w0.parcel"), b"half a par").unwrap();
        let (inbox, limiter) = (RemoteInbox::new(exchange.clone()), RateLimiter::default());
        let first = |taken: Option<Result<Experience<u16, u16>, TrainError>>| {
            taken.map(|experience| experience.unwrap().trajectories[0].states[0])
        };
        assert_eq!(first(inbox.next(&limiter)), None, "nothing is allowed yet");
        limiter.allow(15);
        let taken = [(); 3].map(|()| first(inbox.next(&limiter)));
        assert_eq!(taken, [Some(1), Some(2), None], "ten steps each, fifteen allowed");
        limiter.allow(25);
        assert_eq!((first(inbox.next(&limiter)), exchange.waiting().unwrap()), (Some(3), 0));
        limiter.allow(100);
        assert_eq!(first(inbox.next(&limiter)), None);
    }

    #[test]
    fn a_parcel_that_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let exchange = Exchange::open(folder.path()).unwrap();
        exchange.send("strange", b"\x05abcde").unwrap();
        let limiter = RateLimiter::default();
        limiter.allow(1);
        let taken = RemoteInbox::new(exchange).next::<u16, u16>(&limiter).unwrap();
        let error = taken.unwrap_err().to_string();
        assert!(error.contains("strange.parcel: sent by tetreach abcde"), "{error}");
    }
}
