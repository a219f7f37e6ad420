# Sourced by ./run and ./test: checks the tools and puts libtorch in place.

# Ends with one sentence.
fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# need COMMAND SENTENCE: the sentence says what is missing and how to get it.
need() {
    command -v "$1" >/dev/null 2>&1 || fail "$2"
}

# Makes this clone ready to build.
set_up() {
    # What is built here runs here, so that it may use this machine's own bit instructions (BMI2, AVX2). Programs and
    # wheels that are built by cargo or pip alone run on any machine of the kind. A RUSTFLAGS of the user's wins.
    if [ "$(uname -m)" = x86_64 ]; then
        export RUSTFLAGS="${RUSTFLAGS--C target-cpu=native}"
    fi
    need cargo "cargo is missing: install Rust from https://rustup.rs (the right version is then chosen by itself)."
    need "${CXX:-c++}" "A C++ compiler (${CXX:-c++}) is missing: install one, e.g. the package g++ or build-essential."
    need python3 "python3 is missing: install Python 3 with pip, e.g. the packages python3 and python3-pip."
    if [ -n "${LIBTORCH:-}" ]; then
        # Build scripts run in other folders.
        [ -d "$LIBTORCH" ] || fail "LIBTORCH=$LIBTORCH is not a folder: name a libtorch 2.13.0 or unset it."
        LIBTORCH=$(cd "$LIBTORCH" && pwd)
        export LIBTORCH
    else
        unset LIBTORCH
    fi
    python3 setup/libtorch.py || exit
}
