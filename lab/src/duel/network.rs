//! What is known about the network of the learned agents: which one it is and what its training took.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

use tetreach::network::shipped;
use tetreach_agents::store::checkpoint::{CARD, WEIGHTS};
use tetreach_agents::store::run_dir::{CHECKPOINTS, METRICS};

/// A trained network on disk; what cannot be found out stays open, for the agents themselves tell what is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedNetwork {
    /// The beginning of the SHA-256 sum of its weights.
    pub fingerprint: Option<String>,
    /// Seconds that its training took.
    pub training_seconds: Option<f64>,
}

impl TrainedNetwork {
    /// Looks at a run folder, a checkpoint folder or a file of weights.
    pub fn find(path: &Path) -> Self {
        let folder = folder_of_weights(path);
        let weights = if path.is_file() { path.to_owned() } else { folder.join(WEIGHTS) };
        let card: Option<Value> =
            fs::read(folder.join(CARD)).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let step = card.as_ref().and_then(|card| card.get("step")?.as_u64());
        let told = card.as_ref().and_then(seconds_of_card);
        let training_seconds = told.or_else(|| seconds_of_run(&folder, step?));
        Self { fingerprint: fs::read(weights).ok().as_deref().map(fingerprint), training_seconds }
    }

    /// The network that comes with the program.
    pub fn shipped() -> Self {
        let model = shipped().ok();
        let training_seconds = model.as_ref().and_then(|model| model.card().training_seconds);
        Self { fingerprint: model.map(|model| fingerprint(model.weights())), training_seconds }
    }
}

fn fingerprint(weights: &[u8]) -> String {
    Sha256::digest(weights).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

fn seconds_of_card(card: &Value) -> Option<f64> {
    card.get("training_seconds")?.as_f64()
}

/// The folder that holds weights and card: of a run that of its best checkpoint, or the last if none was judged yet.
fn folder_of_weights(path: &Path) -> PathBuf {
    if path.is_file() {
        return path.parent().map_or_else(PathBuf::new, Path::to_owned);
    }
    let places = ["best", "last"].map(|place| path.join(CHECKPOINTS).join(place));
    places.into_iter().find(|folder| folder.is_dir()).unwrap_or_else(|| path.to_owned())
}

/// The clock of the run that the checkpoint belongs to, when the network was as old as its card says.
fn seconds_of_run(folder: &Path, step: u64) -> Option<f64> {
    let run = folder.parent()?.parent()?;
    let metrics = fs::read_to_string(run.join(METRICS)).ok()?;
    let lines = metrics.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let clocks = lines.filter_map(|line| Some((line.get("step")?.as_u64()?, line.get("seconds")?.as_f64()?)));
    clocks.take_while(|(at, _)| *at <= step).last().map(|(_, seconds)| seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_come_from_the_card_or_from_the_metrics_of_the_run() {
        let run = tempfile::tempdir().unwrap();
        let best = run.path().join(CHECKPOINTS).join("best");
        fs::create_dir_all(&best).unwrap();
        fs::write(best.join(WEIGHTS), b"abc").unwrap();
        fs::write(best.join(CARD), r#"{"step": 20}"#).unwrap();
        let lines =
            "{\"step\":10,\"seconds\":4.0}\n{\"step\":20,\"seconds\":8.5}\n{\"step\":30,\"seconds\":9.0}\n";
        fs::write(run.path().join(METRICS), lines).unwrap();
        // SHA-256 of "abc" (FIPS 180-2, appendix B.1).
        let expected =
            TrainedNetwork { fingerprint: Some("ba7816bf8f01".into()), training_seconds: Some(8.5) };
        assert_eq!(TrainedNetwork::find(run.path()), expected);
        assert_eq!(TrainedNetwork::find(&best), expected);

        fs::write(best.join(CARD), r#"{"step": 20, "training_seconds": 7.25}"#).unwrap();
        let told = TrainedNetwork { training_seconds: Some(7.25), ..expected };
        assert_eq!(TrainedNetwork::find(&best.join(WEIGHTS)), told);
        let nothing = TrainedNetwork { fingerprint: None, training_seconds: None };
        assert_eq!(TrainedNetwork::find(&run.path().join("elsewhere")), nothing);
    }
}
