//! Tours by their looks: measured, symmetric, counted by a measure.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn ktour(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ktour"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null()).output().unwrap()
}

fn stdout(arguments: &str) -> String {
    let output = ktour(arguments);
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &str) -> Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

/// The exit code, and the sentence without its beginning.
fn refused(arguments: &str) -> (Option<i32>, String) {
    let output = ktour(arguments);
    assert!(output.stdout.is_empty(), "{arguments}: {output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), said.trim_start_matches("ktour: ").trim_end().to_owned())
}

const RING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/golden/ring.grid");

#[test]
fn a_tour_is_measured_where_it_is_found_checked_or_drawn_at_random() {
    let alone = json(&format!("measure {RING} --json"));
    assert_eq!(json(&format!("verify {RING} --measure --json"))["measures"], alone["measures"]);
    let found = json("solve 3 --holes b2 --closed --start b1 --measure --json");
    assert_eq!(found["measures"]["symmetry"]["name"], "octonary");
    let lines = stdout("sample 3 --holes b2 --closed -n 2 --seed 1 --measure --json");
    for line in lines.lines() {
        let tour: Value = serde_json::from_str(line).unwrap();
        assert_eq!(tour["measures"]["crossings"], alone["measures"]["crossings"]);
    }
    let listed = json("enumerate 3 --holes b2 --closed --measure --json");
    assert_eq!(listed["measures"]["angles"], alone["measures"]["angles"]);
    let said = stdout(&format!("verify {RING} --measure"));
    assert!(said.starts_with("valid: a closed knight's tour of 3x3") && said.contains("\ncrossings  16"));
    // What is printed beside a grid goes to standard error.
    let output = ktour("solve 3 --holes b2 --closed --measure");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    assert!(String::from_utf8_lossy(&output.stderr).contains("symmetry   octonary"));
}

#[test]
fn measures_that_would_have_no_place_are_refused() {
    let sentence = "the measures of many tours are written as JSON: add --json, or leave --measure out";
    assert_eq!(refused("sample 5 --open --measure"), (Some(2), sentence.to_owned()));
    assert_eq!(refused("enumerate 5 --open --measure --format parquet"), (Some(2), sentence.to_owned()));
}
