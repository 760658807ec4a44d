//! Two programs at the same work at the same moment: one checkpoint, one csv, one output file.
//!
//! One of the two may be refused ("another ktour works here", exit 2); nothing may be lost or damaged, and an
//! answer must be right.

use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use super::{
    report::{CheckResult, Report},
    target::AttackTarget,
    trial::{RunOutput, Trial},
};

/// Time for each program.
const RUN_TIMEOUT: Duration = Duration::from_secs(60);

pub(super) fn attack(target: &AttackTarget, report: &mut Report) {
    let folder = target.folder("together");
    let run = |command: &str| {
        let words: Vec<&str> = command.split(' ').collect();
        Trial::new(target, &folder, &words).within(RUN_TIMEOUT).run()
    };
    let (rounds, count, tour) = (target.times(30, 1), "count 5x11 --open", "solve 200 -o tour.csv");
    report.row("one checkpoint", |row| {
        let right = run(count).stdout;
        for round in 0..rounds {
            let command = format!("{count} --checkpoint cp-{round}");
            let outputs = both(|| run(&command), || run(&command));
            let is_right = outputs.iter().all(|output| output.code() != Some(0) || output.stdout == right);
            let result = if is_right { Ok(()) } else { Err("a wrong number".to_owned()) };
            row.check(format!("round {round}"), at_least_one(&outputs).and(result));
        }
    });
    report.row("one csv", |row| {
        for round in 0..target.times(10, 1) {
            let file = format!("race-{round}.csv");
            let command = format!("lab race --board 5 --max-time 10ms -o {file}");
            let resumed = format!("{command} --resume");
            let outputs = both(
                || run(&command),
                || {
                    wait_for(&folder.join(&file));
                    run(&resumed)
                },
            );
            row.check(format!("round {round}"), at_least_one(&outputs).and(run(&resumed).check(&[0])));
        }
    });
    report.row("one output", |row| {
        let right = run("solve 200 -f csv").stdout;
        for round in 0..rounds {
            let outputs = both(|| run(tour), || run(tour));
            let is_complete = fs::read(folder.join("tour.csv")).is_ok_and(|file| file == right);
            let result = if is_complete { Ok(()) } else { Err("the file is incomplete".to_owned()) };
            row.check(format!("round {round}"), at_least_one(&outputs).and(result));
        }
    });
}

fn both(one: impl FnOnce() -> RunOutput + Send, other: impl FnOnce() -> RunOutput) -> [RunOutput; 2] {
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        [one.join().expect("a run ends"), other]
    })
}

fn wait_for(file: &Path) {
    let began = Instant::now();
    while !file.exists() && began.elapsed() < RUN_TIMEOUT {
        thread::sleep(Duration::from_millis(5));
    }
}

/// Checks that one was answered, and that a refusal names the other program.
fn at_least_one(outputs: &[RunOutput; 2]) -> CheckResult {
    for output in outputs {
        output.check(&[0, 2])?;
        if output.code() == Some(2) && !output.stderr.contains("another ktour") {
            return Err(format!("refused by: {}", output.stderr.trim()));
        }
    }
    let is_answered = outputs.iter().any(|output| output.code() == Some(0));
    if is_answered { Ok(()) } else { Err("both were refused".to_owned()) }
}
