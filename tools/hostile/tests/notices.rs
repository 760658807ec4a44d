//! The attack notices programs that panic, give wrong answers or refuse to start, and passes one that is
//! right.
#![cfg(target_os = "linux")]

use std::{fs, os::unix::fs::PermissionsExt, process::Command};

/// Attacks a program of one line of shell; returns the exit code, the number of failures and standard error.
fn attack(line: &str, part: &str) -> (i32, usize, String) {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("ktour");
    fs::write(&program, format!("#!/bin/sh\n{line}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_attack"));
    let output = command.args(["--short", "--ktour"]).arg(&program).arg(part).output().unwrap();
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let failed = table.lines().last().map_or("0", |line| line.split('|').nth(5).unwrap().trim());
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap(), failed.parse().unwrap(), words)
}

#[test]
fn wrong_programs_fail() {
    for (line, part, least, words) in [
        ("echo \"thread 'main' panicked\" >&2; exit 101", "files", 100, "panicked"),
        ("echo '{\"valid\":true}'", "files", 1, "the independent check does not agree"),
        (
            "echo '{\"directed\":\"123456789\",\"undirected\":\"123456789\"}'",
            "counts",
            1,
            "answered String(\"123456789\"), right is",
        ),
        ("exit 0", "proofs", 5, "`proof check` says true, check.py says false"),
        ("exit 2", "queries", 1, "the server did not start"),
    ] {
        let (code, failed, stderr) = attack(line, part);
        assert_eq!(code, 1, "{line}: {stderr}");
        assert!(failed >= least && stderr.contains(words), "{line}: {failed} failed: {stderr}");
    }
}

#[test]
fn a_program_that_refuses_every_file_in_one_sentence_passes() {
    let (code, failed, stderr) = attack("echo 'ktour: no file is read today' >&2; exit 2", "files");
    assert_eq!((code, failed), (0, 0), "{stderr}");
}

#[test]
fn an_unknown_part_is_refused_by_name() {
    let (code, _, stderr) = attack("exit 0", "nothing");
    assert_eq!(code, 2);
    assert!(stderr.starts_with("attack: there is no part `nothing`: choose among arguments, "), "{stderr}");
}
