//! What changes while training goes on.

pub mod curriculum;
pub mod schedule;

pub use curriculum::{Curriculum, CurriculumError, CurriculumSettings};
pub use schedule::{Schedule, ScheduleError};
