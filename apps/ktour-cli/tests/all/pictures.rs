//! Pictures and files that the program writes, read by other programs.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};

fn ktour(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ktour"));
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn in_folder(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn every_picture_of_the_gallery_comes_out_of_its_command() {
    let gallery = Path::new("../../docs/gallery");
    let page = fs::read_to_string(gallery.join("README.md")).unwrap();
    let commands: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("ktour ")).collect();
    let boards = ["README.md", "cross.txt", "heart.txt"].len();
    assert_eq!(fs::read_dir(gallery).unwrap().count(), commands.len() + boards, "a file without a command");
    let folder = tempfile::tempdir().unwrap();
    let draw = |command: &str| {
        let (words, file) = command.rsplit_once(' ').unwrap();
        let drawn = folder.path().join(file);
        let mut program = Command::new(env!("CARGO_BIN_EXE_ktour"));
        program.args(words.split(' ')).arg(&drawn).current_dir("../..").stdin(Stdio::null());
        let output = program.output().unwrap();
        assert!(output.status.success(), "{command}: {output:?}");
        assert!(
            fs::read(drawn).unwrap() == fs::read(gallery.join(file)).unwrap(),
            "{command} draws otherwise"
        );
    };
    std::thread::scope(|scope| {
        for commands in commands.chunks(8) {
            scope.spawn(|| commands.iter().for_each(|command| draw(command)));
        }
    });
}

#[test]
fn one_tour_in_every_format_at_once_and_each_readable_one_drawn_alike() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| in_folder(folder.path(), name);
    let names = ["t.svg", "t.png", "t.pdf", "t.gif", "t.json", "t.csv", "t.npy", "t.txt", "t.squares"];
    let mut arguments = vec!["solve".to_owned(), "6".to_owned()];
    arguments.extend(names.iter().flat_map(|name| ["-o".to_owned(), path(name)]));
    let output = ktour(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty());
    let drawn = fs::read(path("t.svg")).unwrap();
    for (name, begin) in
        [("t.png", &b"\x89PNG"[..]), ("t.pdf", b"%PDF-"), ("t.gif", b"GIF89a"), ("t.svg", b"<svg")]
    {
        assert!(fs::read(path(name)).unwrap().starts_with(begin), "{name}");
    }
    for name in ["t.json", "t.csv", "t.npy", "t.txt", "t.squares"] {
        let output = ktour(&["render", &path(name), "-o", "-"]);
        assert!(output.status.success(), "{name}: {output:?}");
        assert!(output.stdout == drawn, "{name} is drawn otherwise");
    }
}

#[test]
fn a_tour_is_measured_as_text_and_as_json() {
    let ring = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/golden/ring.grid");
    let said = String::from_utf8(ktour(&["measure", ring]).stdout).unwrap();
    assert_eq!(
        said,
        "leaps      8\n\
         turns      8, straight on 0 times, at most 1 leap in a row\n\
         angles     36.9° 4, 53.1° 4\n\
         slopes     (1,2) 2, (2,1) 2, (2,-1) 2, (1,-2) 2\n\
         crossings  16, at most 4 on a leap, 0 leaps uncrossed\n\
         area       2.133 inside, 4.0 swept\n\
         symmetry   octonary: every turn and every mirror keeps it\n\
         sums       not compared: with holes, lines have different lengths\n"
    );
    let json = String::from_utf8(ktour(&["measure", ring, "--json"]).stdout).unwrap();
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(document["measures"]["crossings"]["total"], 16);
    assert_eq!(document["measures"]["symmetry"]["kept"].as_array().map(Vec::len), Some(7));
    assert_eq!(ktour(&["measure", "no-such-file"]).status.code(), Some(2));
}

#[test]
fn an_invalid_tour_is_not_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = in_folder(folder.path(), "wrong.txt");
    fs::write(&path, "a1\nb3\nb4\n").unwrap();
    let output = ktour(&["render", &path, "-o", &in_folder(folder.path(), "wrong.svg")]);
    assert_eq!(output.status.code(), Some(1));
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert_eq!(sentence, "ktour: not a tour: step 3: b3 to b4 is not a knight's leap\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_board_of_many_squares_is_a_picture_of_bounded_size() {
    let folder = tempfile::tempdir().unwrap();
    for board in ["1200", "2200x2100", "1000000000"] {
        let path = in_folder(folder.path(), "large.png");
        let output = ktour(&["solve", board, "-o", &path, "--width", "300"]);
        assert!(output.status.success(), "{board}: {output:?}");
        let bytes = fs::read(&path).unwrap();
        let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!(side(16), 300, "{board}");
        assert!(side(20) <= 330 && bytes.len() < 400_000, "{board}: {} bytes", bytes.len());
    }
}

#[test]
fn an_unwritable_path_is_named_before_the_search_starts() {
    let folder = tempfile::tempdir().unwrap();
    let locked = in_folder(folder.path(), "locked.svg");
    fs::write(&locked, "mine").unwrap();
    let mut rights = fs::metadata(&locked).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&locked, rights).unwrap();
    let nowhere = in_folder(folder.path(), "nowhere/tour.svg");
    let mut places = vec![
        (locked.clone(), "cannot be written: it exists and is read-only"),
        (nowhere, "does not exist"),
        (folder.path().to_str().unwrap().to_owned(), "is a directory: name a file in it"),
    ];
    if cfg!(target_os = "linux") {
        // A folder in which no user can create files, not even root.
        places.push(("/proc/self/tour.svg".to_owned(), "cannot be written: "));
    }
    for (place, what) in places {
        // A search that takes years, with and without an animation.
        for more in [&[][..], &["--trace", "--format", "gif"]] {
            let arguments = [&["solve", "30", "--method", "backtrack", "-o", &place], more].concat();
            let output = ktour(&arguments);
            assert_eq!(output.status.code(), Some(2), "{place}");
            let sentence = String::from_utf8(output.stderr).unwrap();
            assert!(sentence.contains(&place) && sentence.contains(what), "{sentence}");
            assert!(!sentence.contains(".ktour-") && sentence.lines().count() == 1, "{sentence}");
        }
    }
    assert_eq!(fs::read(&locked).unwrap(), b"mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_long_drawing_can_be_cancelled() {
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let (tour, drawn) = (in_folder(folder.path(), "t.npy"), in_folder(folder.path(), "t.png"));
    assert!(ktour(&["solve", "1500", "-o", &tour]).status.success());
    let mut child = Command::new(env!("CARGO_BIN_EXE_ktour"))
        .args(["render", &tour, "-o", &drawn, "--width", "9000"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Drawing has started as soon as there is a file next to the tour.
    let is_drawing = || fs::read_dir(folder.path()).unwrap().count() > 1;
    while !is_drawing() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(10));
    }
    if child.try_wait().unwrap().is_some() {
        return; // This machine draws faster than anybody can stop it.
    }
    let told = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(told.elapsed() < Duration::from_secs(120), "it went on for {:?}", told.elapsed());
    assert!(String::from_utf8(output.stderr).unwrap().contains("the incomplete file was removed"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the tour is there");
}

/// numpy reads the arrays and lists; the test is skipped without python3 or numpy.
#[test]
fn numpy_opens_the_array_and_the_list() {
    let Some(python) = numpy() else {
        crate::skipping::skipped("python3 with numpy is not there and cannot be installed");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (npy, csv) = (in_folder(folder.path(), "t.npy"), in_folder(folder.path(), "t.csv"));
    assert!(ktour(&["solve", "31x28", "-o", &npy, "-o", &csv]).status.success());
    let program = "import sys, numpy as np
grid = np.load(sys.argv[1])
rows = np.genfromtxt(sys.argv[2], delimiter=',', names=True, dtype=int)
assert grid.shape == (28, 31) and grid.dtype == np.uint32, (grid.shape, grid.dtype)
assert (np.sort(grid.ravel()) == np.arange(1, 869)).all()
assert (grid[rows['y'], rows['x']] == rows['move']).all()
steps = np.abs(np.diff(np.stack([rows['x'], rows['y']]), axis=1))
assert (steps.min(axis=0) == 1).all() and (steps.max(axis=0) == 2).all()
";
    let output = Command::new(python).args(["-c", program, &npy, &csv]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Returns a Python with numpy: the machine's own, or one in a virtual environment in the build directory.
fn numpy() -> Option<String> {
    let has_numpy = |python: &str| {
        Command::new(python).args(["-c", "import numpy"]).output().is_ok_and(|output| output.status.success())
    };
    if has_numpy("python3") {
        return Some("python3".to_owned());
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("numpy");
    let python = in_folder(&folder, "bin/python");
    if !has_numpy(&python) {
        let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).output().ok()?;
        let installed =
            Command::new(&python).args(["-m", "pip", "install", "--quiet", "numpy"]).output().ok()?;
        if !made.status.success() || !installed.status.success() {
            return None;
        }
    }
    has_numpy(&python).then_some(python)
}
