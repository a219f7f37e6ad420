//! Gamestate reachability in Tetris: find placements that lead from the empty board to exactly a target board.
//!
//! This is the floor where games meet agents; a crate names only those below it:
//!
//! ```text
//! tetreach-cli    the program `tetreach`                the wheel, for Python
//!      |                                                     |
//! tetreach-lab    experiments: the thesis, the duel          |
//!      |                                                     |
//! tetreach        this crate: targets, environments, solvers, evaluation, pictures
//!      |      \
//!      |       tetreach-agents    environments' contract, replay, networks, searches, training; no game
//!      |
//! tetreach-games  the rules on bitboards, forwards and backwards: `game`
//! ```
//!
//! - [`reach`]: targets, suites and splits, and the goal-conditioned environments
//! - [`solve`]: solvers behind one trait, from exact tables to the portfolio that always answers
//! - [`network`]: agents that play by a trained network, without libtorch
//! - [`registry`]: all agents by name
//! - [`eval`]: agents over suites, with intervals
//! - [`config`], [`train`]: what reach brings to training, and its settings
//! - [`classic`]: Tetris with given pieces: environment, players, tournaments, tuning
//! - [`guideline`]: guideline Tetris: environments, players, the bot protocol
//! - [`tetress`]: a game of two: agents, referee, tournament
//! - [`arena`]: ratings and tests of games between players
//! - [`tune`]: weights of a player, found by an optimiser
//! - [`recording`]: games that people played, kept in files and replayed
//! - [`draw`]: boards and sequences as GIF, PNG, SVG and text, and charts; [`text`]: numbers as people read them
//!
//! # Features
//!
//! - `torch`: training on libtorch. Everything else, playing by a network included, works without it.
//!
//! # Examples
//!
//! The way to a board:
//!
//! ```
//! use tetreach::{Auto, Board, Budget, Request, Size, Solver, Target, Verdict};
//!
//! let target = Target::new(Board::from_text("...#......\n..###.####", Size::STANDARD)?)?;
//! let report = Auto::default().solve(&Request::new(target, Budget::seconds(1.0)));
//! let Verdict::Solved(solution) = report.verdict else { panic!("two pieces build it") };
//! assert_eq!(solution.pieces(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An episode of the gym, played at random:
//!
//! ```
//! use rand::SeedableRng;
//! use tetreach::ReachEnv;
//! use tetreach::reach::{ReachSettings, SharedSource};
//! use tetreach_agents::Env;
//!
//! let mut env = ReachEnv::new(ReachSettings::default(), SharedSource::default());
//! let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
//! let (_, mut info) = env.reset(Some(1), &Default::default())?;
//! while let Some(action) = info.legal_actions.sample(&mut rng) {
//!     let step = env.step(action)?;
//!     if step.done() {
//!         break;
//!     }
//!     info = step.info;
//! }
//! # Ok::<(), tetreach_agents::EnvError>(())
//! ```
//!
//! The move that the trained network finds best:
//!
//! ```
//! use tetreach::registry::{AgentOptions, Registry};
//! use tetreach::{Board, Budget, Request, Size, Target, Verdict};
//!
//! let greedy = Registry::standard().agent("greedy", AgentOptions::default())?;
//! let target = Target::new(Board::from_text("####......", Size::STANDARD)?)?;
//! let report = greedy.solve(&Request::new(target, Budget::nodes(100)));
//! assert!(matches!(report.verdict, Verdict::Solved(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arena;
pub mod classic;
pub mod config;
pub mod draw;
pub mod eval;
pub mod guideline;
pub mod network;
mod numbering;
pub mod reach;
pub mod recording;
pub mod registry;
mod shipped;
pub mod solve;
pub mod tetress;
pub mod text;
pub mod train;
pub mod tune;

pub use numbering::{to_action, to_placement};
pub use reach::{ReachEnv, Target};
pub use solve::{Auto, Budget, Request, Solver, Verdict};
pub use tetreach_games as game;
pub use tetreach_games::{Board, Piece, Size};
