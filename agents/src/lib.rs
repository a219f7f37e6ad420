//! Environments, replay, learners and tree search that know no Tetris.
