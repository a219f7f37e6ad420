//! The program: everything but training, which it leaves to the program with libtorch.

use std::process::ExitCode;

fn main() -> ExitCode {
    tetreach_cli::run::<tetreach_cli::OtherProgram>()
}
