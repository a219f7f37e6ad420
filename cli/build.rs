//! Repeats the link arguments with which `tetreach-agents` found libtorch, where the feature `torch` asks for it, and
//! keeps the commit that the programs are built from.

use std::process::Command;

fn main() {
    if let Ok(arguments) = std::env::var("DEP_TETREACH_TORCH_LINK_ARGUMENTS") {
        for argument in arguments.split('\t') {
            println!("cargo::rustc-link-arg={argument}");
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    if let Some(commit) = git(&["rev-parse", "HEAD"]) {
        let is_changed =
            git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|list| !list.is_empty());
        println!("cargo::rustc-env=TETREACH_GIT_COMMIT={commit}{}", if is_changed { "-dirty" } else { "" });
    }
}

/// What git says of the repository around this package; nothing where there is none.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
