//! Perfect clears: an exact search for placements that leave the field empty.

mod necessary;
mod node;
mod queues;
mod search;

pub use queues::bag_queues;
pub use search::{PerfectClear, PerfectClearSearch};
