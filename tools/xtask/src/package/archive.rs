//! Reproducible archives: names in order, one timestamp for every file, no owner, and fixed permissions.

use std::{env, path::Path, process::Command, process::Stdio};

use crate::{answer_of, step};

/// Environment variable with the timestamp for reproducible packages.
pub(crate) const MOMENT: &str = "SOURCE_DATE_EPOCH";

/// Timestamp of every file in an archive: `SOURCE_DATE_EPOCH`, or the time of the commit in seconds.
pub(crate) fn moment(house: &Path) -> Result<String, String> {
    if let Ok(moment) = env::var(MOMENT) {
        return Ok(moment);
    }
    let commit = ["log", "--max-count=1", "--format=%ct"];
    let moment = answer_of("git", Command::new("git").args(commit).current_dir(house))
        .map_err(|_| format!("this is no clone: set {MOMENT} to the seconds that files shall have"))?;
    Ok(moment.trim().to_owned())
}

/// Everybody may read and run what its owner may.
pub(crate) fn even_rights(folder: &Path) -> Result<(), String> {
    step("rights", Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(folder))
}

/// Packs `tree` as `name`, both in `out`.
pub(crate) fn tar(out: &Path, tree: &str, name: &str, moment: &str) -> Result<(), String> {
    even_rights(&out.join(tree))?;
    let mut tar = Command::new("tar");
    tar.args(["--owner=0", "--group=0", "--numeric-owner", "--sort=name", "--format=gnu"]);
    tar.arg(format!("--mtime=@{moment}")).args(["--use-compress-program", "gzip --best --no-name"]);
    step(name, tar.args(["-cf", name, "-C", tree, "usr"]).current_dir(out))
}

/// The same as a package for Debian, whose description is under `tree` too.
pub(crate) fn deb(out: &Path, tree: &str, name: &str, moment: &str) -> Result<(), String> {
    even_rights(&out.join(tree))?;
    // How many threads press it shows in the bytes.
    let build = ["--root-owner-group", "--threads-max=1", "--build", tree, name];
    let mut deb = Command::new("dpkg-deb");
    step(name, deb.args(build).env(MOMENT, moment).current_dir(out).stdout(Stdio::null()))
}

/// A folder as a file.
pub(crate) fn zip(folder: &Path, file: &Path, moment: &str) -> Result<(), String> {
    let mut zip = Command::new("python3");
    zip.args(["-c", include_str!("zip.py")]).arg(folder).arg(file).arg(moment);
    step(&file.file_name().unwrap_or_default().to_string_lossy(), &mut zip)
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        path::PathBuf,
        time::{Duration, SystemTime},
    };

    use super::*;
    use crate::{skipped, tools::is_there};

    const MOMENT: &str = "1700000000";

    /// The same files, laid out by people with other habits at other times.
    fn laid_out(name: &str, files: &[&str], age: u64) -> PathBuf {
        let out = env::temp_dir().join(format!("ktour-archive-{}-{name}", std::process::id()));
        for &file in files.iter().chain(&["DEBIAN/control"]) {
            let path = out.join("tree").join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let control =
                "Package: ktour\nVersion: 0\nArchitecture: all\nMaintainer: us\nDescription: a knight\n";
            fs::write(&path, if file == "DEBIAN/control" { control } else { file }).unwrap();
            let habits = if age == 0 { "u=rw,go=" } else { "ug=rw,o=r" };
            step("chmod", Command::new("chmod").arg(habits).arg(&path)).unwrap();
            let then = SystemTime::now() - Duration::from_secs(age);
            File::options().write(true).open(&path).unwrap().set_modified(then).unwrap();
        }
        out
    }

    #[test]
    fn one_tree_gives_the_same_bytes_however_it_was_laid_out() {
        let houses = [
            laid_out("one", &["usr/bin/ktour", "usr/share/a", "usr/share/b"], 0),
            laid_out("other", &["usr/share/b", "usr/share/a", "usr/bin/ktour"], 86_400),
        ];
        for (name, program) in [("a.tar.gz", "tar"), ("a.deb", "dpkg-deb"), ("a.zip", "python3")] {
            if !is_there(program) {
                skipped::of_a_test(&format!("{program} is not there"));
                continue;
            }
            let [one, other] = houses.each_ref().map(|out| {
                match program {
                    "tar" => tar(out, "tree", name, MOMENT),
                    "dpkg-deb" => deb(out, "tree", name, MOMENT),
                    _ => zip(&out.join("tree"), &out.join(name), MOMENT),
                }
                .unwrap();
                fs::read(out.join(name)).unwrap()
            });
            assert!(!one.is_empty() && one == other, "{name}");
        }
        houses.iter().for_each(|out| fs::remove_dir_all(out).unwrap());
    }
}
