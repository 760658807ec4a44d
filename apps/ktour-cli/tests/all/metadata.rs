//! Metadata of the crates for the registry, and versions in the test workflow.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

fn text<'a>(package: &'a Value, field: &str) -> &'a str {
    package[field].as_str().unwrap_or_default()
}

/// Returns the crates that are published.
fn published() -> Vec<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let asked = ["metadata", "--no-deps", "--offline", "--locked", "--format-version", "1"];
    let output = Command::new(cargo).args(asked).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().filter(|package| package["publish"].is_null()).cloned().collect()
}

#[test]
fn every_published_crate_says_what_it_is() {
    let packages = published();
    assert!(packages.len() > 8 && packages.iter().any(|package| package["name"] == "ktour"));
    for package in &packages {
        let name = text(package, "name");
        for field in ["description", "license", "readme", "documentation", "rust_version", "edition"] {
            assert!(!text(package, field).is_empty(), "{name} has no {field}");
        }
        let folder = Path::new(text(package, "manifest_path")).parent().unwrap();
        let readme = folder.join(text(package, "readme"));
        assert!(readme.is_file(), "{name}: {} is not there", readme.display());
        for field in ["keywords", "categories"] {
            let words = package[field].as_array().unwrap();
            assert!((1..=5).contains(&words.len()), "{name} has {} {field}", words.len());
        }
        for word in package["keywords"].as_array().unwrap() {
            let word = word.as_str().unwrap();
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_+".contains(c);
            assert!(word.len() <= 20 && word.chars().all(is_plain), "{name}: `{word}` is no keyword");
        }
        assert!(!text(package, "description").ends_with('.'), "{name}: a description is no sentence");
    }
}

#[test]
fn the_workflow_runs_both_commands_with_the_oldest_compiler_and_on_both_debians() {
    let workflow = fs::read_to_string("../../.github/workflows/test.yml").unwrap();
    let packages = published();
    let oldest = text(&packages[0], "rust_version");
    assert!(workflow.contains(&format!("rust: [stable, \"{oldest}\"]")), "{oldest}");
    assert!(workflow.contains("release: [bookworm, trixie]"));
    let readme = fs::read_to_string("../../README.md").unwrap();
    for (command, jobs) in [("cargo run --release -- solve 8", 3), ("cargo xtask test", 2)] {
        assert!(readme.contains(command), "the README has no `{command}`");
        assert_eq!(workflow.matches(&format!("run: {command}\n")).count(), jobs, "{command}");
    }
}
