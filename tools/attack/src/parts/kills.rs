//! Kills at random moments: INT, TERM and KILL.
//!
//! Four ways to leave a file: the checkpoints of a count, one large tour, a list of tours, the rows
//! of an experiment. Whatever the moment, a file is the old one or the whole new one; after INT and
//! TERM nothing lies beside it; and work that is taken up again ends with the answer it would have had.

use std::{
    fs,
    os::unix::process::ExitStatusExt,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use rustix::process::Signal;

use crate::{
    dice::Dice,
    report::{CheckResult, Report, Row},
    target::AttackTarget,
    trial::{Trial, signal},
};

/// Something that is killed while it writes.
struct KilledWork<'a> {
    what: &'a str,
    words: &'a [&'a str],
    /// Added where there is something to go on with.
    resume: &'a [&'a str],
    /// The file or directory that it writes.
    place: &'a str,
    /// Whether the finished part is stored and resumed.
    is_resumed: bool,
}

const WORKS: [KilledWork<'static>; 4] = [
    KilledWork {
        what: "count --checkpoint",
        words: &["count", "5x10", "--open", "--checkpoint", "cp"],
        resume: &[],
        place: "cp",
        is_resumed: true,
    },
    KilledWork {
        what: "solve -o",
        words: &["solve", "1000", "-o", "tour.csv"],
        resume: &[],
        place: "tour.csv",
        is_resumed: false,
    },
    KilledWork {
        what: "enumerate -o",
        words: &["enumerate", "5x6", "--open", "-o", "tours.txt"],
        resume: &[],
        place: "tours.txt",
        is_resumed: false,
    },
    KilledWork {
        what: "lab -o --resume",
        words: &[
            "lab",
            "warnsdorff",
            "--sizes",
            "5..24",
            "--tries",
            "300",
            "--ties",
            "random",
            "-o",
            "rows.csv",
        ],
        resume: &["--resume"],
        place: "rows.csv",
        is_resumed: true,
    },
];

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    for (number, work) in WORKS.iter().enumerate() {
        let mut dice = Dice::new(target.seed, 50 + number as u64);
        report.row(work.what, |row| work.kill(target, &mut dice, row));
    }
}

/// Output, file and duration of an undisturbed run.
struct UndisturbedRun {
    stdout: Vec<u8>,
    file: Option<Vec<u8>>,
    took: Duration,
}

impl KilledWork<'_> {
    fn kill(&self, target: &AttackTarget, dice: &mut Dice, row: &mut Row) {
        let folder = target.folder("kills");
        let whole = match self.whole(target, &folder) {
            Ok(whole) => whole,
            Err(why) => return row.judge("an undisturbed run", Err(why)),
        };
        let (mut cut, mut resumed) = (0, 0);
        for number in 0..target.times(1000, 4) {
            let killer = *dice.pick(&[Signal::INT, Signal::TERM, Signal::KILL]);
            // A run that goes on from a kept layer is shorter than a whole one.
            let share = dice.below(if self.is_resumed { 700 } else { 1050 }) as f64 / 1000.0;
            let moment = whole.took.mul_f64(share);
            let (was_cut, verdict) = self.once(target, &folder, &whole, killer, moment);
            cut += usize::from(was_cut);
            row.judge(format!("kill {number}: {killer:?} after {:.3} s", moment.as_secs_f64()), verdict);
            if self.is_resumed && (number % 4 == 3 || dice.is_lucky(20)) {
                resumed += 1;
                row.judge(format!("going on after kill {number}"), self.finish(target, &folder, &whole));
            }
        }
        row.figure(format!("{cut} cut short, {resumed} gone on with"));
    }

    fn whole(&self, target: &AttackTarget, folder: &Path) -> Result<UndisturbedRun, String> {
        let began = Instant::now();
        let said = Trial::new(target, folder, self.words).within(Duration::from_secs(120)).run();
        let took = began.elapsed();
        said.verdict(&[0])?;
        let file = fs::read(folder.join(self.place)).ok();
        if self.is_resumed {
            clear(folder);
        }
        Ok(UndisturbedRun { stdout: said.stdout, file, took })
    }

    /// Arguments of the next run: an existing csv is resumed only on request.
    fn next(&self, folder: &Path) -> Vec<&str> {
        let is_there = fs::metadata(folder.join(self.place)).is_ok();
        [self.words, if is_there { self.resume } else { &[] }].concat()
    }

    /// One kill: whether it came before the end, and whether all is as it should be.
    fn once(
        &self,
        target: &AttackTarget,
        folder: &Path,
        whole: &UndisturbedRun,
        killer: Signal,
        moment: Duration,
    ) -> (bool, CheckResult) {
        if !self.is_resumed {
            clear(folder);
            // What was there before must be there whole, or be replaced whole.
            fs::write(folder.join(self.place), "old").expect("a file in a temporary folder");
        }
        let mut child = Trial::new(target, folder, &self.next(folder)).spawn();
        thread::sleep(moment);
        let is_cut = child.try_wait().is_ok_and(|status| status.is_none());
        signal(&child, killer);
        let output = child.wait_with_output().expect("a child can be waited for");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        // A signal that comes before the program listens ends it, as it ends every program.
        let is_agreed = matches!(output.status.code(), Some(0 | 130)) || output.status.signal().is_some();
        let verdict = if !is_agreed || stderr.contains("panicked") {
            Err(format!("ended with {}: {stderr}", output.status))
        } else {
            self.files(folder, whole, killer == Signal::KILL)
        };
        (is_cut, verdict)
    }

    /// No half file, and nothing beside it that a program could have taken away.
    fn files(&self, folder: &Path, whole: &UndisturbedRun, is_killed: bool) -> CheckResult {
        if !self.is_resumed {
            let file =
                fs::read(folder.join(self.place)).map_err(|error| format!("{}: {error}", self.place))?;
            if file != b"old" && Some(&file) != whole.file.as_ref() {
                return Err(format!("a half file of {} bytes", file.len()));
            }
        }
        if is_killed {
            sweep(folder);
            return Ok(());
        }
        let left = left_behind(folder, self.place);
        sweep(folder);
        if left.is_empty() { Ok(()) } else { Err(format!("left behind: {}", left.join(", "))) }
    }

    /// Taken up again and not disturbed, it ends with the right answer; then everything begins anew.
    fn finish(&self, target: &AttackTarget, folder: &Path, whole: &UndisturbedRun) -> CheckResult {
        let said = Trial::new(target, folder, &self.next(folder)).within(Duration::from_secs(120)).run();
        let file = fs::read(folder.join(self.place)).ok();
        let left = left_behind(folder, self.place);
        clear(folder);
        said.verdict(&[0])?;
        if said.stdout != whole.stdout {
            return Err(format!("another answer: {}", said.text()));
        }
        if file != whole.file {
            return Err("another file".to_owned());
        }
        if left.is_empty() { Ok(()) } else { Err(format!("left behind at the end: {}", left.join(", "))) }
    }
}

/// Names that have no business there: temporary files and half layers. A lock may stay.
fn left_behind(folder: &Path, place: &str) -> Vec<String> {
    let inside = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    let beside = inside(folder).into_iter().filter(|name| name != place && !name.contains("lock"));
    let within = inside(&folder.join(place))
        .into_iter()
        .filter(|name| name != "layer.ktour" && !name.contains("lock"));
    beside.chain(within).collect()
}

/// Files left by a KILL must not stop the next run.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(".ktour") {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn clear(folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("a folder in a temporary folder");
}
