//! Endless input, output on a full disk, arguments that are not UTF-8: one sentence, and never a panic.
#![cfg(target_os = "linux")]

use std::{
    ffi::OsStr,
    fs::File,
    io::Write,
    os::unix::ffi::OsStrExt,
    process::{Command, Output, Stdio},
};

use crate::ktour;

/// Runs with limited address space; the input is `head`, then `more` again and again.
fn fed(mebibytes: u32, arguments: &str, head: &[u8], more: &[u8]) -> Output {
    let line = format!("ulimit -v {}; exec {} {arguments}", mebibytes << 10, env!("CARGO_BIN_EXE_ktour"));
    let mut command = Command::new("sh");
    command.args(["-c", &line]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let more = more.repeat((1 << 16) / more.len().max(1));
    let mut written = input.write_all(head);
    // The input is endless for the program: it stops reading long before this loop ends.
    for _ in 0..1 << 15 {
        if written.is_err() || more.is_empty() {
            break;
        }
        written = input.write_all(&more);
    }
    drop(input);
    child.wait_with_output().unwrap()
}

fn refused(output: &Output, words: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.starts_with("ktour: ") && text.contains(words), "{text}");
}

#[test]
fn every_start_of_a_large_board_is_answered_in_little_memory() {
    let output = fed(1024, "starts 200", b"", b"");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("Y Y\n40000 yes, 0 no\n"));
    refused(&fed(1024, "starts 2000", b"", b""), "an answer for every square of 2000x2000 needs about");
}

#[test]
fn the_first_tour_of_a_long_board_is_listed_in_little_memory() {
    for board in ["3x200 --open", "4x200 --open"] {
        let output = fed(1024, &format!("enumerate {board} --limit 1"), b"", b"");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
    }
}

#[test]
fn questions_that_could_exhaust_the_machine_stay_within_their_memory() {
    for (arguments, code) in [
        ("count 4x5 --open --leaper 3,4", 0),
        ("count 5x5 --open --leaper 1,4", 0),
        ("count 2x32768 --closed --memory 100MiB", 2),
        ("count 6x10922 --open --memory 100MiB", 2),
        ("enumerate 2x32768 --closed --limit 1", 0),
        ("sample 5 --open -n 50000 --memory 100MiB -o /dev/null", 0),
        ("count 8x8 --open --memory 100MiB", 2),
    ] {
        let output = fed(1024, arguments, b"", b"");
        assert_eq!(output.status.code(), Some(code), "{arguments}: {output:?}");
    }
}

#[test]
fn a_board_far_too_wide_is_refused() {
    // The number of states overflows.
    refused(&ktour(&["count", "64", "--closed"]).output().unwrap(), "64x64 closed needs about");
    refused(&ktour(&["count", "256", "--open"]).output().unwrap(), "256x256 open needs about");
}

#[test]
fn tours_with_a_symmetry_and_equal_columns_are_refused_before_any_memory_is_taken() {
    let symmetric = |words: &str| {
        ["count", "sample", "enumerate"].map(|command| format!("{command} {words}")).into_iter()
    };
    let large = [
        "3000 --closed --symmetry half-turn",
        "30000 --closed --symmetry half-turn",
        "30000 --closed --symmetry quarter-turn",
        "3001 --open --symmetry diagonal",
        "1000000000x1 --open --symmetry mirror",
        "1000000000x1 --leaper 0,1 --open --symmetry mirror-ranks",
        "1000000000000x1000000000000 --closed --symmetry mirror",
    ];
    for line in large.into_iter().flat_map(symmetric) {
        refused(&fed(256, &line, b"", b""), "has too many squares to count its tours: the limit is 65536");
    }
    refused(&fed(256, "poster 3000 --closed --symmetry half-turn -o p.svg", b"", b""), "the limit is 65536");
    for line in [
        "count 3000 --closed --symmetry half-turn --memory 100MiB",
        "sample 3000 --closed --symmetry half-turn --memory 100MiB",
    ] {
        refused(&fed(256, line, b"", b""), "the limit is 65536");
    }
    for line in [
        "count 256 --closed --symmetry half-turn --memory 20MiB",
        "sample 256 --closed --symmetry half-turn --memory 20MiB",
        "sample 6 --closed --symmetry half-turn -n 100000 --memory 20MiB",
        "count 20x4 --magic columns --memory 20MiB",
    ] {
        refused(&fed(256, line, b"", b""), "and 20.0 MiB are free");
    }
    let columns = fed(512, "count 10x4 --magic columns --memory 20MiB", b"", b"");
    assert_eq!(String::from_utf8_lossy(&columns.stdout), "208\n");
    let drawn = fed(512, "sample 6 --closed --symmetry half-turn -n 10000 --memory 20MiB", b"", b"");
    assert_eq!(String::from_utf8_lossy(&drawn.stdout).lines().count(), 10_000);
}

/// Runs to the end. Returns the output, and the largest resident memory in MiB, sampled every few
/// milliseconds.
fn watched(arguments: &str) -> (Output, u64) {
    let words: Vec<&str> = arguments.split(' ').collect();
    let mut child = ktour(&words).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
        most = most.max(line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) >> 10);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    (child.wait_with_output().unwrap(), most)
}

#[test]
fn counts_by_a_measure_keep_to_their_memory() {
    for (line, most) in [
        ("count 6x8 --closed --by angle --memory 20MiB", 20),
        ("count 4x14 --open --by angle --memory 50MiB", 50),
        ("count 6x7 --open --by slope --memory 40MiB --threads 8", 40),
    ] {
        let (output, seen) = watched(line);
        refused(&output, "grow beyond");
        // The program itself takes about 15 MiB.
        assert!(seen <= most + 25, "{line}: {seen} MiB");
    }
}

#[test]
fn every_start_is_shown_with_its_tour() {
    let output = ktour(&["starts", "5x6", "--boards"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("a6: yes\n 1 "), "{text}");
    assert_eq!(text.matches(": yes\n").count(), 30);
    assert!(text.ends_with("30 yes, 0 no\n"), "{text}");
}

#[test]
fn an_endless_tour_is_refused_when_memory_ends() {
    refused(&fed(512, "verify", b"", b"1 "), "the number 1 comes a second time");
    refused(&fed(512, "verify", b"", b"# "), "the rows that a leap can span");
    refused(&fed(512, "verify", br#"{"board":{"holes":["a1""#, br#","a1""#), "64 bytes a hole");
    for name in [&br#"{"squares":["a1"#[..], br#"{"board":"8"#, br#"{"a1"#, br#"{"outcome":"a1"#] {
        refused(&fed(512, "verify", name, b"1"), "a string of more than 65536 bytes");
    }
    refused(&fed(512, "verify", br#"{"note":[["#, b"["), "nested too deep");
}

#[test]
fn an_endless_board_is_refused() {
    refused(&ktour(&["exists", "--board", "/dev/zero"]).output().unwrap(), "more than 256 MiB");
}

#[test]
fn arguments_that_are_not_utf_8_get_their_sentence() {
    let mut command = ktour(&["solve", "-5", "--seed", "-1"]);
    refused(&command.arg(OsStr::from_bytes(b"\xff\xfe")).output().unwrap(), "negative");
    refused(&ktour(&["solve"]).arg(OsStr::from_bytes(b"\xff")).output().unwrap(), "UTF-8");
}

#[test]
fn an_argument_with_a_line_break_is_shown_on_one_line() {
    refused(
        &ktour(&["solve", "--seed", "1\nUsage: 2\r\u{1b}[2J"]).output().unwrap(),
        r"'1\nUsage: 2\r\u{1b}[2J'",
    );
    refused(&ktour(&["solve", "8", "--method", "a\u{7}b\nc"]).output().unwrap(), r"a\u{7}b\nc");
    refused(&ktour(&["frol\nic"]).output().unwrap(), r"'frol\nic'");
    refused(&ktour(&["solve", "8", "-o", "/no\nwhere/a.svg"]).output().unwrap(), r"/no\nwhere");
}

#[test]
fn a_full_standard_error_changes_no_exit_code() {
    let full = || File::options().write(true).open("/dev/full").unwrap();
    for (arguments, code) in [
        (&["solve", "x"][..], 2),
        (&["solve", "4", "--closed"], 1),
        (&["solve", "5", "--stats"], 0),
        (&["frolic"], 2),
        (&["--nope"], 2),
        (&["lab"], 2),
        (&["count", "3x4", "--memory", "x"], 2),
        (&["exists", "nowhere"], 2),
        (&["lab", "race", "--board", "x"], 2),
        (&["serve", "--addr", "nowhere"], 2),
        (&["verify", "missing"], 2),
        (&["at", "4", "--closed", "--step", "1"], 1),
    ] {
        let status = ktour(arguments).stderr(full()).status().unwrap();
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn a_full_standard_output_is_reported() {
    for arguments in [
        &["--help"][..],
        &["solve", "--help"],
        &["--version"],
        &["man"],
        &["solve", "5"],
        &["solve", "5", "--json"],
        &["count", "3x4"],
        &["exists", "8"],
        &["starts", "3x4"],
        &["enumerate", "3x4", "--open"],
        &["sample", "3x4", "--open"],
        &["at", "8", "--step", "1"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = ktour(arguments).stdout(full).output().unwrap();
        refused(&output, "standard output cannot be written");
    }
}

#[test]
fn theory_is_asked_before_memory() {
    for (arguments, why) in [
        (&["solve", "2x1000000000"][..], "only one neighbour"),
        (&["solve", "3x999999999", "--closed"], "colour"),
        (&["solve", "4x1000000000", "--closed"], "Schwenk"),
        (&["solve", "4x1000000000", "--closed", "--method", "backtrack"], "Schwenk"),
        (&["at", "4x1000000000", "--closed", "--step", "1"], "Schwenk"),
    ] {
        let output = ktour(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains("no tour: ") && said.contains(why), "{arguments:?}: {said}");
    }
}

#[test]
fn work_that_cannot_fit_is_refused_with_its_limit() {
    for (arguments, why) in [
        (&["at", "9223372036854775807", "--step", "1"][..], "its sides are longer than 2^60"),
        (&["count", "5", "--open", "--memory", "0"], "0 is no size"),
        (&["sample", "5", "--memory", "0MiB"], "0 is no size"),
        (&["lab", "backtracking", "--boards", "40000x40000"], "backtrack on 40000x40000 needs about 1.5 TiB"),
    ] {
        let output = ktour(arguments).output().unwrap();
        refused(&output, why);
    }
}

#[test]
fn a_proof_that_fails_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("new/proof");
    let run = |words: &str, proof: &std::path::Path| {
        let mut words: Vec<&str> = words.split(' ').collect();
        words.extend(["--quiet", "--proof", proof.to_str().unwrap()]);
        ktour(&words).output().unwrap()
    };
    // Each proof is too large from the start, or grows beyond the limit after some proofs are written.
    for words in [
        "starts 5x5 --closed --max-proof 150KiB",
        "starts 3x5 --max-proof 80KiB",
        "exists 4x4 --max-proof 8KiB",
        "exists 4x4 --open --max-proof 3KiB",
        "solve 4x4 --open --max-proof 3KiB",
        "solve 6 --max-proof 200",
    ] {
        let output = run(words, &proof);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {text}");
        assert!(text.contains("--max-proof"), "{words}: {text}");
        assert!(!folder.path().join("new").exists(), "{words}");
        let (words, _) = words.split_once(" --max-proof").unwrap();
        assert_ne!(run(words, &proof).status.code(), Some(2), "{words} again");
        std::fs::remove_dir_all(folder.path().join("new")).unwrap();
    }
    // The empty directory that existed remains, without the files of the failure.
    std::fs::create_dir(folder.path().join("new")).unwrap();
    run("starts 3x5 --max-proof 80KiB", &folder.path().join("new"));
    assert_eq!(std::fs::read_dir(folder.path().join("new")).unwrap().count(), 0);
}

#[test]
fn missing_proofs_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let proof = |name: &str| folder.path().join(name);
    let checked = |name: &str, more: &[&str]| {
        let place = proof(name);
        let words = [&["proof", "check", place.to_str().unwrap()], more].concat();
        let output = ktour(&words).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for (words, name, all, gone) in [
        (&["starts", "3x4"][..], "starts", 12, ["b2", "c4"]),
        (&["exists", "3x4"][..], "kinds", 2, ["closed", "open"]),
    ] {
        let place = proof(name);
        let words = [words, &["--quiet", "--proof", place.to_str().unwrap()]].concat();
        ktour(&words).output().unwrap();
        let (code, text) = checked(name, &[]);
        assert_eq!((code, text.lines().count()), (0, all), "{text}");
        std::fs::remove_file(place.join(gone[0]).join("proof.pbp")).unwrap();
        std::fs::remove_dir_all(place.join(gone[1])).unwrap();
        let (code, text) = checked(name, &[]);
        assert_eq!((code, text.lines().count()), (1, all), "{text}");
        for gone in gone {
            assert!(text.contains(&format!("{name}/{gone}: the proof is missing\n")), "{text}");
        }
        assert!(
            checked(name, &["--json"]).1.contains(&format!(r#"{{"valid":false,"missing":"{}"}}"#, gone[0]))
        );
        // A list cannot name a directory elsewhere.
        std::fs::write(place.join("proofs.json"), r#"{"proofs":["../starts"]}"#).unwrap();
        assert_eq!(checked(name, &[]).0, 2);
    }
}
