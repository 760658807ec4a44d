//! What the rooms under this one must not know.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Every source file of a crate.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// Whether a line of code holds a flag of the command line in a text.
fn has_flag(line: &str) -> bool {
    let code = line.trim_start();
    let flags =
        |text: &str| text.split(" --").skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    !code.starts_with("//") && code.split('"').skip(1).step_by(2).any(flags)
}

#[test]
fn no_sentence_of_a_library_names_a_flag() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    ["tour", "count", "render", "lab"]
        .iter()
        .for_each(|name| sources(&crates.join(name).join("src"), &mut files));
    assert!(files.len() > 100);
    let mut named = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let lines = (1..).zip(text.lines()).filter(|(_, line)| has_flag(line));
        named.extend(lines.map(|(number, line)| format!("{}:{number}: {}", file.display(), line.trim())));
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
    assert!(has_flag("    \"raise --memory\"") && !has_flag("// \"raise --memory\"") && !has_flag("a --b"));
}

#[test]
fn drawing_knows_no_counting_and_no_engine_knows_a_face() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, strangers) in [
        ("tour", &["count", "render", "lab", "answer", "web", "play"][..]),
        ("count", &["render", "lab", "answer", "web", "play"]),
        ("render", &["count", "lab", "answer", "web", "play"]),
        ("lab", &["answer", "web", "play"]),
        ("answer", &["web", "play"]),
    ] {
        let manifest = fs::read_to_string(crates.join(name).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("[dev-dependencies]").next().unwrap();
        for stranger in strangers {
            assert!(!dependencies.contains(&format!("ktour-{stranger}")), "{name} knows {stranger}");
        }
    }
}
