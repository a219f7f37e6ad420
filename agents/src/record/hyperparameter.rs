//! Settings as TensorBoard's table of hyperparameters shows them.

use std::fmt;

use serde_json::Value;

/// One cell of the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Hyperparameter {
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// Anything else, as text.
    Text(String),
}

impl fmt::Display for Hyperparameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hyperparameter::Number(number) => number.fmt(f),
            Hyperparameter::Flag(flag) => flag.fmt(f),
            Hyperparameter::Text(text) => f.write_str(text),
        }
    }
}

/// The leaves of nested settings, named by their path, in the order of the settings.
pub fn hyperparameters(settings: &Value) -> Vec<(String, Hyperparameter)> {
    let mut leaves = Vec::new();
    collect(settings, String::new(), &mut leaves);
    leaves
}

fn collect(value: &Value, path: String, leaves: &mut Vec<(String, Hyperparameter)>) {
    let leaf = match value {
        Value::Object(entries) => {
            for (key, entry) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                collect(entry, path, leaves);
            }
            return;
        }
        Value::Bool(flag) => Hyperparameter::Flag(*flag),
        Value::Number(number) => Hyperparameter::Number(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => Hyperparameter::Text(text.clone()),
        Value::Null | Value::Array(_) => Hyperparameter::Text(value.to_string()),
    };
    leaves.push((path, leaf));
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn leaves_are_named_by_their_path() {
        let settings = json!({"run": {"seed": 3, "name": "a"}, "ok": true, "list": [1, 2]});
        assert_eq!(
            hyperparameters(&settings),
            [
                ("run.seed".into(), Hyperparameter::Number(3.0)),
                ("run.name".into(), Hyperparameter::Text("a".into())),
                ("ok".into(), Hyperparameter::Flag(true)),
                ("list".into(), Hyperparameter::Text("[1,2]".into())),
            ]
        );
    }
}
