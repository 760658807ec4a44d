//! Keeps the paths of the build machine out of what is shipped.
//!
//! A compiler writes the names of source files into its output, for messages of panics. They would show the
//! builder's folders and make two builds of one commit differ, so the compiler writes other names, and every
//! packed file is searched for the originals.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{answer_of, step};

/// Variable with flags for the compiler, which takes precedence over all other settings of cargo.
pub(crate) const FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";

/// The flags of [`FLAGS`]: what else is wanted, and other names for the builder's folders.
pub(crate) fn flags(house: &Path, others: &[&str]) -> String {
    let renamed = names(house).into_iter().map(|(folder, name)| {
        let folder = folder.display();
        format!("--remap-path-prefix={folder}={name}")
    });
    others.iter().map(|flag| (*flag).to_owned()).chain(renamed).collect::<Vec<_>>().join("\u{1f}")
}

/// Checks that no file below a folder names a folder of the build machine; the error names the first that
/// does.
pub(crate) fn none_in(folder: &Path, house: &Path) -> Result<(), String> {
    let folders: Vec<Vec<u8>> = names(house)
        .into_iter()
        .map(|(folder, _)| folder.join("").into_os_string().into_encoded_bytes())
        .collect();
    none_of(&folders, folder)
}

/// The same of a wheel, which is a zip.
pub(crate) fn none_in_wheel(wheel: &Path, house: &Path) -> Result<(), String> {
    let folder = wheel.with_extension("unpacked");
    let mut unzip = Command::new("python3");
    step("the wheel unpacked", unzip.args(["-m", "zipfile", "-e"]).arg(wheel).arg(&folder))?;
    let none = none_in(&folder, house);
    fs::remove_dir_all(folder).map_err(|error| error.to_string())?;
    none
}

fn none_of(folders: &[Vec<u8>], path: &Path) -> Result<(), String> {
    let unread = |error: std::io::Error| format!("{}: {error}", path.display());
    if path.is_dir() {
        let mut entries = fs::read_dir(path).map_err(unread)?.flatten();
        return entries.try_for_each(|entry| none_of(folders, &entry.path()));
    }
    let bytes = fs::read(path).map_err(unread)?;
    let has = |folder: &&Vec<u8>| bytes.windows(folder.len()).any(|window| window == **folder);
    match folders.iter().find(has) {
        Some(folder) => {
            let folder = String::from_utf8_lossy(folder);
            Err(format!("{} names {folder}, a folder of this machine", path.display()))
        }
        None => Ok(()),
    }
}

/// The folders of the build machine and their replacements; of two that match, the compiler uses the later
/// one.
fn names(house: &Path) -> Vec<(PathBuf, &'static str)> {
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE")).map(PathBuf::from);
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(home.as_ref()?.join(".cargo")));
    let rust = answer_of("rustc", Command::new("rustc").args(["--print", "sysroot"])).ok();
    let rust = rust.map(|folder| PathBuf::from(folder.trim()));
    let mut names = Vec::new();
    names.extend(home.map(|folder| (folder, "home")));
    names.extend(rust.map(|folder| (folder, "rust")));
    if let Some(cargo) = cargo {
        // Their names contain the registry.
        let registries = fs::read_dir(cargo.join("registry/src")).into_iter().flatten().flatten();
        let registries: Vec<PathBuf> = registries.map(|registry| registry.path()).collect();
        names.push((cargo, "cargo"));
        names.extend(registries.into_iter().map(|registry| (registry, "crates")));
    }
    names.push((house.canonicalize().unwrap_or(house.to_owned()), "ktour"));
    // A folder at the top is everybody's.
    names.retain(|(folder, _)| folder.parent().is_some());
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_names_the_builders_folder_is_found_however_deep_it_lies() {
        let out = env::temp_dir().join(format!("ktour-traces-{}", std::process::id()));
        let (house, deep) = (Path::new("/home/somebody/knights-tour"), out.join("usr/bin"));
        fs::create_dir_all(&deep).unwrap();
        fs::write(
            deep.join("ktour"),
            b"\x7fELF ktour/crates/ktour-core/src/lib.rs\0crates/clap-4.5.0/src/lib.rs",
        )
        .unwrap();
        assert_eq!(none_in(&out, house), Ok(()));
        fs::write(deep.join("ktour"), b"\x7fELF\0/home/somebody/knights-tour/crates/ktour-core/src/lib.rs\0")
            .unwrap();
        let found = none_in(&out, house).unwrap_err();
        assert!(found.contains("usr/bin/ktour names /home/somebody/knights-tour/"), "{found}");
        fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn the_compiler_is_told_other_names_for_all_of_the_builders_folders() {
        let flags = flags(Path::new("/home/some body/knights-tour"), &["-Cx=y"]);
        let flags: Vec<&str> = flags.split('\u{1f}').collect();
        assert_eq!(flags[0], "-Cx=y");
        assert_eq!(flags.last(), Some(&"--remap-path-prefix=/home/some body/knights-tour=ktour"));
    }
}
