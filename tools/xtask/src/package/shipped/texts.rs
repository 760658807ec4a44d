//! The list for people: components by licence, with the text of every licence as its owners wrote it.
//!
//! The texts are next to the sources that cargo has fetched; a text that many crates share is written once.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use super::Component;

/// How the names of files with a licence in them begin.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"];

/// The list and the words.
pub(crate) fn licences(parts: &[Component]) -> String {
    let mut words: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in parts {
        for text in texts(part) {
            words.entry(text).or_default().push(format!("{} {}", part.name, part.version));
        }
    }
    let words =
        words.iter().map(|(text, names)| format!("\n## {}\n\n```text\n{text}\n```\n", names.join(", ")));
    format!("{}\n# Their words\n{}", list(parts), words.collect::<String>())
}

fn list(parts: &[Component]) -> String {
    let mut by_licence: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for part in parts {
        by_licence.entry(&part.licence).or_default().push(format!("{} {}", part.name, part.version));
    }
    let lines = by_licence.iter().map(|(licence, names)| format!("\n## {licence}\n\n{}\n", names.join(", ")));
    format!("# What is shipped, by licence\n{}", lines.collect::<String>())
}

/// The words that go along with a part; our own are in the house, whose two licences are files of their own.
fn texts(part: &Component) -> Vec<String> {
    // Blanks at the ends of lines do not matter.
    let tidy = |text: String| text.trim().lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    files(part).iter().filter_map(|path| fs::read_to_string(path).ok()).map(tidy).collect()
}

/// The files with these words, in the order of their names.
fn files(part: &Component) -> Vec<PathBuf> {
    if part.from == "npm" {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../apps/ktour-web/page/vendor");
        let own = folder.join(format!("LICENSE-{}", part.name));
        return vec![if own.exists() { own } else { folder.join("LICENSE") }];
    }
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        path.is_file() && NAMES.iter().any(|begin| name.starts_with(begin))
    };
    let entries = sources(part).and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_licence).collect();
    files.sort();
    files
}

/// Folder in which cargo keeps the sources of a dependency.
fn sources(part: &Component) -> Option<PathBuf> {
    part.sha256.as_ref()?;
    let home =
        env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")))?;
    let registries = fs::read_dir(home.join("registry/src")).ok()?.flatten();
    let mut folders = registries.map(|place| place.path().join(format!("{}-{}", part.name, part.version)));
    folders.find(|folder| folder.is_dir())
}

#[cfg(test)]
mod tests {
    use super::super::tests::some_parts;
    use super::*;

    #[test]
    fn people_read_what_is_shipped_by_licence_and_the_words() {
        let parts = some_parts();
        assert!(list(&parts).starts_with("# What is shipped, by licence\n\n## BSD-3-Clause\n\nd3-ease 3.0.1\n\n## MIT\n\ncrc 1.0.0, gif 0.14.0, "));
        assert!(licences(&parts).contains("Redistribution and use in source and binary forms"));
    }
}
