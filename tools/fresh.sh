#!/bin/sh
# The README's two commands on a bare machine: a new Debian root with a C compiler, git and Rust, and nothing
# else, made for this and removed afterwards. It needs Linux, debootstrap and the superuser.
#
#   tools/fresh.sh [bookworm | trixie] [--user] [--first]
#
# `--user` runs them as an ordinary user, who can install nothing; `--first` stops after the first. Mounts are
# in a namespace of their own, which ends with its last process. The toolchain is mounted read-only; network,
# registries, proxies and certificates are the host's.
cd "$(dirname "$0")/.."
. tools/lib.sh

release=bookworm user=root home=/root second="cargo xtask test"
for word in "$@"; do
    case $word in
        bookworm | trixie) release=$word ;;
        --user) user=guest home=/home/guest ;;
        --first) second= ;;
        *) echo "fresh: $word is not known: give bookworm or trixie, --user or --first" >&2; exit 2 ;;
    esac
done
has debootstrap || apt-get -qq install --yes debootstrap > /dev/null

root=$(mktemp -d "${TMPDIR:-/tmp}/ktour-fresh-$release-XXXXXX")
chmod 755 "$root"
# Nothing is mounted there outside the namespaces; should that ever be wrong, it is not removed.
trap 'rm -rf --one-file-system "$root"' EXIT
trap 'exit 130' INT TERM

apart() { unshare --mount --pid --fork --kill-child -- "$@"; }
bare() {
    # debootstrap names every package several times, which is worth reading only where one failed.
    words=$(apart debootstrap --variant=minbase --include=ca-certificates,gcc,libc6-dev,git "$release" "$root") ||
        { echo "$words"; return 1; }
}
step "a bare Debian" bare

# Debian's installer writes down where updates are; a small root knows only the release.
mirror=$(cut -d' ' -f2 "$root/etc/apt/sources.list" | head -1)
cat >> "$root/etc/apt/sources.list" << SOURCES
deb $mirror $release-updates main
deb $mirror-security $release-security main
SOURCES

# The host's registries, proxies and certificates.
network() { env | grep -iE '^([A-Z_]*_PROXY|CARGO_(HTTP|NET|REGISTR|SOURCE)[A-Z_]*|(NPM_CONFIG|PIP)_[A-Z_]*|[A-Z_]*(SSL_C|CA_CERTS|CA_BUNDLE)[A-Z_]*)='; }
give() { [ ! -f "$1" ] || { mkdir -p "$(dirname "$root$2")"; rm -f "$root$2"; cp "$1" "$root$2"; }; }
for file in /etc/resolv.conf /etc/hosts /etc/npmrc /usr/etc/npmrc /etc/pip.conf /etc/gitconfig \
    /usr/local/share/ca-certificates/* $(grep -ls Acquire /etc/apt/apt.conf.d/*) \
    $(network | cut -d= -f2- | grep '^/'); do
    give "$file" "$file"
done
for name in .npmrc .config/pip/pip.conf .cargo/config.toml; do give "$HOME/$name" "$home/$name"; done
chroot "$root" update-ca-certificates > /dev/null 2>&1 || true

[ $user = root ] || chroot "$root" useradd -m $user 2> /dev/null
step "a clone" git clone --quiet --no-hardlinks . "$root$home/knights-tour"
[ $user = root ] || chroot "$root" chown -R $user: $home

# Mounts for a root and a toolchain, then a command of a user.
within='
mount -t proc proc "$1/proc"; mount --rbind /sys "$1/sys"; mount --rbind /dev "$1/dev"
mkdir -p "$1/opt/rust"; mount --bind "$2" "$1/opt/rust"; mount -o remount,bind,ro "$1/opt/rust"
root=$1 user=$3 command=$4; shift 4
exec chroot --userspec="$user" "$root" /usr/bin/env -i "$@" /bin/sh -c "cd ~/knights-tour && $command"'
run() {
    network > "$root/network" || true
    set -- "$1" HOME=$home CARGO_HOME=$home/.cargo LANG=C.UTF-8 \
        PATH=/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    while IFS= read -r variable; do set -- "$@" "$variable"; done < "$root/network"
    command=$1
    shift
    apart sh -euc "$within" fresh "$root" "$(rustc --print sysroot)" $user "$command" "$@"
}
for command in "cargo run --release -- solve 8" "$second"; do [ -z "$command" ] || step "$command" run "$command"; done
