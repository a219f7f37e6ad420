//! The `tetreach` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    tetreach::cli::run()
}
