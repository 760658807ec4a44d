//! The bill of materials: every crate and every module of the page that is shipped, with its licence.
//!
//! `cargo tree` names the crates of the program, of the engine in the browser and of the Python package;
//! `Cargo.lock` has their checksums, and a table in `vendor/README.md` has the page's modules. The list is
//! written for people, with the text of every licence, and as a CycloneDX document.

mod bill;
mod texts;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::{answer_of, cargo};

pub(crate) use bill::{bill_of_materials, checked};
pub(crate) use texts::licences;

/// The packages that people get: the program, the engine of the page, the engine of the Python package.
const PACKAGES: [&str; 3] = ["ktour-cli", "ktour-browser", "ktour-python"];

/// One part of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Component {
    name: String,
    version: String,
    /// Licence as an SPDX expression.
    licence: String,
    /// Registry of the component: `cargo` or `npm`.
    from: &'static str,
    /// Those of our own have none.
    sha256: Option<String>,
    /// The names of what it is made of, as [`Component::url`] has them.
    made_of: BTreeSet<String>,
}

impl Component {
    /// The name by which anybody can find it.
    fn url(&self) -> String {
        format!("pkg:{}/{}@{}", self.from, self.name, self.version)
    }
}

/// Every part, in order; none whose licence `deny.toml` does not name.
pub(crate) fn parts(house: &Path) -> Result<Vec<Component>, String> {
    let text = |file: &str| fs::read_to_string(house.join(file)).map_err(|error| format!("{file}: {error}"));
    let mut tree = cargo();
    tree.args(["tree", "--locked", "--edges", "normal", "--prefix", "depth", "--format", "{p}\t{l}"]);
    tree.args(PACKAGES.map(|package| format!("--package={package}")));
    let mut parts = crates(&answer_of("cargo tree", &mut tree)?, &checksums(&text("Cargo.lock")?));
    parts.extend(modules(&text("apps/ktour-web/page/vendor/README.md")?));
    let deny = text("deny.toml")?;
    let allowed = allowed(&deny);
    match parts.iter().find(|part| !is_allowed(&part.licence, &allowed)) {
        Some(Component { name, licence, .. }) => {
            Err(format!("{name} comes under {licence}, which deny.toml does not name"))
        }
        None => Ok(parts),
    }
}

/// The crates of a tree, one a line with its depth in front. Two versions of one are two parts.
fn crates(tree: &str, checksums: &BTreeMap<(String, String), String>) -> Vec<Component> {
    let mut parts: BTreeMap<String, Component> = BTreeMap::new();
    let mut above: Vec<String> = Vec::new();
    for line in tree.lines() {
        let Some((package, licence)) = line.split_once('\t') else { continue };
        let digits = package.len() - package.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (depth, package) = package.split_at(digits);
        let mut words = package.split_whitespace();
        let (Ok(depth), Some(name), Some(version)) = (depth.parse(), words.next(), words.next()) else {
            continue;
        };
        let (name, version) = (name.to_owned(), version.trim_start_matches('v').to_owned());
        let sha256 = checksums.get(&(name.clone(), version.clone())).cloned();
        let licence = licence.trim_end_matches(" (*)").replace('/', " OR ");
        let part = Component { name, version, licence, from: "cargo", sha256, made_of: BTreeSet::new() };
        let url = part.url();
        above.truncate(depth);
        if let Some(parent) = above.last().and_then(|parent| parts.get_mut(parent)) {
            parent.made_of.insert(url.clone());
        }
        above.push(url.clone());
        parts.entry(url).or_insert(part);
    }
    parts.into_values().collect()
}

/// The checksums of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let value = |package: &str, key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(&format!("{key} = \"")))?;
        line.strip_suffix('"').map(str::to_owned)
    };
    let packages = lock.split("[[package]]").skip(1);
    packages
        .filter_map(|package| {
            Some(((value(package, "name")?, value(package, "version")?), value(package, "checksum")?))
        })
        .collect()
}

/// The modules of the page's table: `| d3-array.js | d3-array 3.2.4 | sha256 |`.
fn modules(table: &str) -> Vec<Component> {
    let module = |row: &str| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, _, package, sha256, _] = cells[..] else { return None };
        let (name, version) = package.split_once(' ').filter(|_| sha256.len() == 64)?;
        let licence = if name == "d3-ease" { "BSD-3-Clause" } else { "ISC" };
        Some(Component {
            name: name.into(),
            version: version.into(),
            licence: licence.into(),
            from: "npm",
            sha256: Some(sha256.into()),
            made_of: BTreeSet::new(),
        })
    };
    table.lines().filter_map(module).collect()
}

/// The licences between the brackets of `allow`.
fn allowed(deny: &str) -> Vec<&str> {
    let list = deny.split_once("allow = [").and_then(|(_, rest)| rest.split_once(']'));
    list.map_or(Vec::new(), |(list, _)| list.split('"').skip(1).step_by(2).collect())
}

/// Whether all of some choice is allowed: `MIT OR (Apache-2.0 AND ISC)`.
fn is_allowed(licence: &str, allowed: &[&str]) -> bool {
    let bare = |text: &str| text.trim_matches(|c: char| c.is_whitespace() || "()".contains(c)).to_owned();
    let is_named = |licence: &str| allowed.contains(&bare(licence).as_str());
    // Brackets hold choices: then each of them must be allowed, else one of all choices.
    match licence.contains(" AND (") || licence.contains(") AND ") {
        true => licence.split(" AND ").all(|any| any.split(" OR ").any(is_named)),
        false => licence.split(" OR ").any(|all| all.split(" AND ").all(is_named)),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const TREE: &str = "0ktour-cli v0.1.0 (/house)\tMIT OR Apache-2.0\n1png v0.18.0\tMIT/Apache-2.0\n2crc v1.0.0\tMIT\n\
         1gif v0.14.0\tMIT\n2png v0.18.0\tMIT/Apache-2.0 (*)\n\n0ktour-python v0.1.0 (/house)\tMIT\n1crc v1.0.0\tMIT\n";

    pub(super) fn some_parts() -> Vec<Component> {
        let lock = "[[package]]\nname = \"png\"\nversion = \"0.18.0\"\nchecksum = \"ab\"\n";
        let mut parts = crates(TREE, &checksums(lock));
        let row = format!(
            "| file | package | sha256 |\n| --- | --- | --- |\n| d3-ease.js | d3-ease 3.0.1 | {} |\n",
            "0".repeat(64)
        );
        parts.extend(modules(&row));
        parts
    }

    #[test]
    fn crates_have_their_licence_their_checksum_and_what_they_are_made_of() {
        let parts = some_parts();
        let named = |name: &str| parts.iter().find(|part| part.name == name).unwrap();
        assert_eq!(parts.len(), 6);
        assert_eq!(
            (named("png").licence.as_str(), named("png").sha256.as_deref()),
            ("MIT OR Apache-2.0", Some("ab"))
        );
        let made_of = |name: &str| named(name).made_of.iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!(made_of("ktour-cli"), ["pkg:cargo/gif@0.14.0", "pkg:cargo/png@0.18.0"]);
        assert_eq!(made_of("gif"), ["pkg:cargo/png@0.18.0"]);
        assert_eq!(made_of("ktour-python"), made_of("png"));
        assert_eq!(named("d3-ease").licence, "BSD-3-Clause");
    }

    #[test]
    fn every_crate_of_the_house_has_an_allowed_licence_and_is_of_one_registry() {
        let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut tree = cargo();
        tree.args([
            "tree",
            "--locked",
            "--workspace",
            "--all-features",
            "--edges",
            "all",
            "--prefix",
            "depth",
        ]);
        let tree = answer_of("cargo tree", tree.args(["--format", "{p}\t{l}"]).current_dir(&house)).unwrap();
        let text = |file: &str| fs::read_to_string(house.join(file)).unwrap();
        let (deny, lock) = (text("deny.toml"), text("Cargo.lock"));
        let parts = crates(&tree, &checksums(&lock));
        assert!(parts.len() > 150, "{} parts", parts.len());
        for Component { name, licence, .. } in parts {
            assert!(is_allowed(&licence, &allowed(&deny)), "{name} comes under {licence}");
        }
        let sources: BTreeSet<&str> =
            lock.lines().filter_map(|line| line.strip_prefix("source = ")).collect();
        assert!(sources.iter().all(|source| source.starts_with("\"registry+")), "{sources:?}");
        assert_eq!(sources.len(), 1, "{sources:?}");
    }

    #[test]
    fn a_licence_is_shipped_where_a_choice_of_it_is_allowed() {
        let deny = "[licenses]\nallow = [\n    \"MIT\",\n    \"ISC\",\n]\n";
        let is_shipped = |licence: &str| is_allowed(licence, &allowed(deny));
        for licence in
            ["MIT", "GPL-3.0 OR MIT", "ISC AND MIT", "(MIT OR GPL-3.0) AND ISC", "MIT OR (GPL-3.0 AND ISC)"]
        {
            assert!(is_shipped(licence), "{licence}");
        }
        for licence in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR ISC) AND GPL-3.0", ""] {
            assert!(!is_shipped(licence), "{licence}");
        }
    }
}
