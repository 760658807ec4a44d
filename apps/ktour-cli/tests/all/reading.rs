//! Tours read in every format by every command, against a given board; and endless input.

use std::{
    fs,
    io::Write,
    process::{Output, Stdio},
};

use crate::ktour;

const READERS: [&str; 3] = ["verify", "measure", "render"];
const FORMATS: [&str; 5] = ["grid", "npy", "json", "csv", "squares"];

fn stdout_bytes(arguments: &[&str]) -> Vec<u8> {
    let output = ktour(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    output.stdout
}

fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = ktour(arguments).stdin(Stdio::piped()).spawn().unwrap();
    // The program may refuse before it has read all of the input.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Returns the message about an invalid tour: `verify` prints it as its answer, other commands as an error.
fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_given_board_is_the_board_in_every_format_and_command() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = |name: &str, picture: &str| {
        let path = folder.path().join(name);
        fs::write(&path, picture).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (right, full) = (drawn("right", "...\n.#.\n...\n"), drawn("full", "...\n...\n...\n"));
    let boards: [(&[&str], Option<&str>); 7] = [
        (&["--on", "3", "--holes", "b2"], None),
        (&["--board", &right], None),
        (&["--on", "3"], Some("b2 is never visited: 8 of 9 squares are\n")),
        (&["--board", &full], Some("b2 is never visited: 8 of 9 squares are\n")),
        (&["--on", "3", "--holes", "b2,c3"], Some("c3 is not a square of the 3x3 board\n")),
        (&["--board", &right, "--holes", "c3"], Some("c3 is not a square of the 3x3 board\n")),
        (&["--on", "4"], Some("")),
    ];
    for format in FORMATS {
        let tour = stdout_bytes(&["solve", "3", "--holes", "b2", "-f", format]);
        for reader in READERS {
            let bare = fed(&[reader], &tour);
            match format {
                "csv" | "squares" => {
                    let said = message(&bare);
                    assert_eq!(bare.status.code(), Some(1), "{format} {reader}: {said}");
                    assert!(said.ends_with("if it is a hole, add --on 3 --holes b2\n"), "{said}");
                }
                _ => assert_eq!(bare.status.code(), Some(0), "{format} {reader}: {bare:?}"),
            }
            for (board, fault) in boards {
                let output = fed(&[&[reader], board].concat(), &tour);
                let code = if fault.is_some() { 1 } else { 0 };
                assert_eq!(output.status.code(), Some(code), "{format} {reader} {board:?}: {output:?}");
                if let Some(fault) = fault {
                    let said = message(&output);
                    assert!(said.contains("not a tour: ") && said.ends_with(fault), "{board:?}: {said}");
                }
            }
        }
        // The tour has another size than the board, or visits a hole of it.
        let tour = stdout_bytes(&["solve", "6", "-f", format]);
        for (board, code) in [(&["--on", "6"][..], 0), (&["--on", "7"], 1), (&["--on", "5"], 1)] {
            assert_eq!(
                fed(&[&["verify"], board].concat(), &tour).status.code(),
                Some(code),
                "{format} {board:?}"
            );
        }
        let holed = fed(&["verify", "--on", "6", "--holes", "a1", "--json"], &tour);
        assert_eq!(holed.status.code(), Some(1), "{format}: {holed:?}");
        assert!(
            message(&holed).contains(r#""valid":false"#) && message(&holed).contains(r#""square":"a1""#),
            "{format}"
        );
    }
}

#[test]
fn a_verdict_names_the_holes_of_the_board() {
    let tour = stdout_bytes(&["solve", "3", "--holes", "b2"]);
    assert!(message(&fed(&["verify", "--json"], &tour)).contains(r#""holes":["b2"]"#));
}

#[test]
fn every_command_reads_the_output_of_the_others() {
    let mut outputs: Vec<(Vec<&str>, usize)> = Vec::new();
    for format in FORMATS {
        outputs.push((vec!["solve", "5", "-f", format], 1));
        outputs.push((vec!["solve", "5", "--method", "warnsdorff", "-f", format], 1));
    }
    for format in ["squares", "json"] {
        outputs.push((vec!["enumerate", "3x4", "--open", "-f", format], 16));
        outputs.push((vec!["sample", "6", "--closed", "-n", "3", "-f", format], 3));
        outputs.push((vec!["sample", "5", "--open", "-n", "1", "-f", format], 1));
    }
    outputs.push((vec!["sample", "6", "--closed", "-n", "3", "--json", "--measure"], 3));
    for (arguments, count) in outputs {
        let tours = stdout_bytes(&arguments);
        let verdict = fed(&["verify"], &tours);
        assert_eq!(verdict.status.code(), Some(0), "{arguments:?}: {verdict:?}");
        let one = if arguments.contains(&"--closed") { "valid: a" } else { "valid: an" };
        let head = if count == 1 { one.to_owned() } else { format!("valid: {count} ") };
        assert!(message(&verdict).starts_with(&head), "{arguments:?}: {verdict:?}");
        for reader in ["verify", "measure"] {
            let documents = fed(&[reader, "--json"], &tours);
            assert_eq!(documents.status.code(), Some(0), "{arguments:?} {reader}: {documents:?}");
            assert_eq!(message(&documents).lines().count(), count, "{arguments:?} {reader}");
        }
        let drawn = fed(&["render", "-f", "squares"], &tours);
        match count {
            1 => assert!(drawn.status.success(), "{arguments:?}: {drawn:?}"),
            _ => assert!(message(&drawn).starts_with("ktour: line 2 begins another tour"), "{drawn:?}"),
        }
    }
    let table = fed(&["verify", "--measure"], &stdout_bytes(&["enumerate", "3x4", "--open"]));
    assert_eq!(message(&table).lines().count(), 18);
}

#[test]
fn the_first_wrong_tour_of_many_is_named_by_its_line() {
    let tours = String::from_utf8(stdout_bytes(&["enumerate", "3x4", "--open", "--limit", "3"])).unwrap();
    let lines: Vec<&str> = tours.lines().collect();
    let again = lines[1].split(' ').next().unwrap();
    let wrong = format!("{}\n\n{} {again}\n{}\n", lines[0], lines[1], lines[2]);
    let output = fed(&["verify"], wrong.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(message(&output), format!("not a tour: line 3, step 13: {again} is visited again\n"));
    let output = fed(&["verify", "--json"], wrong.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let documents = message(&output);
    let valid: Vec<bool> = documents.lines().map(|line| line.contains("\"valid\":true")).collect();
    assert_eq!(valid, [true, false]);
    let unreadable = format!("{}\nb2 nonsense\n", lines[0]);
    let output = fed(&["verify"], unreadable.as_bytes());
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(message(&output).starts_with("ktour: line 2: `nonsense` is not a square"), "{output:?}");
}

#[test]
fn a_byte_order_mark_and_commas_mean_nothing() {
    let squares = "a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2";
    let json = format!("{{\"squares\":[\"{}\"]}}", squares.replace(' ', "\",\""));
    for text in [
        "1 4 7 10\n12 9 2 5\n3 6 11 8\n",
        "1,4,7,10\r\n12,9,2,5\r\n3,6,11,8\r\n",
        "1, 4, 7, 10\n12, 9, 2, 5\n3, 6, 11, 8",
        squares,
        &squares.replace(' ', ","),
        &squares.replace(' ', "\n"),
        "0,0 2,1 0,2 1,0 3,1 1,2 2,0 3,2 1,1 3,0 2,2 0,1",
        "move,x,y\n1,0,0\n2,2,1\n3,0,2\n4,1,0\n5,3,1\n6,1,2\n7,2,0\n8,3,2\n9,1,1\n10,3,0\n11,2,2\n12,0,1\n",
        &json,
    ] {
        for mark in ["", "\u{feff}"] {
            for reader in READERS {
                let output = fed(&[reader], format!("{mark}{text}").as_bytes());
                assert_eq!(output.status.code(), Some(0), "{reader} {text:?}: {output:?}");
            }
        }
    }
    for wrong in ["1,,4\n", "1,4,7,\n2,3,5,\n", ",1,2,3\n", "1 4,7,10\n", "1,4,7 10\n"] {
        assert_eq!(fed(&["verify"], wrong.as_bytes()).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn a_duplicate_key_is_refused() {
    let squares = r#""squares":["a1","b3","c1","a2","b4","c2","a3","c4","b2","a4","c3","b1"]"#;
    for document in [
        format!(r#"{{"board":"3x4","board":"3x4",{squares}}}"#),
        format!(r#"{{"board":"8x8","board":"3x4",{squares}}}"#),
        format!(r#"{{"board":{{"files":3,"ranks":4,"files":3}},{squares}}}"#),
        format!("{{{squares},{squares}}}"),
        format!(r#"{{"note":1,"note":2,{squares}}}"#),
    ] {
        let output = fed(&["verify"], document.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{document}");
        assert!(message(&output).contains("it has two values of `"), "{output:?}");
    }
}

/// Runs a shell pipe with limited memory and processor time, which other programs do not use up.
#[cfg(target_os = "linux")]
fn endless(pipe: &str, reader: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_ktour");
    // The writer ends with a broken pipe.
    let line = format!("{pipe} (ulimit -v {}; ulimit -t 60; exec {program} {reader})", 300 << 10);
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &line]).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn endless_input_is_refused_soon_and_in_little_memory() {
    for pipe in [
        "cat /dev/zero |",
        "</dev/zero",
        "yes 1 | tr -d '\\n' |",
        "yes 1 |",
        "yes 1 | tr '\\n' ' ' |",
        "yes 1 2 3 |",
        "yes '#' | tr '\\n' ' ' |",
        "yes a1 |",
        "yes a1 | tr '\\n' ' ' |",
        "yes a1 | tr -d '\\n' |",
        "yes '{' |",
    ] {
        for reader in READERS {
            let output = endless(pipe, reader);
            let said = message(&output);
            // A list that returns to its first square is not a tour, which is an answer.
            let codes = if pipe.starts_with("yes a1 ") { [1, 2] } else { [2, 2] };
            assert!(
                output.status.code().is_some_and(|code| codes.contains(&code)),
                "{pipe} {reader}: {output:?}"
            );
            assert_eq!(said.lines().count(), 1, "{pipe} {reader}: {said}");
        }
    }
}
