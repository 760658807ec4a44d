//! Peers: the same algorithm in plain C and plain Python, run beside ours.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use tempfile::TempDir;

use crate::row::Row;

/// Python of the environment with the peers that its registry has.
const PYTHON: &str = "target/peers/venv/bin/python";
/// Those peers.
const PACKAGES: [&str; 4] = ["ortools", "elkai", "graphillion", "networkx"];
/// The programs that run them, with their arguments. Those that ask one board after the other get thirty of
/// each corpus, unless `BOARDS` says otherwise.
const SCRIPTS: [&[&str]; 4] = [&["anyboard.py"], &["puzzles.py"], &["diagrams.py"], &["anyboard.py", "hard"]];

/// Installs the peers of Python's registry and runs them beside ours; each program prints its own table.
pub(crate) fn scripts() -> Vec<Row> {
    let is_done = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    if !Path::new(PYTHON).exists()
        && !is_done(Command::new("python3").args(["-m", "venv", "target/peers/venv"]))
    {
        return vec![Row::new("peers", "python3 with venv is not there")];
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    if !is_done(Command::new(PYTHON).args(install).args(PACKAGES)) {
        return vec![Row::new("peers", "they are not to be installed")];
    }
    let build = ["build", "--release", "--package", "ktour-cli"];
    assert!(is_done(Command::new("cargo").args(build)), "the program is built");
    let boards = env::var("BOARDS").unwrap_or_else(|_| "30".to_owned());
    let run = |words: &&[&str]| {
        let mut command = Command::new(PYTHON);
        command.arg(format!("tools/bench/peers/{}", words[0])).args(&words[1..]).env("BOARDS", &boards);
        assert!(is_done(&mut command), "{}: ours and its peers agree", words.join(" "));
        Row::new(format!("peers, {}", words.join(" ")), "ours and its peers agree")
    };
    SCRIPTS.iter().map(run).collect()
}

/// Output of a peer: seconds, and two numbers that must agree with ours.
pub(crate) struct PeerRun {
    pub(crate) time: Duration,
    pub(crate) counts: [u64; 2],
}

/// A peer that can be run on this machine.
pub(crate) struct Peer {
    program: PathBuf,
    first: Vec<String>,
    /// Holds the program as long as it is needed.
    _folder: TempDir,
}

impl Peer {
    /// A C program, compiled with `cc -O3`; `None` without a compiler.
    pub(crate) fn c(source: &str) -> Option<Peer> {
        let folder = tempfile::tempdir().ok()?;
        let (text, program) = (folder.path().join("peer.c"), folder.path().join("peer"));
        fs::write(&text, source).ok()?;
        let compiled = Command::new("cc").arg("-O3").arg("-o").arg(&program).arg(&text).status();
        compiled.is_ok_and(|status| status.success()).then_some(Peer {
            program,
            first: Vec::new(),
            _folder: folder,
        })
    }

    /// A Python program; `None` without python3.
    pub(crate) fn python(source: &str) -> Option<Peer> {
        let folder = tempfile::tempdir().ok()?;
        let text = folder.path().join("peer.py");
        fs::write(&text, source).ok()?;
        let is_there =
            Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
        let first = vec![text.display().to_string()];
        is_there.then_some(Peer { program: "python3".into(), first, _folder: folder })
    }

    /// A Python program that needs a package, which `bench peers` installs; `None` without it.
    pub(crate) fn package(source: &str, package: &str) -> Option<Peer> {
        let python = Path::new(PYTHON);
        let import = Command::new(python).args(["-c", &format!("import {package}")]).output();
        import.is_ok_and(|output| output.status.success()).then_some(())?;
        Some(Peer { program: python.into(), ..Peer::python(source)? })
    }

    /// Runs it.
    ///
    /// # Panics
    /// If it prints something else than three numbers: a bench asserts its answers.
    pub(crate) fn run(&self, arguments: &[u64]) -> PeerRun {
        let arguments = arguments.iter().map(u64::to_string);
        let output = Command::new(&self.program).args(&self.first).args(arguments).output();
        let output = output.expect("the peer was there a moment ago");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let words: Vec<&str> = text.split_whitespace().collect();
        let [seconds, a, b] = words[..] else { panic!("the peer printed `{text}`") };
        let number = |word: &str| word.parse().expect("the peer prints numbers");
        let time = Duration::from_secs_f64(seconds.parse().expect("the peer prints seconds"));
        PeerRun { time, counts: [number(a), number(b)] }
    }
}
