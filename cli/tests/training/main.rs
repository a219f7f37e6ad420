//! What only training needs: settings, records, run folders, and training itself.

mod classic;
mod config;
mod inspect;
mod record;
mod run_folder;
mod support;
mod tensorboard_readback;
mod tetress;
#[path = "../tmux/mod.rs"]
#[cfg(unix)]
mod tmux;
mod toys;
mod train;
#[cfg(unix)]
mod trouble;
#[cfg(unix)]
mod view;
