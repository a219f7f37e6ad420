//! The examples that need no libtorch run; the one that trains is run by the tests of training.

#[path = "../examples/custom_game.rs"]
mod custom_game;

#[test]
fn the_example_of_a_game_finds_the_winning_move() {
    custom_game::main().unwrap();
}
