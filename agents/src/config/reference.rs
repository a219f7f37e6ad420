//! Pages that document settings.

use std::fmt::Write;

use serde_json::Value;

use super::printed::inline;
use super::schema::{Schema, json_schema};
use super::settings::Settings;
use super::source::join;

/// The documentation of every setting, in Markdown, after `head`.
pub fn reference<T: Settings>(head: &str) -> String {
    let schema = json_schema::<T>();
    let defaults = serde_json::to_value(T::default()).unwrap_or(Value::Null);
    let mut page = head.to_string();
    for (section, sentence, schema) in Schema::new(&schema).entries() {
        if section != "extends" {
            write_section(&mut page, section, sentence, schema, &defaults[section]);
        }
    }
    page
}

fn write_section(page: &mut String, path: &str, sentence: &str, schema: Schema<'_>, defaults: &Value) {
    let _ = write!(page, "\n## `[{path}]`\n\n{sentence}\n");
    let is_table = |schema: Schema<'_>| schema.forms().is_empty() && schema.kind() == "object";
    let mut words = String::new();
    let rows: Vec<_> = schema.entries().filter(|(_, _, schema)| !is_table(*schema)).collect();
    if !rows.is_empty() {
        page.push_str("\n| Key | Value | Default | Meaning |\n| --- | --- | --- | --- |\n");
    }
    for (key, sentence, schema) in rows {
        let (default, sentence) = (inline(&defaults[key]), sentence.replace('\n', " "));
        let _ = writeln!(page, "| `{key}` | {} | `{default}` | {sentence} |", schema.expectation());
        for (word, meaning) in schema.words() {
            let _ = writeln!(words, "- `{key} = \"{word}\"`: {meaning}");
        }
        for (form, meaning, form_schema) in schema.forms() {
            let _ = write!(words, "- `{key} = {{ kind = \"{form}\", ... }}`: {meaning}");
            for (part, meaning, _) in form_schema.entries().filter(|(part, ..)| *part != "kind") {
                let _ = write!(words, " `{part}`: {meaning}");
            }
            words.push('\n');
        }
    }
    if !words.is_empty() {
        let _ = write!(page, "\n{words}");
    }
    for (key, sentence, schema) in schema.entries().filter(|(_, _, schema)| is_table(*schema)) {
        write_section(page, &join(path, key), sentence, schema, &defaults[key]);
    }
}
