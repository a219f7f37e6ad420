//! Targets of suites, as the commands that attempt them load them.

use tetreach::eval::Task;
use tetreach::reach::{LoadOptions, load_suite};

/// The targets of all suites, one after the other; a suite with fewer targets than asked for gets a note.
pub fn load_tasks(sources: &[String], options: &LoadOptions) -> anyhow::Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for source in sources {
        let suite = load_suite(source, options)?;
        if let Some(shortage) = suite.shortage {
            eprintln!("note: {source}: {shortage}");
        }
        tasks.extend(suite.tasks(source));
    }
    Ok(tasks)
}
