//! The program under attack, and the options of the attack.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

/// The program and the options.
pub(super) struct AttackTarget {
    /// The binary.
    pub(super) ktour: PathBuf,
    /// A few seconds of each part instead of all of it.
    pub(super) is_short: bool,
    /// The same seed gives the same input.
    pub(super) seed: u64,
    files: TempDir,
}

impl AttackTarget {
    /// Reads the command line; the other words are names of parts.
    pub(super) fn from_arguments(
        mut arguments: impl Iterator<Item = String>,
    ) -> Result<(AttackTarget, Vec<String>), String> {
        let (mut ktour, mut is_short, mut seed, mut names) = (None, false, 1, Vec::new());
        while let Some(word) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--short" => is_short = true,
                "--ktour" => ktour = Some(PathBuf::from(value()?)),
                "--seed" => seed = value()?.parse().map_err(|_| "--seed needs a number".to_owned())?,
                _ if word.starts_with('-') => {
                    return Err(format!(
                        "there is no {word}: write [--short] [--ktour PATH] [--seed N] [NAME…]"
                    ));
                }
                _ => names.push(word),
            }
        }
        let ktour = ktour.map_or_else(build, Ok)?;
        let ktour = fs::canonicalize(&ktour).map_err(|error| format!("{}: {error}", ktour.display()))?;
        let files = tempfile::tempdir().map_err(|error| format!("no folder for files: {error}"))?;
        Ok((AttackTarget { ktour, is_short, seed, files }, names))
    }

    /// Creates an empty folder.
    pub(super) fn folder(&self, name: &str) -> PathBuf {
        let folder = self.files.path().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder in a temporary folder");
        folder
    }

    /// Returns the number of repeats in the long run, or in the short one.
    pub(super) fn times(&self, long: usize, short: usize) -> usize {
        if self.is_short { short } else { long }
    }
}

/// Builds the release binary.
fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let build = ["build", "--release", "--package", "ktour-cli", "--features", "cluster"];
    let done = Command::new(cargo).args(build).current_dir(&root).status();
    let is_built = done.is_ok_and(|status| status.success());
    is_built
        .then(|| root.join("target/release/ktour"))
        .ok_or("ktour could not be built: name a binary by --ktour PATH".to_owned())
}
