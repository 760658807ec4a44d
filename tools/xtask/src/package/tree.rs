//! The tree of a package as it lies on a machine: the program, a manual page per command, completions, the
//! unit of the server, the licences.

use std::{fs, path::Path, process::Command};

use crate::{answer_of, step};

/// A place in the tree and what of the house goes there.
pub(crate) const COPIED: [(&str, &str); 7] = [
    ("lib/systemd/system/ktour.service", "contrib/ktour.service"),
    ("share/doc/ktour/copyright", "contrib/debian/copyright"),
    ("share/doc/ktour/README.md", "README.md"),
    ("share/doc/ktour/CHANGELOG.md", "CHANGELOG.md"),
    ("share/doc/ktour/LICENSE-MIT", "LICENSE-MIT"),
    ("share/doc/ktour/LICENSE-APACHE", "LICENSE-APACHE"),
    ("share/doc/ktour/Containerfile", "contrib/Containerfile"),
];

/// A shell and where it looks for completions.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/ktour"),
    ("zsh", "share/zsh/vendor-completions/_ktour"),
    ("fish", "share/fish/vendor_completions.d/ktour.fish"),
];

/// The places that every package must have.
pub(crate) fn places() -> impl Iterator<Item = String> {
    COPIED
        .iter()
        .map(|(place, _)| place)
        .chain(SHELLS.iter().map(|(_, place)| place))
        .map(|place| (*place).to_owned())
}

/// Lays the tree out.
pub(crate) fn lay_out(house: &Path, program: &Path, tree: &Path) -> Result<(), String> {
    copy(program, &tree.join("bin/ktour"))?;
    for (place, file) in COPIED {
        copy(&house.join(file), &tree.join(place))?;
    }
    for (shell, place) in SHELLS {
        write(&tree.join(place), &answer_of(shell, Command::new(program).args(["completions", shell]))?)?;
    }
    let pages = tree.join("share/man/man1");
    step("manual pages", Command::new(program).args(["man", "--dir"]).arg(&pages))?;
    step(
        "smaller manual pages",
        Command::new("gzip").args(["--best", "--no-name", "--recursive"]).arg(&pages),
    )
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    folder_of(to)?;
    fs::copy(from, to).map(|_| ()).map_err(|error| format!("{}: {error}", from.display()))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    folder_of(path)?;
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn folder_of(path: &Path) -> Result<(), String> {
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(|error| format!("{}: {error}", path.display()))
}
