//! What is attacked, how hard, and where the debris falls.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

/// The program and how it is to be tried.
pub(crate) struct AttackTarget {
    /// The binary.
    pub(crate) ktour: PathBuf,
    /// A few seconds of everything instead of all of it.
    pub(crate) is_short: bool,
    /// The same seed tries the same things.
    pub(crate) seed: u64,
    debris: TempDir,
}

impl AttackTarget {
    /// Reads the command line; the rest of the words are names of parts.
    pub(crate) fn from_arguments(
        arguments: impl Iterator<Item = String>,
    ) -> Result<(AttackTarget, Vec<String>), String> {
        let mut arguments = arguments;
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
        let debris = tempfile::tempdir().map_err(|error| format!("no place for files: {error}"))?;
        Ok((AttackTarget { ktour, is_short, seed, debris }, names))
    }

    /// A new empty folder.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        let folder = self.debris.path().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder in a temporary folder");
        folder
    }

    /// How often: in the long run, or in the short one.
    pub(crate) fn times(&self, long: usize, short: usize) -> usize {
        if self.is_short { short } else { long }
    }
}

/// The repository's facts and examples.
pub(crate) fn testdata(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(file)
}

/// The release binary, made if need be.
fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let build = ["build", "--release", "--package", "ktour-cli", "--features", "cluster"];
    let done = Command::new(cargo).args(build).current_dir(&root).status();
    if done.is_ok_and(|status| status.success()) {
        Ok(root.join("target/release/ktour"))
    } else {
        Err("ktour could not be built: name a binary by --ktour PATH".to_owned())
    }
}
