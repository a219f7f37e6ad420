//! Pictures of boards and solutions: animated GIF, PNG stills, an SVG contact sheet, terminal text.
//!
//! A [`Solution`](crate::game::Solution) is replayed on a [`Mosaic`], which remembers the piece of every cell;
//! the [`Film`] paints it step by step on a [`Canvas`](super::Canvas).

mod card;
mod episode;
mod film;
mod gif;
mod mosaic;
mod sheet;
mod text;
mod well;

pub use episode::{ansi, rgb};
pub use film::{Centiseconds, Film};
pub use gif::{GifError, gif};
pub use mosaic::{Mosaic, StepBoards, Tile, stages};
pub use sheet::contact_sheet;
pub use text::{TextStyle, board_grid, shape_text, step_lines};
pub use well::board_image;
