//! Pages that are made from code.

use std::fs;
use std::path::Path;

/// Compares a page with what the code says; with `UPDATE_DOCS` set it is written instead.
pub fn assert_up_to_date(page: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, expected).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{page} is out of date: `UPDATE_DOCS=1 cargo test` writes it again");
}
