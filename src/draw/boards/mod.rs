//! Pictures of boards and solutions: animated GIF, PNG stills, an SVG contact sheet, terminal text.
//!
//! A [`Solution`](crate::game::Solution) is replayed on a [`Mosaic`], which remembers the piece of every cell;
//! the [`Film`] paints it step by step on a [`Canvas`].

mod canvas;
mod card;
mod colour;
mod episode;
mod film;
mod font;
mod gif;
mod markup;
mod mosaic;
mod png;
mod sheet;
mod text;
mod well;

pub use canvas::{Area, Canvas};
pub use colour::Rgb;
pub use episode::{ansi, rgb};
pub use film::{Centiseconds, Film};
pub use gif::{GifError, gif};
pub use markup::escaped;
pub use mosaic::{Mosaic, StepBoards, Tile, stages};
pub use png::png;
pub use sheet::contact_sheet;
pub use text::{TextStyle, board_grid, shape_text, step_lines};
pub use well::board_image;
