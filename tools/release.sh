#!/bin/sh
# Builds and checks everything that a release consists of, and publishes nothing: a release is published by
# hand.
#
#   tools/release.sh --dry-run [--since REVISION] [options of tools/package.sh]
#
# It checks that there is one version, that every crate may be here, documentation, the oldest compiler, what
# has changed in the public interface since the last release or a revision, and packs every crate and every
# package.
cd "$(dirname "$0")/.."
. tools/lib.sh

[ "${1:-}" = --dry-run ] || { echo "usage: tools/release.sh --dry-run [--since REVISION]" >&2; exit 2; }
shift
since=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2> /dev/null || true)
[ "${1:-}" != --since ] || { since=$2; shift 2; }
version=$(field version) oldest=$(field rust-version)

grep -qx "version: $version" CITATION.cff || { echo "CITATION.cff does not say $version" >&2; exit 1; }
grep -q "^## $version" CHANGELOG.md || skip "the changelog's number" "it has no section $version yet"
grep -q '^repository = ' Cargo.toml || skip "the address of the repository" "Cargo.toml has no \`repository\` yet"
grep -q '^repository-code: ' CITATION.cff || skip "the address of the citation" "CITATION.cff has no \`repository-code\` yet"
grep -q 'authors <' tools/package.sh || skip "the address of the maintainer" "tools/package.sh has none yet"

case $(rustc --version) in
    "rustc $oldest."*) ;;
    *) if toolchain=$(rustup toolchain list 2> /dev/null | grep -o "^$oldest[^ ]*" | head -1) && [ -n "$toolchain" ]; then
        step "Rust $oldest" rustup run "$toolchain" cargo check --locked --workspace --all-targets
    else skip "the oldest compiler" "\`rustup toolchain install $oldest\` has it"; fi ;;
esac

if deny=$(cargo_tool cargo-deny 0.20.2 target/tools/cargo-deny); then
    step "licences, bans, sources" "$deny" --locked --log-level error check licenses bans sources
    # Advisories are a repository, which not every network lets one read.
    if "$deny" --locked --log-level error fetch db > /dev/null 2>&1; then
        step "advisories" "$deny" --locked --log-level error check advisories
    else skip "advisories" "the list of RustSec cannot be fetched"; fi
else skip "licences, bans, sources, advisories" "cargo-deny is not there and not to be installed"; fi

# Those of programs too, which have no examples to be run with.
RUSTDOCFLAGS="-D warnings" step "documentation" cargo doc --workspace --no-deps --document-private-items

# The facade re-exports whole crates, so these are compared.
library="ktour ktour-core ktour-search ktour-puzzle ktour-count ktour-render ktour-lab"
# Lists every public name with its type, for a person to compare.
names() {
    for package in $library; do
        (cd "$1" && env -u RUSTUP_TOOLCHAIN -u CARGO -u RUSTC CARGO_TARGET_DIR="$root/target/public-api" \
            "$api" public-api --all-features -sss --package "$package") || return 1
    done | sort -u
}
root=$PWD
if ! rustup run nightly rustc --version > /dev/null 2>&1; then
    skip "the public names" "\`rustup toolchain install nightly\` has what lists them"
elif api=$(cargo_tool cargo-public-api 0.52.0 target/tools/cargo-public-api); then
    names . > target/public-names.txt
    echo "== $(wc -l < target/public-names.txt) public names" >&2
else skip "the public names" "cargo-public-api is not there and not to be installed"; fi
if [ -z "$since" ]; then
    skip "what a release breaks" "there was none to compare with; --since REVISION compares"
elif check=$(cargo_tool cargo-semver-checks 0.51.0 target/tools/cargo-semver-checks); then
    rm -rf target/since
    mkdir -p target/since
    git archive "$since" | tar -x -C target/since
    if [ -n "${api:-}" ]; then
        names target/since | diff - target/public-names.txt > target/public-api.txt || true
        echo "== $(grep -c '^>' target/public-api.txt) names are new, $(grep -c '^<' target/public-api.txt) are gone: target/public-api.txt" >&2
    fi
    # shellcheck disable=SC2046 # One option for each crate.
    step "what breaks since $since" "$check" semver-checks --baseline-root target/since $(printf -- '--package=%s ' $library)
    rm -rf target/since
else skip "what a release breaks" "cargo-semver-checks is not there and not to be installed"; fi

step "crates" cargo package --workspace --locked --allow-dirty --exclude ktour-hostile --exclude ktour-bench --exclude xtask
exec tools/package.sh "$@"
