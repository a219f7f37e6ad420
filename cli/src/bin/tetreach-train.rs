//! The program with libtorch: the same commands, training among them.

use std::process::ExitCode;

fn main() -> ExitCode {
    tetreach_cli::run::<tetreach_cli::ThisProgram>()
}
