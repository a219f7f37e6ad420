//! The JSON schema of settings, and the check of what users wrote against it.

use serde_json::{Value, json};

use super::names::{closest, closest_of};
use super::settings::Settings;
use super::source::{SourceContent, SourceNode, join};
use super::violation::Violation;

/// Least likeness of a word, or of a key of another table, that is suggested.
const LEAST_LIKENESS: f64 = 0.75;

/// The schema, for editors that complete and check TOML.
pub fn json_schema<T: Settings>() -> Value {
    let mut schema = schemars::schema_for!(T).to_value();
    schema["title"] = T::TITLE.into();
    schema["properties"]["extends"] = json!({
        "type": "string",
        "description": "Another config file, relative to this one, whose settings hold where this file is silent.",
    });
    schema
}

/// A schema with the definitions that it refers to.
#[derive(Clone, Copy)]
pub(super) struct Schema<'a> {
    root: &'a Value,
    here: &'a Value,
}

impl<'a> Schema<'a> {
    pub fn new(root: &'a Value) -> Self {
        Schema { root, here: root }
    }

    /// The part at a value of the schema, references followed.
    fn at(self, part: &'a Value) -> Self {
        // A setting that may be left out is one of two: what it is, or null.
        let choices = part.get("anyOf").and_then(Value::as_array).into_iter().flatten();
        let given = choices.into_iter().find(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
        let part = given.unwrap_or(part);
        let definition = part
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|reference| self.root.pointer(reference.strip_prefix('#')?));
        Schema { here: definition.unwrap_or(part), ..self }
    }

    /// The keys of a table, each with its description and schema.
    pub fn entries(self) -> impl Iterator<Item = (&'a str, &'a str, Schema<'a>)> {
        let entries = self.here.get("properties").and_then(Value::as_object).into_iter().flatten();
        entries.map(move |(key, part)| {
            let schema = self.at(part);
            let description = part.get("description").or(schema.here.get("description"));
            (key.as_str(), description.and_then(Value::as_str).unwrap_or(""), schema)
        })
    }

    /// The forms of a choice told apart by `kind`; none if this is no such choice.
    pub fn forms(self) -> Vec<(&'a str, &'a str, Schema<'a>)> {
        let forms = self.here.get("oneOf").and_then(Value::as_array).into_iter().flatten();
        let form = |form: &'a Value| {
            let name = form.pointer("/properties/kind/const")?.as_str()?;
            let description = form.get("description").and_then(Value::as_str).unwrap_or("");
            Some((name, description, self.at(form)))
        };
        forms.filter_map(form).collect()
    }

    /// Whether a choice may also be a plain number.
    fn may_be_a_number(self) -> bool {
        let forms = self.here.get("oneOf").and_then(Value::as_array).into_iter().flatten();
        forms.into_iter().any(|form| form.get("type").is_some_and(|kind| kind == "number"))
    }

    /// The words that a setting may be, each with its description; none if it is not a choice of words.
    pub fn words(self) -> Vec<(&'a str, &'a str)> {
        let documented = self.here.get("oneOf").and_then(Value::as_array).into_iter().flatten();
        let documented = documented.filter_map(|word| {
            let description = word.get("description").and_then(Value::as_str).unwrap_or("");
            Some((word.get("const")?.as_str()?, description))
        });
        let plain = self.here.get("enum").and_then(Value::as_array).into_iter().flatten();
        documented.chain(plain.filter_map(|word| Some((word.as_str()?, "")))).collect()
    }

    /// The type of a setting that is no choice.
    pub fn kind(self) -> &'a str {
        let kind = match self.here.get("type") {
            Some(Value::Array(kinds)) => kinds.iter().find(|kind| *kind != "null"),
            kind => kind,
        };
        kind.and_then(Value::as_str).unwrap_or("")
    }

    /// The schema of the items of a list.
    pub fn items(self) -> Option<Schema<'a>> {
        self.here.get("items").map(|items| self.at(items))
    }

    fn number(self, key: &str) -> Option<f64> {
        self.here.get(key).and_then(Value::as_f64)
    }

    /// The least and greatest number allowed.
    fn range(self) -> (Option<f64>, Option<f64>) {
        // What the type itself can hold; schemars writes it out for the smaller types only.
        let most = match self.here.get("format").and_then(Value::as_str) {
            Some("uint32") => Some(f64::from(u32::MAX)),
            Some("uint" | "uint64") => Some(i64::MAX as f64),
            _ => None,
        };
        (self.number("minimum"), self.number("maximum").or(most))
    }

    /// What is allowed, in words.
    pub fn expectation(self) -> String {
        let words = self.words();
        if !words.is_empty() {
            return words.iter().map(|(word, _)| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        }
        if !self.forms().is_empty() {
            let forms = self.forms().into_iter().map(|(name, _, form)| {
                let keys: Vec<_> = form.entries().map(|(key, ..)| key).filter(|key| *key != "kind").collect();
                format!("`{name}` ({})", keys.join(", "))
            });
            let number = if self.may_be_a_number() { "a number or " } else { "" };
            return format!("{number}a table with `kind` {}", forms.collect::<Vec<_>>().join(" or "));
        }
        match self.kind() {
            "integer" | "number" => {
                let noun = if self.kind() == "integer" { "a whole number" } else { "a number" };
                match (self.range(), self.number("exclusiveMinimum")) {
                    ((Some(least), Some(most)), _) if most < 1e18 => format!("{noun}, {least} to {most}"),
                    ((Some(least), _), _) => format!("{noun}, {least} or more"),
                    ((None, None), Some(below)) => format!("{noun} above {below}"),
                    ((None, Some(most)), Some(below)) => format!("{noun} above {below}, at most {most}"),
                    _ => noun.to_string(),
                }
            }
            "string" => "text".to_string(),
            "boolean" => "`true` or `false`".to_string(),
            "array" => {
                let items = self.items().map_or_else(String::new, Schema::expectation);
                match (self.number("minItems"), self.number("maxItems")) {
                    (Some(least), Some(most)) if least == most => format!("a list of {most}, each {items}"),
                    _ => format!("a list, each {items}"),
                }
            }
            _ => "a table".to_string(),
        }
    }

    /// Finds everything that is wrong with a value.
    pub fn check(self, node: &SourceNode, path: &str, violations: &mut Vec<Violation>) {
        let mut refuse = |message: String| {
            violations.push(Violation { origin: node.origin.clone(), path: path.into(), message });
        };
        let forms = self.forms();
        if self.may_be_a_number() && matches!(node.content, SourceContent::Leaf(Value::Number(_))) {
            return;
        }
        if !forms.is_empty() {
            let kind = node.get("kind").map(SourceNode::value);
            match forms.iter().find(|(name, ..)| kind.as_ref().and_then(Value::as_str) == Some(name)) {
                Some((_, _, form)) => form.check_table(node, path, violations),
                None => {
                    let names = forms.iter().map(|(name, ..)| *name);
                    let guess = guess(kind.as_ref().and_then(Value::as_str).unwrap_or(""), names);
                    refuse(format!("`{path}` must be {}{guess}", self.expectation()));
                }
            }
            return;
        }
        let words = self.words();
        match (&node.content, self.kind()) {
            (SourceContent::Leaf(Value::String(word)), _) if !words.is_empty() => {
                if !words.iter().any(|(known, _)| known == word) {
                    let guess = guess(word, words.iter().map(|(known, _)| *known));
                    refuse(format!("`{path}` is {word:?}, but must be one of {}{guess}", self.expectation()));
                }
            }
            (SourceContent::Table(_), "object") => self.check_table(node, path, violations),
            (SourceContent::List(items), "array") => {
                let count = items.len() as f64;
                if self.number("minItems").is_some_and(|least| count < least)
                    || self.number("maxItems").is_some_and(|most| count > most)
                {
                    refuse(format!("`{path}` has {count} items, but must be {}", self.expectation()));
                }
                for (index, item) in items.iter().enumerate() {
                    if let Some(schema) = self.items() {
                        schema.check(item, &format!("{path}[{index}]"), violations);
                    }
                }
            }
            (SourceContent::Leaf(Value::Number(number)), "integer" | "number") => {
                let value = number.as_f64().unwrap_or(f64::NAN);
                let (least, most) = self.range();
                let fits = least.is_none_or(|least| value >= least)
                    && most.is_none_or(|most| value <= most)
                    && self.number("exclusiveMinimum").is_none_or(|below| value > below)
                    && (self.kind() == "number" || !number.is_f64());
                if !fits {
                    refuse(format!("`{path}` is {number}, but must be {}", self.expectation()));
                }
            }
            (SourceContent::Leaf(Value::String(text)), "string") => {
                let count = text.chars().count() as f64;
                if self.number("minLength").is_some_and(|least| count < least) {
                    refuse(format!("`{path}` must not be empty"));
                } else if let Some(most) = self.number("maxLength").filter(|most| count > *most) {
                    refuse(format!("`{path}` has {count} characters, but must have at most {most}"));
                }
            }
            (SourceContent::Leaf(Value::Bool(_)), "boolean") => {}
            // Refused with its reason when it was read.
            (SourceContent::Leaf(Value::Null), _) => {}
            _ => refuse(format!("`{path}` is {}, but must be {}", describe(node), self.expectation())),
        }
    }

    fn check_table(self, node: &SourceNode, path: &str, violations: &mut Vec<Violation>) {
        let SourceContent::Table(entries) = &node.content else { return };
        for (key, entry) in entries {
            let path = join(path, key);
            match self.entries().find(|(known, ..)| known == key) {
                Some((_, _, schema)) => schema.check(entry, &path, violations),
                None => violations.push(Violation {
                    origin: entry.origin.clone(),
                    message: format!("`{path}` is no setting; {}", self.advice(key, &path)),
                    path,
                }),
            }
        }
        let required = self.here.get("required").and_then(Value::as_array).into_iter().flatten();
        for key in required.filter_map(Value::as_str).filter(|key| node.get(key).is_none()) {
            violations.push(Violation {
                origin: node.origin.clone(),
                path: path.into(),
                message: format!("`{path}` lacks the key `{key}`"),
            });
        }
    }

    /// What the user may have meant by an unknown key.
    fn advice(self, key: &str, path: &str) -> String {
        let parent = path.strip_suffix(key).unwrap_or("");
        if let Some(known) = closest(key, self.entries().map(|(known, ..)| known)) {
            return format!("did you mean `{parent}{known}`?");
        }
        let mut elsewhere = Vec::new();
        Schema::new(self.root).paths("", &mut elsewhere);
        let last = |path: &String| path.rsplit('.').next().unwrap_or("").to_string();
        match closest_of(key, elsewhere, last, LEAST_LIKENESS) {
            Some(known) => format!("did you mean `{known}`?"),
            None => {
                let known: Vec<_> = self.entries().map(|(known, ..)| format!("`{known}`")).collect();
                format!("expected {}", known.join(", "))
            }
        }
    }

    /// The paths of all settings.
    fn paths(self, path: &str, paths: &mut Vec<String>) {
        for (key, _, schema) in self.entries() {
            let path = join(path, key);
            schema.paths(&path, paths);
            paths.push(path);
        }
    }
}

/// The end of a sentence on a word that is none of those known.
fn guess<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    match closest_of(word, known, |known| known.to_string(), LEAST_LIKENESS) {
        Some(known) => format!("; did you mean `{known}`?"),
        None => String::new(),
    }
}

fn describe(node: &SourceNode) -> String {
    match &node.content {
        SourceContent::Leaf(value) => value.to_string(),
        SourceContent::List(_) => "a list".to_string(),
        SourceContent::Table(_) => "a table".to_string(),
    }
}
