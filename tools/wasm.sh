#!/bin/sh
# Builds the engine for browsers, apps/ktour-browser, as WebAssembly modules in
# target/wasm32-unknown-unknown/wasm/examples. `tools/wasm.sh --check` only says what is missing for that.
#
# rustup's target is used where it is installed, and never fetched. Otherwise Debian's compiler for the web
# builds the standard library from its source, which takes a minute; it builds it small, so its modules are
# lighter than rustup's. `wasm-opt` is not used: its modules are smaller in memory, and larger when compressed
# for the wire.
cd "$(dirname "$0")/.."
. tools/lib.sh

target=wasm32-unknown-unknown
packages="rustc-web cargo-web rust-web-src lld-19"

# Prints a file of a Debian package by the end of its name.
file_of() { dpkg -L "$1" 2> /dev/null | grep "$2\$" | head -1; }

is_new() { printf '%s\n%s\n' "$(field rust-version)" "$("$1" --version | cut -d' ' -f2)" | sort -VC; }

has_debian() {
    compiler=$(file_of rustc-web bin/rustc) cargo=$(file_of cargo-web bin/cargo)
    [ -n "$compiler" ] && [ -n "$cargo" ] && [ -n "$(file_of rust-web-src /library/std/Cargo.toml)" ] && has wasm-ld-19 && is_new "$compiler"
}

cargo=${CARGO:-cargo} is_check=${1:-}
# Vector instructions, which every browser has since 2023, for patterns of bytes and for mixing pixels.
set -- -Ctarget-feature=+simd128
std=
if ls "$(rustc --print target-libdir --target $target 2> /dev/null)"/libstd-* > /dev/null 2>&1; then
    :
elif has_debian; then
    # A panic ends the engine, and its message is never read.
    set -- "$@" -Zlocation-detail=none -Zunstable-options -Cpanic=immediate-abort
    std="-Z build-std=std,panic_abort -Z build-std-features=optimize_for_size"
    export RUSTC="$compiler" RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19
    unset RUSTUP_TOOLCHAIN CARGO
else
    echo "no compiler for browsers: rustup target add $target, or $(field rust-version) or newer of Debian's $packages" >&2
    exit 1
fi
[ -z "$is_check" ] || exit 0
CARGO_ENCODED_RUSTFLAGS=$(flags "$@")
export CARGO_ENCODED_RUSTFLAGS
# shellcheck disable=SC2086 # These are two options.
step "the engine for browsers" "$cargo" build $std --profile wasm --package ktour-browser --target $target \
    --features parts --examples
