//! What tests of several searches share.

use std::collections::HashMap;

use tetreach_agents::toy::tic_tac_toe::Grid;
use tetreach_agents::uct::Player;

/// The value of a position of Tic-Tac-Toe for the first player when both play perfectly, and those of all after it.
pub fn minimax(grid: Grid, values: &mut HashMap<Grid, f64>) -> f64 {
    if let Some(&value) = values.get(&grid) {
        return value;
    }
    let value = grid.outcome().unwrap_or_else(|| {
        let after = grid.empty().map(|square| minimax(grid.after(square), values));
        match grid.mover() {
            Player::First => after.fold(0.0, f64::max),
            Player::Second => after.fold(1.0, f64::min),
        }
    });
    values.insert(grid, value);
    value
}
