//! Kills at random moments: INT, TERM and KILL.
//!
//! Four kinds of work write a file: the checkpoints of a count, one large tour, a list of tours, the rows of
//! an experiment. At any moment a file is the old one or the complete new one; INT and TERM leave nothing
//! else behind; and resumed work ends with the answer of undisturbed work.

use std::{
    fs,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use ktour_hostile::Random;
use rustix::process::Signal;

use super::{
    report::{CheckResult, Report, Row},
    target::AttackTarget,
    trial::{RunOutput, Trial, send},
};

/// Time for undisturbed work.
const WORK_TIMEOUT: Duration = Duration::from_secs(120);

/// Work that is killed while it writes: its command, the flag that resumes it, and the file or folder it
/// writes.
struct Work {
    name: &'static str,
    command: &'static str,
    resume: Option<&'static str>,
    output: &'static str,
    is_resumable: bool,
}

const WORKS: [Work; 4] = [
    Work {
        name: "count --checkpoint",
        command: "count 5x10 --open --checkpoint cp",
        resume: None,
        output: "cp",
        is_resumable: true,
    },
    Work {
        name: "solve -o",
        command: "solve 1000 -o tour.csv",
        resume: None,
        output: "tour.csv",
        is_resumable: false,
    },
    Work {
        name: "enumerate -o",
        command: "enumerate 5x6 --open -o tours.txt",
        resume: None,
        output: "tours.txt",
        is_resumable: false,
    },
    Work {
        name: "lab -o --resume",
        command: "lab warnsdorff --sizes 5..24 --tries 300 --ties random -o rows.csv",
        resume: Some("--resume"),
        output: "rows.csv",
        is_resumable: true,
    },
];

pub(super) fn attack(target: &AttackTarget, report: &mut Report) {
    for (work, stream) in WORKS.iter().zip(50..) {
        let mut random = Random::new(target.seed, stream);
        report.row(work.name, |row| {
            let folder = target.folder("kills");
            let output = work.run(target, &folder);
            if let Err(why) = output.check(&[0]) {
                return row.check("an undisturbed run", Err(why));
            }
            let file = fs::read(folder.join(work.output)).ok();
            Kills { target, work, folder, output, file }.attack(&mut random, row);
        });
    }
}

impl Work {
    /// Prepares the work, resumed where its file exists already.
    fn trial<'a>(&self, target: &'a AttackTarget, folder: &Path) -> Trial<'a> {
        let resume = self.resume.filter(|_| folder.join(self.output).exists());
        let words: Vec<&str> = self.command.split(' ').chain(resume).collect();
        Trial::new(target, folder, &words)
    }

    fn run(&self, target: &AttackTarget, folder: &Path) -> RunOutput {
        self.trial(target, folder).within(WORK_TIMEOUT).run()
    }
}

/// Work, its folder, and the output and file of an undisturbed run.
struct Kills<'a> {
    target: &'a AttackTarget,
    work: &'a Work,
    folder: PathBuf,
    output: RunOutput,
    file: Option<Vec<u8>>,
}

impl Kills<'_> {
    fn attack(&self, random: &mut Random, row: &mut Row) {
        let is_resumable = self.work.is_resumable;
        let (mut interrupted, mut resumed) = (0, 0);
        if is_resumable {
            self.clear();
        }
        for number in 0..self.target.times(1000, 4) {
            let signal = *random.pick(&[Signal::INT, Signal::TERM, Signal::KILL]);
            // A resumed run is shorter than a whole one.
            let per_mille = random.below(if is_resumable { 700 } else { 1050 });
            let moment = self.output.took.mul_f64(per_mille as f64 / 1000.0);
            let (was_running, result) = self.kill(signal, moment);
            interrupted += usize::from(was_running);
            row.check(format!("kill {number}: {signal:?} after {moment:.3?}"), result);
            if is_resumable && (number % 4 == 3 || random.chance(20)) {
                resumed += 1;
                row.check(format!("resumed after kill {number}"), self.resume());
            }
        }
        row.figure(format!("{interrupted} interrupted, {resumed} resumed"));
    }

    /// Kills the work once, and returns whether that was before its end and whether its files are right.
    fn kill(&self, signal: Signal, moment: Duration) -> (bool, CheckResult) {
        let file = self.folder.join(self.work.output);
        if !self.work.is_resumable {
            self.clear();
            fs::write(&file, "old").expect("a file in a temporary folder");
        }
        let mut child = self.work.trial(self.target, &self.folder).spawn();
        thread::sleep(moment);
        let was_running = child.try_wait().is_ok_and(|status| status.is_none());
        send(&child, signal);
        let output = child.wait_with_output().expect("a child can be waited for");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        // A signal before the program handles signals ends it, as it ends every program.
        let is_expected = matches!(output.status.code(), Some(0 | 130)) || output.status.signal().is_some();
        let remains = self.unexpected_files();
        if signal == Signal::KILL {
            // Temporary files of a killed run must not stop the next one, and are removed here.
            let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
            entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(".ktour")).for_each(
                |entry| {
                    let _ = fs::remove_file(entry.path());
                },
            );
        }
        let is_whole = |bytes: &Vec<u8>| bytes == b"old" || Some(bytes) == self.file.as_ref();
        let result = if !is_expected || stderr.contains("panicked") {
            Err(format!("ended with {}: {stderr}", output.status))
        } else if !self.work.is_resumable && !fs::read(&file).is_ok_and(|bytes| is_whole(&bytes)) {
            Err("an incomplete file".to_owned())
        } else if signal != Signal::KILL && !remains.is_empty() {
            Err(format!("left behind: {}", remains.join(", ")))
        } else {
            Ok(())
        };
        (was_running, result)
    }

    /// Resumes undisturbed and compares the answer; then the next kill begins with an empty folder.
    fn resume(&self) -> CheckResult {
        let output = self.work.run(self.target, &self.folder);
        let (file, remains) = (fs::read(self.folder.join(self.work.output)).ok(), self.unexpected_files());
        self.clear();
        output.check(&[0])?;
        if (&output.stdout, &file) != (&self.output.stdout, &self.file) {
            return Err(format!("another answer or file: {}", output.text()));
        }
        if remains.is_empty() { Ok(()) } else { Err(format!("left behind: {}", remains.join(", "))) }
    }

    fn clear(&self) {
        let _ = fs::remove_dir_all(&self.folder);
        fs::create_dir_all(&self.folder).expect("a folder in a temporary folder");
    }

    /// Returns temporary files and incomplete layers; a lock may stay.
    fn unexpected_files(&self) -> Vec<String> {
        let names = |folder: &Path| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        let all = names(&self.folder).into_iter().chain(names(&self.folder.join(self.work.output)));
        let is_known = |name: &String| [self.work.output, "layer.ktour"].contains(&name.as_str());
        all.filter(|name| !is_known(name) && !name.contains("lock")).collect()
    }
}
