//! The tree as a package for Debian: its description, and the scripts for the unit of the server.

use std::{fs, path::Path, process::Command};

use super::{
    archive, installed,
    tree::{copy, write},
};
use crate::{answer_of, skipped::Skipped};

/// Maintainer scripts that Debian runs when the package is installed or removed.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

/// Makes it, unpacks it, and installs it on a new Debian.
pub(crate) fn debian(house: &Path, out: &Path, moment: &str, skipped: &mut Skipped) -> Result<(), String> {
    let version = env!("CARGO_PKG_VERSION");
    let architecture = answer_of("dpkg", Command::new("dpkg").arg("--print-architecture"))?.trim().to_owned();
    let library = answer_of(
        "dpkg-query",
        Command::new("dpkg-query").args(["--show", "--showformat=${Version}", "libc6"]),
    )?;
    let library = library.split('-').next().unwrap_or_default();
    // There is no address of a maintainer yet, and none is made up.
    let control = format!(
        "Package: ktour\nVersion: {version}\nArchitecture: {architecture}\n\
         Maintainer: The Knight's Tour authors (no address is published)\n\
         Section: games\nPriority: optional\nDepends: libc6 (>= {library}), libgcc-s1\n\
         Description: everything a person wants to do with a knight and a board\n \
         Finds, proves, counts, draws and plays knight's tours on any board, in the terminal\n \
         and in the browser.\n"
    );
    let folder = out.join("tree/DEBIAN");
    write(&folder.join("control"), &control)?;
    for script in SCRIPTS {
        copy(&house.join("contrib/debian").join(script), &folder.join(script))?;
    }
    let name = format!("ktour_{version}_{architecture}.deb");
    archive::deb(out, "tree", &name, moment)?;
    fs::remove_dir_all(folder).map_err(|error| error.to_string())?;
    installed::unpacked(out, Command::new("dpkg-deb").args(["--extract", &name, "installed"]))?;
    installed::on_debian(&out.join(name), skipped)
}

#[cfg(all(test, unix))]
mod tests {
    use std::{env, os::unix::fs::PermissionsExt, path::PathBuf};

    use super::*;

    /// Actions of a script on the unit, by the commands of `deb-systemd-helper`.
    fn heard(folder: &Path, script: &str, word: &str) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contrib/debian").join(script);
        let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap());
        let status = Command::new(script).arg(word).env("PATH", path).current_dir(folder).status().unwrap();
        assert!(status.success());
        let heard = fs::read_to_string(folder.join("heard")).unwrap_or_default();
        let _ = fs::remove_file(folder.join("heard"));
        heard
    }

    /// A folder with a helper that only listens, and programs that do nothing.
    fn listening() -> PathBuf {
        let folder = env::temp_dir().join(format!("ktour-debian-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (program, does) in
            [("deb-systemd-helper", "echo \"$@\" >> heard"), ("deb-systemd-invoke", ":"), ("systemctl", ":")]
        {
            let program = folder.join(program);
            fs::write(&program, format!("#!/bin/sh\n{does}\n")).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        }
        folder
    }

    #[test]
    fn the_unit_comes_and_goes_with_the_package() {
        let folder = listening();
        let come = heard(&folder, "postinst", "configure");
        assert!(come.starts_with("unmask ktour.service\n--quiet was-enabled ktour.service\n"), "{come}");
        assert_eq!(heard(&folder, "prerm", "remove"), "");
        assert_eq!(heard(&folder, "postrm", "remove"), "mask ktour.service\n");
        assert_eq!(heard(&folder, "postrm", "purge"), "purge ktour.service\nunmask ktour.service\n");
        assert_eq!(heard(&folder, "prerm", "upgrade"), "");
        fs::remove_dir_all(folder).unwrap();
    }
}
