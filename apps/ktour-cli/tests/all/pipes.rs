//! Pipes, files and signals, which transcripts cannot test.

use std::{
    io::{Read, Write},
    process::{Output, Stdio},
    time::{Duration, Instant},
};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};

use crate::ktour;

fn verify(input: &[u8], arguments: &[&str]) -> Output {
    let mut child = ktour(&[&["verify"], arguments].concat()).stdin(Stdio::piped()).spawn().unwrap();
    // The program may refuse before it has read all of the input.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn refusal(input: &[u8]) -> String {
    let output = verify(input, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim().to_owned()
}

const GRID: &str = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n";

#[test]
fn every_format_reads_back() {
    for format in ["grid", "squares", "json", "csv"] {
        for board in ["8", "3x4", "30x26"] {
            let output = ktour(&["solve", board, "--open", "--format", format]).output().unwrap();
            let verdict = verify(&output.stdout, &["--json"]);
            assert_eq!(verdict.status.code(), Some(0), "{format} {board}: {verdict:?}");
            assert!(String::from_utf8_lossy(&verdict.stdout).contains("\"valid\":true"));
        }
    }
}

#[test]
fn names_the_step_both_squares_and_the_rule() {
    let wrong = GRID.replace(" 9  2", " 2  9");
    let output = verify(wrong.as_bytes(), &[]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, "not a tour: step 2: a3 to b2 is not a knight's leap\n");
    let output = verify(wrong.as_bytes(), &["--json"]);
    let json = String::from_utf8(output.stdout).unwrap();
    let facts = "{\"step\":2,\"from\":\"a3\",\"to\":\"b2\",\"leaper\":\"knight\"}";
    let head = "{\"valid\":false,\"step\":2,\"error\":\"a3 to b2 is not a knight's leap\"";
    assert_eq!(json, format!("{head},\"code\":\"tour-not-a-leap\",\"facts\":{facts}}}\n"));
}

#[test]
fn a_grid_with_wrong_numbers_is_refused_by_name() {
    assert_eq!(
        refusal(GRID.replace("12", "11").as_bytes()),
        "ktour: the number 11 stands twice, on a2 and on c1"
    );
    assert_eq!(
        refusal(GRID.replace("12", "13").as_bytes()),
        "ktour: the number 13 on a2 is out of range: the grid has 12 squares"
    );
    assert_eq!(
        refusal(GRID.replace("12", " 0").as_bytes()),
        "ktour: line 2: the number 0 is out of range: steps count from 1, holes are written #"
    );
    assert_eq!(
        refusal(GRID.replace(" 4", " #").as_bytes()),
        "ktour: the number 12 on a2 is out of range: the grid has 11 squares"
    );
    assert_eq!(refusal(b"1 1\n# 4\n"), "ktour: the number 1 stands twice, on a2 and on b2");
    assert_eq!(
        refusal(GRID.replace("12  9", "12").as_bytes()),
        "ktour: line 2: the row has 3 numbers, but the first row has 4"
    );
    assert_eq!(
        refusal(GRID.replace("12", "1x").as_bytes()),
        "ktour: line 2: `x` does not belong in a number grid: numbers from 1 and # for holes, apart"
    );
}

#[test]
fn rubbish_is_refused() {
    assert!(refusal(b"").contains("empty"));
    assert!(refusal(b" \n\n ").contains("empty"));
    assert!(refusal(&[0x89, b'P', b'N', b'G', 0, 1, 2, 255]).contains("not text"));
    assert!(refusal(b"1 2 \xff\xfe 3").contains("not text"));
    assert!(refusal(b"hello world").contains("begins with `hello`"));
    assert!(refusal(b"{\"squares\": 5}").contains("JSON"));
    assert!(refusal(b"{\"board\": \"8x8\"").contains("JSON"));
    assert!(refusal(b"{}").contains("no `squares`"));
    assert!(refusal(b"a1\nb3\n2,2\n").contains("both c3 and x,y"));
    assert!(refusal(b"move,x,y\n1,0,0\n3,1,2\n").contains("move 3 stands where move 2"));
    assert!(refusal(b"move,x,y\n1,0\n").contains("not move,x,y"));
    let mut random = ktour_core::random::Random::new(1, 0);
    let rubbish: Vec<u8> = (0..1 << 17).flat_map(|_| random.next().to_le_bytes()).collect();
    refusal(&rubbish);
}

#[test]
fn a_wrong_outcome_and_a_broken_header_are_refused() {
    for outcome in ["fou~d", "unknown"] {
        let json = format!("{{\"board\":\"1x1\",\"outcome\":\"{outcome}\",\"squares\":[\"a1\"]}}");
        assert!(refusal(json.as_bytes()).ends_with(&format!("its outcome is `{outcome}`, not `found`")));
    }
    let array = ktour(&["solve", "5", "-f", "npy"]).output().unwrap().stdout;
    assert_eq!(verify(&array, &[]).status.code(), Some(0));
    let padding = array.windows(2).position(|two| two == b"} ").unwrap() + 1;
    let spoiled = [&array[..padding], b"x", &array[padding + 1..]].concat();
    assert!(refusal(&spoiled).ends_with("its header is not NumPy's"));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child =
        ktour(&["solve", "1000", "--open", "--method", "warnsdorff", "--tie", "far"]).spawn().unwrap();
    let mut some = [0; 10];
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut some).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_130() {
    for arguments in [
        &["solve", "10", "--closed", "--method", "backtrack"][..],
        &["solve", "10", "--closed", "--method", "backtrack-iterative", "--json"],
        &["verify"],
    ] {
        let mut child = ktour(arguments).stdin(Stdio::piped()).spawn().unwrap();
        crate::until_ctrl_c_is_handled(&child);
        std::thread::sleep(Duration::from_millis(300));
        let began = Instant::now();
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let stdin = child.stdin.take();
        let output = child.wait_with_output().unwrap();
        drop(stdin);
        assert_eq!(output.status.code(), Some(130), "{arguments:?}");
        assert!(began.elapsed() < Duration::from_secs(60), "{arguments:?} took {:?}", began.elapsed());
    }
}

#[test]
fn a_file_appears_complete_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tour.csv");
    let status = ktour(&["solve", "8", "-o", path.to_str().unwrap()]).status().unwrap();
    assert!(status.success());
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 65);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let failed =
        ktour(&["solve", "5", "--closed", "-o", folder.path().join("no.csv").to_str().unwrap()]).status();
    assert_eq!(failed.unwrap().code(), Some(1));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_board_is_read_from_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ring.txt");
    std::fs::write(&path, "...\n.#.\n...\n").unwrap();
    let output = ktour(&["solve", "--board", path.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().nth(1).unwrap().split_whitespace().nth(1), Some("#"));
    let verdict = verify(text.as_bytes(), &[]);
    assert!(String::from_utf8_lossy(&verdict.stdout).contains("closed knight's tour of 3x3, 8 squares"));
}
