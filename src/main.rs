//! The `tetreach` command.

fn main() {}
