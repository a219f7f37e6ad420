//! The task: which board is to be reached and from where. Targets by name, file, generator and split; environments
//! in which placements are actions, forwards, backwards and many at a time; what a network sees of them.

mod arrays;
mod bitmap;
mod board_space;
mod builtin;
mod check;
mod direction;
mod distance;
mod drawing;
mod drawn_goals;
mod encode;
mod encoder;
mod env;
mod forced;
mod gaps;
mod generate;
mod generator_error;
mod goal_source;

mod illegal;
mod letters;
mod load;
mod mirror;
mod options;
mod pixels;
mod refutation;
mod reverse_env;
mod reverse_task;
mod reward;
mod rule;
mod snapshot;
mod split;
mod step_arrays;
mod step_limit;
mod stream;
mod suite;
mod target;
mod task;
mod two_way;
mod two_way_encoder;
mod vector;
mod vector_check;
mod vector_env;
mod walk;

pub use bitmap::{BitmapError, MOST_SCALE, board_from_png, board_to_png};
pub use board_space::BoardSpace;
pub use builtin::{BuiltIn, DEFAULT_COUNT, MOST_TARGETS, SuiteError, SuiteName, SuiteOptions};
pub use check::{EnvKind, UnknownEnv, check};
pub use direction::Direction;
pub use distance::{differing_cells, fewest_pieces, for_each_detour};
pub use drawn_goals::{GeneratedGoals, SuiteGoals};
pub use encode::{
    PLANES, Plane, PlaneValue, encode, encode_batch, encode_landings, encode_landings_batch, plane_count,
};
pub use encoder::ReachEncoder;
pub use env::{BoardEnv, BoardTask, ReachEnv, ReachInfo, ReachObservation};
pub use gaps::Gaps;
pub use generate::{Generator, Sample};
pub use generator_error::GeneratorError;
pub use goal_source::{Ends, GoalSource, RandomWalk, SharedSource};
pub use illegal::{IllegalActions, OnSuccess, UnknownRule};

pub use load::{LoadError, LoadOptions, load_sketch, load_suite, suite_from_bytes};
pub use mirror::{
    MirrorSymmetry, TwoWayMirror, mirror_by_action, mirror_mask, mirror_planes, mirrored_actions,
};
pub use options::{ReachOptions, ReachSettings};
pub use refutation::may_become;
pub use reverse_env::ReverseEnv;
pub use reverse_task::ReverseTask;
pub use reward::{Reward, RewardKind, UnknownReward};
pub use rule::lowest_hinted;
pub use snapshot::ReachSnapshot;
pub use split::{Leak, Split, SplitNameError, find_leak, split_key};
pub use step_arrays::StepArrays;
pub use step_limit::StepLimit;
pub use stream::Stream;
pub use suite::{Shortage, Suite, SuiteTextError, SuiteTextProblem};
pub use target::{Sketch, Target, Unreachable};
pub use task::{ReachTask, has_legal_action, legal_mask};
pub use two_way::{DirectedBoard, TwoWayTask};
pub use two_way_encoder::{ReverseEncoder, TWO_WAY_MAPS, TWO_WAY_PLANES, TwoWayEncoder};
pub use vector::VectorReachEnv;
