//! The README's two commands on a bare machine: a new Debian root with a C compiler, git and Rust, and
//! nothing else, made for this and removed afterwards.
//!
//! Everything is mounted in a namespace of its own, so the mounts go with the last process in it,
//! however that ends. The toolchain is there to be read only; the network is the host's, and so is what
//! it says of registries, proxies and certificates.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{step, tools};

/// The Debians to choose from; the first is the usual one.
pub(crate) const RELEASES: [&str; 2] = ["bookworm", "trixie"];

/// Commands of the README.
const COMMANDS: [&str; 2] = ["cargo run --release -- solve 8", "cargo xtask test"];

/// Debian packages that a minimal installation needs besides Rust.
const INCLUDED: &str = "--include=ca-certificates,gcc,libc6-dev,git";

/// Files and variables with the host's registries, proxies and certificates.
const SETTINGS: [&str; 6] =
    ["/etc/resolv.conf", "/etc/hosts", "/etc/npmrc", "/usr/etc/npmrc", "/etc/pip.conf", "/etc/gitconfig"];
const OF_HOME: [&str; 3] = [".npmrc", ".config/pip/pip.conf", ".cargo/config.toml"];

pub(crate) fn fresh(arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut release, mut is_user, mut commands) = (RELEASES[0], false, &COMMANDS[..]);
    for argument in arguments {
        match RELEASES.into_iter().find(|&name| name == argument) {
            Some(name) => release = name,
            None if argument == "--user" => is_user = true,
            None if argument == "--first" => commands = &COMMANDS[..1],
            None => {
                return Err(format!(
                    "{argument} is not known: give {}, --user or --first",
                    RELEASES.join(", ")
                ));
            }
        }
    }
    let root = env::temp_dir().join(format!("ktour-fresh-{release}-{}", std::process::id()));
    let bare = BareDebian { root, is_user };
    bare.make(release)?;
    commands.iter().try_for_each(|command| bare.run(command))
}

/// It names every package several times over, which is worth reading only where one failed.
const QUIETLY: &str = r#"said=$(debootstrap "$@") || { echo "$said"; exit 1; }"#;

/// A new Debian of a release, small, with some packages.
pub(crate) fn debian(root: &Path, release: &str, included: Option<&str>) -> Result<(), String> {
    if !tools::is_there("debootstrap") {
        tools::install(&["debootstrap"]);
    }
    let made = ["--variant=minbase"].into_iter().chain(included).chain([release]);
    step("a bare Debian", apart("sh").args(["-c", QUIETLY, "debootstrap"]).args(made).arg(root))
        .map_err(|what| format!("{what}: it needs debootstrap, and the superuser to run it"))
}

/// A Debian root; removed when it is dropped.
struct BareDebian {
    root: PathBuf,
    is_user: bool,
}

impl BareDebian {
    fn make(&self, release: &str) -> Result<(), String> {
        debian(&self.root, release, Some(INCLUDED))?;
        self.add_updates(release).map_err(|error| format!("the sources of packages: {error}"))?;
        self.copy_settings().map_err(|error| format!("the settings of this machine: {error}"))?;
        if self.is_user {
            step(
                "an ordinary user",
                Command::new("chroot").arg(&self.root).args(["useradd", "-m", "guest"]),
            )?;
        }
        let clone = self.within(&self.home()).join("knights-tour");
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        step(
            "a clone",
            Command::new("git").args(["clone", "--quiet", "--no-hardlinks"]).arg(here).arg(&clone),
        )?;
        if self.is_user {
            let all = Command::new("chroot")
                .arg(&self.root)
                .args(["chown", "-R", "guest:"])
                .arg(self.home())
                .status();
            all.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Debian's installer writes down where its updates are as well; a small root knows only the release.
    fn add_updates(&self, release: &str) -> std::io::Result<()> {
        let file = self.root.join("etc/apt/sources.list");
        let list = fs::read_to_string(&file)?;
        let mirror = list.split_whitespace().nth(1).unwrap_or_default();
        let updates = format!("deb {mirror} {release}-updates main\n");
        let security = format!("deb {mirror}-security {release}-security main\n");
        fs::write(file, list + &updates + &security)
    }

    /// One of the two commands, to its end.
    fn run(&self, command: &str) -> Result<(), String> {
        let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
        let sysroot = sysroot.map_err(|error| format!("rustc: {error}"))?.stdout;
        let sysroot = String::from_utf8_lossy(&sysroot).trim().to_owned();
        let home = self.home();
        let mut shell = apart("sh");
        shell.args(["-euc", MOUNTS, "fresh"]).arg(&self.root).arg(&sysroot);
        shell.arg(if self.is_user { "guest" } else { "root" }).arg(format!("cd ~/knights-tour && {command}"));
        shell.env_clear().envs(env::vars_os().filter(|(name, _)| is_of_the_network(&name.to_string_lossy())));
        shell.env("HOME", &home).env("CARGO_HOME", home.join(".cargo")).env("LANG", "C.UTF-8");
        shell.env("PATH", "/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        step(command, &mut shell)
    }

    fn home(&self) -> PathBuf {
        Path::new(if self.is_user { "/home/guest" } else { "/root" }).to_owned()
    }

    /// A place of the bare machine, as this one sees it.
    fn within(&self, path: &Path) -> PathBuf {
        self.root.join(path.strip_prefix("/").unwrap_or(path))
    }

    fn copy_settings(&self) -> std::io::Result<()> {
        let mut files: Vec<PathBuf> = SETTINGS.iter().map(PathBuf::from).collect();
        let certificates = ["/etc/apt/apt.conf.d", "/usr/local/share/ca-certificates"];
        for folder in certificates.iter().filter_map(|folder| fs::read_dir(folder).ok()) {
            files.extend(folder.flatten().map(|entry| entry.path()));
        }
        // Certificates that the environment names.
        let named = env::vars_os().filter(|(name, _)| is_of_the_network(&name.to_string_lossy()));
        files.extend(named.map(|(_, value)| PathBuf::from(value)).filter(|value| value.is_absolute()));
        let is_wanted = |file: &Path| match file.starts_with("/etc/apt") {
            // Only what says how packages are fetched.
            true => fs::read_to_string(file).is_ok_and(|text| text.contains("Acquire")),
            false => file.is_file(),
        };
        for file in files.iter().filter(|file| is_wanted(file)) {
            copy(file, &self.within(file))?;
        }
        if let Some(home) = env::var_os("HOME").map(PathBuf::from) {
            for name in OF_HOME.iter().filter(|name| home.join(name).is_file()) {
                copy(&home.join(name), &self.within(&self.home()).join(name))?;
            }
        }
        let _ = Command::new("chroot").arg(&self.root).arg("update-ca-certificates").output();
        Ok(())
    }
}

impl Drop for BareDebian {
    fn drop(&mut self) {
        // Nothing of this machine is mounted here; should that ever be wrong, it is not removed.
        let _ = Command::new("rm").args(["-rf", "--one-file-system"]).arg(&self.root).status();
    }
}

/// Mounts for a root, a toolchain, a user and a command, in that order.
const MOUNTS: &str = r#"
mount -t proc proc "$1/proc"
mount --rbind /sys "$1/sys"
mount --rbind /dev "$1/dev"
mkdir -p "$1/opt/rust"
mount --bind "$2" "$1/opt/rust"
mount -o remount,bind,ro "$1/opt/rust"
exec chroot --userspec="$3" "$1" /bin/sh -c "$4"
"#;

/// A program with mounts and processes of its own, which end with it.
fn apart(program: &str) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--mount", "--pid", "--fork", "--kill-child", "--", program]);
    command
}

fn is_of_the_network(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let begins = ["CARGO_HTTP_", "CARGO_NET_", "CARGO_REGISTR", "CARGO_SOURCE_", "NPM_CONFIG_", "PIP_"];
    let is_certificate = name.contains("SSL_C") || name.contains("CA_CERTS") || name.ends_with("CA_BUNDLE");
    name.ends_with("_PROXY") || is_certificate || begins.iter().any(|begin| name.starts_with(begin))
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    let _ = fs::remove_file(to);
    fs::copy(from, to).map(|_| ())
}
