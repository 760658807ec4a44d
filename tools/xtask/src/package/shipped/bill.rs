//! The list for machines: CycloneDX 1.5, with every part, its licence, its checksum and what it is made of.

use std::{path::Path, process::Command};

use super::Component;
use crate::{answer_of, python, skipped::Skipped, step};

/// Python package that contains the schema of the document.
const CHECKER: &str = "cyclonedx-python-lib[json-validation]";

/// The document; `moment` is in seconds, as the archives have it.
pub(crate) fn bill_of_materials(parts: &[Component], version: &str, moment: &str) -> Result<String, String> {
    let date = ["--utc", &format!("--date=@{moment}"), "+%Y-%m-%dT%H:%M:%SZ"];
    let time = answer_of("date", Command::new("date").args(date))?;
    Ok(document(parts, version, time.trim()))
}

/// Asks those who made the format whether a document is one.
pub(crate) fn checked(house: &Path, file: &Path, skipped: &mut Skipped) -> Result<(), String> {
    match python::with_package(house, "cyclonedx", CHECKER) {
        Some(python) => {
            let mut check = Command::new(python);
            step("the list of parts", check.args(["-c", include_str!("valid.py")]).arg(file))
        }
        None => {
            skipped.add("the schema of the list of parts", format!("`pip install {CHECKER}` has it"));
            Ok(())
        }
    }
}

fn document(parts: &[Component], version: &str, time: &str) -> String {
    let list = |lines: Vec<String>| lines.join(",\n");
    let components = list(parts.iter().map(component).collect());
    let dependencies = list(parts.iter().map(dependency).collect());
    format!(
        r#"{{"bomFormat":"CycloneDX","specVersion":"1.5","version":1,"metadata":{{"timestamp":"{time}","component":{{"type":"application","bom-ref":"ktour","name":"ktour","version":"{version}","licenses":[{{"expression":"MIT OR Apache-2.0"}}]}}}},"components":[
{components}
],"dependencies":[
{dependencies}
]}}
"#
    )
}

fn component(part: &Component) -> String {
    let Component { name, version, licence, sha256, .. } = part;
    let url = part.url();
    let hash = sha256.as_ref().map(|hash| format!(r#","hashes":[{{"alg":"SHA-256","content":"{hash}"}}]"#));
    format!(
        r#"{{"type":"library","bom-ref":"{url}","name":"{name}","version":"{version}","purl":"{url}","licenses":[{{"expression":"{licence}"}}]{}}}"#,
        hash.unwrap_or_default()
    )
}

fn dependency(part: &Component) -> String {
    let on: Vec<String> = part.made_of.iter().map(|url| format!(r#""{url}""#)).collect();
    format!(r#"{{"ref":"{}","dependsOn":[{}]}}"#, part.url(), on.join(","))
}

#[cfg(test)]
mod tests {
    use super::super::tests::some_parts;
    use super::*;

    #[test]
    fn a_machine_reads_every_part_and_what_it_is_made_of() {
        let document = document(&some_parts(), "0.1.0", "2026-11-16T00:00:00Z");
        for written in [
            r#""purl":"pkg:npm/d3-ease@3.0.1""#,
            r#""hashes":[{"alg":"SHA-256","content":"ab"}]"#,
            r#"{"ref":"pkg:cargo/gif@0.14.0","dependsOn":["pkg:cargo/png@0.18.0"]}"#,
        ] {
            assert!(document.contains(written), "{written}");
        }
        assert_eq!(document.matches("\"bom-ref\"").count(), 1 + some_parts().len());
        // What the format asks of every document, and of every part.
        for field in [r#""bomFormat":"CycloneDX""#, r#""specVersion":"1.5""#, r#""version":1"#] {
            assert!(document.contains(field), "{field}");
        }
        assert_eq!(document.matches(r#"{"type":""#).count(), 1 + some_parts().len());
    }
}
