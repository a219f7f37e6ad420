//! The examples run.

#[path = "../examples/env_loop.rs"]
mod env_loop;
#[path = "../examples/solve.rs"]
mod solve;

#[test]
fn the_example_of_a_solver_finds_a_way() {
    solve::main().unwrap();
}

#[test]
fn the_example_of_a_vector_environment_steps() {
    env_loop::main().unwrap();
}
