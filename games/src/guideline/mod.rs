//! Guideline Tetris: bag, hold, preview, kicks, spins, attack and garbage, on a field of 10 columns and 40 rows.
//!
//! ```text
//! Rotation, shape                    the pieces in four rotations, by their centres of true rotation
//! KickSystem                         SRS, SRS+ and AlphaTetris' kick, as tables
//! Field                              ten columns of one word each
//! PlacementList                      every reachable placement, by floods over whole columns at once
//! Inputs                             the fewest key presses to a placement
//! Active                             one piece under the keys
//! GuidelineRules, GuidelinePreset    kicks, attack, spawn, garbage and the ends of a game
//! GuidelinePosition, Lock            field, combo and back-to-back; what a placement did
//! GuidelineGame                      a position with queue, hold and bag
//! NamedSetup                         fields that are made for a placement, by name
//! GuidelineStart                     rules, and what a game by them begins with
//! perft                              path counts under the rule of the public tables
//! ```
//!
//! Spin belongs to the way, not to the place: a T may come to rest in the same cells with no spin, as a mini or as a
//! full spin, and each is a separate [`GuidelinePlacement`].
//!
//! ```
//! use tetreach_games::Piece;
//! use tetreach_games::guideline::{Field, PlacementList, GuidelinePreset, Spin};
//!
//! let field = Field::from_text("..##......\n...#######\n#.########")?;
//! let moves = PlacementList::of(&field, Piece::T, &GuidelinePreset::Ppt.rules());
//! assert!(moves.iter().any(|placement| placement.spin == Spin::Full));
//! # Ok::<(), tetreach_games::guideline::FieldTextError>(())
//! ```

mod active;
mod attack;
mod bag;
mod field;
mod flood;
mod game;
mod garbage;
mod inputs;
mod kicks;
mod moves;
mod perft;
mod placement;
mod plane;
mod position;
mod preset;
mod rules;
mod setup;
mod shape;
mod start;
mod turns;

pub use active::{Active, Key};
pub use attack::{AlphaTetrisFaults, AttackRule, AttackTable, Clear};
pub use bag::Bag;
pub use field::{Field, FieldTextError};
pub use game::{GuidelineGame, NEXT, Slot};
pub use garbage::{GarbageRule, Incoming};
pub use inputs::Inputs;
pub use kicks::{Guard, Kick, KickSystem, TurnDirection};
pub use moves::PlacementList;
pub use perft::{Perft, perft};
pub use placement::{GuidelinePlacement, Spin};
pub use position::{GuidelinePosition, Lock};
pub use preset::{GuidelinePreset, UnknownPreset};
pub use rules::{GuidelineRules, Spawn, SpinRule};
pub use setup::{NamedSetup, UnknownSetup};
pub use shape::{CENTRE_COLUMN, Rotation, cells};
pub use start::{GuidelineStart, GuidelineStartError};
