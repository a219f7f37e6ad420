//! The page `docs/metrics.md`.

use std::fmt::Write;

use super::tags;

const HEAD: &str = "\
# What a run records

Made from the list in `agents/src/record/tags.rs`; after a change there, `UPDATE_DOCS=1 cargo test` writes it again.

A run folder holds every number twice: in `metrics.jsonl`, one JSON object per line, and in `events/` for TensorBoard
(`tensorboard --logdir runs`). Lines have `step` (gradient steps), `seconds` (since the start of the run, pauses not
counted) and one entry a tag; a number that is not finite is written as the string `NaN`, `Infinity` or `-Infinity`.
Images are in the event files alone. After a resume the lines go on without a step twice; TensorBoard gets a new event
file that takes back what the stopped run recorded beyond its checkpoint.

A part in braces stands for many tags, one for each suite, layer or score. `search/` comes from training by
search, `losses/td_loss` and `losses/q_values` from Q-learning.
";

/// The documentation of every tag, in Markdown.
pub fn reference() -> String {
    let mut page = HEAD.to_string();
    let mut group = "";
    for tag in tags::ALL {
        let (this, _) = tag.name.split_once('/').unwrap_or(("texts", ""));
        if this != group {
            group = this;
            let _ = write!(page, "\n## {group}\n\n| Tag | Kind | Meaning |\n| --- | --- | --- |\n");
        }
        let _ = writeln!(page, "| `{}` | {} | {} |", tag.name, tag.kind.name(), tag.sentence);
    }
    page
}
