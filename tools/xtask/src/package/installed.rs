//! Installs every package and tries it.
//!
//! An archive is unpacked into an empty directory, which becomes the root of the program if this runs as the
//! superuser: only the libraries that it names are there. The package for Debian is also installed with
//! `dpkg` on a new Debian of this machine's release, and removed again.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::tree;
use crate::{fresh, skipped::Skipped, step, tools};

/// Some of the manual pages.
const PAGES: [&str; 4] = ["ktour", "ktour-solve", "ktour-serve", "ktour-lab-race"];

/// Unpacks into an empty directory, and asks the program in it.
pub(crate) fn unpacked(out: &Path, unpack: &mut Command) -> Result<(), String> {
    let root = out.join("installed");
    fs::create_dir_all(&root).map_err(|error| error.to_string())?;
    step("unpacked", unpack.current_dir(out))?;
    if tools::is_root() {
        give_libraries(&root)?;
    }
    asked(&root)?;
    let pages = PAGES.iter().map(|page| format!("share/man/man1/{page}.1.gz"));
    for place in pages.chain(tree::places()) {
        if !root.join("usr").join(&place).metadata().is_ok_and(|file| file.len() > 0) {
            return Err(format!("usr/{place} is not in the package"));
        }
    }
    fs::remove_dir_all(root).map_err(|error| error.to_string())
}

/// Installs a package on a new Debian, asks the program, and removes it.
pub(crate) fn on_debian(package: &Path, skipped: &mut Skipped) -> Result<(), String> {
    let system = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let release = fresh::RELEASES
        .into_iter()
        .find(|release| system.lines().any(|line| line == format!("VERSION_CODENAME={release}")));
    let Some(release) = release.filter(|_| tools::is_root()) else {
        skipped
            .add("the package on a new Debian", "this is none of its Debians, or we are not the superuser");
        return Ok(());
    };
    let root = std::env::temp_dir().join(format!("ktour-installed-{}", std::process::id()));
    let done = fresh::debian(&root, release, None).and_then(|()| {
        let name = package.file_name().unwrap_or_default();
        fs::copy(package, root.join("root").join(name)).map_err(|error| error.to_string())?;
        let dpkg = |flag: &str, what: &Path| {
            let mut dpkg = Command::new("chroot");
            dpkg.arg(&root).args(["dpkg", flag]).arg(what).stdout(Stdio::null());
            step(&format!("dpkg {flag}"), &mut dpkg)
        };
        dpkg("--install", &Path::new("/root").join(name))?;
        asked(&root)?;
        dpkg("--purge", Path::new("ktour"))?;
        match root.join("usr/bin/ktour").exists() {
            true => Err("the package was removed, and its program is still there".into()),
            false => Ok(()),
        }
    });
    // Nothing of this machine is mounted there.
    let _ = Command::new("rm").args(["-rf", "--one-file-system"]).arg(&root).status();
    done
}

/// A tour, and whether it is one.
fn asked(root: &Path) -> Result<(), String> {
    step("a tour", program(root).args(["solve", "8", "--closed", "-o", "tour.json"]))?;
    step("verified", program(root).args(["verify", "tour.json"]).stdout(Stdio::null()))
}

/// The program of a root; the superuser makes it the root indeed.
fn program(root: &Path) -> Command {
    let mut run = match tools::is_root() {
        true => Command::new("chroot"),
        false => Command::new(root.join("usr/bin/ktour")),
    };
    if tools::is_root() {
        run.arg(root).arg("/usr/bin/ktour");
    }
    run.current_dir(root);
    run
}

/// The libraries that the program names.
fn give_libraries(root: &Path) -> Result<(), String> {
    // One that needs none is not a failure.
    let needed = Command::new("ldd").arg(root.join("usr/bin/ktour")).output();
    let needed = needed.map_err(|error| format!("ldd: {error}"))?.stdout;
    let needed = String::from_utf8_lossy(&needed).into_owned();
    for library in needed.split_whitespace().filter(|word| word.starts_with('/')).map(PathBuf::from) {
        tree::copy(&library, &root.join(library.strip_prefix("/").unwrap_or(&library)))?;
    }
    Ok(())
}
