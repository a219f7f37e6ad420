//! The page `docs/config.md`.

use super::Config;

const HEAD: &str = "\
# Settings of a training run

Made from the structs in `src/config`; after a change there, `UPDATE_DOCS=1 cargo test` writes this page again.

A config is a TOML file. What it leaves out has the default below. `extends = \"other.toml\"` takes over another file,
whose path counts from this one; `--set section.key=value` wins over both. `tetreach inspect config FILE --resolved`
shows every setting with its origin, and `tetreach inspect config --schema` prints the JSON schema for editors. With
Taplo (the TOML extension of most editors), save the schema and put `#:schema config.schema.json` on the first line.

Unknown keys are refused, and all faults are reported at once, with file and line.
";

/// The documentation of every setting of a training run, in Markdown.
pub fn reference() -> String {
    tetreach_agents::config::reference::<Config>(HEAD)
}
