//! The Python package's tests: a virtual environment under `target/python` with the library as it was just
//! built, then types, stubs, examples and tests.

use std::{
    env::consts::{DLL_PREFIX, DLL_SUFFIX},
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    skipped::{self, Skipped},
    step,
    tools::{has_python, is_there},
};

/// Packages that the tests import.
const PACKAGES: [&str; 4] = ["numpy", "pytest", "hypothesis", "mypy"];

/// Everything, or what is missing; the library is built by the cargo that has built the tests.
pub(crate) fn python(cargo: &mut Command, skipped: &mut Skipped) -> Result<(), String> {
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = house.join("target/python");
    let python = match with_packages(&folder.join("venv")) {
        Ok(python) => python,
        Err(why) => {
            skipped.add("the Python package", why);
            return Ok(());
        }
    };
    // The same features as the tests of the workspace have, so that nothing is compiled twice.
    let build = ["build", "--quiet", "--workspace", "--lib", "--tests", "--features", "cluster"];
    step("Python's library", cargo.args(build))?;
    put_together(&house, &folder).map_err(|error| format!("the Python package: {error}"))?;
    let told = skipped.file.clone();
    let run = |module: &str| {
        let mut command = Command::new(&python);
        command.args(["-m", module]).current_dir(&house).env("PYTHONPATH", &folder);
        command.env("PYTHONDONTWRITEBYTECODE", "1").env("KTOUR", "target/debug/ktour");
        command
            .env("MYPY_CACHE_DIR", folder.join("mypy"))
            .env("HYPOTHESIS_STORAGE_DIRECTORY", folder.join("hypothesis"))
            .env(skipped::VARIABLE, &told);
        command
    };
    let (package, tests) = (folder.join("ktour"), "apps/ktour-python/tests");
    step("Python's types", run("mypy").args(["--strict", "apps/ktour-python/python/ktour"]))?;
    match is_there("pyright") {
        true => {
            let mut pyright = Command::new("pyright");
            pyright.arg("--pythonpath").arg(&python).arg(&package).current_dir(&house);
            step("Python's types, by pyright", &mut pyright)?;
        }
        false => {
            skipped.add("Python's types, by pyright", "pyright is not there: `npm install -g pyright` has it")
        }
    }
    step("Python's stubs", run("mypy.stubtest").args(["ktour._engine", "--concise"]))?;
    step("Python's tests", run("pytest").arg("--doctest-modules").arg(package).arg(tests))
}

/// The environment's Python, with all that the tests import.
fn with_packages(folder: &Path) -> Result<PathBuf, &'static str> {
    let is_new_enough = ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"];
    let is_there = Command::new("python3").args(is_new_enough).status().is_ok_and(|status| status.success());
    if !(is_there && has_python()) {
        return Err("python3 of 3.10 or newer, with venv, is not there");
    }
    let none = "numpy, pytest, hypothesis and mypy are not to be installed";
    let python = environment(folder).ok_or(none)?.join("python");
    let imports = format!("import {}", PACKAGES.join(", "));
    let has_packages =
        || Command::new(&python).args(["-c", &imports]).output().is_ok_and(|output| output.status.success());
    if !has_packages() {
        let _ = step("Python's packages", pip_install(&python).args(PACKAGES));
    }
    if has_packages() { Ok(python) } else { Err(none) }
}

/// Folder with the programs of an environment, which is created if it is missing.
pub(crate) fn environment(folder: &Path) -> Option<PathBuf> {
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let is_there = Command::new(programs.join("python")).args(["-c", ""]).status();
    if !is_there.is_ok_and(|status| status.success()) {
        step("Python's environment", Command::new("python3").args(["-m", "venv"]).arg(folder)).ok()?;
    }
    Some(programs)
}

/// A program that pip has: the one that is there, else one in an environment of its own.
pub(crate) fn program(house: &Path, name: &str, package: &str) -> Option<PathBuf> {
    if is_there(name) {
        return Some(name.into());
    }
    let programs = environment(&house.join("target/python").join(name))?;
    let program = programs.join(name);
    if !program.exists() {
        step(name, pip_install(&programs.join("python")).arg(package)).ok()?;
    }
    Some(program)
}

/// A Python that can import a module of pip's, in an environment of its own.
pub(crate) fn with_package(house: &Path, module: &str, package: &str) -> Option<PathBuf> {
    let python = environment(&house.join("target/python").join(module))?.join("python");
    let imports = || Command::new(&python).args(["-c", &format!("import {module}")]).output();
    let has_module = || imports().is_ok_and(|output| output.status.success());
    if !has_module() {
        let _ = step(module, pip_install(&python).arg(package));
    }
    has_module().then_some(python)
}

/// Puts packages into the environment of a Python.
pub(crate) fn pip_install(python: &Path) -> Command {
    let mut install = Command::new(python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    install
}

/// The package's files with the library among them.
fn put_together(house: &Path, folder: &Path) -> io::Result<()> {
    let package = folder.join("ktour");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    fs::create_dir_all(&package)?;
    for file in fs::read_dir(house.join("apps/ktour-python/python/ktour"))? {
        let file = file?;
        if file.file_type()?.is_file() {
            fs::copy(file.path(), package.join(file.file_name()))?;
        }
    }
    let library = house.join(format!("target/debug/{DLL_PREFIX}ktour_python{DLL_SUFFIX}"));
    let name = if cfg!(windows) { "_engine.pyd" } else { "_engine.abi3.so" };
    fs::copy(library, package.join(name)).map(drop)
}
