//! The attack notices programs that panic, give wrong answers or die, and passes one that holds.
#![cfg(target_os = "linux")]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    process::{Command, Output},
};

/// Attacks a program that is only these lines of shell.
fn attack(lines: &str, part: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("ktour");
    fs::write(&program, format!("#!/bin/sh\n{lines}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_attack"));
    command.args(["--short", "--ktour"]).arg(&program).arg(part).output().unwrap()
}

/// How many fell, by the last line of the table.
fn fell(output: &Output) -> usize {
    let table = String::from_utf8_lossy(&output.stdout);
    table.lines().last().unwrap().split('|').nth(5).unwrap().trim().parse().unwrap()
}

#[test]
fn a_program_that_panics_falls() {
    let output = attack("echo \"thread 'main' panicked\" >&2; exit 101", "files");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(fell(&output) > 100, "{output:?}");
}

#[test]
fn a_program_that_calls_everything_valid_falls_over_the_independent_check() {
    let output = attack("echo '{\"valid\":true}'", "files");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("the independent check does not agree"), "{words}");
}

#[test]
fn a_wrong_number_falls_over_the_brute_force() {
    let output = attack("echo '{\"directed\":\"123456789\",\"undirected\":\"123456789\"}'", "counts");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("said String(\"123456789\"), right is"), "{words}");
}

#[test]
fn a_program_that_refuses_everything_in_one_sentence_holds_against_files() {
    let output = attack("echo 'ktour: this is refused, whatever it is' >&2; exit 2", "files");
    assert_eq!((output.status.code(), fell(&output)), (Some(0), 0), "{output:?}");
}

#[test]
fn a_program_that_confirms_every_formula_falls_over_a_tour() {
    let output = attack("exit 0", "proofs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(fell(&output) > 10, "{output:?}");
}

#[test]
fn a_server_that_does_not_start_falls() {
    let output = attack("exit 2", "sites");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

#[test]
fn a_part_that_is_not_there_is_refused_by_name() {
    let output = attack("exit 0", "nothing");
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.starts_with("attack: there is no part `nothing`: choose among arguments, "), "{words}");
}
