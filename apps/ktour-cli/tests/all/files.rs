//! Output files: their mode, their links, and their removal after a signal.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::ktour;

/// Sends a signal with the shell's own `kill`, which every machine has.
fn signal(child: &Child, name: &str) {
    let _ = Command::new("sh").args(["-c", &format!("kill -{name} {}", child.id())]).output();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn names_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

#[test]
fn a_new_file_is_as_the_umask_says() {
    let folder = tempfile::tempdir().unwrap();
    for (umask, expected) in [("077", 0o600), ("022", 0o644), ("002", 0o664)] {
        let path = folder.path().join(format!("{umask}.csv"));
        let line =
            format!("umask {umask}; exec {} solve 5 -o {}", env!("CARGO_BIN_EXE_ktour"), path.display());
        assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success());
        assert_eq!(mode(&path), expected, "umask {umask}");
    }
}

#[test]
fn a_file_that_is_replaced_keeps_its_mode() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tour.csv");
    for kept in [0o600, 0o640, 0o755] {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(kept)).unwrap();
        assert!(ktour(&["solve", "5", "-o", path.to_str().unwrap()]).status().unwrap().success());
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 26);
        assert_eq!(mode(&path), kept);
    }
}

#[test]
fn a_link_stays_and_the_file_it_names_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::create_dir(file("far")).unwrap();
    fs::write(file("far/there.csv"), "old").unwrap();
    symlink("far/there.csv", file("first.csv")).unwrap();
    symlink("first.csv", file("second.csv")).unwrap();
    symlink("far/new.csv", file("dangling.csv")).unwrap();
    for (link, target) in [("second.csv", "far/there.csv"), ("dangling.csv", "far/new.csv")] {
        assert!(ktour(&["solve", "5", "-o", file(link).to_str().unwrap()]).status().unwrap().success());
        assert!(file(link).is_symlink(), "{link}");
        assert_eq!(fs::read_to_string(file(target)).unwrap().lines().count(), 26, "{target}");
    }
    let there = file("far/there.csv");
    let twice = ktour(&["solve", "5", "-o", there.to_str().unwrap(), "-o"]).arg(file("second.csv")).output();
    assert_eq!(twice.unwrap().status.code(), Some(2), "two names of one file");
}

#[test]
fn a_signal_leaves_no_unfinished_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let to = path.to_str().unwrap();
    for round in 0..24u64 {
        let mut child = match round % 2 {
            0 => ktour(&["solve", "1500", "--open", "-o", to]).spawn().unwrap(),
            _ => ktour(&["enumerate", "6", "--closed", "-o", to]).spawn().unwrap(),
        };
        // The signal comes as soon as any file exists, when the most can remain.
        let began = Instant::now();
        while names_in(folder.path()).is_empty() && began.elapsed() < Duration::from_secs(120) {}
        thread::sleep(Duration::from_millis(round));
        for name in ["TERM", "INT"] {
            signal(&child, name);
        }
        child.wait().unwrap();
        let left: Vec<String> =
            names_in(folder.path()).into_iter().filter(|name| name != "out.csv").collect();
        assert!(left.is_empty(), "round {round} left {left:?}");
        let _ = fs::remove_file(&path);
    }
}

#[test]
fn ctrl_c_ends_the_wait_for_the_reader_of_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for board in ["6", "3000"] {
        let mut child = ktour(&["solve", board, "-f", "npy", "-o", pipe.to_str().unwrap()]).spawn().unwrap();
        crate::until_ctrl_c_is_handled(&child);
        thread::sleep(Duration::from_millis(300));
        signal(&child, "INT");
        let began = Instant::now();
        let code = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status.code(),
                None if began.elapsed() > Duration::from_secs(120) => {
                    child.kill().unwrap();
                    break None;
                }
                None => thread::sleep(Duration::from_millis(10)),
            }
        };
        assert_eq!(code, Some(130), "{board}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_reader_that_has_gone_is_noticed_before_the_next_write() {
    // A rank of a hundred million squares takes longer than that to compute.
    let mut child = ktour(&["solve", "100000000"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let began = Instant::now();
    let ended = loop {
        match child.try_wait().unwrap() {
            Some(ended) => break ended.code(),
            None if began.elapsed() > Duration::from_secs(120) => {
                child.kill().unwrap();
                break child.wait().unwrap().code();
            }
            None => thread::sleep(Duration::from_millis(10)),
        }
    };
    // With little memory the board is refused.
    assert!(matches!(ended, Some(0 | 2)), "{ended:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_reports_the_state_of_its_output() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tour.npy");
    let file = file.to_str().unwrap();
    for (output, sentence) in [
        ("-", "interrupted: the output is not complete"),
        ("/dev/null", "interrupted: what /dev/null was given is not complete"),
        (file, &*format!("interrupted: {file} was not written; the incomplete file was removed")),
    ] {
        let arguments = ["solve", "1000000", "--closed", "-f", "npy", "-o", output];
        let child = ktour(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        crate::until_ctrl_c_is_handled(&child);
        thread::sleep(Duration::from_millis(500));
        signal(&child, "INT");
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said), (Some(130), format!("ktour: {sentence}\n")));
    }
    assert_eq!(names_in(folder.path()), [""; 0]);
}
