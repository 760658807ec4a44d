//! The Python package as one file that pip installs, tried in an environment of its own.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::archive::MOMENT;
use crate::{python, skipped::Skipped, step, traces};

/// Python program that tries the installed package.
const ASKED: &str = "import ktour; tour = ktour.solve(8, closed=True); assert tour.closed and tour.to_numpy().max() == 64; \
     assert ktour.count(6, closed=True) == 9862; assert ktour.Tour.read(str(tour)) == tour";

/// Builds the wheel where maturin is or can be had.
pub(crate) fn built(
    house: &Path,
    out: &Path,
    moment: &str,
    skipped: &mut Skipped,
) -> Result<Option<PathBuf>, String> {
    let Some(maturin) = python::program(house, "maturin", "maturin>=1.9,<2") else {
        skipped.add("the wheel for Python", "maturin is not there and not to be installed");
        return Ok(None);
    };
    let mut build = Command::new(maturin);
    build.args(["build", "--locked", "--release", "--out"]).arg(out);
    build.current_dir(house).env(MOMENT, moment).env(traces::FLAGS, traces::flags(house, &[]));
    step("the wheel for Python", &mut build)?;
    tried(house, out).map(Some)
}

/// Takes one that is built already.
pub(crate) fn taken(house: &Path, out: &Path, wheel: &Path) -> Result<PathBuf, String> {
    let name = wheel.file_name().ok_or("a wheel has a name")?;
    fs::copy(wheel, out.join(name)).map_err(|error| format!("{}: {error}", wheel.display()))?;
    tried(house, out)
}

/// Installs the wheel beside nothing but what it asks for, and asks it.
fn tried(house: &Path, out: &Path) -> Result<PathBuf, String> {
    let is_wheel = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "whl");
    let mut files = fs::read_dir(out).map_err(|error| error.to_string())?.flatten().map(|file| file.path());
    let wheel = files.find(is_wheel).ok_or("no wheel came out")?;
    let folder = house.join("target/python/installed");
    let _ = fs::remove_dir_all(&folder);
    let python = python::environment(&folder).ok_or("python3 makes no environment")?.join("python");
    step("the wheel installed", python::pip_install(&python).arg(&wheel))?;
    step("the wheel asked", Command::new(&python).args(["-c", ASKED]).current_dir(&folder))?;
    fs::remove_dir_all(folder).map_err(|error| error.to_string())?;
    Ok(wheel)
}
