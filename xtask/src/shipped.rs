//! What is in the program that is shipped: every crate and every module of the page, with its licence.
//!
//! `cargo tree` names the crates, `Cargo.lock` has their checksums, and the page's modules are in the table beside them.
//! The list is written for people, and as a CycloneDX document for machines.

use std::{collections::BTreeMap, fs, path::Path};

use crate::{answer_of, cargo};

/// One part of it.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Part {
    name: String,
    version: String,
    /// As SPDX writes it.
    licence: String,
    /// Where it is from: `cargo` or `npm`.
    from: &'static str,
    sha256: Option<String>,
}

/// Every part of the program, in order.
pub(crate) fn parts(house: &Path) -> Result<Vec<Part>, String> {
    let tree = [
        "tree",
        "--locked",
        "--package",
        "ktour-cli",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}\t{l}",
    ];
    let lock =
        fs::read_to_string(house.join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
    let vendor = house.join("crates/web/page/vendor/README.md");
    let vendor = fs::read_to_string(vendor).map_err(|error| format!("the page's modules: {error}"))?;
    let mut parts = crates(&answer_of("cargo tree", cargo().args(tree))?, &checksums(&lock));
    parts.extend(modules(&vendor));
    parts.sort();
    parts.dedup();
    Ok(parts)
}

/// The crates of a tree, one a line; those of our own have no checksum.
fn crates(tree: &str, checksums: &BTreeMap<(String, String), String>) -> Vec<Part> {
    let part = |line: &str| {
        let (package, licence) = line.split_once('\t')?;
        let mut words = package.split_whitespace();
        let (name, version) = (words.next()?.to_owned(), words.next()?.trim_start_matches('v').to_owned());
        let sha256 = checksums.get(&(name.clone(), version.clone())).cloned();
        let licence = licence.trim_end_matches(" (*)").replace('/', " OR ");
        Some(Part { name, version, licence, from: "cargo", sha256 })
    };
    tree.lines().filter_map(part).collect()
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
fn modules(table: &str) -> Vec<Part> {
    let module = |row: &str| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, _, package, sha256, _] = cells[..] else { return None };
        let (name, version) = package.split_once(' ').filter(|_| sha256.len() == 64)?;
        let licence = if name == "d3-ease" { "BSD-3-Clause" } else { "ISC" };
        Some(Part {
            name: name.into(),
            version: version.into(),
            licence: licence.into(),
            from: "npm",
            sha256: Some(sha256.into()),
        })
    };
    table.lines().filter_map(module).collect()
}

/// The list for people, by licence.
pub(crate) fn licences(parts: &[Part]) -> String {
    let mut by_licence: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for part in parts {
        by_licence.entry(&part.licence).or_default().push(format!("{} {}", part.name, part.version));
    }
    let lines = by_licence.iter().map(|(licence, names)| format!("\n## {licence}\n\n{}\n", names.join(", ")));
    format!("# What is shipped, by licence\n{}", lines.collect::<String>())
}

/// The list for machines: CycloneDX 1.5.
pub(crate) fn bill_of_materials(parts: &[Part], version: &str) -> String {
    let component = |part: &Part| {
        let Part { name, version, licence, from, sha256 } = part;
        let hash =
            sha256.as_ref().map(|hash| format!(r#","hashes":[{{"alg":"SHA-256","content":"{hash}"}}]"#));
        format!(
            r#"{{"type":"library","name":"{name}","version":"{version}","purl":"pkg:{from}/{name}@{version}","licenses":[{{"expression":"{licence}"}}]{}}}"#,
            hash.unwrap_or_default()
        )
    };
    let components: Vec<String> = parts.iter().map(component).collect();
    format!(
        r#"{{"bomFormat":"CycloneDX","specVersion":"1.5","version":1,"metadata":{{"component":{{"type":"application","name":"ktour","version":"{version}"}}}},"components":[
{}
]}}
"#,
        components.join(",\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_have_their_licence_and_checksum_and_modules_theirs() {
        let lock = "[[package]]\nname = \"png\"\nversion = \"0.18.0\"\nchecksum = \"ab\"\n";
        let tree = "png v0.18.0\tMIT/Apache-2.0\npng v0.18.0\tMIT/Apache-2.0 (*)\nktour-cli v0.1.0 (/house)\tMIT OR Apache-2.0\n";
        let mut parts = crates(tree, &checksums(lock));
        parts.dedup();
        assert_eq!(parts.len(), 2);
        assert_eq!(
            (parts[0].licence.as_str(), parts[0].sha256.as_deref()),
            ("MIT OR Apache-2.0", Some("ab"))
        );
        let row = format!(
            "| file | package | sha256 |\n| --- | --- | --- |\n| d3-ease.js | d3-ease 3.0.1 | {} |\n",
            "0".repeat(64)
        );
        parts.extend(modules(&row));
        assert_eq!(
            licences(&parts),
            "# What is shipped, by licence\n\n## BSD-3-Clause\n\nd3-ease 3.0.1\n\n## MIT OR Apache-2.0\n\npng 0.18.0, ktour-cli 0.1.0\n"
        );
        assert!(bill_of_materials(&parts, "0.1.0").contains(r#""purl":"pkg:npm/d3-ease@3.0.1""#));
    }
}
