//! `ktour play` on a real terminal: keys are sent through tmux, and its screen is read.
//!
//! Without tmux the tests are skipped; `cargo xtask test` installs it if it can, and counts skipped tests.
#![cfg(unix)]

use std::{
    fs,
    process::{Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

/// Terminal with a shell that runs one command.
pub(crate) struct Screen {
    socket: String,
}

static COUNT: AtomicU32 = AtomicU32::new(0);

impl Screen {
    /// Runs `ktour play` with these arguments and environment variables; `None` without tmux.
    fn play(variables: &str, arguments: &str) -> Option<Screen> {
        Screen::run(variables, &format!("play {arguments}"))
    }

    /// Runs a command, or only the shell.
    pub(crate) fn run(variables: &str, arguments: &str) -> Option<Screen> {
        Screen::of(&format!("{variables} {} {arguments}", env!("CARGO_BIN_EXE_ktour")))
    }

    /// Runs a line in a shell.
    pub(crate) fn of(line: &str) -> Option<Screen> {
        if Command::new("tmux").arg("-V").output().is_err() {
            crate::skipping::skipped("tmux is not there");
            return None;
        }
        let count = COUNT.fetch_add(1, Ordering::SeqCst);
        let screen = Screen { socket: format!("ktour-{}-{count}", std::process::id()) };
        // The shell's output afterwards shows whether the terminal is restored.
        let command = format!(
            "stty -a > /dev/null; before=$(stty -g); {line}; code=$?; \
             after=$(stty -g); [ \"$before\" = \"$after\" ] && same=same || same=changed; \
             echo \"ended $code $same\"; exec sleep 60"
        );
        screen.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &command]);
        Some(screen)
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let output = Command::new("tmux").args(["-L", &self.socket]).args(arguments).output().unwrap();
        assert!(output.status.success(), "tmux {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }

    pub(crate) fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys", "-t", "0"], keys].concat());
    }

    fn read(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p", "-t", "0"]).stdout).into_owned()
    }

    /// Returns a property of the terminal that tmux knows.
    fn ask(&self, format: &str) -> String {
        let output = self.tmux(&["display-message", "-p", "-t", "0", format]);
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Waits until the screen shows a text.
    pub(crate) fn shows(&self, text: &str) -> String {
        let began = Instant::now();
        loop {
            let screen = self.read();
            if screen.contains(text) {
                return screen;
            }
            assert!(began.elapsed() < Duration::from_secs(120), "no `{text}` in\n{screen}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Returns the process id of the program.
    fn program(&self) -> Pid {
        let shell = self.ask("#{pane_pid}");
        let output = Command::new("pgrep").args(["-P", &shell]).output();
        let child = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        let child = child.ok().filter(|child| !child.is_empty()).unwrap_or_else(|| child_of(&shell));
        Pid::from_raw(child.parse().unwrap()).unwrap()
    }

    /// Asserts that the program has ended with this code and the terminal is restored. Returns the screen.
    fn is_given_back(&self, code: i32) -> String {
        let screen = self.shows(&format!("ended {code} same"));
        assert_eq!(self.ask("#{alternate_on} #{mouse_any_flag} #{cursor_flag}"), "0 0 1", "{screen}");
        screen
    }
}

/// Returns the child of a process; without pgrep it reads /proc.
fn child_of(parent: &str) -> String {
    let is_child = |pid: &String| {
        fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| {
            stat.rsplit(") ").next().is_some_and(|rest| rest.split(' ').nth(1) == Some(parent))
        })
    };
    let pids = fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    pids.into_iter().find(is_child).expect("the program runs")
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

#[test]
fn ktour_without_arguments_greets() {
    let Some(screen) = Screen::run("", "") else { return };
    let greeting = screen.shows("ended 0 same");
    assert!(greeting.contains("ktour solve 8 -o tour.gif") && greeting.contains("http://127.0.0.1:8080"));
    assert!(greeting.lines().any(|line| line.split_whitespace().any(|step| step == "64")));
}

#[test]
fn a_game_is_played_with_keys_and_clicks() {
    let Some(screen) = Screen::play("", "5 --start a1") else { return };
    screen.shows("step 1 of 25");
    assert_eq!(screen.ask("#{alternate_on} #{mouse_any_flag}"), "1 1");
    screen.keys(&["h"]);
    screen.shows("a verified tour goes there");
    screen.keys(&["Enter"]);
    screen.shows("step 2 of 25");
    screen.keys(&["u"]);
    screen.shows("step 1 of 25");
    // c2 is the third file (six columns per file, after a label of two) and the fourth rank from the top
    // (three lines per rank).
    screen.keys(&["-l", "\x1b[<0;18;12M\x1b[<0;18;12m"]);
    screen.shows("knight on c2");
    screen.keys(&["H"]);
    screen.shows("not a dead end");
    screen.keys(&["?"]);
    screen.shows("any key closes");
    // Escape is not used, because a busy machine combines it with the next key into Alt.
    screen.keys(&["x"]);
    screen.shows("not a dead end");
    screen.keys(&["f"]);
    screen.shows("finished: an open tour of 25 squares");
    screen.keys(&["u", "u", "q"]);
    assert!(screen.is_given_back(0).contains("to go on, add --after a1,c2,"));
}

#[test]
fn a_dead_end_is_named_with_its_reason() {
    let Some(screen) = Screen::play("", "8 --after d5,b6,d7,f8,e6,c7,e8,f6,h5,g3,e4,f2,d3") else { return };
    screen.shows("step 13 of 64");
    screen.keys(&["H"]);
    screen.shows("leap leads to h1");
    screen.keys(&["q"]);
    screen.is_given_back(0);
}

#[test]
fn a_puzzle_is_played_and_one_with_two_solutions_is_not() {
    let run = |given: &str| {
        let path = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(path.path(), given).unwrap();
        let play = ["play", "--puzzle", "--given", path.path().to_str().unwrap()];
        Command::new(env!("CARGO_BIN_EXE_ktour")).args(play).stdin(Stdio::null()).output().unwrap()
    };
    for (given, code, sentence) in [
        ("1 . . .\n. . . .\n. . . .\n", 2, "ktour: the puzzle has more than one solution"),
        ("1 . . .\n12 . . .\n. . . .\n", 2, "ktour: play needs a terminal"),
        ("1 . .\n. . .\n. . 9\n", 1, "ktour: no solution"),
    ] {
        let output = run(given);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.starts_with(sentence) && text.lines().count() == 1, "{text}");
        assert_eq!(output.status.code(), Some(code));
    }
    let Some(screen) = Screen::play("", "--puzzle --difficulty easy --date 2026-11-15") else { return };
    screen.shows("open puzzle, easy, 2026-11-15");
    screen.keys(&["h", "h", "h"]);
    screen.shows("17 steps to go");
    screen.keys(&["q"]);
    screen.is_given_back(0);
}

#[test]
fn a_tour_is_generated_and_runs() {
    let Some(screen) = Screen::play("NO_COLOR=1", "6 --closed --ascii") else { return };
    screen.shows("choose the first square");
    screen.keys(&["g"]);
    screen.shows("a closed tour: s goes one step");
    screen.keys(&["f"]);
    let shown = screen.shows("finished: a closed tour of 36 squares");
    assert!(shown.is_ascii(), "{shown}");
    let coloured = screen.tmux(&["capture-pane", "-p", "-e", "-t", "0"]).stdout;
    // Only codes that reset colours are removed.
    let styled = String::from_utf8_lossy(&coloured).replace("\x1b[39m", "").replace("\x1b[49m", "");
    assert!(["\x1b[3", "\x1b[4", "\x1b[9", "8;5;"].iter().all(|code| !styled.contains(code)), "{styled:?}");
    screen.keys(&["q"]);
    screen.is_given_back(0);
}

#[test]
fn a_search_is_watched() {
    let Some(screen) = Screen::play("", "5 --start a1 --watch --method backtrack --speed 50") else { return };
    screen.shows("backtrack, 50 a second");
    screen.keys(&["p"]);
    screen.shows("backtrack, paused");
    screen.keys(&["s", "+", "f"]);
    screen.shows("found: 25 squares, 70624 leaps tested, 8815");
    screen.keys(&["w"]);
    screen.shows("knight on a1, 2 ahead");
    screen.keys(&["q"]);
    screen.is_given_back(0);
}

#[test]
fn resizing_redraws_the_screen() {
    let Some(screen) = Screen::play("", "8") else { return };
    screen.shows("choose the first square");
    for (width, height) in [(40, 24), (20, 8), (3, 2), (200, 60), (80, 24)] {
        screen.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
        thread::sleep(Duration::from_millis(200));
    }
    screen.keys(&["Enter"]);
    screen.shows("step 1 of 64");
    screen.keys(&["q"]);
    screen.is_given_back(0);
}

#[test]
fn ctrl_c_restores_the_terminal() {
    let Some(screen) = Screen::play("", "8") else { return };
    screen.shows("choose the first square");
    screen.keys(&["C-c"]);
    screen.is_given_back(130);
}

#[test]
fn sigterm_restores_the_terminal() {
    for signal in [Signal::TERM, Signal::HUP] {
        let Some(screen) = Screen::play("", "8") else { return };
        screen.shows("choose the first square");
        kill_process(screen.program(), signal).unwrap();
        screen.is_given_back(130);
    }
}

#[test]
fn a_panic_restores_the_terminal_and_is_reported() {
    if !cfg!(debug_assertions) {
        return;
    }
    let Some(screen) = Screen::play("KTOUR_PANIC=1 RUST_BACKTRACE=0", "8") else { return };
    screen.shows("choose the first square");
    screen.keys(&["x"]);
    assert!(screen.is_given_back(101).contains("a panic was requested"));
}

#[test]
fn a_closed_terminal_ends_the_program() {
    // The second ignores the hang-up, and the third receives none.
    for session in ["", "trap '' HUP;", "setsid -w"] {
        let Some(screen) = Screen::play(session, "8") else { return };
        screen.shows("choose the first square");
        let program = screen.program();
        screen.tmux(&["kill-server"]);
        let began = Instant::now();
        while test_kill_process(program).is_ok() {
            if began.elapsed() > Duration::from_secs(120) {
                let _ = kill_process(program, Signal::KILL);
                panic!("`{session}`: {program:?} goes on without a terminal");
            }
            thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn without_a_terminal_play_is_refused_in_one_sentence() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ktour")).args(["play", "8"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.starts_with("ktour: play needs a terminal"), "{text}");
}
