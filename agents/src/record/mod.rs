//! Where the numbers of a run go: TensorBoard, JSON lines and the terminal, all fed by one [`Recorder`].
//!
//! `metrics.jsonl` is the source of truth; the event files hold the same numbers for TensorBoard. Every tag is
//! declared in [`tags`], and `docs/metrics.md` is made from that list.

mod error;
mod histogram;
mod hyperparameter;
mod jsonl;
mod picture;
mod recorder;
mod reference;
mod tag;
pub mod tags;
#[cfg(feature = "torch")]
mod tensorboard;

pub use error::RecordError;
pub use histogram::Histogram;
pub use hyperparameter::{Hyperparameter, hyperparameters};
pub use jsonl::{Jsonl, MetricLine, read_metrics};
pub use picture::{Picture, PictureError};
pub use recorder::{Content, Ending, MetricWriter, Recorder, RunProgress, StepRecord};
pub use reference::reference;
pub use tag::{Declaration, Tag, TagFamily, TagKind};
#[cfg(feature = "torch")]
pub use tensorboard::TensorBoard;
