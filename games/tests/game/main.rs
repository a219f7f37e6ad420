//! The bitboard against the naive board and against counts that do not change.

mod boards;
mod closure;
mod forward;
mod perft;
mod reverse;
mod reverse_move;
