//! Peers: the same algorithm in plain C and plain Python, run beside ours.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use tempfile::TempDir;

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

    /// A Python program that needs a package; `None` unless `tools/bench/peers/anyboard.py` or `diagrams.py` has
    /// installed it.
    pub(crate) fn package(source: &str, package: &str) -> Option<Peer> {
        let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/peers/venv/bin/python");
        let import = Command::new(&python).args(["-c", &format!("import {package}")]).output();
        import.is_ok_and(|output| output.status.success()).then_some(())?;
        Some(Peer { program: python, ..Peer::python(source)? })
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
