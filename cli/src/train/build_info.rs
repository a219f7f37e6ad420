//! What is known of this build.

use tetreach_agents::store::run_dir::BuildInfo;

/// The version and the commit that this program was built from.
pub const BUILD: BuildInfo =
    BuildInfo { version: env!("CARGO_PKG_VERSION"), git: option_env!("TETREACH_GIT_COMMIT") };
