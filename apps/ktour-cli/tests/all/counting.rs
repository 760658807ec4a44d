//! Counts that are killed, resumed and spilled to files.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use crate::ktour;

fn count(board: &str, directory: &Path) -> Command {
    ktour(&["count", board, "--closed", "--checkpoint", directory.to_str().unwrap()])
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty());
    let sentence = text(&output.stderr);
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence.trim().to_owned()
}

/// Kills a count as soon as it has saved a checkpoint, or a little later.
fn kill_after(board: &str, directory: &Path, pause: Duration) {
    let file = directory.join("layer.ktour");
    let mut child = count(board, directory).spawn().unwrap();
    let began = Instant::now();
    while !file.exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "no checkpoint");
        assert_eq!(child.try_wait().unwrap(), None, "it has ended by itself");
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(pause);
    // On Unix this is kill -9.
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_killed_count_is_resumed_and_gives_the_same_number() {
    let directory = tempfile::tempdir().unwrap();
    // The count can be resumed after every kill.
    for pause in [0, 40, 120] {
        kill_after("7x8", directory.path(), Duration::from_millis(pause));
    }
    let output = count("7x8", directory.path()).output().unwrap();
    assert_eq!(text(&output.stdout), "69048864632 directed closed tours, 34524432316 undirected\n");
    assert!(text(&output.stderr).contains("resumed after layer"), "{output:?}");
    assert!(!directory.path().join("layer.ktour").exists());
}

#[test]
fn a_checkpoint_of_something_else_is_refused_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("layer.ktour");
    kill_after("7x8", directory.path(), Duration::ZERO);
    let sentence = refusal(&count("6x8", directory.path()).output().unwrap());
    assert!(
        sentence.ends_with(
            "is a checkpoint of 7x8 closed, not of 6x8 closed: name another directory, or delete it"
        ),
        "{sentence}"
    );
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    let sentence = refusal(&count("7x8", directory.path()).output().unwrap());
    assert!(sentence.contains("layer.ktour cannot be resumed, it is incomplete"), "{sentence}");
    let older = text(&whole[..18]).replace("checkpoint 3", "checkpoint 2").into_bytes();
    fs::write(&file, [&older, &whole[18..]].concat()).unwrap();
    let sentence = refusal(&count("7x8", directory.path()).output().unwrap());
    assert!(sentence.contains("says ktour checkpoint 2, and this is ktour checkpoint 3"), "{sentence}");
}

#[test]
fn a_directory_that_cannot_be_written_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    for option in ["--checkpoint", "--spill"] {
        let output = ktour(&["count", "6", "--closed", option, file.to_str().unwrap()]).output().unwrap();
        assert!(refusal(&output).contains("cannot be written"), "{output:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_second_count_in_the_same_directory_is_refused_and_the_first_continues() {
    use rustix::process::{Pid, Signal, kill_process};

    let directory = tempfile::tempdir().unwrap();
    let mut first = count("7x8", directory.path()).spawn().unwrap();
    let began = Instant::now();
    while !directory.path().join("layer.ktour").exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "no checkpoint");
        assert_eq!(first.try_wait().unwrap(), None, "it has ended by itself");
        std::thread::sleep(Duration::from_millis(2));
    }
    kill_process(Pid::from_child(&first), Signal::STOP).unwrap();
    let second = count("7x8", directory.path()).output().unwrap();
    kill_process(Pid::from_child(&first), Signal::CONT).unwrap();
    let sentence = refusal(&second);
    assert!(sentence.contains("is in use, another ktour works here"), "{sentence}");
    let first = first.wait_with_output().unwrap();
    assert_eq!(text(&first.stdout), "69048864632 directed closed tours, 34524432316 undirected\n");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_full_disk_costs_the_checkpoint_and_not_the_count() {
    let directory = tempfile::tempdir().unwrap();
    // A limit on file sizes simulates a full disk.
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" count 6x8 --closed --checkpoint \"$1\""])
        .arg(env!("CARGO_BIN_EXE_ktour"))
        .arg(directory.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(text(&output.stdout), "110976284 directed closed tours, 55488142 undirected\n");
    let said = text(&output.stderr);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("layer.ktour cannot be written: ") && said.contains("went on without"), "{said}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "no half file is left");
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_while_the_count_continues_in_a_terminal() {
    use std::io::{Read, Write};

    let directory = tempfile::tempdir().unwrap();
    let inside = format!(
        "trap '' XFSZ; ulimit -f 0; exec '{}' count 8x8 --closed --checkpoint '{}'",
        env!("CARGO_BIN_EXE_ktour"),
        directory.path().display()
    );
    let mut terminal = Command::new("script");
    // On a minimal system `TERM` may be unset, and then nothing is drawn.
    terminal.args(["-qec", &inside, "/dev/null"]).env("TERM", "xterm");
    terminal.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut terminal = match terminal.spawn() {
        Ok(terminal) => terminal,
        Err(error) => {
            crate::skipping::skipped(&format!("no program script that makes a terminal, {error}"));
            return;
        }
    };
    let (mut screen, mut said, mut some) = (terminal.stdout.take().unwrap(), Vec::new(), [0; 1 << 12]);
    while !String::from_utf8_lossy(&said).contains("no checkpoints: ") {
        let read = screen.read(&mut some).unwrap();
        assert!(read > 0, "it has ended: {}", String::from_utf8_lossy(&said));
        said.extend(&some[..read]);
    }
    // Ctrl-C.
    terminal.stdin.take().unwrap().write_all(b"\x03").unwrap();
    screen.read_to_end(&mut said).unwrap();
    assert_eq!(terminal.wait().unwrap().code(), Some(130));
    assert!(String::from_utf8_lossy(&said).contains("the count went on without this checkpoint"));
}

#[test]
fn tables_in_files_give_the_same_number() {
    let directory = tempfile::tempdir().unwrap();
    let spill = directory.path().to_str().unwrap();
    let output = ktour(&["count", "6x8", "--closed", "--memory", "2MiB", "--spill", spill]).output().unwrap();
    assert_eq!(text(&output.stdout), "110976284 directed closed tours, 55488142 undirected\n");
    assert!(text(&output.stderr).contains("were written to temporary files"), "{output:?}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// Runs a data tool on a file, if Python and the tool are installed.
fn tool_output(module: &str, program: &str, file: &Path) -> Option<String> {
    let python = std::env::var("PYTHON").unwrap_or("python3".to_owned());
    let is_there = Command::new(&python).args(["-c", &format!("import {module}")]).output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        crate::skipping::skipped(&format!("{python} has no {module}"));
        return None;
    }
    let output = Command::new(&python).args(["-c", program]).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    Some(text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn data_tools_read_the_table_of_all_tours() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("tours.parquet");
    let output = ktour(&["enumerate", "6", "--closed", "-o", file.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let bytes = fs::read(&file).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let arrow = "import sys, collections, pyarrow.parquet as p\n\
        rows = p.read_table(sys.argv[1]).to_pylist()\n\
        print(len(rows), len({row['squares'] for row in rows}), rows[0]['start'], rows[0]['kind'])\n\
        print(sorted(collections.Counter(row['symmetry'] for row in rows if row['is_first_of_class']).items()))\n\
        assert all(row['squares'].split()[-1] == row['end'] for row in rows)";
    if let Some(answer) = tool_output("pyarrow", arrow, &file) {
        let classes = "[('asymmetric', 1223), ('binary', 17), ('quaternary', 5)]";
        assert_eq!(answer, format!("9862 9862 a1 closed {classes}"));
    }
    let duck = "import sys, duckdb\n\
        print(*duckdb.sql(f\"select count(*), min(turns) > 0, max(crossings) > 0 from '{sys.argv[1]}'\").fetchall()[0])";
    if let Some(answer) = tool_output("duckdb", duck, &file) {
        assert_eq!(answer, "9862 True True");
    }
}

#[test]
fn every_line_of_the_list_is_a_tour() {
    let output = ktour(&["enumerate", "5x6", "--closed"]).output().unwrap();
    let list = text(&output.stdout);
    assert_eq!(list.lines().count(), 8);
    for line in list.lines() {
        let squares: Vec<&str> = line.split(' ').collect();
        assert_eq!(squares.len(), 30);
        assert_eq!(squares.iter().collect::<std::collections::BTreeSet<_>>().len(), 30);
    }
}

/// Writes the layers of a count, and recounts them with an independent program.
fn counted_again(arguments: &[&str]) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("layers.json");
    let output = ktour(arguments).arg("--layers").arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let recount = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/bench/peers/recount.py");
    let Ok(again) = Command::new("python3").arg(&recount).arg(&file).output() else {
        return crate::skipping::skipped("python3 is not there");
    };
    assert!(again.status.success(), "{arguments:?}: {again:?}");
    let changed = fs::read_to_string(&file).unwrap().replacen("\"ways\":\"", "\"ways\":\"1", 1);
    fs::write(&file, changed).unwrap();
    let again = Command::new("python3").arg(&recount).arg(&file).arg("1").output().unwrap();
    assert!(text(&again.stderr).contains("layer 1"), "{arguments:?}: {again:?}");
}

#[test]
fn layers_are_counted_again_by_a_plain_program() {
    for (board, kind) in [("5x6", "--closed"), ("3x10", "--closed"), ("5", "--open")] {
        counted_again(&["count", board, kind]);
    }
    counted_again(&["count", "5", "--open", "--start", "a1"]);
    counted_again(&["count", "5x4", "--open", "--start", "a1", "--end", "e1"]);
}

#[test]
#[ignore = "minutes of Python"]
fn layers_of_larger_boards_are_counted_again() {
    for (board, kind) in
        [("6", "--closed"), ("6x7", "--closed"), ("6x8", "--closed"), ("5x8", "--open"), ("6", "--open")]
    {
        counted_again(&["count", board, kind]);
    }
}

#[test]
fn a_long_count_says_what_it_does_where_nobody_watches() {
    use std::io::{BufRead as _, BufReader};
    let mut child = ktour(&["count", "7x10", "--open", "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("ktour: ") && line.contains("% of 7x10: "), "{line}");
    assert!(!line.contains("Ctrl-C") && !line.contains('░'), "{line}");
}

#[test]
fn an_estimate_begins_nothing_and_has_every_layer() {
    for (board, basis) in [("10", "trend"), ("8", "counted"), ("6x8", "counted"), ("8x32", "formula")] {
        let output = ktour(&["count", board, "--closed", "--estimate", "--json"]).output().unwrap();
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(said["basis"], basis, "{board}");
        let layers: Vec<f64> =
            said["layers"].as_array().unwrap().iter().map(|layer| layer.as_f64().unwrap()).collect();
        assert!(layers.len() >= 24, "{board}");
        let largest = said["largest_layer"].as_f64().unwrap();
        assert!(layers.iter().all(|&layer| layer <= largest + 1.0), "{board}");
        let machines = said["machines"].as_array().unwrap();
        let memory = |at: usize| machines[at]["bytes"].as_u64().unwrap();
        assert!(memory(1) <= memory(0) && memory(0) == said["bytes"].as_u64().unwrap(), "{board}");
        let text = text(&ktour(&["count", board, "--closed", "--estimate"]).output().unwrap().stdout);
        assert_eq!(
            text.lines().filter(|line| line.trim_start().starts_with(char::is_numeric)).count(),
            1 + machines.len() + layers.len(),
            "{text}"
        );
    }
}
