//! The environments and the suites of targets.

mod encode;
mod env;
mod reverse;
mod suites;
mod vector;
