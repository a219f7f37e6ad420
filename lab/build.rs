//! Repeats the link arguments with which `tetreach-agents` found libtorch, where it is built with it.

fn main() {
    // Else every edit in the package, pages included, would build all of it again.
    println!("cargo::rerun-if-changed=build.rs");
    if let Ok(arguments) = std::env::var("DEP_TETREACH_TORCH_LINK_ARGUMENTS") {
        for argument in arguments.split('\t') {
            println!("cargo::rustc-link-arg={argument}");
        }
    }
}
