//! Boards too large for memory: streamed to files, read back, and interrupted.

use std::{
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};

use crate::ktour;

fn files_in(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

/// Boards that are streamed in different ways, their arguments, and the last line of the output.
const STREAMED: [(&str, &[&str], &str); 4] = [
    ("2100x2000", &["--start", "c3"], "closed"),
    ("2101x2003", &[], "open"),
    ("3x1500000", &[], "closed"),
    ("2051x2053", &["--holes", "e5", "--closed"], "closed"),
];

const FORMATS: [&str; 4] = ["npy", "grid", "csv", "squares"];

fn reads_back((board, more, kind): (&str, &[&str], &str), format: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("tour.{format}"));
    let name = path.to_str().unwrap();
    let solve = ktour(&[&["solve", board, "--format", format, "-o", name], more].concat());
    let output = { solve }.output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{board} {format}: {output:?}");
    let holes = more.iter().position(|&word| word == "--holes").map(|at| more[at + 1]);
    let told = match (format, holes) {
        ("csv" | "squares", Some(hole)) => vec!["--on", board, "--holes", hole],
        _ => vec![],
    };
    let verdict = ktour(&[&["verify", name], &told[..]].concat()).output().unwrap();
    let text = String::from_utf8_lossy(&verdict.stdout);
    assert!(text.starts_with("valid") && text.contains(kind), "{board} {format}: {verdict:?}");
}

#[test]
fn every_streamed_format_reads_back() {
    STREAMED.into_iter().zip(FORMATS).for_each(|(board, format)| reads_back(board, format));
}

#[test]
#[ignore = "the same in every format of every board: half a minute without optimisation"]
fn every_streamed_board_reads_back_in_every_format() {
    STREAMED.into_iter().for_each(|board| FORMATS.into_iter().for_each(|format| reads_back(board, format)));
}

/// Runs a command with less memory than two numbers for each of nine million squares would need.
#[cfg(target_os = "linux")]
fn run_in_little_memory(folder: &Path, arguments: &str) -> std::process::Output {
    let line = format!("ulimit -v {}; exec {} {arguments}", 124 << 10, env!("CARGO_BIN_EXE_ktour"));
    let mut command = Command::new("sh");
    command.args(["-c", &line]).stdin(Stdio::null()).current_dir(folder);
    command.output().unwrap()
}

#[cfg(target_os = "linux")]
fn quadrants_are_written_without_being_stored(names: &[&str], drawn: &str) {
    let folder = tempfile::tempdir().unwrap();
    let outputs = format!("-o {} -o {drawn}", names.join(" -o "));
    let solve = format!("solve 3001x3000 --method parberry --start d7 {outputs}");
    let output = run_in_little_memory(folder.path(), &solve);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    for name in names {
        let verdict = ktour(&["verify", folder.path().join(name).to_str().unwrap()]).output().unwrap();
        let text = String::from_utf8_lossy(&verdict.stdout);
        assert!(text.starts_with("valid") && text.contains("closed"), "{name}: {verdict:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn quadrants_are_written_in_numbers_and_as_a_picture_without_being_stored() {
    quadrants_are_written_without_being_stored(&["a.npy"], "e.png");
    let folder = tempfile::tempdir().unwrap();
    let refused = run_in_little_memory(folder.path(), "solve 4000 --method parberry -o h.pdf");
    assert_eq!(refused.status.code(), Some(2));
    let text = String::from_utf8_lossy(&refused.stderr);
    assert!(text.starts_with("ktour: 4000x4000 as pdf needs about"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "every format of nine million squares: most of a minute without optimisation"]
fn quadrants_are_written_in_every_format_without_being_stored() {
    quadrants_are_written_without_being_stored(&["a.npy", "b.txt", "c.csv", "d.squares", "f.json"], "e.png");
    let folder = tempfile::tempdir().unwrap();
    let output = run_in_little_memory(folder.path(), "solve 2201x2203 --holes a1 --method parberry -o g.svg");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let drawn = std::fs::read(folder.path().join("g.svg")).unwrap();
    assert!(drawn.ends_with(b"</svg>\n") && drawn.len() > 4 * 2201 * 2203);
}

#[test]
fn a_grid_too_large_to_hold_is_written_again_and_drawn_as_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let done = |words: &[&str]| {
        let output = ktour(words).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{words:?}: {output:?}");
    };
    // The board has more than 2^24 squares; its tour is written as numbers and drawn, from the tour, an
    // array and text.
    done(&["solve", "4200x4100", "-o", &path("a.npy"), "-o", &path("a.png"), "--width", "200"]);
    done(&["render", &path("a.npy"), "-o", &path("b.txt"), "-o", &path("b.png"), "--width", "200"]);
    done(&["render", &path("b.txt"), "-o", &path("c.npy"), "-o", &path("c.png"), "--width", "200"]);
    let read = |name: &str| std::fs::read(path(name)).unwrap();
    assert!(read("a.npy") == read("c.npy"));
    assert!(read("a.png") == read("b.png") && read("a.png") == read("c.png"));
    let refused = |name: &str, how: &str| {
        let output = ktour(&["render", &path("a.npy"), "-o", &path(name)]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {output:?}");
        let sentence = String::from_utf8(output.stderr).unwrap();
        assert!(sentence.contains("too large to hold") && sentence.contains(how), "{name}: {sentence}");
    };
    refused("e.svg", "as a png");
    refused("e.csv", "");
}

#[test]
fn the_streamed_array_is_the_array_of_the_tour() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tour.npy");
    let name = path.to_str().unwrap();
    assert!(ktour(&["solve", "2100x2000", "-o", name]).status().unwrap().success());
    let array = std::fs::read(&path).unwrap();
    let text = b"\x93NUMPY\x01\x00v\x00{'descr': '<u4', 'fortran_order': False, 'shape': (2000, 2100), }";
    assert_eq!(&array[..text.len()], text);
    assert_eq!(array.len(), 128 + 4 * 2100 * 2000);
    let at = |x: usize, y: usize| {
        let begin = 128 + 4 * (y * 2100 + x);
        u32::from_le_bytes(array[begin..begin + 4].try_into().unwrap())
    };
    assert_eq!(at(0, 1999), 1);
    for (x, y) in [(0, 0), (1234, 567), (2099, 1999)] {
        let asked = ktour(&["at", "2100x2000", "--square", &format!("{x},{y}")]).output().unwrap();
        assert_eq!(String::from_utf8(asked.stdout).unwrap().trim(), at(x, y).to_string());
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_in_the_middle_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.npy");
    let child = ktour(&["solve", "40000", "-o", path.to_str().unwrap()]).spawn().unwrap();
    crate::until_ctrl_c_is_handled(&child);
    std::thread::sleep(Duration::from_millis(700));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("ktour: interrupted:") && text.lines().count() == 1, "{text}");
    assert_eq!(files_in(folder.path()), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_sentence() {
    let output = ktour(&["solve", "3000", "--format", "npy", "-o", "/dev/full"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("ktour: the file /dev/full cannot be written: No space left"), "{text}");
    assert_eq!(text.lines().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_vanished_directory_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let path = inner.join("huge.npy");
    let child = ktour(&["solve", "9000", "-o", path.to_str().unwrap()]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(100));
    std::fs::remove_dir_all(&inner).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    let sentences: Vec<&str> = text.lines().filter(|line| !line.contains("%, about ")).collect();
    assert!(text.contains("huge.npy") && sentences.len() == 1, "{text}");
    assert_eq!(files_in(folder.path()), 0);
}

#[test]
fn a_closed_pipe_ends_a_stream_quietly() {
    use std::io::Read;
    let mut child = ktour(&["solve", "30000"]).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 10]).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn the_merge_is_shown_as_drawings_and_as_a_document() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("merge.svg");
    let steps = ["solve", "26", "--method", "parberry", "--steps"];
    let dark = ["--theme", "dark", "-o", path.to_str().unwrap()];
    assert!(ktour(&[&steps[..], &dark].concat()).status().unwrap().success());
    assert_eq!(files_in(folder.path()), 6); // two levels, three drawings each
    let dark = std::fs::read_to_string(folder.path().join("merge-01.svg")).unwrap();
    assert!(dark.contains("#15171c"), "the paper of its theme");
    for (name, files, begin) in
        [("merge.png", 12, b"\x89PNG"), ("merge.pdf", 18, b"%PDF"), ("merge.gif", 19, b"GIF8")]
    {
        let path = folder.path().join(name);
        assert!(ktour(&[&steps[..], &["-o", path.to_str().unwrap()]].concat()).status().unwrap().success());
        assert_eq!(files_in(folder.path()), files, "{name}");
        let one = if name == "merge.gif" { path } else { folder.path().join(name.replace('.', "-06.")) };
        assert!(std::fs::read(one).unwrap().starts_with(begin), "{name}");
    }
    let path = folder.path().join("merge.csv");
    let refused = ktour(&[&steps[..], &["-o", path.to_str().unwrap()]].concat()).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let output = ktour(&steps).output().unwrap();
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let levels = document["levels"].as_array().unwrap();
    assert_eq!(
        levels.iter().map(|level| level["merges"].as_array().unwrap().len()).collect::<Vec<_>>(),
        [4, 1]
    );
    assert_eq!(document["squares"].as_array().unwrap().len(), 676);
    assert_eq!(levels[1]["tours"].as_array().unwrap().len(), 4);
}
