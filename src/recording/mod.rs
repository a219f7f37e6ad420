//! Games that people played, one JSON object per line: written by the playground, read back, and checked by replaying.
//!
//! ```
//! use tetreach::recording::{RecordedGame, RecordingSummary};
//!
//! let line = r#"{"game":"reach","name":"bar","size":"10x20","target":"..####....","reached":true,
//!     "moves":[{"piece":"I","rotation":0,"column":2}]}"#;
//! let game: RecordedGame = serde_json::from_str(line)?;
//! game.check()?;
//! let mut summary = RecordingSummary::default();
//! summary.add(&game);
//! assert_eq!((summary.reach, summary.reached, summary.moves), (1, 1, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classic;
mod guideline;
mod reach;
mod recorded_game;
mod tetress;

pub use classic::RecordedClassic;
pub use guideline::RecordedGuideline;
pub use reach::{RecordedDrop, RecordedReach};
pub use recorded_game::{RecordedGame, RecordingError, RecordingProblem, RecordingSummary, read_recording};
pub use tetress::RecordedTetress;
