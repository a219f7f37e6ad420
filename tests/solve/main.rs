//! The solvers against exact distances and against played games.

mod agent_settings;
mod bound_oracle;
mod construct;
mod dead_ends;
mod learned;
mod learned_oracle;
mod oracle_exact;
mod oracle_table;
mod uct;
mod unstack;
