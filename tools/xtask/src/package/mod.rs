//! `cargo xtask package`: what people install, each tried by installing it.
//!
//! One tree is laid out as it lies on a machine: the program, a manual page per command, completions for
//! three shells, the unit of the server, the licences. The `.deb` and the archive contain that tree, and so
//! does a second archive with a static program; with them come the wheel for Python, the page as plain files,
//! the list of all components, and the checksums. Each is unpacked into an empty directory, and its program
//! must find and verify a tour.
//!
//! Two builds of one commit with one compiler give the same bytes, which name no folder of the machine.

mod archive;
mod container;
mod debian;
mod installed;
mod shipped;
mod tree;
mod wheel;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use self::tree::{COPIED, copy, lay_out, write};
use crate::{answer_of, cargo, skipped::Skipped, step, tools, traces};

/// Parts that are built already, by flag; parts that are not given are left out.
const PREBUILT_FLAGS: [&str; 3] = ["--program", "--static", "--wheel"];

/// Makes everything under `target/shipped`.
pub(crate) fn package(words: &[String], skipped: &mut Skipped) -> Result<(), String> {
    let house = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .map_err(|error| error.to_string())?;
    let [program, without_libraries, wheel] = given(words)?;
    let is_built = program.is_none();
    let program = program.map_or_else(|| built(&house, None), Ok)?;
    let without_libraries = match without_libraries {
        None if is_built => static_program(&house, skipped)?,
        given => given,
    };
    let (out, moment) = (house.join("target/shipped"), archive::moment(&house)?);
    let _ = fs::remove_dir_all(&out);
    let tree = out.join("tree/usr");
    lay_out(&house, &program, &tree)?;
    let untraced = |named: Result<(), String>, skipped: &mut Skipped| match named {
        // The given program was built elsewhere, for a trial.
        Err(what) if !is_built => {
            skipped.add("packages without the builder's folders", what);
            Ok(())
        }
        named => named,
    };
    untraced(traces::none_in(&tree, &house), skipped)?;
    match tools::is_there("systemd-analyze") {
        true => sandbox(&tree)?,
        false => skipped.add("the sandbox of the server", "systemd-analyze is not there"),
    }
    container::looked_at(&house, skipped)?;
    let version = env!("CARGO_PKG_VERSION");
    let parts = shipped::parts(&house)?;
    write(&tree.join("share/doc/ktour/LICENCES.md"), &shipped::licences(&parts))?;
    let bill = out.join(format!("ktour-{version}.cdx.json"));
    write(&bill, &shipped::bill_of_materials(&parts, version, &moment)?)?;
    shipped::checked(&house, &bill, skipped)?;
    archived(&out, &format!("ktour-{version}-{}-linux.tar.gz", env::consts::ARCH), &moment)?;
    match tools::is_there("dpkg-deb") {
        true => debian::debian(&house, &out, &moment, skipped)?,
        false => skipped.add("the package for Debian", "dpkg-deb is not there"),
    }
    match without_libraries {
        Some(program) => {
            copy(&program, &tree.join("bin/ktour"))?;
            untraced(traces::none_in(&tree, &house), skipped)?;
            archived(&out, &format!("ktour-{version}-{}-linux-static.tar.gz", env::consts::ARCH), &moment)?;
        }
        None if is_built => {}
        None => skipped.add("the program without libraries", "give --static FILE"),
    }
    match wheel {
        Some(wheel) => {
            let wheel = wheel::taken(&house, &out, &wheel)?;
            untraced(traces::none_in_wheel(&wheel, &house), skipped)?;
        }
        None if is_built => {
            if let Some(wheel) = wheel::built(&house, &out, &moment, skipped)? {
                traces::none_in_wheel(&wheel, &house)?;
            }
        }
        None => skipped.add("the wheel for Python", "give --wheel FILE"),
    }
    match made_site(&house) {
        Some(folder) => {
            traces::none_in(&folder, &house)?;
            let zip = out.join(format!("ktour-site-{version}.zip"));
            archive::zip(&folder, &zip, &moment)?;
            let mut unzip = Command::new("python3");
            has_site(unzip.args(["-m", "zipfile", "-e"]).arg(&zip), &folder, &out)?;
            if is_built {
                has_site(Command::new(&program).args(["site", "-o"]), &folder, &out)?;
            }
        }
        None => skipped.add("the page as plain files", "`cargo xtask site` makes it first"),
    }
    checksums(&out)?;
    fs::remove_dir_all(out.join("tree")).map_err(|error| error.to_string())
}

/// The files that were given, in the order of the flags.
fn given(words: &[String]) -> Result<[Option<PathBuf>; 3], String> {
    let mut files = [None, None, None];
    for pair in words.chunks(2) {
        let at = PREBUILT_FLAGS.iter().position(|flag| pair[0] == *flag);
        let (Some(at), Some(file)) = (at, pair.get(1)) else {
            return Err("usage: cargo xtask package [--program FILE [--static FILE] [--wheel FILE]]".into());
        };
        files[at] = Some(PathBuf::from(file));
    }
    Ok(files)
}

/// Builds the program as it is shipped, for this machine or another, with the page's files inside if they
/// exist.
fn built(house: &Path, target: Option<&str>) -> Result<PathBuf, String> {
    let mut build = cargo();
    build.args(["build", "--locked", "--release", "--package", "ktour-cli", "--features", "cluster"]);
    build.envs(made_site(house).map(|site| ("KTOUR_SITE", site)));
    build
        .args(target.map(|target| format!("--target={target}")))
        .env(traces::FLAGS, traces::flags(house, &[]));
    step("the program", &mut build)?;
    Ok(house.join("target").join(target.unwrap_or_default()).join("release/ktour"))
}

/// The program with its C library inside, where rustup has what that takes.
fn static_program(house: &Path, skipped: &mut Skipped) -> Result<Option<PathBuf>, String> {
    let target = format!("{}-unknown-linux-musl", env::consts::ARCH);
    let installed = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let has_target = installed.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout).lines().any(|installed| installed == target)
    });
    if !has_target {
        skipped
            .add("the program without libraries", format!("`rustup target add {target}` has what it takes"));
        return Ok(None);
    }
    built(house, Some(&target)).map(Some)
}

/// Whether the unit is one, and leaves the server next to nothing to do harm with: 2.0 of ten at most.
fn sandbox(tree: &Path) -> Result<(), String> {
    let root = tree.parent().unwrap_or(tree);
    let mut verify = Command::new("systemd-analyze");
    verify.args(["verify", "--man=no", "--recursive-errors=no"]).arg(format!("--root={}", root.display()));
    step("the unit of the server", verify.arg("ktour.service"))?;
    let mut analyze = Command::new("systemd-analyze");
    analyze.args(["security", "--no-pager", "--offline=true", "--threshold=20"]).arg(tree.join(COPIED[0].0));
    step("the sandbox of the server", analyze.stdout(Stdio::null()))
}

/// The tree as an archive.
fn archived(out: &Path, name: &str, moment: &str) -> Result<(), String> {
    archive::tar(out, "tree", name, moment)?;
    installed::unpacked(out, Command::new("tar").args(["-xzf", name, "-C", "installed"]))
}

/// The page as plain files, where `cargo xtask site` has made it.
fn made_site(house: &Path) -> Option<PathBuf> {
    Some(house.join("target/site")).filter(|folder| folder.join("index.html").is_file())
}

/// Whether the page comes out of what it is in, every file of it, into an empty directory.
fn has_site(take_out: &mut Command, made: &Path, out: &Path) -> Result<(), String> {
    let folder = out.join("site");
    step("the page taken out", take_out.arg(&folder))?;
    step("the same page", Command::new("diff").arg("-rq").arg(&folder).arg(made))?;
    let front =
        fs::read_to_string(folder.join("index.html")).map_err(|error| format!("index.html: {error}"))?;
    if !front.trim_start().to_lowercase().starts_with("<!doctype html>") {
        return Err("index.html of the page is no page".into());
    }
    fs::remove_dir_all(folder).map_err(|error| error.to_string())
}

fn checksums(out: &Path) -> Result<(), String> {
    let entries = fs::read_dir(out).map_err(|error| error.to_string())?;
    let files = entries.filter_map(Result::ok).filter(|entry| entry.path().is_file());
    let mut names: Vec<_> = files.map(|entry| entry.file_name()).collect();
    names.sort();
    let sums = answer_of("sha256sum", Command::new("sha256sum").args(names).current_dir(out))?;
    eprint!("{sums}");
    write(&out.join("SHA256SUMS"), &sums)
}
