//! Repeats the link arguments with which `tetreach-agents` found libtorch, where it is built with it.

fn main() {
    if let Ok(arguments) = std::env::var("DEP_TETREACH_TORCH_LINK_ARGUMENTS") {
        for argument in arguments.split('\t') {
            println!("cargo::rustc-link-arg={argument}");
        }
    }
}
