//! A name of a type means one thing wherever it can be met.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Handles of Python are named as what they hold.
const HANDLES: [&str; 3] = ["Board", "Tour", "Trace"];

/// The types that a crate defines, and whether each is public.
fn types(folder: &Path, found: &mut BTreeMap<String, bool>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            types(&path, found);
            continue;
        }
        if path.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let is_public = line.starts_with("pub ");
            let rest = line.trim_start_matches("pub ").trim_start_matches("pub(crate) ");
            let rest = rest.trim_start_matches("pub(super) ");
            let kinds = ["struct ", "enum ", "trait ", "type "];
            let Some(rest) = kinds.iter().find_map(|kind| rest.strip_prefix(kind)) else { continue };
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            *found.entry(name).or_default() |= is_public;
        }
    }
}

/// Which of our crates a crate is built on.
fn built_on(manifest: &str) -> BTreeSet<String> {
    let ours = manifest.split("[dev-dependencies]").next().unwrap_or("").lines();
    let ours = ours.filter_map(|line| line.strip_prefix("ktour-"));
    ours.map(|line| line.chars().take_while(char::is_ascii_alphabetic).collect()).collect()
}

#[test]
fn types_that_can_meet_have_names_of_their_own() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut rooms = BTreeMap::new();
    for entry in fs::read_dir(crates).unwrap() {
        let path = entry.unwrap().path();
        let Ok(manifest) = fs::read_to_string(path.join("Cargo.toml")) else { continue };
        let mut found = BTreeMap::new();
        types(&path.join("src"), &mut found);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        rooms.insert(name, (built_on(&manifest), found));
    }
    assert!(rooms["cli"].0.contains("answer") && rooms["tour"].1["Board"]);
    let mut twice = BTreeSet::new();
    for (room, (below, types)) in &rooms {
        let public = |other: &String| rooms.get(other).map(|(_, types)| types).into_iter().flatten();
        for other in below {
            // Its own types beside those of a crate below, and two crates below beside each other.
            let met = public(other).filter(|(_, is_public)| **is_public).map(|(name, _)| name);
            for name in met.filter(|name| !HANDLES.contains(&name.as_str()) || room != "python") {
                if types.contains_key(name) {
                    twice.insert(format!("{name} of {other} and of {room}"));
                }
                for third in below.iter().filter(|third| *third > other) {
                    if rooms.get(third).is_some_and(|(_, types)| types.get(name) == Some(&true)) {
                        twice.insert(format!("{name} of {other} and of {third}"));
                    }
                }
            }
        }
    }
    assert!(twice.is_empty(), "{twice:#?}");
}
