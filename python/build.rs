//! Refuses to build a wheel that runs on this machine only.

fn main() {
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let last = flags.split('\x1f').filter_map(|flag| flag.strip_prefix("target-cpu=")).next_back();
    let joined = flags.split('\x1f').filter_map(|flag| flag.strip_prefix("-Ctarget-cpu=")).next_back();
    if last.or(joined) == Some("native") {
        println!(
            "cargo::error=RUSTFLAGS asks for target-cpu=native, which crashes on other machines: unset RUSTFLAGS"
        );
    }
}
