//! Finds libtorch and tells where it is, so that programs and tests start without `LD_LIBRARY_PATH`.
//!
//! Link arguments reach only the package whose build script gives them: they are passed on as metadata, and the build
//! scripts of the packages above repeat them.

use std::path::PathBuf;
use std::{env, fs, process};

const TORCH_VERSION: &str = "2.13.0";
const CPU_LIBRARIES: [&str; 3] = ["libtorch_cpu.so", "libtorch_cpu.dylib", "torch_cpu.dll"];

fn main() {
    for variable in ["LIBTORCH", "LIBTORCH_LIB", "LIBTORCH_USE_PYTORCH", "LIBTORCH_BYPASS_VERSION_CHECK"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    // With LIBTORCH_USE_PYTORCH tch asks Python for the place, and the user knows how to start the program.
    if env::var_os("CARGO_FEATURE_TORCH").is_none() || env::var_os("LIBTORCH_USE_PYTORCH").is_some() {
        return;
    }
    match library_folder() {
        Ok(folder) => {
            println!("cargo::rerun-if-changed={}", folder.display());
            let arguments = link_arguments(&folder);
            for argument in &arguments {
                println!("cargo::rustc-link-arg={argument}");
            }
            println!("cargo::metadata=link_arguments={}", arguments.join("\t"));
        }
        Err(problem) => {
            println!(
                "cargo::error={problem}: run `./run` or `python3 setup/libtorch.py` to fetch libtorch {TORCH_VERSION}, \
                 or set LIBTORCH to the absolute path of one, or build without the feature `torch`."
            );
            process::exit(1);
        }
    }
}

fn link_arguments(folder: &std::path::Path) -> Vec<String> {
    let mut arguments = Vec::new();
    if env::var_os("CARGO_CFG_UNIX").is_some() {
        arguments.push(format!("-Wl,-rpath,{}", folder.display()));
    }
    // Nothing calls into the CUDA library by name: without this the linker drops it and no GPU is found.
    let cuda = folder.join("libtorch_cuda.so");
    if cuda.exists() {
        arguments.push(format!("-Wl,--no-as-needed,{},--as-needed", cuda.display()));
    }
    arguments
}

/// The folder with the libraries of the libtorch that `LIBTORCH` names, by the rules of torch-sys.
fn library_folder() -> Result<PathBuf, String> {
    let root = PathBuf::from(env::var_os("LIBTORCH").ok_or("LIBTORCH is not set")?);
    if let (Ok(version), None) =
        (fs::read_to_string(root.join("build-version")), env::var_os("LIBTORCH_BYPASS_VERSION_CHECK"))
        && version.trim().split('+').next() != Some(TORCH_VERSION)
    {
        return Err(format!("{} is not libtorch {TORCH_VERSION}", root.display()));
    }
    let folder = env::var_os("LIBTORCH_LIB").map_or(root, PathBuf::from).join("lib");
    if folder.is_absolute() && CPU_LIBRARIES.iter().any(|name| folder.join(name).exists()) {
        Ok(folder)
    } else {
        Err(format!("there is no libtorch in {}", folder.display()))
    }
}
