//! Two at the same work: one checkpoint, one csv, one output file, at the same moment.
//!
//! One of the two may be refused ("another ktour works here", exit 2); nothing may be lost or
//! spoiled, and what answers answers rightly.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use crate::{
    report::{CheckResult, Report},
    target::AttackTarget,
    trial::{RunOutput, Trial},
};

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    let rounds = target.times(30, 1);
    let folder = target.folder("together");
    report.row("one checkpoint", |row| {
        let right = Trial::new(target, &folder, &["count", "5x11", "--open"])
            .within(Duration::from_secs(60))
            .run()
            .stdout;
        for round in 0..rounds {
            let place = format!("cp-{round}");
            let said = pair(target, &folder, &["count", "5x11", "--open", "--checkpoint", &place], &[]);
            row.judge(format!("round {round}"), one_is_right(&said, &right));
        }
    });
    report.row("one csv", |row| {
        let plan = ["lab", "race", "--board", "5", "--max-time", "10ms", "-o"];
        for round in 0..target.times(10, 1) {
            let name = format!("race-{round}.csv");
            let words = [&plan[..], &[&name]].concat();
            let said = pair(target, &folder, &words, &["--resume"]);
            let again = Trial::new(target, &folder, &[&words[..], &["--resume"]].concat())
                .within(Duration::from_secs(60))
                .run();
            let verdict = at_least_one(&said).and_then(|()| again.verdict(&[0]));
            row.judge(format!("round {round}"), verdict);
        }
    });
    report.row("one output", |row| {
        let right = Trial::new(target, &folder, &["solve", "200", "-f", "csv"]).run().stdout;
        for round in 0..rounds {
            let said = pair(target, &folder, &["solve", "200", "-o", "tour.csv"], &[]);
            let is_whole = fs::read(folder.join("tour.csv")).is_ok_and(|file| file == right);
            let verdict = at_least_one(&said);
            let verdict = verdict
                .and_then(|()| if is_whole { Ok(()) } else { Err("the file is not whole".to_owned()) });
            row.judge(format!("round {round}"), verdict);
        }
    });
}

/// The same words twice at once; the second, with more, once the file that they end with is there.
fn pair(target: &AttackTarget, folder: &Path, words: &[&str], more: &[&str]) -> [RunOutput; 2] {
    let second = [words, more].concat();
    std::thread::scope(|scope| {
        let limit = Duration::from_secs(60);
        let first = scope.spawn(move || Trial::new(target, folder, words).within(limit).run());
        // The second goes on with what the first has begun.
        let began = Instant::now();
        while !more.is_empty() && !folder.join(words[words.len() - 1]).exists() && began.elapsed() < limit {
            std::thread::sleep(Duration::from_millis(5));
        }
        let second = Trial::new(target, folder, &second).within(limit).run();
        [first.join().expect("a run ends"), second]
    })
}

fn at_least_one(said: &[RunOutput; 2]) -> CheckResult {
    said.iter().try_for_each(|said| said.verdict(&[0, 2]))?;
    said.iter().filter(|said| said.code() == Some(2)).try_for_each(|said| is_told(&said.stderr))?;
    if said.iter().any(|said| said.code() == Some(0)) { Ok(()) } else { Err("both were refused".to_owned()) }
}

/// The one that is refused says that it is not alone, not that a file is missing.
fn is_told(words: &str) -> CheckResult {
    if words.contains("another ktour") { Ok(()) } else { Err(format!("refused by: {}", words.trim())) }
}

fn one_is_right(said: &[RunOutput; 2], right: &[u8]) -> CheckResult {
    at_least_one(said)?;
    let is_right = |said: &RunOutput| said.code() != Some(0) || said.stdout == right;
    if said.iter().all(is_right) { Ok(()) } else { Err("a wrong number".to_owned()) }
}
